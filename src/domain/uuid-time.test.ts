import assert from 'node:assert/strict';
import { test } from 'node:test';
import { V7Generator } from 'uuidv7';
import { isUuid } from './uuid.js';
import { firstUuidAt, uuidTime } from './uuid-time.js';

test('ids of a moment are not below its first id, and those before it are', () => {
  const generator = new V7Generator();
  const at = Date.parse('2026-11-21T12:00:00.123Z');
  const made = generator.generateOrResetCore(at, 0).toString();
  assert.ok(made >= firstUuidAt(at));
  assert.ok(made < firstUuidAt(at + 1));
});

test('the first id of a moment that no id can name is that of the nearest one', () => {
  const last = 'ffffffff-ffff-7fff-bfff-ffffffffffff';
  assert.ok(isUuid(firstUuidAt(uuidTime(last) + 1)));
  assert.ok(firstUuidAt(uuidTime(last) + 1) < last);
  assert.equal(firstUuidAt(-1), firstUuidAt(0));
});
