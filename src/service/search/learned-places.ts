/**
 * What collecting learns about places, over the store. It is best effort: what cannot be read
 * counts as unknown, and what cannot be written is learned again.
 */
import { HISTORY_ROWS_MAX } from '#collect/checks/field-history.js';
import type { KnownPlace, PlaceStore } from '#collect/places/place-store.js';
import { addFieldShares } from '#store/field-shares.js';
import { findExtent, noteExtents } from '#store/place-extents.js';
import {
  type FoundPlace,
  findSourcePlace,
  keepPlaceAudit,
  keepSourcePlace,
} from '#store/source-places.js';
import { findAreaForm, keepAreaForm } from '#store/source-states.js';
import { findOutline } from '#store/zip-outlines.js';
import { type App, now } from '../app.js';
import { addTo } from './learned-batches.js';

/** The port that collecting uses to remember places. */
export function placeStoreOf(app: App): PlaceStore {
  const { origin } = app.client;
  return {
    findOutline: (zip) =>
      findOutline(app.db, zip)
        .then((found) => found ?? null)
        .catch((error: unknown) => {
          app.log.warn({ err: error }, 'the outline of a ZIP could not be read');
          return null;
        }),
    findExtent: (source, kind, place) =>
      findExtent(app.db, { source: origin(source), kind }, place)
        .then((found) => found ?? null)
        .catch((error: unknown) => {
          app.log.warn({ err: error }, 'the extent of a place could not be read');
          return null;
        }),
    findPlace: (source, place) =>
      findSourcePlace(app.db, origin(source), place)
        .then((row) => (row === undefined ? null : knownPlace(row)))
        .catch((error: unknown) => {
          app.log.warn({ err: error }, 'a place of a source could not be read');
          return null;
        }),
    keepPlace: async (source, place, found) => {
      const own = found.status === 'good' ? found.place : { token: null, label: null, box: null };
      const row = { ...own, status: found.status, checked_at: now(app) };
      if (found.status === 'wrong') app.log.warn({ source, place }, 'a place returns another');
      await keepSourcePlace(app.db, origin(source), place, row).catch((error: unknown) =>
        app.log.warn({ err: error }, 'a place of a source could not be stored'),
      );
    },
    keepAudit: async (source, place, audit) => {
      if (audit.outside > 0) app.log.warn({ source, place, ...audit }, 'a place misses homes');
      await keepPlaceAudit(app.db, origin(source), place, audit, now(app)).catch((error: unknown) =>
        app.log.warn({ err: error }, 'the audit of a place could not be stored'),
      );
    },
    ...areaFormsOf(app),
    noteExtents: (source, kind, extents, covered) => {
      const key = `${origin(source)} ${kind}`;
      const batch = app.learned.get(key) ?? { origin: origin(source), kind, extents: new Map() };
      app.learned.set(key, batch);
      for (const extent of extents) {
        const isCovered = covered?.form === extent.form && covered.name === extent.name;
        addTo(batch, extent, isCovered ? now(app) : null);
      }
    },
  };
}

function areaFormsOf(app: App): Pick<PlaceStore, 'findAreaForm' | 'keepAreaForm'> {
  const { origin } = app.client;
  return {
    findAreaForm: (source) =>
      findAreaForm(app.db, origin(source)).catch((error: unknown) => {
        app.log.warn({ err: error }, 'the area form of a source could not be read');
        return null;
      }),
    keepAreaForm: async (source, form) => {
      app.log.warn({ source, form }, 'the area form of a source has changed');
      await keepAreaForm(app.db, origin(source), form).catch((error: unknown) =>
        app.log.warn({ err: error }, 'the area form of a source could not be stored'),
      );
    },
  };
}

function knownPlace(row: FoundPlace): KnownPlace {
  const { status, token, label, box, audited, imported } = row;
  const known = { checkedAtMs: row.checked_at.getTime(), audited, imported };
  if (status !== 'good') return { status, ...known };
  return { status, place: { token: token ?? '', label: label ?? '', box }, ...known };
}

/** Stores what was learned since the last flush: extents by source and kind, and fill rates. */
export async function flushLearned(app: App): Promise<void> {
  const batches = [...app.learned.values()];
  app.learned.clear();
  for (const { origin, kind, extents } of batches) {
    const owner = { source: origin, kind };
    await noteExtents(app.db, owner, [...extents.values()], now(app)).catch((error: unknown) =>
      app.log.warn({ err: error }, 'the extents of places could not be recorded'),
    );
  }
  const shares = app.fieldHistory.takeLearned();
  if (shares.length === 0) return;
  await addFieldShares(app.db, shares, HISTORY_ROWS_MAX).catch((error: unknown) =>
    app.log.warn({ err: error }, 'fill rates could not be recorded'),
  );
}
