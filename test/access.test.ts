/** What a suspended account, revoked key or removed grant ends: every way to act or read. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { WatchBody } from '#contract/operations/watches.js';
import { OPERATIONS } from '#contract/resources.js';
import { LOOKUP_ROUTES, ROW_FORMATS, SEARCH_ROUTES } from '#contract/routes.js';
import { toolList } from '#mcp/serve.js';
import { codeOf, endsOf, grantedAt, openAccessApp } from './support/ended-access.js';
import { type TestAccount, type TestApp } from './support/open-test-app.js';
import { eventsAfter, runOnce, send, watch } from './support/watching.js';
import { addEndpoint, deliverAll, startConsumer } from './support/webhooks.js';

let t: TestApp;
before(async () => {
  t = await openAccessApp();
});
after(() => t.close());

const AREA = 'zip=78704';
const MLS = `/v1/mls/listings?${AREA}`;
const ID = '00000000-0000-7000-8000-000000000000';

const ENDS = endsOf(() => t);
const granted = () => grantedAt(t);

/** Every call that the API takes, without a body where one would be asked for. */
const CALLS: readonly (readonly [method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string])[] = [
  ...[...SEARCH_ROUTES, ...LOOKUP_ROUTES].map(({ path }) => ['GET', `/v1${path}?${AREA}`] as const),
  ['GET', `/v1/jobs/${ID}`],
  ...Object.keys(ROW_FORMATS).map((name) => ['GET', `/v1/jobs/${ID}/rows.${name}`] as const),
  ['GET', '/v1/account'],
  ['GET', '/v1/sources'],
  ...OPERATIONS.map(
    ({ method, path }) =>
      [
        method,
        `/v1${path
          .replace('{source}', 'mls')
          .replace('{seq}', '1')
          .replace(/\{\w+\}/, ID)}`,
      ] as const,
  ),
  ['POST', '/mcp'],
];

for (const how of ['suspended', 'revoked'] as const) {
  test(`${how}: every call is rejected, at once here and within a second on another node`, async () => {
    const account = await granted();
    const elsewhere = t.node();
    assert.equal((await elsewhere('/v1/account', account.api_key)).statusCode, 200);
    await t.settled(`/v1/portal_a/listings?${AREA}`, account.api_key);
    await ENDS[how].end(account);
    for (const [method, path] of CALLS) {
      const body = method === 'GET' || method === 'DELETE' ? undefined : {};
      const answer = await send(t, account.api_key, method, path, body);
      assert.equal(codeOf(answer), ENDS[how].code, `${method} ${path}: ${answer.body}`);
    }
    t.clock.advance(1_000);
    assert.equal(codeOf(await elsewhere('/v1/account', account.api_key)), ENDS[how].code);
  });
}

/** A call of a tool; the code of its error, or nothing. */
async function toolCode({ api_key }: TestAccount, name: string, sent: object): Promise<unknown> {
  const answer = await send(
    t,
    api_key,
    'POST',
    '/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: sent } },
    { accept: 'application/json, text/event-stream' },
  );
  if (answer.statusCode !== 200) return codeOf(answer);
  const [, json = answer.body] = /^data: (.*)$/m.exec(answer.body) ?? [];
  const { result } = JSON.parse(json) as {
    result: { isError?: boolean; content: { text: string }[] };
  };
  if (result.isError !== true) return undefined;
  return (JSON.parse(result.content[0]?.text ?? '') as { error: { code: string } }).error.code;
}

for (const how of ['suspended', 'revoked'] as const) {
  test(`${how}: every tool of the MCP endpoint is rejected`, async () => {
    const account = await granted();
    await ENDS[how].end(account);
    for (const { name } of toolList()) {
      assert.equal(await toolCode(account, name, {}), ENDS[how].code, name);
    }
  });
}

/** Who reads licensed rows, from a job that was paid while the grant lasted. */
const LICENSED: Readonly<
  Record<string, (account: TestAccount, jobId: string) => Promise<unknown>>
> = {
  'a search from the cache': async ({ api_key }) => codeOf(await t.get(MLS, api_key)),
  'a new search': async ({ api_key }) =>
    codeOf(await t.get(MLS, api_key, { 'cache-control': 'no-cache' })),
  'a past result': async ({ api_key }, id) => codeOf(await t.get(`/v1/jobs/${id}`, api_key)),
  ...Object.fromEntries(
    Object.keys(ROW_FORMATS).map((format) => [
      `a past result as ${format}`,
      async ({ api_key }: TestAccount, id: string) =>
        codeOf(await t.get(`/v1/jobs/${id}/rows.${format}`, api_key)),
    ]),
  ),
  'the tool search_listings': (account) =>
    toolCode(account, 'search_listings', { route: 'mls_listings', zip: '78704' }),
  'the tool summarize_area': (account) =>
    toolCode(account, 'summarize_area', { route: 'mls_listings', zip: '78704' }),
  'the tool get_job': (account, id) => toolCode(account, 'get_job', { job_id: id }),
};

