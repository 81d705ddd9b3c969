/** How an area is requested from a source that knows places of its own and no boxes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Area } from '#domain/area.js';
import type { LearnedExtent } from '#domain/extent.js';
import type { Driver } from '#sources/driver.js';
import {
  AREA,
  type Asked,
  chain,
  feed,
  type Home,
  searchOf,
} from '../../../test/support/memory-driver.js';
import { NO_PLACES, type PlaceStatus } from '../places/place-store.js';
import type { AreaSearch } from './area-search.js';

const ZIP = '77002';
const ZIP_AREA: Area = { test: { by: 'zip', zip: ZIP }, cover: [AREA], exact: false };
const NOW_MS = 1_800_000_000_000;
const IDS: Readonly<Record<string, string>> = { Harbour: '7', Hill: '8', Market: '9' };

/** Homes of three places; the ZIP lies in the first two. */
const homes: readonly Home[] = Array.from({ length: 90 }, (_, id) => ({
  id,
  x: -95_500_000 + id,
  y: 29_800_000,
  price: 100_000 + id,
  beds: 2,
  hidden: false,
  zip: id < 40 ? ZIP : '77003',
}));
const placeOf = (id: number): string => (id < 30 ? 'Harbour' : id < 60 ? 'Hill' : 'Market');
const wanted = homes.filter(({ zip }) => zip === ZIP).map(({ id }) => id);

/** Answers for the requested places, or with the homes of another. */
function city(answersFor?: string): Asked {
  const { driver, questions } = feed(homes, 100, ['named_place']);
  const table = driver as Extract<Driver, { over: 'table' }>;
  const own: Driver = {
    ...table,
    placesIn: () => ['all'],
    placeOfRow: ({ source_id }) => placeOf(Number(source_id)),
    idsOfPlace: (name) => (IDS[name] === undefined ? [] : [IDS[name]]),
    query: async (question, signal, own) => {
      const page = await table.query(question, signal, own);
      const ids = question.area.by === 'named_place' ? question.area.ids : [];
      const asked = ids.includes('all') ? ['7', '8', '9'] : ids.map((id) => answersFor ?? id);
      const rows = page.rows.filter((home) =>
        asked.includes(IDS[placeOf((home as Home).id)] ?? ''),
      );
      return { ...page, rows, total: null };
    },
  };
  return { driver: own, questions };
}

/** A search of the ZIP; earlier collections saw rows in these places. */
function search(asked: Asked, own: readonly string[], coveredAtMs: number | null = NOW_MS - 1) {
  const kept: PlaceStatus[] = [];
  const extent: LearnedExtent = { form: 'zip', name: ZIP, box: AREA, rows: 40, own, coveredAtMs };
  const found: AreaSearch = {
    ...searchOf(asked, ZIP_AREA),
    places: {
      ...NO_PLACES,
      findExtent: async () => extent,
      findPlace: async () => {
        const last = kept.at(-1);
        return last === undefined
          ? null
          : { ...last, checkedAtMs: NOW_MS, audited: false, imported: false };
      },
      keepPlace: async (_source, _place, status) => {
        kept.push(status);
      },
    },
  };
  return { found, kept };
}

const idsAsked = ({ questions }: Asked) =>
  questions.map(({ area }) => (area.by === 'named_place' ? area.ids.join() : area.by));
const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);

test('a ZIP is requested by the places of its earlier rows', async () => {
  const source = city();
  const { ids, missing } = await chain(search(source, ['Harbour', 'Hill']).found, 15);
  assert.deepEqual(sorted(ids), wanted);
  assert.deepEqual(missing, []);
  assert.ok(
    idsAsked(source).every((asked) => asked === '7,8'),
    String(idsAsked(source)),
  );
});

for (const [what, own, coveredAtMs] of [
  ['no reading has covered it', ['Harbour', 'Hill'], null],
  ['the covering reading is old', ['Harbour', 'Hill'], NOW_MS - 40 * 86_400_000],
  ['a place has no known id', ['Harbour', 'Hill', 'Elsewhere'], NOW_MS - 1],
  ['a row named no place', ['Harbour', 'Hill', ''], NOW_MS - 1],
  ['nothing is known', [], NOW_MS - 1],
] as const) {
  test(`a ZIP is read by all places that cover it where ${what}`, async () => {
    const source = city();
    const { ids } = await chain(search(source, own, coveredAtMs).found, 100);
    assert.deepEqual(sorted(ids), wanted);
    assert.ok(idsAsked(source).every((asked) => asked === 'all'));
  });
}

