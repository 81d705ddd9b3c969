import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE_MS } from '#contract/durations.js';
import { AT, sharedStore } from '../../test/support/open-test-store.js';
import { listRouteHealth, noteGoodReading } from './route-health.js';

const store = sharedStore();

test('a field is lost from the first collection without it until a collection has it again', async () => {
  const read = async (minute: number, tax: number, lost: readonly string[]) => {
    await noteGoodReading(store.pool, 'portal_a_listings', {
      at: new Date(AT.getTime() + minute * MINUTE_MS),
      tookMs: 10,
      rows: 41,
      filled: { beds: 41, 'extras.tax': tax },
      lost,
      timesMax: 5,
    });
    return (await listRouteHealth(store.pool))[0]?.lost;
  };
  assert.deepEqual(await read(0, 30, []), {});
  const since = new Date(AT.getTime() + MINUTE_MS).toISOString();
  assert.deepEqual(await read(1, 0, ['extras.tax']), { 'extras.tax': since });
  assert.deepEqual(await read(2, 0, ['extras.tax']), { 'extras.tax': since });
  assert.deepEqual(
    await read(3, 0, []),
    { 'extras.tax': since },
    'no row has it: nothing is proved',
  );
  assert.deepEqual(await read(4, 28, []), {});
});
