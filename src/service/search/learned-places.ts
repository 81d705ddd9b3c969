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
import { now, type Parts } from '../app.js';
import { bestEffort } from '../best-effort.js';
import { addTo } from './learned-batches.js';

/** The port that collecting uses to remember places. */
export function placeStoreOf(
  app: Parts<'client' | 'clock' | 'db' | 'learned' | 'log'>,
): PlaceStore {
  const { origin } = app.client;
  return {
    findOutline: async (zip) => {
      const failure = 'the outline of a ZIP could not be read';
      return (await bestEffort(app, failure, findOutline(app.db, zip))) ?? null;
    },
    findExtent: async (source, kind, place) => {
      const owner = { source: origin(source), kind };
      const failure = 'the extent of a place could not be read';
      return (await bestEffort(app, failure, findExtent(app.db, owner, place))) ?? null;
    },
    findPlace: async (source, place) => {
      const found = findSourcePlace(app.db, origin(source), place);
      const row = await bestEffort(app, 'a place of a source could not be read', found);
      return row ? knownPlace(row) : null;
    },
    keepPlace: async (source, place, found) => {
      const own = found.status === 'good' ? found.place : { token: null, label: null, box: null };
      const row = { ...own, status: found.status, checked_at: now(app) };
      if (found.status === 'wrong') app.log.warn({ source, place }, 'a place returns another');
      const kept = keepSourcePlace(app.db, origin(source), place, row);
      await bestEffort(app, 'a place of a source could not be stored', kept);
    },
    keepAudit: async (source, place, audit) => {
      if (audit.outside > 0) app.log.warn({ source, place, ...audit }, 'a place misses homes');
      const kept = keepPlaceAudit(app.db, origin(source), place, audit, now(app));
      await bestEffort(app, 'the audit of a place could not be stored', kept);
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

function areaFormsOf(
  app: Parts<'log' | 'db' | 'client'>,
): Pick<PlaceStore, 'findAreaForm' | 'keepAreaForm'> {
  const { origin } = app.client;
  return {
    findAreaForm: (source) => {
      const found = findAreaForm(app.db, origin(source));
      return bestEffort(app, 'the area form of a source could not be read', found);
    },
    keepAreaForm: async (source, form) => {
      app.log.warn({ source, form }, 'the area form of a source has changed');
      const kept = keepAreaForm(app.db, origin(source), form);
      await bestEffort(app, 'the area form of a source could not be stored', kept);
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
export async function flushLearned(
  app: Parts<'clock' | 'db' | 'fieldHistory' | 'learned' | 'log'>,
): Promise<void> {
  const batches = [...app.learned.values()];
  app.learned.clear();
  for (const { origin, kind, extents } of batches) {
    const owner = { source: origin, kind };
    const noted = noteExtents(app.db, owner, [...extents.values()], now(app));
    await bestEffort(app, 'the extents of places could not be recorded', noted);
  }
  const shares = app.fieldHistory.takeLearned();
  if (shares.length === 0) return;
  const added = addFieldShares(app.db, shares, HISTORY_ROWS_MAX);
  await bestEffort(app, 'fill rates could not be recorded', added);
}
