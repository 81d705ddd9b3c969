import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { SortedMemory } from '#collect/pages/sorted-memory.js';
import type { Result } from '#contract/envelope.js';
import { openTestApp, type TestApp } from './support/open-test-app.js';

/** The smallest setting: a search's share is then about 20 rows, and the largest about 400. */
const BYTES = 1_048_576;
const CITY = 'city=New+York&state=NY';
const SEARCHES = ['newest', 'price_high', 'price_low'].map(
  (sort) => `/v1/nyc_portal/listings?${CITY}&sort=${sort}`,
);
const PAGES_MAX = 10;

let bounded: TestApp;
let roomy: TestApp;
before(async () => {
  const sandbox = { places: [{ zip: '10025', homes: 400 }] };
  bounded = await openTestApp({ sandbox, limits: { SORTED_BYTES: BYTES } });
  roomy = await openTestApp({ sandbox });
});
after(async () => {
  await bounded.close();
  await roomy.close();
});

/** Follows a search to its end: the ids in order, and what is reported missing. */
async function chainOf(t: TestApp, key: string, path: string) {
  const ids: string[] = [];
  const notes: string[] = [];
  let more = '';
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = (await t.settled(`${path}${more}`, key)).json<{ result: Result }>();
    assert.ok(answer.result !== null, JSON.stringify(answer));
    ids.push(...answer.result.data.map(({ source_id }) => source_id));
    for (const { field, detail } of answer.result.field_notes) {
      if (field === 'data') notes.push(String(detail));
    }
    if (answer.result.next_cursor === null) break;
    more = `&cursor=${answer.result.next_cursor}`;
  }
  return { ids, notes };
}

const chains = async (t: TestApp) => {
  const { api_key } = await t.account();
  return Promise.all(SEARCHES.map((path) => chainOf(t, api_key, path)));
};

test('sorted searches at the same time stay within the bytes, and give the same rows', async () => {
  const held: number[] = [];
  watch(bounded.app.sortedMemory, held);
  const [few, all] = [await chains(bounded), await chains(roomy)];
  assert.deepEqual(
    few.map(({ ids }) => ids),
    all.map(({ ids }) => ids),
  );
  assert.ok(all.every(({ ids }) => ids.length > 200));
  const kept = bounded.app.sortedAreas.calculatedSize;
  assert.ok(Math.max(...held) > BYTES / 8, 'a search was larger than the shares');
  assert.ok(Math.max(...held) + kept <= BYTES, `${Math.max(...held)} and ${kept} bytes`);
  assert.equal(bounded.app.sortedMemory.bytes(), 0, 'all is given back');
});

/** Notes what is held after every row. */
function watch(memory: SortedMemory, held: number[]): void {
  const open = memory.open.bind(memory);
  memory.open = (asker, signal) => {
    const account = open(asker, signal);
    const take = account.take.bind(account);
    account.take = async (bytes) => {
      const taken = await take(bytes);
      held.push(memory.bytes());
      return taken;
    };
    return account;
  };
}

test('a search of more bytes than one may hold is partial and reports how far its order goes', async () => {
  const sandbox = { places: [{ zip: '10025', homes: 1_500 }] };
  const t = await openTestApp({ sandbox, limits: { SORTED_BYTES: BYTES } });
  const { api_key } = await t.account();
  const path = SEARCHES[1] ?? '';
  const { result } = (await t.settled(path, api_key)).json<{ result: Result }>();
  await t.close();
  assert.equal(result.completeness, 'partial');
  const notes = result.field_notes.map(({ detail }) => detail).join('\n');
  assert.match(notes, /only the first \d+ rows were ordered; search a smaller area/);
});
