/** `rowhouse events` against scripted answers: its lines, where it resumes, how it ends. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from './architecture/read-tree.js';
import { callerOf, rowhouse } from './support/run-rowhouse.js';
import { apiErrorOf } from './support/scripted-client.js';
import { type Scripted, scriptedServer } from './support/scripted-server.js';

const lines = (text: string) => text.split('\n').filter((line) => line !== '');

const money = (amount: number) => ({ amount, currency: 'USD' });
const home = (source_id: string, price: number, more: object = {}) => ({
  source_id,
  list_price: money(price),
  address: { line1: '2211 Kinney Ave', unit: '#4', city: 'Austin', state: 'TX', zip: '78704' },
  ...more,
});
const change = (kind: string, row: { source_id: string }, previous: object | null = null) => ({
  kind,
  source_id: row.source_id,
  row,
  previous,
  previous_source_id: kind === 'relisted' ? 'old-1' : null,
  last_seen_at: '2026-11-22T12:00:00.000Z',
});
const event = (seq: number, type: string, data: object) => ({
  seq,
  event_id: `e${seq}`,
  type,
  timestamp: '2026-11-22T12:00:30.000Z',
  watch_id: 'w1',
  data,
});
const page = (events: { seq: number }[], next_after: number, last_seq: number): Scripted => ({
  body: { events, next_after, last_seq },
});
const CHANGED = event(8, 'watch.changed', {
  changes: [
    change('added', home('a', 450_000)),
    change('changed', home('b', 440_000, { status: 'pending' }), {
      list_price: money(460_000),
      status: 'for_sale',
    }),
    change('removed', home('c', 1_250_000)),
    change('relisted', home('d', 300_000)),
  ],
});

async function events(answers: readonly Scripted[], ...words: string[]) {
  const server = await scriptedServer(answers);
  const outcome = await rowhouse(['events', ...words], callerOf('rh_live_test', server.url));
  await server.close();
  return { ...outcome, heard: server.heard.map(({ url }) => url) };
}

test('events are a line a change, with old and new values, over all pages of the log', async () => {
  const started = event(7, 'watch.started', { count: 49 });
  const partial = event(9, 'watch.partial', { reason: 'The source\u001b[2J paused.' });
  const { code, stdout, stderr, heard } = await events(
    [page([started, CHANGED], 8, 9), page([partial], 9, 9)],
    '--after',
    '6',
  );
  assert.equal(code, 0, stderr);
  assert.deepEqual(stdout.split('\n'), [
    '    7  2026-11-22 12:00Z  watch.started  49 homes  w1',
    '    8  2026-11-22 12:00Z  added     $450,000  2211 Kinney Ave #4, Austin 78704  a  w1',
    '    8  2026-11-22 12:00Z  changed   list_price $460,000 → $440,000, status for_sale → pending  2211 Kinney Ave #4, Austin 78704  b  w1',
    '    8  2026-11-22 12:00Z  removed   $1,250,000  2211 Kinney Ave #4, Austin 78704  c  w1',
    '    8  2026-11-22 12:00Z  relisted  $300,000, before: old-1  2211 Kinney Ave #4, Austin 78704  d  w1',
    '    9  2026-11-22 12:00Z  watch.partial  The source [2J paused.  w1',
    '',
  ]);
  assert.equal(stderr, 'Resume with: --after 9\n');
  assert.deepEqual(heard, ['/v1/events?after=6&limit=500', '/v1/events?after=8&limit=500']);
});

test('events --json is an event a line; a filter passes what it left out', async () => {
  const { stdout, stderr, heard } = await events(
    [page([CHANGED], 12, 12)],
    '--json',
    '--watch',
    'w1',
    '--type',
    'watch.changed',
  );
  assert.deepEqual(
    lines(stdout).map((line) => JSON.parse(line)),
    [CHANGED],
  );
  assert.equal(stderr, 'Resume with: --after 12\n');
  assert.deepEqual(heard, ['/v1/events?limit=500&watch=w1&type=watch.changed']);
});

test('a failure in the log says where to resume; a rejected number does not', async () => {
  const late = await events(
    [apiErrorOf(410, 'events_expired', { param: 'after' })],
    '--after',
    '3',
  );
  assert.equal(late.code, 2);
  assert.match(
    late.stderr,
    /^rowhouse: Some events after that number .*omit --after\. \(events_expired, --after\)\n$/,
  );
  const broken = await events([page([CHANGED], 8, 20), apiErrorOf(401, 'invalid_api_key')]);
  assert.equal(broken.code, 3);
  assert.match(broken.stderr, /^rowhouse: .* \(invalid_api_key\)\nResume with: --after 8\n$/);
});

test('a reader that closes the pipe ends events without an error', async () => {
  const many = Array.from({ length: 400 }, (_, at) => ({ ...CHANGED, seq: at + 1 }));
  const server = await scriptedServer([page(many, 400, 400)]);
  const piped = `set -o pipefail; "${process.execPath}" "${join(ROOT, 'bin/rowhouse.js')}" events | head -1`;
  const child = spawn('bash', ['-c', piped], {
    env: { PATH: process.env.PATH, ROWHOUSE_API_KEY: 'k', ROWHOUSE_BASE_URL: server.url },
  });
  let stdout = '';
  child.stdout.on('data', (data) => {
    stdout += String(data);
  });
  const [code] = await once(child, 'close');
  await server.close();
  assert.deepEqual([code, lines(stdout).length], [0, 1]);
});
