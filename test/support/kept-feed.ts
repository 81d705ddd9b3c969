/** A server with replicated feeds, an application that replicates them, and steps for both. */
import assert from 'node:assert/strict';
import { after, before, beforeEach } from 'node:test';
import { changeFeed } from '#service/accounts/feeds.js';
import { type ChangingFeed, openChangingFeed } from './changing-feed.js';
import { openTestApp, type TestApp } from './open-test-app.js';
import { takeTurn } from './take-turn.js';

export const ROWS = 450;
/** Of the feed and of a search. Fewer rows are not checked for what a feed has lost. */
export const PAGE = 50;
export const PULL_S = 900;
export const COMPARE_S = 86_400;

/** One server under two names: deleted rows are found by keys at one, by a flag at the other. */
export const BY_KEYS = 'mls/keys';
export const BY_FLAG = 'mls/flag';

export let t: TestApp;
export let feed: ChangingFeed;
/** Opens both for the tests of the file that calls it, and gives each test the same rows. */
export function useKeptFeed(): void {
  before(async () => {
    feed = await openChangingFeed();
    const { url } = feed;
    const options = { top: String(PAGE), mode: 'replica' };
    const feeds = {
      keys: { url, headers: {}, options },
      flag: { url, headers: {}, options: { ...options, deletions: 'MlgCanView' } },
    };
    t = await openTestApp({
      feeds: 'none',
      upstreams: { mls: { url, headers: {}, feeds } },
      limits: { READ_AHEAD: 0, CACHE_LISTINGS_S: 0, UPSTREAM_ATTEMPTS_MAX: 1, PAGE_ROWS: PAGE },
    });
  });
  after(async () => {
    await t.close();
    await feed.close();
  });
  beforeEach(async () => {
    await t.app.db.rows(`update replicas set origin_hash = '', lease_until = null`);
    t.clock.advance(60_000);
    feed.reset(ROWS);
  });
}

export const iso = (ms: number) => new Date(ms).toISOString();
export const turn = (name: string = BY_KEYS) => takeTurn(t.app, name);
/** The next turn, when it is due. */
export async function nextTurn(name: string = BY_KEYS, seconds = PULL_S + 1) {
  t.clock.advance(seconds * 1000);
  return turn(name);
}
export const touch = (n: number, changes = {}) =>
  feed.write(n, { ModificationTimestamp: iso(t.clock.nowMs()), ...changes });
/** So many rows, spread over all keys. */
export const someOf = (page: number, count: number): number[] =>
  Array.from({ length: count }, (_row, at) => (page * 131 + at * 37) % ROWS);

export async function account(name: string = BY_KEYS): Promise<string> {
  const { account_id, api_key } = await t.account();
  await changeFeed(t.app, account_id, name, true);
  return api_key;
}

interface Read {
  readonly ids: readonly string[];
  readonly prices: ReadonlyMap<string, number>;
  readonly notes: readonly { field: string; detail: string | null }[];
}

/** All rows of a search; `between` is called after each page. */
export async function read(
  name: string = BY_KEYS,
  path = 'listings?zip=78704',
  between: () => Promise<unknown> = async () => undefined,
): Promise<Read> {
  const api_key = await account(name);
  const ids: string[] = [];
  const prices = new Map<string, number>();
  const notes: Read['notes'][number][] = [];
  let cursor: string | null = null;
  do {
    const more: string = cursor === null ? '' : `&cursor=${cursor}`;
    const answer = await t.get(`/v1/mls/${path}${more}`, api_key);
    assert.equal(answer.statusCode, 200, answer.body);
    const { result } = answer.json();
    assert.equal(result.completeness, 'complete', JSON.stringify(result.field_notes));
    for (const row of result.data) {
      const id = row.source_id.replace(/^\w+:/, '');
      ids.push(id);
      prices.set(id, (row.list_price ?? row.sale_price)?.amount);
    }
    notes.push(...result.field_notes);
    cursor = result.next_cursor;
    if (cursor !== null) await between();
  } while (cursor !== null);
  assert.equal(new Set(ids).size, ids.length, 'no row is delivered twice');
  return { ids, prices, notes };
}

export const state = async (name: string = BY_KEYS) => {
  const { sources } = (await t.get('/v1/sources', await account(name))).json();
  const mls = sources.find((one: { source: string }) => one.source === 'mls');
  return mls.replicas.find((one: { feed: string }) => one.feed === name);
};
