/** What a lookup batch is sent as and comes back as: tables, lists, keys and accounts. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { LookupBatchBody } from '#contract/operations/lookups.js';
import { runNextArea } from '#service/lookups/run-batches.js';
import { type Listed, lookupsOf, LOOKUPS as PATH } from '../support/lookups.js';
import { openTestApp, type TestAccount, type TestApp } from '../support/open-test-app.js';

let t: TestApp;
let account: TestAccount;
let shown: readonly Listed[];
const { call, create, homesOf } = lookupsOf(
  () => t,
  () => account.api_key,
);
before(async () => {
  t = await openTestApp({ limits: { READ_AHEAD: 0 } });
  account = await t.account();
  shown = (await t.settled('/v1/portal_a/listings?zip=78704', account.api_key)).json().result.data;
});
after(() => t.close());

async function runAll(): Promise<void> {
  while ((await runNextArea(t.app, new AbortController().signal)) !== undefined);
}

test('a table of addresses comes back as a table, in its order', async () => {
  const homes = shown.slice(0, 3);
  const lines = homes.map(({ address: { line1, unit, city, state, zip } }, at) =>
    [`lead ${at}`, `"${unit === null ? line1 : `${line1} ${unit}`}"`, city, state, zip].join(','),
  );
  const csv = ['Lead,Address,City,State,Zip', ...lines, 'lead 3,,,,'].join('\r\n');
  const made = await call('POST', PATH, 201, csv, { 'content-type': 'text/csv' });
  const batch = made.json<LookupBatchBody>();
  assert.equal(batch.total, 4);
  await runAll();
  const table = await call('GET', `/v1/lookups/${batch.batch_id}/rows.csv`, 200);
  const [header = '', ...rows] = table.body.trimEnd().split('\r\n');
  assert.match(header, /^nth,by,value,outcome,detail,candidates,request_id,credits,source,/);
  assert.deepEqual(
    rows.map((row) => row.split(',')[0]),
    ['1', '2', '3', '4'],
  );
  assert.match(rows[3] ?? '', /^4,address,,invalid,/);
  const lined = await call('GET', `/v1/lookups/${batch.batch_id}/rows.ndjson`, 200);
  const bodies = lined.body.trimEnd().split('\n');
  assert.deepEqual(
    bodies.map((line) => JSON.parse(line)),
    await homesOf(batch),
  );
});

test('a table whose lines are not clear is rejected whole, and each line is a home', async () => {
  const csv = { 'content-type': 'text/csv' };
  const bad = async (table: string, reason: RegExp) => {
    const { message } = (await call('POST', PATH, 422, table, csv)).json().error;
    assert.match(message, reason);
  };
  await bad('address\n12 Main St, Austin, TX 78704', /Line 2 has more cells/);
  await bad('address\n"12 Main St\n13 Main St\n', /Line \d: .*[Qq]uot/);
  await bad('address,zip,Address\na,b,c', /names the column address twice/);
  const names = Array.from({ length: 30_000 }, (_one, at) => (at < 15_000 ? `a_${at}` : 'a'));
  const began = performance.now();
  await bad(`${names.join(',')},address\n1`, /more than 100 columns/);
  assert.ok(performance.now() - began < 2_000, 'in time that does not grow with its square');
  await bad(`address\n${'x\n'.repeat(1_001)}`, /1,?000/);
  await bad(
    `address\n12 Main St\n${'\n'.repeat(1_200)}13 Main St\n`,
    /The table has 1100 lines or more/,
  );
  const trailing = 'source_id,zip\nnever-seen,78704,,\n';
  assert.equal((await call('POST', PATH, 201, trailing, csv)).json().total, 1);
  const made = (await call('POST', PATH, 201, 'source_id\n\nnever-seen\n\n\n', csv)).json();
  assert.deepEqual(made.outcomes, { invalid: 1, unseen: 1 });
  const nul = await call('POST', PATH, 422, { homes: [{ address: '12 Main\u0000 St' }] });
  assert.equal(nul.json().error.code, 'invalid_body');
});

test('the first line says what divides the cells, whatever is in them', async () => {
  const csv = { 'content-type': 'text/csv' };
  const make = async (table: string) => (await call('POST', PATH, 201, table, csv)).json().total;
  for (const mark of [';', '\t', '|']) {
    const table = `source_id${mark}address\nnever-seen${mark}1 Main St, Apt 4, Austin, TX`;
    assert.equal(await make(table), 1, mark);
  }
  for (const count of [1, 12]) {
    assert.equal(await make(`address\n${'1 Main St; Apt 4; Austin; TX\n'.repeat(count)}`), count);
  }
});

test('a table without a known column, and a body that is too large, are rejected', async () => {
  const csv = { 'content-type': 'text/csv' };
  const unknown = await call('POST', PATH, 422, 'Lead,Owner\r\n1,2', csv);
  assert.match(unknown.json().error.message, /names none of the columns address, city, state/);
  const large = await call('POST', PATH, 413, { homes: [{ address: 'x'.repeat(1_100_000) }] });
  assert.match(large.json().error.message, /1024 KiB/);
  const many = Array.from({ length: 1_001 }, () => ({ source_id: '1' }));
  assert.equal((await call('POST', PATH, 422, { homes: many })).json().error.param, 'homes');
});

test('an Idempotency-Key makes one batch; another body under it is a conflict', async () => {
  const key = { 'idempotency-key': 'my-batch' };
  const homes = [{ source_id: 'never-seen' }];
  const first = (await call('POST', PATH, 201, { homes }, key)).json<LookupBatchBody>();
  const second = await call('POST', PATH, 200, { homes }, key);
  assert.equal(second.json().batch_id, first.batch_id);
  await call('POST', PATH, 409, { homes: [{ source_id: 'other' }] }, key);
  assert.equal(first.state, 'ended', 'nothing is left to read');
});

test('another account sees no batch, and a deleted one is gone', async () => {
  const batch = await create([{ source_id: 'never-seen' }]);
  const { api_key } = await t.account();
  const path = `/v1/lookups/${batch.batch_id}`;
  assert.equal((await t.get(path, api_key)).statusCode, 404);
  const { batches } = (await call('GET', '/v1/lookups', 200)).json();
  assert.ok(batches.some((one: LookupBatchBody) => one.batch_id === batch.batch_id));
  await call('DELETE', path, 204);
  assert.equal((await call('GET', path, 404)).json().error.code, 'lookup_batch_not_found');
});
