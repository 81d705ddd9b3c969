import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAbsent } from '#domain/parsed-row.js';
import { momentOf } from './raw-values.js';

const MS = Date.UTC(2026, 9, 2, 7);

test('a moment is read in milliseconds, seconds, quotes and ISO text alike', () => {
  const spellings = [MS, MS / 1_000, String(MS), String(MS / 1_000), '2026-10-02T07:00:00Z'];
  for (const spelling of spellings) assert.equal(momentOf(spelling), MS, String(spelling));
  assert.equal(momentOf('2026-10-02'), Date.UTC(2026, 9, 2));
});

test('a moment without a zone is in UTC, wherever the machine stands', () => {
  const { TZ } = process.env;
  process.env.TZ = 'America/Chicago';
  const read = ['2026-10-02T07:00:00', '2026-10-02T07:00:00.000', '2026-10-02T02:00:00-05:00'].map(
    (text) => momentOf(text),
  );
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
  assert.deepEqual(read, [MS, MS, MS]);
});

test('an invalid time remains unchanged', () => {
  assert.equal(momentOf(0), 0);
  assert.equal(momentOf(-5), -5);
  assert.equal(momentOf(undefined, null, ''), undefined);
  assert.equal(momentOf(null, MS), MS);
  assert.ok(isAbsent(momentOf('last week')));
});
