/** What the console says of a watch in words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitingText } from '../console/src/watches/load.js';

type Shown = Parameters<typeof waitingText>[0];
const LAST_RUN: NonNullable<Shown['last_run']> = {
  run_id: '01a1fdfa-5237-7a67-affc-e312d6f48fa6',
  state: 'partial',
  reason: '3 rows of the source could not be read',
  started_at: '2026-11-29T12:00:00.000Z',
  ended_at: '2026-11-29T12:00:09.000Z',
  pages: 2,
  credits: 2,
  homes: 140,
  added: 0,
  changed: 0,
  removed: 0,
  relisted: 0,
};

test('a watch without a complete run says why it reports no changes', () => {
  const said = (last_run: Shown['last_run'], last_complete_at: string | null = null) =>
    waitingText({ last_run, last_complete_at });
  assert.equal(said(null), 'Changes are reported from the first complete run on.');
  assert.match(
    said(LAST_RUN) ?? '',
    /first complete run on\. The last run was partial \(3 rows of the source could not be read\)\. If/,
  );
  assert.equal(said(LAST_RUN, LAST_RUN.ended_at), null);
});