test('only the place itself is requested, not its parts, and its rows include theirs', async () => {
  const source = city();
  const above = (name: string) => (name === 'Hill' ? ['8', '7'] : [IDS[name] ?? '']);
  const placesAbove = (id: string) => (id === '8' ? ['7'] : []);
  const driver: Driver = { ...source.driver, idsOfPlace: above, placesAbove };
  const asked = search({ ...source, driver }, ['Hill', 'Harbour']).found;
  await chain(asked, 100);
  assert.ok(idsAsked(source).every((ids) => ids === '7'));
});

test('rows with unknown names do not count against a place', async () => {
  const source = city();
  const driver: Driver = {
    ...source.driver,
    placeOfRow: ({ source_id }) =>
      Number(source_id) % 2 === 0 ? 'A new name' : placeOf(Number(source_id)),
  };
  const { found, kept } = search({ ...source, driver }, ['Harbour', 'Hill']);
  assert.deepEqual(sorted((await chain(found, 100)).ids), wanted);
  assert.deepEqual(kept, []);
  assert.ok(idsAsked(source).every((ids) => ids === '7,8'));
});

/** The same source, with the places that maps give the ZIP, and the result of its audit. */
function onMaps(own: readonly string[], audited?: PlaceStatus['status'], listed = ['7', '8']) {
  const source = city();
  const driver: Driver = { ...source.driver, placesOfZip: () => listed };
  const { found, kept } = search({ ...source, driver }, own, null);
  const place = { token: '', label: '', box: null };
  const known =
    audited === undefined
      ? null
      : {
          ...(audited === 'good' ? { status: audited, place } : { status: audited }),
          checkedAtMs: NOW_MS,
          audited: true,
          imported: false,
        };
  return {
    source,
    kept,
    found: { ...found, places: { ...found.places, findPlace: async () => known } },
  };
}

test('a ZIP is requested by the places that it touches before any collection has covered it', async () => {
  for (const own of [[], ['Hill'], ['Harbour', 'Hill']]) {
    const { source, found } = onMaps(own);
    assert.deepEqual(sorted((await chain(found, 15)).ids), wanted);
    assert.ok(
      idsAsked(source).every((ids) => ids === '7,8'),
      String(idsAsked(source)),
    );
  }
});

test('a place named by rows of the ZIP is requested in addition to those on maps', async () => {
  const { source, found } = onMaps(['Hill'], undefined, ['7']);
  assert.deepEqual(sorted((await chain(found, 100)).ids), wanted);
  assert.ok(idsAsked(source).every((ids) => ids === '7,8'));
});

test('an unknown name sends a ZIP to all places until an audit has found nothing outside', async () => {
  for (const [audited, asked] of [
    [undefined, 'all'],
    ['leaks', 'all'],
    ['good', '7,8'],
  ] as const) {
    const { source, found } = onMaps(['Harbour', 'Elsewhere'], audited);
    assert.deepEqual(sorted((await chain(found, 100)).ids), wanted);
    assert.ok(
      idsAsked(source).every((ids) => ids === asked),
      audited,
    );
  }
});

test('an audit collects all places that cover a ZIP, whatever form its searches use', async () => {
  const { source, found } = onMaps([]);
  await chain({ ...found, via: 'boxes' }, 100);
  assert.ok(idsAsked(source).every((ids) => ids === 'all'));
});

test('ids that answer for another place are dropped: the area is read by all, now and later', async () => {
  const source = city('9');
  const { found, kept } = search(source, ['Harbour', 'Hill']);
  const first = await chain(found, 100);
  assert.deepEqual(sorted(first.ids), wanted);
  assert.deepEqual(kept, [{ status: 'wrong' }]);
  const before = source.questions.length;
  assert.deepEqual(sorted((await chain(found, 100)).ids), wanted);
  assert.ok(
    idsAsked(source)
      .slice(before)
      .every((asked) => asked === 'all'),
  );
});

test('places that show nothing prove nothing: the area is read by all', async () => {
  const source = city('none of these');
  const { found, kept } = search(source, ['Harbour', 'Hill']);
  assert.deepEqual(sorted((await chain(found, 100)).ids), wanted);
  assert.deepEqual(kept, []);
});
