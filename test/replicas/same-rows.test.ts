/** A feed that is kept here answers as the same feed does when searches ask it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Sandbox, startSandbox } from '#sandbox/index.js';
import { changeFeed } from '#service/accounts/feeds.js';
import { expectApiError } from '../support/expect.js';
import { geography } from '../support/geography.js';
import { openTestApp, type TestApp } from '../support/open-test-app.js';
import { takeTurn } from '../support/take-turn.js';
import { testClock } from '../support/test-clock.js';

interface Row {
  readonly source_id: string;
}

let t: TestApp;
let sandbox: Sandbox;
const days = testClock();
before(async () => {
  sandbox = await startSandbox({
    seed: 4,
    homes: 0,
    places: [
      { zip: '78704', homes: 60 },
      { zip: '78701', homes: 40 },
      { zip: '98103', homes: 30 },
    ],
    geo: geography(),
    clock: days,
    latencyMinMs: 0,
    latencyMaxMs: 0,
  });
  const url = `${sandbox.url}/mls`;
  const feeds = {
    live: { url, headers: {} },
    kept: { url, headers: {}, options: { mode: 'replica', top: '70' } },
  };
  t = await openTestApp({
    feeds: 'none',
    upstreams: { mls: { ...feeds.live, feeds } },
    limits: { READ_AHEAD: 0 },
  });
  const order = { source: 'mls', mode: 'ok' };
  await fetch(`${sandbox.url}/__sandbox/world`, {
    method: 'POST',
    body: JSON.stringify({ hidden: 0.1, ...order }),
  });
});
after(async () => {
  await t.close();
  await sandbox.close();
});

async function granted(...feeds: readonly string[]) {
  const account = await t.account();
  for (const feed of feeds) await changeFeed(t.app, account.account_id, feed, true);
  return account;
}

/** All pages of a search: its rows by their ids without the feed, and what is said of each page. */
async function read(path: string, api_key: string) {
  const rows = new Map<string, unknown>();
  const notes: unknown[] = [];
  let total: number | null = null;
  let cursor: string | null = null;
  let statuses = '';
  do {
    const more: string = cursor === null ? '' : `&cursor=${cursor}`;
    const answer = await t.get(path + more, api_key);
    statuses += ` ${answer.statusCode}`;
    const settled = answer.statusCode === 202 ? await t.settled(path + more, api_key) : answer;
    const { status, result, error } = settled.json();
    assert.equal(status, 'complete', JSON.stringify(error));
    for (const { source_id, ...row } of result.data as Row[]) {
      const id = source_id.replace(/^\w+:/, '');
      assert.ok(!rows.has(id), `${id} is delivered twice`);
      rows.set(id, row);
    }
    if (cursor === null) total = result.reported_total;
    notes.push(
      result.completeness,
      ...result.field_notes.map((note: object) => JSON.stringify(note)),
    );
    cursor = result.next_cursor;
  } while (cursor !== null);
  const inOrder = [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
  return { rows: inOrder, notes: [...new Set(notes)].sort(), total, statuses };
}

const SEARCHES = [
  'listings?zip=78704',
  'listings?zip=98103&beds_min=3&sort=price_low',
  'listings?city=Austin&state=TX&property_type=condo',
  'listings?bbox=-97.80,30.20,-97.70,30.30&min_price=300000&baths_min=2',
  'listings?county=Travis&state=TX',
  'rentals?zip=78704',
  'rentals?lat=30.24&lng=-97.76&radius_mi=3&max_price=3000',
  'sold?zip=78701',
  'sold?county=King&state=WA&sold_within_days=365&min_price=200000',
  'sold?bbox=-97.80,30.20,-97.70,30.30&sold_within_days=1095&sort=newest',
];

test('before its first pull has ended a feed is not searched, and says why', async () => {
  const { api_key } = await granted('mls/kept');
  const answer = await t.get('/v1/mls/listings?zip=78704', api_key);
  expectApiError(answer, 'collection_unavailable');
  assert.match(
    answer.json().error.message,
    /mls\/kept is pulled for the first time: 0 rows so far/,
  );
  assert.equal(answer.headers['retry-after'], '60');
});

async function compareWithLive() {
  const live = await granted('mls/live');
  const kept = await granted('mls/kept');
  let rows = 0;
  for (const search of SEARCHES) {
    const expected = await read(`/v1/mls/${search}`, live.api_key);
    const found = await read(`/v1/mls/${search}`, kept.api_key);
    assert.match(found.statuses, /^( 200)+$/, search);
    assert.ok(expected.rows.length > 0, search);
    const ids = (all: typeof found) => all.rows.map(([id]) => id);
    const missing = ids(expected).filter((id) => !ids(found).includes(id));
    const more = ids(found).filter((id) => !ids(expected).includes(id));
    assert.deepEqual({ search, missing, more }, { search, missing: [], more: [] });
    for (const [at, row] of found.rows.entries()) {
      assert.deepEqual(row, expected.rows[at], search);
    }
    assert.deepEqual(found.total, expected.total, search);
    // Types are wider at the feed: what it adds is counted as left out.
    if (!search.includes('property_type')) assert.deepEqual(found.notes, expected.notes, search);
    rows += found.rows.length;
  }
  assert.ok(rows > 500, `${rows} rows were compared`);
}

test('every search has the rows, notes and total of the live feed, at once', async () => {
  assert.equal(await takeTurn(t.app, 'mls/kept'), 'done');
  await compareWithLive();
});

test('a month later, when homes were listed, sold and withdrawn, it has them again', async () => {
  const DAYS_MS = 30 * 86_400_000;
  days.advance(DAYS_MS);
  t.clock.advance(DAYS_MS);
  assert.equal(await takeTurn(t.app, 'mls/kept'), 'done');
  await compareWithLive();
});

test('a live feed and a replica are read as one search', async () => {
  const { api_key } = await granted('mls/live', 'mls/kept');
  const { result } = (await t.settled('/v1/mls/listings?zip=98103', api_key)).json();
  const of = (feed: string) =>
    (result.data as Row[])
      .map(({ source_id }) => source_id.split(':'))
      .flatMap(([name, id]) => (name === feed ? [id] : []))
      .sort();
  assert.equal(result.completeness, 'complete');
  assert.ok(of('live').length > 10);
  assert.deepEqual(of('kept'), of('live'));
});

async function fault(mode: string) {
  const body = JSON.stringify({ source: 'mls', mode });
  const set = await fetch(`${sandbox.url}/__sandbox/faults`, { method: 'POST', body });
  assert.equal(set.status, 200);
}

test('a server that fails in its own ways stores nothing wrong', async () => {
  const rows = async () =>
    (await t.app.db.rows<{ row_count: number }>('select row_count from replicas'))[0]?.row_count;
  const before = await rows();
  for (const mode of ['token_expired', 'not_found', 'busy_silent', 'silent_select', 'drift']) {
    await fault(mode);
    t.clock.advance(20 * 60_000);
    await t.app.db.rows('delete from source_pace');
    assert.deepEqual([mode, await takeTurn(t.app, 'mls/kept')], [mode, 'failed']);
    assert.equal(await rows(), before, mode);
  }
  await fault('short_pages');
  t.clock.advance(20 * 60_000);
  await t.app.db.rows(`delete from source_pace`);
  await t.app.db.rows(`update replicas set origin_hash = null`);
  assert.equal(await takeTurn(t.app, 'mls/kept'), 'done');
  assert.equal(await rows(), before);
});
