/** What calls of tools cost: repeats, and the summary of an area. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { countTokens } from 'gpt-tokenizer';
import { MINUTE_MS } from '#contract/durations.js';
import { SEARCH_ROUTES } from '#contract/routes.js';
import { startOnce } from '#service/search/start-once.js';
import { expectSoundLedger } from '../support/expect.js';
import { Agent, errorOf, ok } from '../support/mcp-agent.js';
import { callTool } from '../support/mcp-clients.js';
import type { TestAccount, TestApp } from '../support/open-test-app.js';

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

test('a repeat within ten minutes is the same job and charged once, in any order of arguments', async () => {
  const sent = search();
  const first = ok(await call('search_listings', sent));
  assert.equal(first.facts.repeat, undefined);
  const turned = Object.fromEntries(Object.entries(sent).reverse());
  t.clock.advance(9 * MINUTE_MS);
  const again = ok(await call('search_listings', { ...turned, limit: 3 }));
  assert.equal(again.facts.job_id, first.facts.job_id);
  assert.match(String(again.facts.repeat), /not charged again/);
  assert.equal(await charged(), 1);
  t.clock.advance(2 * MINUTE_MS);
  const later = ok(await call('search_listings', sent));
  assert.notEqual(later.facts.job_id, first.facts.job_id);
  assert.equal(await charged(), 2);
  await expectSoundLedger(t);
});

test('calls that come together are one job and one charge; another account is charged by itself', async () => {
  const sent = search();
  const answers = await Promise.all(Array.from({ length: 8 }, () => call('search_listings', sent)));
  assert.equal(new Set(answers.map((answer) => ok(answer).facts.job_id)).size, 1);
  assert.equal(await charged(), 1);
  const mine = account;
  account = await t.account();
  const other = await agent.connect(account);
  const theirs = ok(await callTool(other, 'search_listings', sent));
  assert.notEqual(theirs.facts.job_id, answers[0]?.facts.job_id);
  assert.equal(await charged(), 1);
  const stolen = await callTool(other, 'get_job', { job_id: answers[0]?.facts.job_id });
  assert.equal(errorOf(stolen).code, 'request_not_found');
  account = mine;
  await other.close();
  await expectSoundLedger(t);
});

test('an expired job does not stand for its search', async () => {
  const sent = search();
  const first = ok(await call('search_listings', sent));
  const jobId = String(first.facts.job_id);
  await t.app.db.rows('delete from requests where request_id = $1', [jobId]);
  // As the cleanup records what it removes.
  await t.app.db.rows('insert into job_cleanup values (true, $1, $1)', [
    new Date(t.clock.nowMs() + 1_000),
  ]);
  const limits = { ...t.app.limits, JOB_RETENTION_S: 60 };
  t.clock.advance(2 * MINUTE_MS);
  const answer = await startOnce(
    { ...t.app, limits },
    {
      requestId: t.app.ids.uuid(),
      accountId: account.account_id,
      keyId: account.key_id,
      creditsMax: null,
      feeds: [],
      route: SEARCH_ROUTES[0],
      queryText: `zip=78704&max_price=${String(sent.max_price)}`,
      readmit: () => [],
      isThere: () => true,
    },
  );
  assert.notEqual(answer.request_id, jobId);
});

test('a summary of an area says how much it covers, and what all of it costs', async () => {
  const { limit: _limit, ...sent } = search();
  const first = ok(await call('summarize_area', sent));
  assert.match(String(first.facts.covers), /only the first 100 homes/);
  assert.equal(first.facts.credits, 1);
  assert.match(String(first.facts.next), /higher max_credits|max_credits \d/);
  const all = ok(await call('summarize_area', { ...sent, max_credits: 10 }));
  assert.equal(all.facts.covers, 'the entire search');
  assert.match(String(all.facts.repeat), /^1 of \d pages/);
  const pages = Number(all.facts.credits);
  assert.equal(await charged(), pages, 'the first page is charged once');
  const summary = all.facts.summary as { priced_count: number; median_price: number };
  assert.ok(summary.priced_count > 100);
  const groups = all.rows.slice(1).map((row) => row.split(','));
  const counted = (by: string) =>
    groups.filter(([one]) => one === by).reduce((sum, [, , homes]) => sum + Number(homes), 0);
  assert.equal(counted('property_type'), all.facts.total);
  assert.equal(counted('beds'), all.facts.total);
  assert.ok(countTokens(all.text) < 900, String(countTokens(all.text)));
  const again = ok(await call('summarize_area', { ...sent, max_credits: 10 }));
  assert.deepEqual(again.rows, all.rows);
  assert.equal(await charged(), pages);
  await expectSoundLedger(t);
});

test('a summary of an area of one page covers the entire search for one credit', async () => {
  const { limit: _limit, ...sent } = search({ zip: '78701', route: 'portal_b_sold' });
  const { facts, rows } = ok(await call('summarize_area', sent));
  assert.equal(facts.covers, 'the entire search');
  assert.equal(facts.next, undefined);
  assert.equal(facts.credits, 1);
  const job = ok(await call('search_listings', sent));
  assert.match(String(job.facts.repeat), /not charged again/, 'the same page by another tool');
  const row = rows.find((one) => one.startsWith('property_type,single_family'));
  assert.match(String(row), /^property_type,single_family,\d+,\d+,\d+,\d+,\d+,[\d.]+$/);
});

test('each new page of a summary counts as a call of the minute', async () => {
  await agent.fresh({ rate_limit: 4 });
  t.clock.advance(MINUTE_MS - (t.clock.nowMs() % MINUTE_MS) + 50);
  const { limit: _limit, ...sent } = search({ max_credits: 10 });
  const others = search();
  for (let calls = 0; calls < 3; calls += 1) ok(await call('search_listings', others));
  const part = ok(await call('summarize_area', sent));
  assert.match(String(part.facts.covers), /only the first 200 homes/);
  assert.match(String(part.facts.next), /calls per minute/);
  assert.equal(errorOf(await call('summarize_area', sent)).code, 'rate_limited');
  t.clock.advance(MINUTE_MS);
  const whole = ok(await call('summarize_area', sent));
  assert.equal(whole.facts.covers, 'the entire search');
  assert.match(String(whole.facts.repeat), /^2 of 3 pages/);
  assert.equal(await charged(), 4);
});

test('a summary stops at what it may spend', async () => {
  await agent.fresh({ extra_credits: 1 });
  const { limit: _limit, ...sent } = search();
  const error = errorOf(await call('summarize_area', { ...sent, max_credits: 3 }));
  assert.equal(error.code, 'quota_exceeded');
  const page = ok(await call('summarize_area', sent));
  assert.match(String(page.facts.repeat), /^1 of 1 pages/);
});