test('grant_ended: whatever shows licensed rows is rejected, and nothing is charged', async () => {
  const account = await granted();
  const { request_id } = (await t.settled(MLS, account.api_key)).json<{ request_id: string }>();
  const balance = async () => (await t.get('/v1/account', account.api_key)).json().balance;
  const before = await balance();
  await ENDS.grant_ended.end(account);
  for (const [name, code] of Object.entries(LICENSED)) {
    assert.equal(await code(account, request_id), 'feed_not_granted', name);
  }
  assert.deepEqual(await balance(), before);
});

test('grant_ended: a result that is older than the licence of its source ends as well', async () => {
  const account = await granted();
  const { request_id } = (await t.settled(`${MLS}&beds_min=1`, account.api_key)).json<{
    request_id: string;
  }>();
  await t.app.db.rows(`update results set feeds = null where route = 'mls_listings'`);
  await ENDS.grant_ended.end(account);
  const asNode = t.node();
  assert.equal(codeOf(await asNode(`/v1/jobs/${request_id}`, account.api_key)), 'feed_not_granted');
});

test('grant_ended: the members of homes at a licensed feed are no longer shown', async () => {
  const account = await granted();
  const { result } = (await t.settled(`${MLS}&baths_min=1`, account.api_key)).json();
  const ids = result.data.flatMap(
    (row: { extras: { home_id?: string } }) => row.extras.home_id ?? [],
  );
  const { home_id: id } = { home_id: String(ids[0]) };
  const shown = async () =>
    JSON.stringify((await t.get(`/v1/homes/members?home_ids=${id}`, account.api_key)).json());
  assert.match(await shown(), /"mls"/);
  await ENDS.grant_ended.end(account);
  assert.doesNotMatch(await shown(), /"mls"/);
  const story = await t.get(`/v1/homes/${id}`, account.api_key);
  assert.doesNotMatch(story.body, /"mls"/);
});

/** A watch with rows, whose source needs a licence from then on. */
async function licensedSince(account: TestAccount): Promise<string> {
  const { watch_id } = await watch(t, account.api_key);
  await runOnce(t, account.api_key, watch_id);
  await t.app.db.rows(
    `update watch_rows set source_id = source_id || '-gone'
     where run_id in (select run_id from watch_runs where watch_id = $1)`,
    [watch_id],
  );
  const run = await runOnce(t, account.api_key, watch_id);
  assert.ok(run.relisted > 0, 'its events have rows');
  await t.app.db.rows(`update watches set route = 'mls_listings' where watch_id = $1`, [watch_id]);
  await t.app.db.rows(
    `update events set data = jsonb_set(data::jsonb, '{route}', '"mls_listings"')::json
     where watch_id = $1`,
    [watch_id],
  );
  return watch_id;
}

for (const how of ['granted', 'grant_ended'] as const) {
  test(`${how}: rows that a watch stored before its source was licensed are not shown`, async (one) => {
    const account = await granted();
    const consumer = await startConsumer();
    one.after(consumer.close);
    const id = await licensedSince(account);
    const { endpoint_id } = await addEndpoint(t, account.api_key, consumer.url);
    if (how === 'grant_ended') await ENDS.grant_ended.end(account);
    const rows = await t.get(`/v1/watches/${id}/rows`, account.api_key);
    assert.equal(codeOf(rows), how === 'granted' ? 'watch_not_allowed' : 'feed_not_granted');
    const history = await t.get('/v1/mls/home/history?source_id=1', account.api_key);
    assert.equal(codeOf(history), 'watch_not_allowed');
    const events = await eventsAfter(t, account.api_key);
    const changed = events.filter(({ type }) => type === 'watch.changed');
    assert.ok(changed.length > 0);
    for (const { data } of changed) {
      assert.deepEqual([data.changes, data.withheld], [[], 'watch_not_allowed']);
    }
    await send(t, account.api_key, 'POST', `/v1/endpoints/${endpoint_id}/replay`, { after: 0 });
    await deliverAll(t);
    assert.ok(consumer.received.length >= changed.length);
    assert.ok(consumer.received.every(({ body }) => !body.includes('source_url')));
    const listed = await t.get('/v1/watches', account.api_key);
    assert.equal(listed.statusCode, 200, 'the watch is listed, and can be ended');
    const run = await runOnce(t, account.api_key, id);
    assert.deepEqual([run.state, run.pages], ['failed', 0]);
    const [shown] = (await t.get('/v1/watches', account.api_key)).json<{ watches: WatchBody[] }>()
      .watches;
    assert.equal(shown?.pause_reason, how === 'granted' ? 'watch_not_allowed' : 'feed_not_granted');
  });
}
