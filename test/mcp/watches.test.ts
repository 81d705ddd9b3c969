/**
 * Watches by tools: the price before anything is stored, one watch however often it is asked for,
 * its changes.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { countTokens } from 'gpt-tokenizer';
import { CLIENTS, callTool, type McpClient, type ToolText } from '../support/mcp-clients.js';
import { sharedApp, type TestAccount } from '../support/open-test-app.js';
import { runDue, runOnce, send } from '../support/watching.js';

/** Five events of twenty homes each. */
const EVENTS_TOKENS_MAX = 10_000;

const t = sharedApp({ limits: { READ_AHEAD: 0 } });
let account: TestAccount;
let client: McpClient;
before(async () => {
  const url = await t.server.listen({ host: '127.0.0.1', port: 0 });
  account = await t.account();
  const connect = CLIENTS['client 2 with 2026-07-28'];
  assert.ok(connect !== undefined);
  client = await connect(`${url}/mcp`, { authorization: `Bearer ${account.api_key}` });
});

const call = (name: string, sent: Record<string, unknown> = {}) => callTool(client, name, sent);
const SEARCH = { route: 'portal_a_listings', zip: '78704' };
const WATCH = { ...SEARCH, interval_s: 900 };

function ok(answer: ToolText): ToolText {
  assert.equal(answer.isError, false, answer.text);
  return answer;
}

const watches = async () =>
  (await send(t, account.api_key, 'GET', '/v1/watches')).json<{ watches: object[] }>().watches;

test('the price comes first: without confirm nothing is stored or charged', async () => {
  const unknown = ok(await call('create_watch', WATCH));
  assert.equal(unknown.facts.stored, false);
  assert.match(String(unknown.facts.next), /unknown.*max_credits_per_run.*confirm true/);
  ok(await call('search_listings', SEARCH));
  const { facts } = ok(await call('create_watch', WATCH));
  assert.match(String(facts.next), /1 credit per run and 2\d\d\d per month/);
  assert.deepEqual(await watches(), []);
});

test('a confirmed watch is made once, and its changes are read as rows', async () => {
  const unbounded = await call('create_watch', { ...WATCH, confirm: true });
  assert.match(unbounded.text, /max_credits_per_run/);
  assert.equal(unbounded.isError, true);
  const bounded = { ...WATCH, max_credits_per_run: 9, confirm: true };
  const made = ok(await call('create_watch', bounded));
  const watch_id = String(made.facts.watch_id);
  assert.equal(made.facts.state, 'active');
  assert.match(String(made.facts.next), /list_events/);
  t.clock.advance(3_600_000);
  const again = ok(await call('create_watch', bounded));
  assert.equal(again.facts.watch_id, watch_id);
  assert.match(String(again.facts.repeat), /already exists/);
  assert.equal((await watches()).length, 1);
  await runDue(t);
  const started = ok(await call('list_events', { watch_id }));
  const [event] = started.facts.events as { type: string; seq: number }[];
  assert.equal(event?.type, 'watch.started');
  assert.deepEqual(started.rows, [], 'a first run has no changes');
  for (let days = 0; days < 12; days += 1) {
    t.clock.advance(86_400_000);
    await runOnce(t, account.api_key, watch_id);
  }
  const changed = ok(await call('list_events', { watch_id, after: event?.seq }));
  assert.match(String(changed.rows[0]), /^seq,change,source,source_id,status,list_price.amount/);
  assert.match(String(changed.rows[0]), /,previous$/);
  assert.ok(changed.rows.length > 2, changed.text);
  assert.match(changed.rows.join('\n'), /\d,(added|changed),portal_a,/);
  assert.ok(countTokens(changed.text) < EVENTS_TOKENS_MAX, String(countTokens(changed.text)));
  const { next_after, last_seq } = changed.facts;
  assert.ok(Number(next_after) <= Number(last_seq));
  const end = ok(await call('list_events', { after: last_seq }));
  assert.deepEqual(end.facts.events, []);
});

test('a watch that the contract does not take is an error that says why', async () => {
  const cases: readonly [string, Record<string, unknown>, RegExp][] = [
    ['create_watch', { zip: '78704' }, /route is missing/],
    ['create_watch', { route: WATCH.route }, /It is empty/],
    ['create_watch', { ...WATCH, zip: '1' }, /five digits/],
    ['create_watch', { ...WATCH, query: { zip: '78704' } }, /not an argument.*beds_min/],
    ['create_watch', { ...WATCH, interval_s: 5 }, /900 to 604800/],
    ['create_watch', { ...WATCH, name: 'x'.repeat(300) }, /name must have at most 200/],
    ['create_watch', { ...WATCH, confirm: 'perhaps' }, /true or false/],
    ['list_events', { watch_id: 'x' }, /watch_id from create_watch/],
    ['list_events', { limit: 51 }, /1 to 50/],
  ];
  for (const [name, sent, message] of cases) {
    const answer = await call(name, sent);
    assert.equal(answer.isError, true, answer.text);
    assert.match(String(answer.facts.error?.message), message, JSON.stringify(sent));
  }
  assert.equal((await watches()).length, 1);
});

test('a tool ends a watch, and it runs no more', async () => {
  const bounded = { ...WATCH, name: 'to be ended', max_credits_per_run: 9, confirm: true };
  const { facts } = ok(await call('create_watch', bounded));
  const before = (await watches()).length;
  const { watch_id } = facts;
  assert.equal(ok(await call('end_watch', { watch_id })).facts.ended, true);
  assert.equal((await watches()).length, before - 1);
  const unknown = await call('end_watch', { watch_id });
  assert.match(unknown.text, /watch_not_found.* create_watch and list_events return each watch_id/);
  assert.doesNotMatch(unknown.text, /GET/);
});
