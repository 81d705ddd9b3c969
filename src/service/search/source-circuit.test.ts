import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countedFor } from '#collect/checks/witnesses.js';
import { concernsAll } from './source-circuit.js';

const FAILURES_MAX = 3;
const failuresOf = (...askers: readonly string[]) =>
  askers.map((asker, nth) => ({ place: `place ${nth}`, asker }));

test('pages that were read ahead are of no account: with those of two they concern nobody else', () => {
  const ofTwo = failuresOf('alice', 'bob', '', 'alice', '');
  assert.equal(concernsAll(ofTwo, FAILURES_MAX), false);
  assert.equal(concernsAll([...ofTwo, { place: 'another', asker: 'carol' }], FAILURES_MAX), true);
  assert.deepEqual(countedFor(ofTwo, 'bob'), [ofTwo[1]]);
});
