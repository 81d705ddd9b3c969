/**
 * What collecting remembers of places, over the store. Remembering is best effort: what cannot be read
 * is not known, and what cannot be written is learned again.
 */
import type { PlaceStore } from '#collect/place-store.js';
import { findExtent, noteExtents } from '#store/place-extents.js';
import { type App, now } from '../app.js';
import { addTo } from './learned-batches.js';

/** The port through which collecting remembers places. */
export function placeStoreOf(app: App): PlaceStore {
  return {
    findExtent: (source, kind, place) =>
      findExtent(app.db, { source, kind }, place)
        .then((found) => found ?? null)
        .catch((error: unknown) => {
          app.log.warn({ err: error }, 'the extent of a place could not be read');
          return null;
        }),
    noteExtents: (source, kind, extents, covered) => {
      const key = `${source} ${kind}`;
      const batch = app.learned.get(key) ?? { source, kind, extents: new Map() };
      app.learned.set(key, batch);
      for (const extent of extents) {
        const isCovered = covered?.form === extent.form && covered.name === extent.name;
        addTo(batch, extent, isCovered ? now(app) : null);
      }
    },
  };
}

/** Writes what was learned since the last time, a statement for each source and kind. */
export async function flushLearned(app: App): Promise<void> {
  const batches = [...app.learned.values()];
  app.learned.clear();
  for (const { source, kind, extents } of batches) {
    await noteExtents(app.db, { source, kind }, [...extents.values()], now(app)).catch(
      (error: unknown) => app.log.warn({ err: error }, 'the extents of places could not be noted'),
    );
  }
}
