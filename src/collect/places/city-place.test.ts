/** A city is requested by its number unless the number seems to end before the city does. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Area } from '#domain/area.js';
import { inBox } from '#domain/box.js';
import type { SourcePlace } from '#sources/driver.js';
import { AREA, chain, type Home, portal, searchOf } from '../../../test/support/memory-driver.js';
import type { AreaSearch } from '../area/area-search.js';
import { NO_PLACES } from './place-store.js';

const PAGE_ROWS = 41;
const LAT = 29.8;
/** The ZIPs of the city with their people and points; a few live in the last. */
const ZIPS = [
  { zip: '77002', weight: 6_000, lat: LAT, lng: -95.6 },
  { zip: '77003', weight: 3_900, lat: LAT, lng: -95.4 },
  { zip: '77099', weight: 100, lat: LAT, lng: -95.2 },
];
const CITY: Area = {
  test: { by: 'city', names: ['houston'], zips: ZIPS.map(({ zip }) => zip), state: 'TX' },
  cover: [AREA],
  exact: false,
};

const homes: readonly Home[] = Array.from({ length: 120 }, (_, id) => {
  const { zip = '', lng = 0 } = ZIPS[id % 2] ?? {};
  const [x, y] = [Math.round(lng * 1e6) + id, Math.round(LAT * 1e6)];
  return { id, x, y, price: 100_000 + id, beds: 2, hidden: false, zip };
});

/** The city at a source whose number covers the homes of some ZIPs: the ids, and the requests. */
async function readBy(held: readonly string[], box: SourcePlace['box'], audited = false) {
  const { driver, questions } = portal(homes, PAGE_ROWS, 20);
  const place = { token: '7', label: 'Houston', box };
  const base = searchOf({ driver, questions }, CITY);
  const search: AreaSearch = {
    ...base,
    driver: { ...driver, over: 'http', places: {} } as unknown as AreaSearch['driver'],
    geo: { ...base.geo, zip: (zip) => ZIPS.find((one) => one.zip === zip) } as AreaSearch['geo'],
    places: {
      ...NO_PLACES,
      findPlace: async () => {
        const known = { checkedAtMs: base.clock.nowMs(), audited, imported: false };
        return { status: 'good', place, ...known };
      },
    },
    client: {
      ...base.client,
      read: async (_source, _driver, question, { signal }) => {
        if (driver.over !== 'table') throw new TypeError('portals in memory are tables');
        const isOfPlace = question.area.by === 'box' && question.area.place !== undefined;
        const shown = isOfPlace ? homes.filter(({ zip = '' }) => held.includes(zip)) : homes;
        const { driver: own } = portal(shown, PAGE_ROWS, 20);
        if (own.over !== 'table') throw new TypeError('portals in memory are tables');
        questions.push(question);
        return {
          page: await own.query(question, signal, base.client.table('portal_a')),
          readAtMs: 0,
        };
      },
    },
  };
  const { ids } = await chain(search, 200);
  const last = questions.at(-1)?.area;
  const asked = last?.by === 'box' && last.place !== undefined ? 'place' : 'boxes';
  return { asked, lost: homes.length - new Set(ids).size, requests: questions.length };
}

const ALL = ['77002', '77003', '77099'];
const WEST = { ...AREA, e: -95_500_000 };

test('a city whose number holds its ZIPs is read by it, a page a request', async () => {
  const pages = Math.ceil(homes.length / PAGE_ROWS);
  assert.deepEqual(await readBy(ALL, AREA), { asked: 'place', lost: 0, requests: pages });
  assert.deepEqual(await readBy(ALL, null), { asked: 'place', lost: 0, requests: pages });
});

test('a ZIP of few people may lie beyond the number, and have no home on the first page', async () => {
  assert.ok(!inBox({ ...AREA, e: -95_300_000 }, LAT, -95.2));
  assert.equal((await readBy(ALL, { ...AREA, e: -95_300_000 })).asked, 'place');
});

test('a city with a ZIP beyond the bounds of its number is read by boxes, and loses nothing', async () => {
  const { asked, lost } = await readBy(ALL, WEST);
  assert.deepEqual([asked, lost], ['boxes', 0]);
});

test('a city whose number shows no home of a large ZIP is read by boxes, and loses nothing', async () => {
  const { asked, lost } = await readBy(['77002'], AREA);
  assert.deepEqual([asked, lost], ['boxes', 0]);
});

test('what an audit has found whole is not judged again', async () => {
  assert.equal((await readBy(ALL, WEST, true)).asked, 'place');
});
