import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedStore } from '../../test/support/open-test-store.js';
import { deleteOldDays, listRouteDays } from './route-days.js';
import { noteBadReading, noteGoodReading } from './route-health.js';

const store = sharedStore();

const ROUTE = 'portal_a_listings';
const at = (time: string) => new Date(`2026-11-${time}Z`);
const period = (from: string, to: string) => ({
  from: at(`${from}T00:00:00`),
  to: at(`${to}T00:00:00`),
});
const read = (time: string, rows: number, beds: number, route = ROUTE) =>
  noteGoodReading(store.pool, route, {
    at: at(time),
    tookMs: 10,
    rows,
    filled: { beds, price: rows },
    lost: [],
    timesMax: 5,
  });

test('collections are summed by route and day (UTC), successful and failed', async () => {
  await read('20T23:59:59', 10, 8);
  await read('21T00:00:00', 10, 5);
  await read('21T12:00:00', 30, 1);
  await noteBadReading(store.pool, ROUTE, at('21T13:00:00'), 'down');
  await noteBadReading(store.pool, ROUTE, at('22T13:00:00'), 'down');
  await read('21T12:00:00', 7, 7, 'another');
  const days = await listRouteDays(store.pool, [ROUTE], period('01', '30'), 10);
  const one = { route: ROUTE, failures: 0 };
  assert.deepEqual(days, [
    { ...one, date: '2026-11-20', successes: 1, rows_read: 10, filled: { beds: 8, price: 10 } },
    {
      ...one,
      date: '2026-11-21',
      successes: 2,
      failures: 1,
      rows_read: 40,
      filled: { beds: 6, price: 40 },
    },
    { ...one, date: '2026-11-22', successes: 0, failures: 1, rows_read: 0, filled: {} },
  ]);
});

test('a period has its first day and not its last; answers are bounded', async () => {
  const dates = async (from: string, to: string, limit = 10) =>
    (await listRouteDays(store.pool, [ROUTE], period(from, to), limit)).map(({ date }) => date);
  assert.deepEqual(await dates('21', '22'), ['2026-11-21']);
  assert.deepEqual(await dates('20', '22'), ['2026-11-20', '2026-11-21']);
  assert.deepEqual(await dates('01', '30', 1), ['2026-11-20']);
});

test('many concurrent collections are all counted', async () => {
  await Promise.all(Array.from({ length: 12 }, () => read('25T10:00:00', 2, 1)));
  const [day] = await listRouteDays(store.pool, [ROUTE], period('25', '26'), 10);
  assert.deepEqual(
    [day?.successes, day?.rows_read, day?.filled],
    [12, 24, { beds: 12, price: 24 }],
  );
});

test('days past their retention are removed, up to a maximum at once', async () => {
  assert.equal(await deleteOldDays(store.pool, at('22T10:00:00'), 2), 2);
  assert.equal(await deleteOldDays(store.pool, at('22T10:00:00'), 100), 1);
  assert.equal(await deleteOldDays(store.pool, at('22T10:00:00'), 100), 0);
  const left = await listRouteDays(store.pool, [ROUTE], period('01', '30'), 10);
  assert.deepEqual(
    left.map(({ date }) => date),
    ['2026-11-22', '2026-11-25'],
  );
});
