/** The homes of an area by a tool: free, what was read and what was not, and price cuts. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { countTokens } from 'gpt-tokenizer';
import { DAY_MS } from '#contract/durations.js';
import type { AreaHomesBody } from '#contract/operations/area-homes.js';
import { AREA_HOME_OPERATIONS } from '#contract/operations/area-homes.js';
import { toolList } from '#mcp/serve.js';
import { Agent, errorOf, ok } from '../support/mcp-agent.js';
import type { TestAccount, TestApp } from '../support/open-test-app.js';

/** 25 lines of homes that two sources show. */
const LINES_TOKENS_MAX = 2_500;
const PLACE = { kind: 'listings', zip: '78704' };

const agent = new Agent();
const { call, charged } = agent;
let t: TestApp;
let account: TestAccount;
before(async () => {
  t = await agent.open();
  account = await agent.fresh();
});
after(() => t.close());

interface NotRead {
  readonly source: string;
  readonly route: string;
  readonly coverage: string;
  readonly credits_per_page: number;
}

/** Reads every page of a search. */
async function readWhole(route: string): Promise<number> {
  let page = ok(await call('search_listings', { route, zip: '78704' }));
  let homes = 0;
  for (let pages = 0; pages < 20; pages += 1) {
    homes += Number(/ of (\d+) on/.exec(String(page.facts.rows))?.[1]);
    if (!String(page.facts.next).includes('next_page')) return homes;
    const { job_id } = page.facts;
    page = ok(await call('get_job', { job_id, next_page: true }));
  }
  throw new Error('a search without an end');
}

test('before anything was read, the answer is not "no homes": it names the price of each source', async () => {
  const { facts, rows } = ok(await call('find_homes', PLACE));
  assert.deepEqual([facts.total, facts.completeness, facts.credits], [0, 'partial', 0]);
  assert.equal(rows.length, 1, 'only the header');
  assert.deepEqual(facts.read, []);
  const missing = facts.not_read as readonly NotRead[];
  const portal = missing.find(({ source }) => source === 'portal_a');
  assert.deepEqual(portal, {
    source: 'portal_a',
    route: 'portal_a_listings',
    coverage: 'unread',
    credits_per_page: 1,
  });
  assert.match(
    String(facts.next),
    /portal_a.*Homes that only they show are missing.*credits_per_page/,
  );
  assert.equal(await charged(), 0);
});

test('after a search of one source its homes are lines, for free, and the others stay not read', async () => {
  const shown = await readWhole('portal_a_listings');
  const credits = await charged();
  const { facts, rows, text } = ok(await call('find_homes', PLACE));
  assert.equal(await charged(), credits, 'free');
  assert.ok(Number(facts.total) > 0.8 * shown && Number(facts.total) <= shown, text);
  assert.match(JSON.stringify(facts.read), /"portal_a","read_at":"2026/);
  const missing = facts.not_read as readonly NotRead[];
  assert.ok(missing.length > 0 && missing.every(({ source }) => source !== 'portal_a'));
  assert.equal(facts.completeness, 'partial');
  assert.match(String(rows[0]), /^address,zip,price,.*beds,.*sources/);
  assert.equal(rows.length, 26);
  assert.ok(countTokens(text) < LINES_TOKENS_MAX, String(countTokens(text)));
  const next = ok(await call('find_homes', { ...PLACE, after: facts.next_after, limit: 100 }));
  assert.notEqual(next.rows[1], rows[1]);
  assert.match(String(next.facts.rows), /^100 of/);
});

test('a source that takes no county is named with the places that it takes, not passed over', async () => {
  const { facts } = ok(
    await call('find_homes', { kind: 'listings', county: 'Travis', state: 'TX' }),
  );
  assert.ok(Number(facts.total) > 0, 'what is stored of it is shown');
  const missing = facts.not_read as readonly NotRead[];
  const portal = missing.find(({ source }) => source === 'portal_a');
  assert.match(String(portal?.coverage), /not by county, but by zip, city/);
  assert.equal(facts.completeness, 'partial');
});

test('a price cut of this month is found by a filter: the same homes as the operation answers', async () => {
  t.clock.advance(10 * DAY_MS);
  await readWhole('portal_a_listings');
  const filter = { ...PLACE, price_cut_within_days: 30, sort: 'price_cut', limit: 100 };
  const { facts, rows } = ok(await call('find_homes', filter));
  assert.match(String(rows[0]), /cut_percent,cut_from,cut_seen/);
  assert.match(String(facts.price_cuts), /two reads/);
  const path =
    '/v1/homes?zip=78704&kind=listings&price_cut_within_days=30&sort=price_cut&limit=100';
  const body = (await t.get(path, account.api_key)).json<AreaHomesBody>();
  assert.ok(body.count > 3, `${body.count} cuts`);
  assert.equal(facts.total, body.count);
  const percents = rows.slice(1).map((row) => Number(row.split(',')[3]));
  assert.deepEqual(
    rows.slice(1).map((row) => row.split(',')[2]),
    body.homes.map(({ lowest_price }) => String(lowest_price?.amount)),
  );
  assert.ok(percents.every((percent, at) => percent > 0 && percent <= (percents[at - 1] ?? 100)));
});

test('it takes what the operation takes, and a watch takes what a search takes', () => {
  const argumentsOf = (tool: string) => {
    const found = toolList().find(({ name }) => name === tool);
    assert.ok(found !== undefined);
    return Object.keys((found.inputSchema as unknown as { properties: object }).properties);
  };
  const { address: _address, ...query } = AREA_HOME_OPERATIONS[0].query;
  assert.deepEqual(argumentsOf('find_homes').sort(), Object.keys(query).sort());
  const shown = new Set(['limit', 'fields']);
  const search = argumentsOf('search_listings').filter((name) => !shown.has(name));
  const watch = argumentsOf('create_watch');
  assert.deepEqual(watch.slice(0, search.length), search);
});

test('a wrong value is an error that says what is allowed', async () => {
  const cases: readonly [Record<string, unknown>, RegExp][] = [
    [{ zip: '78704' }, /kind is missing. Send it: one of listings, rentals\./],
    [{ ...PLACE, kind: 'sold' }, /one of listings, rentals/],
    [{ ...PLACE, price_cut_within_days: 400 }, /1 to 365/],
    [{ ...PLACE, property_type: ['castle'] }, /property_type/],
    [{ ...PLACE, min_price: 9, max_price: 5 }, /max_price \(5\) is below min_price \(9\)/],
    [{ ...PLACE, route: 'portal_a_listings' }, /not an argument of find_homes/],
    [{ ...PLACE, limit: 101 }, /1 to 100/],
  ];
  for (const [sent, message] of cases) {
    assert.match(errorOf(await call('find_homes', sent)).message, message, JSON.stringify(sent));
  }
});
