/** `rowhouse lookup` and the client's `lookups` against a running service. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Rowhouse } from '#client/index.js';
import type { HomeRow } from './support/homes.js';
import {
  rowhouse,
  type ServiceHere,
  type Settings,
  settingsOf,
  startHere,
} from './support/run-rowhouse.js';

const folder = mkdtempSync(join(tmpdir(), 'rowhouse-cli-lookup-'));
const inFolder = (name: string) => join(folder, name);
let service: ServiceHere;
let settings: Settings;
let client: Rowhouse;
let homes: readonly HomeRow[];
before(async () => {
  service = await startHere({ ...settingsOf(folder), ROWHOUSE_SANDBOX_HOMES: '2000000' });
  const { demoKey, apiUrl } = service;
  settings = { ...settingsOf(folder), ROWHOUSE_API_KEY: demoKey, ROWHOUSE_BASE_URL: apiUrl };
  client = new Rowhouse({ baseUrl: apiUrl, apiKey: demoKey });
  const { result } = await client.portalA.listings({ zip: '78704' });
  homes = result.data as unknown as readonly HomeRow[];
});
after(async () => {
  await service.interrupt();
  rmSync(folder, { recursive: true, force: true });
});

const run = (...words: readonly string[]) => rowhouse(['lookup', ...words], settings);

test('a file of addresses becomes a file of rows, in order, and the batch is found again', async () => {
  const listed = homes.slice(0, 3);
  const ids = listed.map(({ source_id }) => `${source_id},note`);
  writeFileSync(inFolder('homes.csv'), ['Source_ID,Note', ...ids, 'never-seen,x'].join('\n'));
  const output = inFolder('rows.csv');
  const { code, stdout, stderr } = await run('--file', inFolder('homes.csv'), '--output', output);
  assert.equal(code, 0, stderr);
  assert.equal(stdout, '');
  const [, batch = ''] = /^Batch (\S+)\.$/m.exec(stderr) ?? assert.fail(stderr);
  assert.match(stderr, /^3 of 4 homes found for 3 credits \(1 unseen\), written to \S+\.$/m);
  const rows = readFileSync(output, 'utf8').trimEnd().split('\r\n').slice(1);
  assert.deepEqual(
    rows.map((row) => row.split(',').slice(0, 4).join(' ')),
    [
      ...listed.map(({ source_id }, at) => `${at + 1} source_id ${source_id} found`),
      '4 source_id never-seen unseen',
    ],
  );
  const again = await run('--batch', batch, '--retry', '--format', 'ndjson');
  assert.equal(again.code, 0, again.stderr);
  const bodies = again.stdout.trimEnd().split('\n');
  assert.equal(JSON.parse(bodies[0] ?? '').result.source_id, listed[0]?.source_id);
  const existing = await run('--batch', batch, '--output', output);
  assert.equal(existing.code, 1);
  assert.match(existing.stderr, /exists\. Name a file that does not\./);
});

test('what is wrong with a command or its file is said in one line', async () => {
  writeFileSync(inFolder('latin.csv'), 'address,zip\n1 Cañon Dr,78704', 'latin1');
  writeFileSync(inFolder('long.csv'), `address,zip\n1 Oak St,${'7'.repeat(30)}`);
  for (const [words, code, line] of [
    [[], 2, /Give --file with homes, or --batch with a batch\./],
    [['--file', 'x.csv', '--retry'], 2, /--retry needs --batch\./],
    [['--file', inFolder('latin.csv')], 1, /latin\.csv is not in UTF-8\./],
    [['--file', inFolder('none.csv')], 1, /none\.csv does not exist\. Name a CSV file\./],
    [['--batch', '01a1f950-3c1e-7a52-9d10-5b7c2e9a4f63'], 2, /No such lookup batch/],
    [['--file', inFolder('long.csv')], 2, /\(invalid_body, --file\)$/m],
  ] as const) {
    const ended = await run(...words);
    assert.match(ended.stderr, line);
    assert.equal(ended.code, code, ended.stderr);
  }
});

test('a batch with homes that a retry would look up ends with the code of a search that failed so', async () => {
  const { adminUrl } = service;
  const words = [
    'accounts',
    'create',
    '--name',
    'poor',
    '--extra-credits',
    '1',
    '--json',
    '--admin-url',
    adminUrl,
  ];
  const { key } = JSON.parse((await rowhouse(words, settings)).stdout);
  const ids = homes.slice(0, 3).map(({ source_id }) => source_id);
  writeFileSync(inFolder('three.csv'), ['source_id', ...ids].join('\n'));
  const poor = { ...settings, ROWHOUSE_API_KEY: key.api_key };
  const ended = await rowhouse(['lookup', '--file', inFolder('three.csv')], poor);
  assert.match(ended.stderr, /^1 of 3 homes found for 1 credit \(2 quota_exceeded\)\.$/m);
  assert.equal(ended.stdout.trimEnd().split('\r\n').length, 4);
  assert.equal(ended.code, 4, ended.stderr);
});

test('the client starts a batch, waits for it, and reads its homes page by page', async () => {
  const [one, two] = homes;
  assert.ok(one !== undefined && two !== undefined);
  const asked = [{ source_id: one.source_id }, { source_id: two.source_id }];
  const options = { idempotencyKey: 'two-homes' };
  const { batch_id } = await client.lookups.create('portal_a', asked, options);
  assert.equal((await client.lookups.create('portal_a', asked, options)).batch_id, batch_id);
  const ended = await client.lookups.ended(batch_id);
  assert.deepEqual([ended.found, ended.credits], [2, 2]);
  const first = await client.lookups.homes(batch_id, { limit: 1 });
  const second = await client.lookups.homes(batch_id, { after: first.next_after ?? 0 });
  assert.deepEqual(
    [...first.homes, ...second.homes].map(({ result }) => result?.source_id),
    [one.source_id, two.source_id],
  );
  assert.equal(second.next_after, null);
  assert.match(await client.lookups.file(batch_id, 'csv'), /^nth,/);
  assert.ok((await client.lookups.list()).batches.some((batch) => batch.batch_id === batch_id));
  await client.lookups.remove(batch_id);
  await assert.rejects(client.lookups.get(batch_id), { code: 'lookup_batch_not_found' });
  const { stderr, code } = await run('--batch', batch_id);
  assert.match(stderr, /"rowhouse lookup --file" prints .* \(lookup_batch_not_found\)/);
  assert.equal(code, 2);
});
