/** A list of addresses by a tool: each home with its outcome, and what an agent pays. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { runNextArea } from '#service/lookups/run-batches.js';
import { usageOf } from '../support/expect.js';
import type { HomeRow } from '../support/homes.js';
import { rowsOf } from '../support/homes.js';
import { CLIENTS, callTool, type McpClient } from '../support/mcp-clients.js';
import { openTestApp, type TestAccount, type TestApp } from '../support/open-test-app.js';

let t: TestApp;
let client: McpClient;
let account: TestAccount;
let homes: readonly HomeRow[];
const stop = new AbortController();
let work: Promise<void>;
before(async () => {
  t = await openTestApp({ limits: { READ_AHEAD: 0 } });
  const url = await t.server.listen({ host: '127.0.0.1', port: 0 });
  homes = await rowsOf(t, (await t.account()).api_key);
  account = await t.account();
  const connect = CLIENTS['client 2 with 2026-07-28'];
  assert.ok(connect !== undefined);
  client = await connect(`${url}/mcp`, { authorization: `Bearer ${account.api_key}` });
  work = runAreas();
});
after(async () => {
  stop.abort();
  await work;
  await t.close();
});

async function runAreas(): Promise<void> {
  while (!stop.signal.aborted) {
    if (!(await runNextArea(t.app, stop.signal))) await t.clock.sleep(50, stop.signal);
  }
}

const lineOf = ({ address: { line1, unit, city, state, zip } }: HomeRow) =>
  `${line1}${unit === null ? '' : ` Apt ${unit}`}, ${city}, ${state} ${zip}`;

test('a list of addresses comes back in order; the rest and the same list again are free', async () => {
  const listed = homes.slice(0, 3).map(lineOf);
  const addresses = [...listed, '1 No Such St, Austin, TX 78704', 'Austin'];
  const found = await callTool(client, 'get_home', { addresses });
  assert.equal(found.isError, false, found.text);
  const { job_id, outcomes, credits } = found.facts;
  const counts = outcomes as Readonly<Record<string, number>>;
  assert.equal(counts.not_found, 1);
  assert.ok((counts.found ?? 0) > 0, found.text);
  assert.equal(credits, counts.found);
  assert.match(found.rows[1] ?? '', /^1,.+,found,/);
  const rest = await callTool(client, 'get_job', { job_id, offset: 2, limit: 2 });
  assert.equal(rest.facts.next, 'The other homes are free: get_job with offset 4.');
  assert.deepEqual(
    rest.rows.slice(1).map((row) => row.split(',')[0]),
    ['3', '4'],
  );
  assert.match(rest.rows[2] ?? '', /,not_found,/);
  const again = await callTool(client, 'get_home', { addresses: addresses.join('\n') });
  assert.equal(again.facts.job_id, job_id);
  assert.equal((await usageOf(t, account)).credits_captured, credits);
});

test('the same list is one job for ten minutes, wherever they begin', async () => {
  const slotMs = 600_000;
  t.clock.advance(slotMs - (t.clock.nowMs() % slotMs) - 5_000);
  const addresses = ['2 No Such St, Austin, TX 78704'];
  const first = await callTool(client, 'get_home', { addresses });
  t.clock.advance(30_000);
  const soon = await callTool(client, 'get_home', { addresses });
  assert.equal(soon.facts.job_id, first.facts.job_id);
  t.clock.advance(slotMs);
  const later = await callTool(client, 'get_home', { addresses });
  assert.notEqual(later.facts.job_id, first.facts.job_id);
});

test('a list that is too long is rejected, and costs nothing', async () => {
  const addresses = Array.from({ length: 201 }, (_none, at) => `${at} Oak St, Austin, TX 78704`);
  const answer = await callTool(client, 'get_home', { addresses });
  assert.equal(answer.isError, true);
  assert.match(answer.text, /at most 200 addresses/);
});
