import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sharedStore } from '../../test/support/open-test-store.js';
import { intArray, uuidArray } from './binary-array.js';

const store = sharedStore({ migrated: false });

const INT_MIN = -0x80000000;
const INT_MAX = 0x7fffffff;

for (const size of [0, 1, 2, 300]) {
  test(`arrays of ${size} are read by the database as they were`, async () => {
    const ids = Array.from({ length: size }, () => randomUUID());
    const numbers = ids.map((_, index) => [INT_MIN, -1, 0, 1, 0x1234567, INT_MAX][index % 6] ?? 0);
    const rows = await store.pool.rows(
      'select $1::uuid[]::text[] as ids, $2::integer[] as numbers, $1::uuid[] = $3::uuid[] as same',
      [uuidArray(ids), intArray(numbers), ids],
    );
    assert.deepEqual(rows, [{ ids, numbers, same: true }]);
  });
}

test('an invalid UUID is an error, never another id', () => {
  for (const id of ['', 'x', `${randomUUID()}00`, randomUUID().slice(2)]) {
    assert.throws(() => uuidArray([randomUUID(), id, randomUUID()]), /an id is a UUID/);
  }
});
