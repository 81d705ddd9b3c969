/** `rowhouse snapshots` against the application. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, test } from 'node:test';
import type { SnapshotBody } from '#client/index.js';
import { addressOf } from './support/call-app.js';
import { sharedApp } from './support/open-test-app.js';
import { callerOf, rowhouse } from './support/run-rowhouse.js';

const t = sharedApp({ limits: { READ_AHEAD: 0 } });
let key: string;
before(async () => {
  await t.server.listen({ port: 0, host: '127.0.0.1' });
  key = (await t.account()).api_key;
});

const run = (...words: string[]) => rowhouse(['snapshots', ...words], callerOf(key, addressOf(t)));

async function done(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(...words);
  assert.deepEqual([code, stderr], [0, ''], stdout);
  return stdout;
}

const requestOf = async (zip: string): Promise<string> =>
  (await t.settled(`/v1/portal_a/listings?zip=${zip}`, key)).json().request_id;

test('a snapshot is created, listed, shown, checked, compared and removed', async () => {
  assert.equal(await done('list'), 'none\n');
  const made = await done('create', await requestOf('78704'), '--name', 'South');
  const [, id = '', rows, hash] =
    /^Snapshot (\S+) has (\d+) rows \(complete\)\.\nSHA-256 (\w{64})\n$/.exec(made) ??
    assert.fail(made);
  const content = await done('content', id);
  assert.equal(createHash('sha256').update(content).digest('hex'), hash);
  assert.equal(content.trimEnd().split('\n').length, Number(rows) + 1);
  const shown = JSON.parse(await done('show', id, '--json')) as SnapshotBody;
  assert.deepEqual([shown.hash, shown.name, 'meta' in shown], [hash, 'South', false]);
  assert.match(await done('list'), new RegExp(`\n${id} +South +\\S+ \\S+ +\\S+ +zip=78704 `));
  assert.match(
    await done('difference', id, '--to', id),
    /^none\n\d+ homes without a difference\n$/,
  );
  const other = JSON.parse(await done('create', await requestOf('78701'), '--json'));
  const changes = await done('difference', id, '--to', other.snapshot_id);
  assert.match(changes, /^kind +source_id +values +previous\n/);
  assert.match(changes, /\nadded +\d+ +status for_sale/);
  assert.match(await done('list', '--as-of', '2020-01-01'), /^none\n$/);
  for (const route of ['portal_a/listings', 'portal_a_listings']) {
    assert.ok((await done('list', '--route', route)).includes(id), route);
  }
  const unknown = await run('list', '--route', 'portal_a/listing');
  assert.equal(unknown.code, 2);
  assert.match(unknown.stderr, /Allowed choices are portal_a\/listings/);
  assert.equal(await done('remove', id), `Snapshot ${id} was deleted.\n`);
  const gone = await run('show', id);
  assert.equal(gone.code, 2);
  assert.match(gone.stderr, /No such snapshot\. .* "rowhouse snapshots list" lists /);
});

test('the ids that a search prints as JSON are those that a snapshot is created by', async () => {
  const words = ['search', 'portal_a/listings', '--zip', '78702', '--json'];
  const { stdout, stderr } = await rowhouse(words, callerOf(key, addressOf(t)));
  const { request_ids, count } = JSON.parse(stdout);
  assert.equal(request_ids.length, 1, stderr);
  assert.match(await done('create', request_ids[0]), new RegExp(`has ${count} rows`));
});
