/** The store of homes for collecting. It is best effort: what cannot be read counts as unknown. */
import type { FirstPrice, HomeStore } from '#collect/pages/home-store.js';
import { isLicensed, type SourceName } from '#contract/sources.js';
import { findFirstPrices, type StoredFirstPrice } from '#store/homes.js';
import type { Parts } from '../app.js';
import { bestEffort } from '../best-effort.js';

/** Whether a source's listing states are stored: not of licensed feeds, which grant no history. */
export const keepsHistory = (
  { client, limits }: Parts<'client' | 'limits'>,
  source: SourceName,
): boolean => limits.HOME_HISTORY_S > 0 && (!isLicensed(source) || client.isSandbox(source));

/** The port that collecting uses to remember homes. */
export const homeStoreOf = (app: Parts<'client' | 'db' | 'limits' | 'log'>): HomeStore => ({
  findFirstPrices: async (source, kind, sourceIds) => {
    if (!keepsHistory(app, source)) return null;
    const found = findFirstPrices(app.db, app.client.origin(source), kind, sourceIds);
    const rows = await bestEffort(app, 'the first prices of listings could not be read', found);
    return rows && firstPrices(rows);
  },
});

const firstPrices = (rows: readonly StoredFirstPrice[]): ReadonlyMap<string, FirstPrice> =>
  new Map(
    rows.map(({ source_id, first_price_cents, first_price_at, list_date }) => [
      source_id,
      { amount: first_price_cents / 100, atMs: first_price_at.getTime(), list_date },
    ]),
  );
