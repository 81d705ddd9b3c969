import assert from 'node:assert/strict';
import { test } from 'node:test';
import { V7Generator } from 'uuidv7';
import { firstUuidAt } from './uuid-time.js';

test('ids of a moment are not below its first id, and those before it are', () => {
  const generator = new V7Generator();
  const at = Date.parse('2026-11-21T12:00:00.123Z');
  const made = generator.generateOrResetCore(at, 0).toString();
  assert.ok(made >= firstUuidAt(at));
  assert.ok(made < firstUuidAt(at + 1));
});
