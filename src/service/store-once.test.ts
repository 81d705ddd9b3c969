import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireRoom } from './store-once.js';

test('who has as many as allowed is advised to delete one, and to ask where none are offered', () => {
  requireRoom('too_many_watches', 1, 2);
  assert.throws(() => requireRoom('too_many_watches', 2, 2), {
    message: 'An account may have 2 watches. Delete one, or ask the operator for more.',
  });
  assert.throws(() => requireRoom('too_many_lookup_batches', 3, 2), {
    message: 'An account may have 2 lookup batches. Delete one, or wait until one expires.',
  });
  assert.throws(() => requireRoom('too_many_watches', 0, 0), {
    message: 'This service offers no watches. Ask its operator for them.',
  });
});
