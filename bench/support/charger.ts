/**
 * Charges cache hits of a store one after the other until SIGTERM, as one caller of a service, then
 * prints their number and the time of the slowest. Argument: the database address.
 */
import { chargeHits } from '#store/hits.js';
import { addMonths } from '#store/months.js';
import { systemClock, systemIds } from '../../src/system.js';
import { withStore } from './fill.js';

const [databaseUrl = ''] = process.argv.slice(2);
const ids = systemIds(systemClock);
const stopping = new AbortController();
process.once('SIGTERM', () => stopping.abort());

await withStore({ databaseUrl }, async (pool) => {
  await addMonths(pool, new Date());
  const [caller] = await pool.rows<{ account_id: string; key_id: string }>(
    'select account_id, key_id from api_keys limit 1',
  );
  if (caller === undefined) throw new Error('the store has no accounts');
  const page = { page_id: ids.uuid(), route: 'portal_a_listings', page_hash: 'bench', query: '{}' };
  const charge = async () => {
    const hit = { ...caller, request_id: ids.uuid(), rate_limit_per_minute: null, credits: 1 };
    const whole = { ...hit, page: { ...page, result_id: page.page_id } };
    const began = performance.now();
    const [outcome] = await chargeHits(pool, [whole], new Date());
    if (outcome?.outcome !== 'charged') throw new Error('a hit was not charged');
    return performance.now() - began;
  };
  // The first opens a connection and plans.
  await charge();
  console.log('ready');
  let charges = 0;
  let longestMs = 0;
  while (!stopping.signal.aborted) {
    longestMs = Math.max(longestMs, await charge());
    charges += 1;
  }
  console.log(`charges ${charges} longest ${longestMs}`);
});
process.exit(0);
