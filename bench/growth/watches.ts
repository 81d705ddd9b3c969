/** Watches as their runs leave them: the watch, its rows, its runs and its events. */
import type { Result } from '#contract/envelope.js';
import { SEARCH_ROUTES } from '#contract/routes.js';
import { createAccount } from '#service/accounts/manage.js';
import { beginRun } from '#service/watches/begin-run.js';
import { endWatchRun } from '#service/watches/end-run.js';
import { createWatch } from '#service/watches/manage.js';
import { storePage } from '#service/watches/store-page.js';
import { newLease } from '#service/work/under-lease.js';
import { SAMPLES } from '#sources/manifests.js';
import { findWatch } from '#store/watches.js';
import type { OpenApp } from '../../src/app.js';
import { grownBy, sizesOf } from './sizes.js';

export const PAGE_ROWS = 100;
/** Of 100 homes, those whose price the second run sees changed. */
const CHANGED = 2;
const [ROUTE] = SEARCH_ROUTES;
const { row: SAMPLE } = SAMPLES[ROUTE.id];

/** Makes watches of a page of homes each, with two runs; what they added to each table. */
export async function makeWatches(app: OpenApp, count: number): Promise<[string, number][]> {
  const before = await sizesOf(app.db);
  let account = '';
  let keyId = '';
  for (let nth = 0; nth < count; nth += 1) {
    if (nth % app.limits.WATCHES_MAX === 0) {
      const made = await createAccount(app, { name: 'bench', extra_credits: 1 });
      [account, keyId] = [made.account_id, made.key.key_id];
    }
    const caller = { account_id: account, key_id: keyId, feeds: [] };
    const query = { zip: '78704', min_price: 1_000 + nth };
    const { body } = await createWatch(app, caller, { route: ROUTE.id, query }, null);
    const { watch_id } = body as { readonly watch_id: string };
    await run(app, account, watch_id, 0);
    await run(app, account, watch_id, 1);
  }
  return grownBy(before, await sizesOf(app.db));
}

async function run(app: OpenApp, account: string, id: string, version: number): Promise<void> {
  const watch = await findWatch(app.db, account, id);
  if (watch === undefined) throw new Error('the watch is gone');
  const lease = newLease(app, 3_600);
  const begun = await app.db.transaction((tx) => beginRun(app, tx, watch, lease));
  await storePage(app, watch, begun, pageOf(version), 1);
  await endWatchRun(app, begun, { reason: null });
}

function pageOf(version: number): Result {
  const data = Array.from({ length: PAGE_ROWS }, (_one, nth) => ({
    ...SAMPLE,
    source_id: String(nth),
    list_price: {
      amount: 500_000 + nth - (version > 0 && nth < CHANGED ? 5_000 : 0),
      currency: 'USD',
    },
    address: { ...SAMPLE.address, line1: `${nth} Old Rd` },
  }));
  const result = { data, field_notes: [], next_cursor: null, completeness: 'complete' };
  return result as unknown as Result;
}
