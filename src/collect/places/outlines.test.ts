/** A ZIP is read by its imported outline, unless that lies elsewhere. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Area } from '#domain/area.js';
import type { Box } from '#domain/box.js';
import type { LearnedExtent } from '#domain/extent.js';
import { AREA, chain, type Home, portal, searchOf } from '../../../test/support/memory-driver.js';
import type { AreaSearch } from '../area/area-search.js';
import { NO_PLACES } from './place-store.js';

const ZIP = '77002';
const AROUND: Area = { test: { by: 'zip', zip: ZIP }, cover: [AREA], exact: false };
/** Where the homes of the ZIP are; those of its neighbour are everywhere in AREA. */
const OWN: Box = { w: -95_450_000, s: 29_780_000, e: -95_350_000, n: 29_880_000 };
/** Full of the neighbour's homes. */
const ELSEWHERE: Box = { w: -95_790_000, s: 29_510_000, e: -95_600_000, n: 29_700_000 };
const EMPTY: Box = { w: -94_500_000, s: 29_500_000, e: -94_400_000, n: 29_600_000 };

const inside = ({ w, s, e, n }: Box, nth: number, count: number) => {
  const side = Math.ceil(Math.sqrt(count));
  return {
    x: Math.round(w + ((nth % side) + 0.5) * ((e - w) / side)),
    y: Math.round(s + (Math.floor(nth / side) + 0.5) * ((n - s) / side)),
  };
};
/** Enough that a strip of three hundredths of their box holds some. */
const OWN_HOMES = 1_600;
const homes: Home[] = Array.from({ length: OWN_HOMES + 500 }, (_, id) => ({
  id,
  ...(id < OWN_HOMES ? inside(OWN, id, OWN_HOMES) : inside(AREA, id - OWN_HOMES, 500)),
  price: 100_000 + id,
  beds: 2,
  hidden: false,
  zip: id < OWN_HOMES ? ZIP : '77003',
}));
const wanted = homes.filter(({ zip }) => zip === ZIP).map(({ id }) => id);

async function read(outline: Box | null, more: Partial<AreaSearch> = {}, learned?: LearnedExtent) {
  const source = portal(homes, 41, 60);
  const places = {
    ...NO_PLACES,
    findOutline: async () => outline,
    findExtent: async () => learned ?? null,
  };
  const { ids } = await chain({ ...searchOf(source, AROUND), places, ...more }, 300);
  const asked = new Set(source.questions.map(({ area, at }) => JSON.stringify([area, at])));
  return { ids: ids.sort((a, b) => a - b), requests: asked.size };
}

const extent = (box: Box): LearnedExtent => ({
  form: 'zip',
  name: ZIP,
  box,
  rows: 100,
  own: [],
  coveredAtMs: 1_799_999_999_999,
});

test('an outline goes before what was learned, and costs the pages of its box', async () => {
  const square = await read(null);
  const outlined = await read(OWN, {}, extent(AREA));
  assert.deepEqual([square.ids, outlined.ids], [wanted, wanted]);
  assert.ok(outlined.requests <= 44, `${outlined.requests} requests`);
  assert.ok(square.requests >= 52, `by the square ${square.requests}`);
});

test('an outline that leaves out a side of the homes is expanded to hold them', async () => {
  const half = { ...OWN, e: OWN.w + Math.round((OWN.e - OWN.w) * 0.6) };
  assert.deepEqual((await read(half)).ids, wanted);
});

test('an outline full of other homes is not used: the same rows as without it', async () => {
  const found = await read(ELSEWHERE);
  assert.deepEqual(found.ids, wanted);
});

test('an outline that shows nothing is not used, whatever was seen before', async () => {
  assert.deepEqual((await read(EMPTY)).ids, wanted);
  assert.deepEqual((await read(EMPTY, {}, extent(OWN))).ids, wanted);
});

test('the page that confirms an outline is the first page of the collection and is requested once', async () => {
  const source = portal(homes, 41, 60);
  const places = { ...NO_PLACES, findOutline: async () => OWN };
  await chain({ ...searchOf(source, AROUND), places }, 5_000);
  const asked = source.questions.map(({ area, at }) =>
    JSON.stringify([area.by === 'box' && area.box.w, at]),
  );
  assert.equal(asked.length, new Set(asked).size, asked.join(' '));
});

test('an audit by boxes looks beyond the outline', async () => {
  const audited = await read(OWN, { via: 'boxes' });
  assert.deepEqual(audited.ids, wanted);
  assert.ok(audited.requests >= 52, `${audited.requests} requests`);
});
