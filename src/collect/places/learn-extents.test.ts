/** Learned covers: what teaches them, and that a search by one still finds every row once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Area } from '#domain/area.js';
import type { Box } from '#domain/box.js';
import type { Extent, LearnedExtent, PlaceName } from '#domain/extent.js';
import { chain, type Home, portal, searchOf } from '../../../test/support/memory-driver.js';
import type { AreaSearch } from '../area/area-search.js';
import { NO_PLACES, type PlaceStore } from './place-store.js';

const ZIP = '77002';
const COVER: Box = { w: -95_400_000, s: 29_700_000, e: -95_300_000, n: 29_800_000 };
const AREA: Area = { test: { by: 'zip', zip: ZIP }, cover: [COVER], exact: false };
const NOW_MS = 1_800_000_000_000;

interface Note {
  readonly extents: readonly Extent[];
  readonly covered: PlaceName | null;
}

/** 200 homes of the ZIP in its middle, and 2,000 neighbours all over the cover. */
const homes: Home[] = Array.from({ length: 2_200 }, (_home, id) => {
  const isOurs = id < 200;
  const [x, y] = [(id * 7_919) % 1_000, (id * 104_729) % 1_000];
  const [from, step] = isOurs ? [40_000, 20] : [0, 100];
  return {
    id,
    x: COVER.w + from + x * step,
    y: COVER.s + from + y * step,
    price: 100_000 + id,
    beds: 2,
    hidden: false,
    zip: isOurs ? ZIP : '77003',
  };
});
const OURS = homes.filter(({ zip }) => zip === ZIP).map(({ id }) => id);

function search(
  all: readonly Home[],
  extent: LearnedExtent | null,
  more: Partial<AreaSearch> = {},
) {
  const notes: Note[] = [];
  const places: PlaceStore = {
    ...NO_PLACES,
    findExtent: async () => extent,
    noteExtents: (_source, _kind, extents, covered) => notes.push({ extents, covered }),
  };
  const asked = portal(all, 20, 10);
  const base = searchOf(asked, AREA);
  const geo = { ...base.geo, zip: () => ({ cover: COVER }) } as unknown as AreaSearch['geo'];
  return { notes, asked, search: { ...base, geo, places, ...more } };
}

const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);
const learned = (notes: readonly Note[], coveredAtMs: number): LearnedExtent => {
  const [extent] = notes.flatMap(({ extents }) => extents).filter(({ rows }) => rows >= 30);
  assert.ok(extent !== undefined);
  return { ...extent, coveredAtMs };
};

test('a complete collection learns the extent of its ZIP, and the next one needs a fraction of the pages', async () => {
  const first = search(homes, null);
  assert.deepEqual(sorted((await chain(first.search, 100)).ids), OURS);
  assert.deepEqual(first.notes.at(-1)?.covered, { form: 'zip', name: ZIP });
  const second = search(homes, learned(first.notes, NOW_MS));
  assert.deepEqual(sorted((await chain(second.search, 100)).ids), OURS);
  const [before, after] = [first.asked.questions.length, second.asked.questions.length];
  assert.ok(after * 3 < before, `${after} questions after ${before}`);
  assert.equal(second.notes.at(-1)?.covered, null, 'a learned cover proves nothing of its edges');
});

test('a chain of pages keeps its cover, whatever is learned between its pages', async () => {
  const first = search(homes, null);
  await chain(first.search, 100);
  let extent: LearnedExtent | null = learned(first.notes, NOW_MS);
  const second = search(homes, null);
  const places: PlaceStore = {
    ...second.search.places,
    findExtent: async () => {
      const known = extent;
      extent = null;
      return known;
    },
  };
  const { ids, pages } = await chain({ ...second.search, places }, 30);
  assert.ok(pages > 5);
  assert.deepEqual(sorted(ids), OURS);
});

test('a learned cover expands where rows lie in its margin, so a street that was built on is found', async () => {
  const first = search(homes, null);
  await chain(first.search, 100);
  const east = Math.max(...homes.filter(({ zip }) => zip === ZIP).map(({ x }) => x));
  const street = Array.from({ length: 12 }, (_home, nth) => ({
    id: 5_000 + nth,
    x: east + (nth + 1) * 900,
    y: COVER.s + 50_000,
    price: 250_000,
    beds: 2,
    hidden: false,
    zip: ZIP,
  }));
  const second = search([...homes, ...street], learned(first.notes, NOW_MS));
  assert.deepEqual(sorted((await chain(second.search, 100)).ids), [
    ...OURS,
    ...street.map(({ id }) => id),
  ]);
});

test('a collection with filters, or one that ends early, covers no place', async () => {
  const filtered = search(homes, null, { filters: { min_price: 1 } });
  await chain(filtered.search, 300);
  assert.deepEqual(
    filtered.notes.map(({ covered }) => covered),
    [null],
  );
  const paged = search(homes, null);
  await chain(paged.search, 150);
  assert.deepEqual(
    paged.notes.map(({ covered }) => covered?.name ?? null),
    [null, ZIP],
    'only the page that comes to the end proves the whole',
  );
});

test('a row that lies far from its ZIP teaches nothing', async () => {
  const lost = { ...(homes[0] as Home), id: 9_000, x: COVER.w - 10_000_000 };
  const area: Area = {
    test: { by: 'box', box: { ...COVER, w: lost.x - 1 } },
    cover: [{ ...COVER, w: lost.x - 1 }],
    exact: true,
  };
  const { notes, search: boxed } = search([...homes, lost], null, { area });
  await chain(boxed, 5_000);
  const boxes = notes.flatMap(({ extents }) => extents).map(({ box }) => box.w);
  assert.ok(boxes.length > 0 && boxes.every((w) => w >= COVER.w));
});
