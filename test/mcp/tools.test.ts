/** What the tools answer: rows, columns, waits and failures, as an agent reads them. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { countTokens } from 'gpt-tokenizer';
import { MINUTE_MS } from '#contract/durations.js';
import { createKey } from '#service/accounts/keys.js';
import { expectSoundLedger } from '../support/expect.js';
import { Agent, errorOf, ok, ROUTE } from '../support/mcp-agent.js';
import { callTool, type ToolText } from '../support/mcp-clients.js';
import type { TestAccount, TestApp } from '../support/open-test-app.js';

/** What an answer of a full page may cost in the context: Claude Code warns above 10,000. */
const PAGE_TOKENS_MAX = 5_000;
const SOURCES_TOKENS_MAX = 1_500;

const agent = new Agent();
const { call, search, charged } = agent;
let t: TestApp;
let account: TestAccount;
before(async () => {
  t = await agent.open();
});
beforeEach(async () => {
  account = await agent.fresh();
});
after(() => t.close());

test('an answer leads with total, completeness and credits, and its rows are brief', async () => {
  const { facts, rows, text } = ok(await call('search_listings', search()));
  assert.deepEqual(Object.keys(facts).slice(0, 3), ['total', 'completeness', 'credits']);
  assert.equal(facts.rows, '1-25 of 100 on this page');
  assert.equal(rows.length, 26);
  assert.match(String(rows[0]), /^source_id,status,list_price.amount,beds/);
  assert.match(String(facts.next), /offset 25.*next_page true, 1 credit per page/);
  const tokens = countTokens(text);
  assert.ok(tokens < 1_500, `${tokens} tokens for 25 rows`);
});

test(`a whole page is below ${PAGE_TOKENS_MAX} tokens, the sources below ${SOURCES_TOKENS_MAX}`, async () => {
  const page = ok(await call('search_listings', search({ limit: 100 })));
  assert.equal(page.rows.length, 101);
  assert.ok(countTokens(page.text) < PAGE_TOKENS_MAX, String(countTokens(page.text)));
  const sources = ok(await call('list_sources'));
  assert.ok(countTokens(sources.text) < SOURCES_TOKENS_MAX, String(countTokens(sources.text)));
});

test('the other rows and columns of a page are free, the page that follows costs a credit', async () => {
  const first = ok(await call('search_listings', search()));
  const job_id = String(first.facts.job_id);
  const rest = ok(await call('get_job', { job_id, offset: 25, limit: 75 }));
  assert.equal(rest.rows.length, 76);
  const named = ok(await call('get_job', { job_id, limit: 1, fields: ['source_url', 'location'] }));
  assert.equal(named.rows[0], 'source_id,source_url,location.lat,location.lng');
  const all = ok(await call('get_job', { job_id, limit: 1, fields: ['all'] }));
  assert.match(String(all.rows[0]), /agent_name.*extras\./);
  assert.equal(await charged(), 1);
  const next = ok(await call('get_job', { job_id, next_page: true, limit: 100 }));
  assert.equal(next.facts.credits, 1);
  assert.notEqual(next.facts.job_id, job_id);
  assert.equal(await charged(), 2);
  const ids = (answer: ToolText) => answer.rows.slice(1).map((row) => row.split(',')[0]);
  const seen = [...ids(first), ...ids(rest), ...ids(next)];
  assert.equal(new Set(seen).size, seen.length, 'no home twice');
  const again = ok(await call('get_job', { job_id, next_page: true }));
  assert.equal(again.facts.job_id, next.facts.job_id, 'the same page that follows');
  assert.equal(await charged(), 2);
  await expectSoundLedger(t);
});

test('the last page says so, and has no page after it', async () => {
  const page = ok(await call('search_listings', search({ zip: '78701', limit: 100 })));
  assert.equal(page.facts.next, undefined, 'all rows are shown');
  assert.equal(page.facts.total, page.rows.length - 1);
  const job_id = page.facts.job_id;
  const error = errorOf(await call('get_job', { job_id, next_page: true }));
  assert.equal(error.param, 'next_page');
});

