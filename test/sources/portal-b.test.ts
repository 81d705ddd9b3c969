/** Sales of portal_b, which answers with homes on the market among them and before them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CollectedPage } from '#collect/pages/page.js';
import { NO_PLACES, type PlaceStore } from '#collect/places/place-store.js';
import { type Change, collectChanged, NO_CHANGE } from '../mutations/collect-changed.js';
import { openWorld, type World, type WorldOptions } from '../mutations/world.js';
import { geography } from '../support/geography.js';

const geo = geography();
const FIRST = { fault: 'market_first' };

async function worldOf(rows: number, more: Partial<WorldOptions> = {}): Promise<World> {
  const world = await openWorld({ geo, source: 'portal_b', kind: 'sold', rows, ...more });
  return world ?? assert.fail('portal_b is read over HTTP');
}

/** The world, and the queries that it was sent. */
function watched(world: World): { world: World; asked: URLSearchParams[] } {
  const asked: URLSearchParams[] = [];
  const answer: World['answer'] = (request) => {
    asked.push(new URL(`http://x${request.path}`).searchParams);
    return world.answer(request);
  };
  return { world: { ...world, answer }, asked };
}

const idsOf = ({ rows }: CollectedPage) => rows.map((row) => row.source_id).sort();
const notesOf = ({ field_notes }: CollectedPage) =>
  field_notes.flatMap(({ field, detail }) => (field === 'data' ? [detail ?? ''] : []));

test('homes on the market are left out of the sales, counted in a note, and nothing is missing', async () => {
  const plain = await collectChanged(await worldOf(60), NO_CHANGE);
  const mixed = await collectChanged(await worldOf(60, FIRST), NO_CHANGE);
  assert.ok(plain.rows.length > 40);
  assert.deepEqual(idsOf(mixed), idsOf(plain));
  assert.equal(mixed.completeness, 'complete');
  assert.match(notesOf(mixed).join(), /^\d+ rows still for sale were excluded$/);
  assert.deepEqual(notesOf(plain), []);
});

test('pages full of homes on the market are read past', async () => {
  const { world, asked } = watched(await worldOf(400, FIRST));
  const page = await collectChanged(world, NO_CHANGE);
  assert.deepEqual(idsOf(page), idsOf(await collectChanged(await worldOf(400), NO_CHANGE)));
  assert.equal(page.completeness, 'complete');
  assert.ok(Math.max(...asked.map((query) => Number(query.get('page_number')))) >= 3);
});

test('an area is split when the answers reach the cap, though the sales alone do not', async () => {
  const { world, asked } = watched(await worldOf(4_000, FIRST));
  const page = await collectChanged(world, NO_CHANGE);
  const plain = watched(await worldOf(4_000));
  assert.deepEqual(idsOf(page), idsOf(await collectChanged(plain.world, NO_CHANGE)));
  assert.equal(page.completeness, 'complete');
  const boxes = (queries: readonly URLSearchParams[]) =>
    new Set(queries.map((query) => query.get('user_poly'))).size;
  assert.equal(boxes(plain.asked), 2, 'the area, and its half that proves the end');
  assert.ok(boxes(asked) > 2, 'the answers of the whole area end at the cap');
});

/** A source that passes over one parameter of a search for sales. */
const without = (world: World, name: string): World => ({
  ...world,
  answer: (request) => {
    const url = new URL(`http://x${request.path}`);
    url.searchParams.delete(name);
    return world.answer({ ...request, path: url.pathname + url.search });
  },
});

test('a source that ignores the request for sales gives no complete page without sales', async () => {
  const { world, asked } = watched(without(await worldOf(150), 'mpt'));
  await assert.rejects(collectChanged(world, NO_CHANGE), /(\d+) of \1 rows are of another kind/);
  assert.equal(asked.at(-1)?.get('sold_within_days'), '1095', 'one request more was asked');
  const few = await collectChanged(without(await worldOf(60), 'mpt'), NO_CHANGE, {
    min_price: 1_200_000,
  });
  assert.deepEqual([few.rows.length, few.completeness], [0, 'partial']);
  assert.match(notesOf(few).join(), /may ignore the request for sales/);
});

type Homes = readonly { readonly searchStatus: number }[];

