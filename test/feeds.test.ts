/** Licensed feeds: who may read them, what accounts share, and how long results are kept. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startSandbox } from '#sandbox/index.js';
import { changeFeed } from '#service/accounts/feeds.js';
import { cleanUpOnce } from '#service/operations/cleanup.js';
import { auditLedger } from '#store/audit.js';
import { expectApiError } from './support/expect.js';
import { geography } from './support/geography.js';
import { openTestApp, type TestApp } from './support/open-test-app.js';
import { testClock } from './support/test-clock.js';
import { pagesOf } from './support/whole-search.js';

let t: TestApp;
let other: { readonly url: string; close(): Promise<void> };
before(async () => {
  const options = { seed: 2, homes: 0, places: [{ zip: '78704', homes: 50 }], geo: geography() };
  const clock = testClock();
  other = await startSandbox({ ...options, clock, latencyMinMs: 0, latencyMaxMs: 0 });
  const first = await startSandbox({
    ...options,
    seed: 3,
    clock,
    latencyMinMs: 0,
    latencyMaxMs: 0,
  });
  const feeds = {
    north: { url: `${first.url}/mls`, headers: {} },
    south: { url: `${other.url}/mls`, headers: {} },
  };
  const { close } = other;
  other = {
    url: other.url,
    close: async () => {
      await first.close();
      await close();
    },
  };
  t = await openTestApp({
    feeds: 'none',
    upstreams: { mls: { ...feeds.north, feeds } },
    limits: { READ_AHEAD: 0, FEED_RETENTION_S: 3_600, PAGE_ROWS: 30 },
  });
});
after(async () => {
  await t.close();
  await other.close();
});

const PATH = '/v1/mls/listings?zip=78704';

async function granted(...feeds: readonly string[]) {
  const account = await t.account();
  for (const feed of feeds) await changeFeed(t.app, account.account_id, feed, true);
  return account;
}

async function idsOf(api_key: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const { result } of pagesOf(t, PATH, api_key)) {
    assert.equal(result.completeness, 'complete', JSON.stringify(result.field_notes));
    ids.push(...result.data.map((row: { source_id: string }) => row.source_id));
  }
  assert.equal(new Set(ids).size, ids.length);
  return ids;
}

test('an account reads the feeds it has grants for, and no other', async () => {
  expectApiError(await t.get(PATH, (await granted()).api_key), 'feed_not_granted');
  const north = await idsOf((await granted('mls/north')).api_key);
  const south = await idsOf((await granted('mls/south')).api_key);
  const both = await idsOf((await granted('mls/south', 'mls/north')).api_key);
  assert.ok(north.length > 20 && north.every((id) => id.startsWith('north:')));
  assert.ok(south.length > 20 && south.every((id) => id.startsWith('south:')));
  assert.deepEqual([...both].sort(), [...north, ...south].sort());
});

test('a result is shared by accounts with the same feeds, and by no other', async () => {
  const path = `${PATH}&beds_min=2`;
  const used = (answer: { headers: Readonly<Record<string, unknown>> }) =>
    String(answer.headers['cache-status']);
  await t.settled(path, (await granted('mls/north')).api_key);
  const same = await t.get(path, (await granted('mls/north')).api_key);
  assert.match(used(same), /hit/);
  for (const feeds of [['mls/south'], ['mls/north', 'mls/south']]) {
    const answer = await t.get(path, (await granted(...feeds)).api_key);
    assert.doesNotMatch(used(answer), /hit|collapsed/);
  }
});

test('searches in flight are joined only by accounts with the same feeds', async () => {
  await t.hold();
  const path = `${PATH}&beds_min=3`;
  const cache = async (...feeds: readonly string[]) =>
    String((await t.get(path, (await granted(...feeds)).api_key)).headers['cache-status']);
  assert.match(await cache('mls/north'), /fwd=miss/);
  assert.match(await cache('mls/north'), /collapsed/);
  assert.doesNotMatch(await cache('mls/south'), /collapsed/);
  t.release();
});

test('a cursor ends with the grant that it was made with', async () => {
  const account = await granted('mls/north', 'mls/south');
  const { result } = (await t.settled(PATH, account.api_key)).json();
  assert.ok(result.next_cursor !== null);
  await changeFeed(t.app, account.account_id, 'mls/south', false);
  const more = await t.get(`${PATH}&cursor=${result.next_cursor}`, account.api_key);
  expectApiError(more, 'invalid_cursor', 'cursor');
});

test('a grant that is taken away ends at once, also for pages in memory', async () => {
  const account = await granted('mls/north');
  await t.settled(PATH, account.api_key);
  assert.equal((await t.get(PATH, account.api_key)).statusCode, 200);
  await changeFeed(t.app, account.account_id, 'mls/north', false);
  expectApiError(await t.get(PATH, account.api_key), 'feed_not_granted');
});

test('jobs of a feed end with its grant: finished, pending, in every format, and uncharged', async () => {
  const account = await granted('mls/north');
  const used = async () => (await t.get('/v1/account', account.api_key)).json().balance;
  const [finished, unread] = [`${PATH}&beds_min=1`, `${PATH}&baths_min=1`];
  const { request_id } = (await t.settled(finished, account.api_key)).json();
  await t.hold();
  const held = (await t.get(unread, account.api_key)).json();
  const before = await used();
  await changeFeed(t.app, account.account_id, 'mls/north', false);
  t.release();
  for (const rest of ['', '/rows.csv', '/rows.geojson', '/rows.ndjson']) {
    const answer = await t.get(`/v1/jobs/${request_id}${rest}`, account.api_key);
    expectApiError(answer, 'feed_not_granted');
  }
  const late = await t.get(`/v1/jobs/${held.request_id}?wait=10`, account.api_key);
  expectApiError(late, 'feed_not_granted');
  assert.deepEqual(await used(), before, 'nothing was charged');
  await changeFeed(t.app, account.account_id, 'mls/north', true);
  const again = await t.get(`/v1/jobs/${held.request_id}`, account.api_key);
  assert.equal(again.json().status, 'complete');
});

test('a key whose result has ended with the licence stands for a new search', async () => {
  const { api_key } = await granted('mls/north');
  const key = { 'idempotency-key': 'ended' };
  const first = (await t.settled(`${PATH}&beds_min=5`, api_key, key)).json();
  t.clock.advance(3_601_000);
  const second = (await t.settled(`${PATH}&beds_min=5`, api_key, key)).json();
  assert.equal(second.status, 'complete');
  assert.notEqual(second.request_id, first.request_id);
  const third = (await t.get(`${PATH}&beds_min=5`, api_key, key)).json();
  assert.equal(third.request_id, second.request_id, 'and the new one is repeated');
});

test('results of feeds are stored for a short time, then deleted', async () => {
  const account = await granted('mls/north');
  const { request_id } = (await t.settled(`${PATH}&beds_min=4`, account.api_key)).json();
  const job = `/v1/jobs/${request_id}`;
  assert.equal((await t.get(job, account.api_key)).statusCode, 200);
  t.clock.advance(3_601_000);
  expectApiError(await t.get(job, account.api_key), 'request_not_found');
  expectApiError(await t.get(`${job}/rows.csv`, account.api_key), 'request_not_found');
  const left = async () =>
    (
      await t.app.db.rows<{ n: number }>(
        `select count(*) as n from results where route like 'mls%' and body_gzip <> ''`,
      )
    )[0]?.n;
  assert.ok(Number(await left()) > 0);
  await cleanUpOnce(t.app);
  assert.equal(Number(await left()), 0);
  const again = await t.settled(`${PATH}&beds_min=4`, account.api_key);
  assert.equal(again.json().status, 'complete');
});

test('the credit of an unread job is released with its result, once', async () => {
  const [account, other] = [await granted('mls/north'), await granted('mls/north')];
  const path = `${PATH}&beds_min=1&baths_min=1`;
  const balance = async ({ api_key }: { readonly api_key: string }) =>
    (await t.get('/v1/account', api_key)).json().balance;
  const began = await balance(account);
  const { request_id } = (await t.get(path, account.api_key)).json();
  // A node whose clock is behind has the page in memory and would still show it.
  const clock = { ...t.clock, nowMs: () => t.clock.nowMs() - 600_000 };
  const behind = t.answerWith({ clock });
  const { request_id: others } = (await t.settled(path, other.api_key)).json();
  assert.equal((await behind(`/v1/jobs/${others}`, other.api_key)).statusCode, 200);
  const charged = await balance(other);
  assert.equal((await balance(account)).reserved, 1, 'nobody has read it');
  t.clock.advance(3_601_000);
  for (const round of ['first', 'second']) {
    await cleanUpOnce(t.app);
    assert.deepEqual(await balance(account), began, `${round} cleanup`);
    assert.deepEqual(await balance(other), charged, `${round} cleanup`);
  }
  const entries = await t.app.db.rows(
    `select kind, reason from ledger_entries where request_id = $1 order by created_at`,
    [request_id],
  );
  assert.deepEqual(entries, [
    { kind: 'reserve', reason: null },
    { kind: 'release', reason: 'unread' },
  ]);
  for (const rest of ['', '/rows.csv']) {
    const job = `/v1/jobs/${request_id}${rest}`;
    expectApiError(await t.get(job, account.api_key), 'request_not_found');
    expectApiError(await behind(job, account.api_key), 'request_not_found');
  }
  assert.deepEqual(await balance(account), began, 'nothing is delivered, nothing charged');
  assert.deepEqual((await auditLedger(t.app.db)).violations, []);
});

test('the feeds are listed with their source, and only those can be granted', async () => {
  const { api_key, account_id } = await granted();
  const { sources } = (await t.get('/v1/sources', api_key)).json();
  const feeds = Object.fromEntries(
    sources.map((one: { source: string; feeds: string[] }) => [one.source, one.feeds]),
  );
  assert.deepEqual([feeds.mls, feeds.portal_a], [['mls/north', 'mls/south'], []]);
  await assert.rejects(changeFeed(t.app, account_id, 'mls/west', true), /mls\/north, mls\/south/);
});
