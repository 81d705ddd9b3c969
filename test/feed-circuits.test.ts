/** One feed of a source fails, and the others are searched on. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Sandbox, startSandbox } from '#sandbox/index.js';
import { changeFeed } from '#service/accounts/feeds.js';
import { measure } from '#service/operations/metrics.js';
import { expectApiError } from './support/expect.js';
import { geography } from './support/geography.js';
import { openTestApp, type TestAccount, type TestApp } from './support/open-test-app.js';
import { testClock } from './support/test-clock.js';

const FAILURES = 3;

let t: TestApp;
let north: Sandbox;
let south: Sandbox;
before(async () => {
  const sandbox = (seed: number) =>
    startSandbox({
      seed,
      homes: 0,
      places: [{ zip: '78704', homes: 40 }],
      geo: geography(),
      clock: testClock(),
      latencyMinMs: 0,
      latencyMaxMs: 0,
    });
  [north, south] = [await sandbox(2), await sandbox(3)];
  const feeds = {
    north: { url: `${north.url}/mls`, headers: {} },
    south: { url: `${south.url}/mls`, headers: {} },
  };
  t = await openTestApp({
    feeds: 'none',
    upstreams: { mls: { ...feeds.north, feeds } },
    limits: { READ_AHEAD: 0, CIRCUIT_FAILURES: FAILURES, CIRCUIT_OPEN_S: 30 },
  });
});
after(async () => {
  await t.close();
  await north.close();
  await south.close();
});

async function granted(...feeds: readonly string[]): Promise<TestAccount> {
  const account = await t.account();
  for (const feed of feeds) await changeFeed(t.app, account.account_id, feed, true);
  return account;
}

let searches = 0;
/** A search that no other has made. */
const search = () => {
  searches += 1;
  return `/v1/mls/listings?zip=78704&max_price=${90_000_000 + searches}`;
};

async function southAnswers(mode: 'ok' | 'refuse'): Promise<void> {
  const body = JSON.stringify({ source: 'all', mode });
  const answer = await fetch(`${south.url}/__sandbox/faults`, { method: 'POST', body });
  assert.ok(answer.ok);
}

const feedCircuits = async ({ api_key }: TestAccount) => {
  const { sources } = (await t.get('/v1/sources', api_key)).json();
  return sources.find(({ source }: { source: string }) => source === 'mls');
};

test('a feed that rejects its token is closed to calls, and accounts of other feeds read on', async () => {
  const [ofNorth, ofSouth, ofBoth] = [
    await granted('mls/north'),
    await granted('mls/south'),
    await granted('mls/north', 'mls/south'),
  ];
  const balance = async ({ api_key }: TestAccount) =>
    (await t.get('/v1/account', api_key)).json().balance;
  const readsNorth = async () => {
    const { status, error, result } = (await t.settled(search(), ofNorth.api_key)).json();
    assert.equal(status, 'complete', JSON.stringify(error));
    assert.ok(result.data.length > 0);
  };
  const before = [await balance(ofSouth), await balance(ofBoth)];
  await southAnswers('refuse');
  for (const account of [ofSouth, ofBoth, ofBoth]) {
    await readsNorth();
    const { status, error } = (await t.settled(search(), account.api_key)).json();
    assert.equal(status, 'failed');
    assert.equal(error.code, 'collection_unavailable');
  }
  for (const account of [ofSouth, ofBoth]) {
    // A success of the one feed does not open the other.
    await readsNorth();
    const rejected = await t.get(search(), account.api_key);
    assert.match(
      expectApiError(rejected, 'collection_unavailable'),
      /^mls\/south is paused after repeated failures/,
    );
    assert.ok(Number(rejected.headers['retry-after']) <= 30);
  }
  assert.deepEqual([await balance(ofSouth), await balance(ofBoth)], before, 'nothing was charged');
  const { circuit, feed_circuits } = await feedCircuits(ofNorth);
  assert.equal(circuit.state, 'open');
  assert.deepEqual(
    feed_circuits.map(({ feed, state, failures_in_a_row, last_error }: Record<string, unknown>) => [
      feed,
      state,
      failures_in_a_row,
      last_error === null,
    ]),
    [
      ['mls/north', 'closed', 0, true],
      ['mls/south', 'open', FAILURES, false],
    ],
  );
  assert.match(await measure(t.app), /circuit_open\{source="mls"\} 1/);
});

test('once the time of a circuit is over the feed is tried again, and a success closes it', async () => {
  const account = await granted('mls/north', 'mls/south');
  await southAnswers('ok');
  t.clock.advance(31_000);
  const { status, result } = (await t.settled(search(), account.api_key)).json();
  assert.equal(status, 'complete');
  const feeds = result.data.map(({ source_id }: { source_id: string }) => source_id.split(':')[0]);
  assert.deepEqual(new Set(feeds), new Set(['north', 'south']));
  const { circuit } = await feedCircuits(account);
  assert.deepEqual([circuit.state, circuit.failures_in_a_row], ['closed', 0]);
  assert.match(await measure(t.app), /circuit_open\{source="mls"\} 0/);
});