test('an area with homes for sale and no sale of late is complete: one request proves it', async () => {
  const old: Change = {
    edit: (json, { filters }) => {
      if (filters.sold_within_days !== undefined) return;
      const { payload } = json as { payload: { homes?: Homes; originalHomes?: { homes: Homes } } };
      const list = payload.originalHomes ?? (payload as { homes: Homes });
      list.homes = list.homes.filter(({ searchStatus }) => searchStatus === 1);
    },
  };
  const page = await collectChanged(await worldOf(60, FIRST), old);
  assert.deepEqual([page.rows.length, page.completeness], [0, 'complete']);
});

/** A place in Texas. */
const TEXAS = { place: '78704' };

test('in Texas no sale has a price but those that say so, and the last asking price has its own name', async () => {
  const { rows, field_notes, completeness } = await collectChanged(
    await worldOf(60, TEXAS),
    NO_CHANGE,
  );
  const sold = rows.flatMap((row) => ('sale_price' in row ? [row] : []));
  const asked = sold.filter((row) => row.list_price !== null);
  assert.ok(asked.length > sold.length * 0.8);
  assert.ok(asked.every((row) => row.sale_price === null && row.price_per_sqft === null));
  assert.ok(asked.every((row) => row.sale_price_disclosure === 'not_disclosed'));
  assert.equal(completeness, 'complete');
  const why = field_notes.find(({ field }) => field === 'sale_price');
  assert.equal(why?.reason, 'not_disclosed');
});

test('in Texas prices are not filtered by the source, whose numbers are not sale prices', async () => {
  const { world, asked } = watched(await worldOf(60, TEXAS));
  const all = await collectChanged(world, NO_CHANGE);
  const prices = all.rows.flatMap((row) =>
    'sale_price' in row ? (row.sale_price?.amount ?? []) : [],
  );
  const [least = 0] = prices.sort((a, b) => a - b);
  const dear = await collectChanged(world, NO_CHANGE, { min_price: least });
  assert.ok(asked.every((query) => query.get('min_price') === null));
  assert.equal(dear.rows.length, prices.length);
  assert.equal(dear.completeness, 'complete');
  assert.match(notesOf(dear).join(), /rows whose sale price is not public were excluded/);
  const elsewhere = watched(await worldOf(60));
  await collectChanged(elsewhere.world, NO_CHANGE, { min_price: 300_000 });
  assert.equal(elsewhere.asked[0]?.get('min_price'), '300000');
});

/** Remembers how areas are asked for, and nothing else. */
function rememberingForms(): PlaceStore {
  let kept: string | null = null;
  return {
    ...NO_PLACES,
    findAreaForm: async () => kept,
    keepAreaForm: async (_source, form) => {
      kept = form;
    },
  };
}

for (const [fault, spelling] of [
  ['only_viewport', 'viewport'],
  ['only_poly', 'poly'],
] as const) {
  test(`a source that knows areas as ${spelling} alone is asked in it, once it has answered for another place`, async () => {
    const seattle = { place: '98103' };
    const { world, asked } = watched(await worldOf(60, { ...seattle, fault }));
    const places = rememberingForms();
    const page = await collectChanged(world, NO_CHANGE, {}, { places });
    const plain = await collectChanged(await worldOf(60, seattle), NO_CHANGE);
    assert.deepEqual(idsOf(page), idsOf(plain));
    assert.equal(page.completeness, 'complete');
    const names = (queries: readonly URLSearchParams[]) =>
      queries.map((query) => ['user_poly', 'viewport', 'poly'].find((name) => query.has(name)));
    assert.equal(names(asked)[0], 'user_poly');
    assert.ok(names(asked).indexOf(spelling) <= 2, 'each other way once');
    const before = asked.length;
    await collectChanged(world, NO_CHANGE, { sold_within_days: 30 }, { places });
    assert.deepEqual(new Set(names(asked.slice(before))), new Set([spelling]), 'remembered');
  });
}

test('a source that knows no way to write an area fails, after each was tried once', async () => {
  const none = without(
    without(without(await worldOf(60, { place: '98103' }), 'user_poly'), 'poly'),
    'viewport',
  );
  const { world, asked } = watched(none);
  await assert.rejects(collectChanged(world, NO_CHANGE), /outside the requested area|another area/);
  assert.ok(asked.length <= 3);
});