for (const mode of ['refuse', 'challenge', 'drift', 'error']) {
  test(`a source in fault mode ${mode} is an error with a code and a time, never an empty list`, async () => {
    await t.faults(mode);
    const sent = search();
    const failed = await call('search_listings', sent).finally(() => t.faults('ok'));
    const error = errorOf(failed);
    assert.equal(error.code, 'collection_unavailable');
    assert.ok(Number(error.retry_after_s) > 0);
    assert.ok(error.message.length > 20);
    assert.equal(await charged(), 0);
    t.clock.advance(MINUTE_MS);
    await t.app.db.rows('delete from source_pace');
    const repaired = ok(await call('search_listings', sent));
    assert.equal(repaired.facts.repeat, undefined, 'a failed job does not stand for its search');
    assert.equal(await charged(), 1);
  });
}

test('a wrong argument is an error that says what is allowed', async () => {
  const cases: readonly [string, Record<string, unknown>, RegExp][] = [
    ['search_listings', {}, /route is missing.*portal_a_sold/],
    ['search_listings', { route: 'homes' }, /one of portal_a_listings/],
    ['search_listings', { route: ROUTE }, /location form.*zip; or city with state/],
    ['search_listings', { route: ROUTE, zip: '78704', city: 'Austin' }, /location form/],
    [
      'search_listings',
      { route: ROUTE, zip: '78704', sort: 'newest' },
      /not a parameter.*It accepts/,
    ],
    ['search_listings', { route: ROUTE, zip: '78704', rooms: 2 }, /not an argument.*beds_min/],
    ['search_listings', { route: ROUTE, zip: '78704', beds_min: 99 }, /0 to 10/],
    ['search_listings', { route: ROUTE, zip: { code: '78704' } }, /a string, a number or a list/],
    ['search_listings', { route: ROUTE, zip: '78704', limit: 0 }, /1 to 100/],
    ['search_listings', search({ fields: ['price'] }), /not a column.*list_price.amount/],
    ['get_job', { job_id: 'x' }, /job_id of an earlier response/],
    ['get_job', { job_id: 12 }, /^job_id must be a string\.$/],
    ...[{}, { addresses: [] }, { address: '1 A St, Austin, TX 78704', source_id: '1' }].map(
      (sent): [string, Record<string, unknown>, RegExp] => [
        'get_home',
        sent,
        /exactly one of address, url, source_id, or addresses with 1 to 200/,
      ],
    ),
    ['get_home', { address: '1 A St', addresses: ['2 A St'] }, /exactly one of address, url/],
    ['get_home', { route: 'portal_b_home', address: 'x' }, /one of portal_a_home/],
    ['buy_home', {}, /No tool with this name exists.*search_listings/],
  ];
  for (const [name, sent, message] of cases) {
    const error = errorOf(await call(name, sent));
    assert.match(error.message, message, `${name} ${JSON.stringify(sent)}`);
  }
});

test('values may be texts, lists texts with commas; what is null or empty was not sent', async () => {
  const sent = search({ beds_min: '2', property_type: ['condo', 'townhouse'], sqft_min: null });
  const page = ok(await call('search_listings', { ...sent, city: '', limit: '5' }));
  assert.match(String(page.facts.rows), /^1-5/);
  const types = page.rows.slice(1).map((row) => row.split(',')[6]);
  assert.ok(
    types.every((type) => type === 'condo' || type === 'townhouse'),
    types.join(),
  );
});

test('one home by address: every field it has, and why the others are empty', async () => {
  const page = ok(
    await call('search_listings', search({ limit: 40, fields: ['address.line1', 'address.zip'] })),
  );
  const row = page.rows.slice(1).find((one) => !one.includes(',,'));
  const [source_id, line, zip] = String(row).split(',');
  const { facts } = ok(await call('get_home', { address: `${line}, ${zip}` }));
  const home = facts.home as { source_id: string; source_url: string; location: object };
  assert.equal(home.source_id, source_id);
  assert.match(home.source_url, /^https:/);
  assert.ok(!JSON.stringify(home).includes('null'));
  assert.equal(typeof facts.why_empty, 'object');
  const byId = ok(await call('get_home', { source_id }));
  assert.equal((byId.facts.home as { source_id: string }).source_id, source_id);
  const credits = await charged();
  const error = errorOf(await call('get_home', { address: '1 Nowhere Known Rd, 78704' }));
  assert.equal(error.code, 'address_not_found');
  assert.equal(await charged(), credits, 'a home that is not found costs nothing');
});

