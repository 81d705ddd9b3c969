import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showSources, showTable } from './show.js';

const replica = (feed: string, last_pull_at: string | null, last_error: string | null) => ({
  feed,
  ready: last_pull_at !== null,
  rows: 120,
  last_pull_at,
  last_error,
});

test('the table of sources names replicas that fail or are not ready, with the reason', () => {
  const at = '2026-11-21T12:00:00.000Z';
  const source = {
    source: 'mls',
    configured: true,
    circuit: { state: 'closed' },
    feed_circuits: [],
    routes: [],
    replicas: [
      replica('mls/a', at, 'mls/a cannot be reached\n'),
      replica('mls/b', null, null),
      replica('mls/c', at, null),
    ],
  };
  const [, ...said] = showSources({ sources: [source] }).split('\n');
  assert.deepEqual(said, [
    `mls/a: replica of 120 rows, last pull ${at}: mls/a cannot be reached`,
    'mls/b: replica of 120 rows, not ready: its first pull has not ended',
  ]);
});

test('a table writes an empty list as the lines of one value do', () => {
  const rows = [
    { account_id: 'a', feeds: ['mls/actris'] },
    { account_id: 'b', feeds: [] },
  ];
  assert.match(showTable(rows), /^a +\["mls\/actris"\]\nb +none$/m);
});