test('searches of tools are counted under their routes', async () => {
  const counted = async (how: string) => {
    const labels = `{route="portal_a_listings",cache="${how}"}`;
    const lines = (await t.app.metrics.text()).split('\n');
    return Number(
      lines
        .find((line) => line.includes(labels))
        ?.split(' ')
        .at(-1) ?? 0,
    );
  };
  const [misses, repeats] = [await counted('miss'), await counted('replayed')];
  const sent = search();
  ok(await call('search_listings', sent));
  ok(await call('search_listings', sent));
  assert.equal(await counted('miss'), misses + 1);
  assert.equal(await counted('replayed'), repeats + 1);
});

/** What a tool answers about a search that takes longer than it waits. */
async function callLong(name: string, sent: Record<string, unknown>) {
  await t.hold();
  const waiting = call(name, sent).finally(() => t.release());
  await new Promise((done) => setTimeout(done, 300));
  t.clock.advance(21_000);
  return ok(await waiting);
}

test('a search that takes longer is pending; get_job waits for it and is charged once', async () => {
  const pending = await callLong('search_listings', search());
  assert.equal(pending.facts.status, 'pending');
  assert.match(String(pending.facts.next), /get_job/);
  const page = ok(await call('get_job', { job_id: pending.facts.job_id }));
  assert.equal(page.facts.credits, 1);
  assert.equal(await charged(), 1);
});

test('a summary that takes longer says to call it again, which is charged once', async () => {
  const sent = search();
  const pending = await callLong('summarize_area', sent);
  assert.deepEqual([pending.facts.status, pending.facts.credits], ['pending', 0]);
  assert.match(String(pending.facts.next), /Call again with the same arguments/);
  ok(await call('get_job', { job_id: pending.facts.job_id }));
  const summary = ok(await call('summarize_area', sent));
  assert.equal(typeof summary.facts.summary, 'object');
  assert.equal(await charged(), 1);
});

test('credits that are used up are an error with a time', async () => {
  account = await t.account({ extra_credits: 1 });
  const poor = await agent.connect(account);
  ok(await callTool(poor, 'search_listings', search()));
  const error = errorOf(await callTool(poor, 'search_listings', search()));
  assert.equal(error.code, 'quota_exceeded');
  assert.ok(Number(error.retry_after_s) > 0);
  const { facts } = ok(await callTool(poor, 'account'));
  assert.equal(facts.credits_available, 0);
  assert.deepEqual(facts.credits_used, { today: 1, this_month: 1 });
  await poor.close();
});

test('a key with a limit is shown the credits that it can spend', async () => {
  const { account_id } = await t.account();
  const key = await createKey(t.app, account_id, { credits_max: 1 });
  const limited = await agent.connect({ ...account, api_key: key.api_key });
  ok(await callTool(limited, 'search_listings', search()));
  assert.equal(ok(await callTool(limited, 'account')).facts.credits_available, 0);
  assert.equal(
    errorOf(await callTool(limited, 'search_listings', search())).code,
    'quota_exceeded',
  );
  await limited.close();
});

test('the sources say what each route takes, and which one is paused', async () => {
  const { facts } = ok(await call('list_sources'));
  const sources = facts.sources as { source: string; state: string; routes: object[] }[];
  assert.ok(sources.every(({ routes }) => routes.length > 0));
  assert.equal(sources.find(({ source }) => source === 'portal_a')?.state, 'ok');
  assert.match(JSON.stringify(facts), /"route":"nyc_portal_listings".*New York City/);
});
