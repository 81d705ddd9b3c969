/**
 * Honest worlds of recorded answers: pages as they were, and sales of King County as searches would
 * list them.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import Papa from 'papaparse';
import { DAY_MS } from '#contract/durations.js';
import { boxOfEdges } from '#domain/box.js';
import type { Filters } from '#domain/search.js';
import type { Geo } from '#geo/geo.js';
import { driverOf } from '#sources/index.js';
import { NOW_MS } from '../mutations/world.js';
import type { Draft, Route } from './draft.js';
import { Draw } from './draw.js';
import { type Home, ordinaryHome } from './home.js';
import { areaAround, placeOf } from './places.js';
import { portalOf } from './portals.js';
import type { HonestWorld } from './world.js';

type Row = Readonly<Record<string, unknown>>;

const FOLDER = process.env['ROWHOUSE_TEST_SAMPLES'] ?? resolve('../shared/samples');
/** Searches of each form that are made of the sales; each has this many results at least. */
const SEARCHES_MAX = 4;
const RESULTS_MIN = 10;
const RESULTS_MAX = 349;

export const hasRecordings = (): boolean => existsSync(resolve(FOLDER, 'records'));

const textOf = (file: string): string => readFileSync(resolve(FOLDER, file), 'utf8');
const jsonOf = (file: string): Row => JSON.parse(textOf(file)) as Row;
const membersOf = (value: unknown): Row => (value ?? {}) as Row;
const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? (value as Row[]) : []);

/** All worlds of the recordings. */
export const recordedWorlds = (geo: Geo): readonly HonestWorld[] => [
  ...recordedCards(geo),
  ...recordedNodes(geo),
  ...recordedSales(geo),
];

/** A world whose portal has one page, whatever the box. */
function pageWorld(
  geo: Geo,
  route: Route,
  name: string,
  page: {
    readonly text: string;
    readonly ids: readonly unknown[];
    readonly points: readonly Row[];
  },
): HonestWorld {
  const driver = driverOf(route.source, route.kind);
  assert.ok(driver?.over === 'http');
  const lats = page.points.flatMap((point) => Number(point['latitude'] ?? point['lat']) || []);
  const lngs = page.points.flatMap((point) => Number(point['longitude'] ?? point['lon']) || []);
  const box = boxOfEdges({
    west: Math.min(...lngs) - 0.01,
    south: Math.min(...lats) - 0.01,
    east: Math.max(...lngs) + 0.01,
    north: Math.max(...lats) + 0.01,
  });
  const area = { test: { by: 'box', box }, cover: [box], exact: true } as const;
  const answer = async () => ({ prefix: '', json: page.text });
  return {
    seed: 0,
    route,
    archetypes: [name],
    filters: {},
    ids: new Set(page.ids.map(String)),
    era: name,
    world: { ...route, driver, geo, area, elsewhere: area, answer },
  };
}

function recordedCards(geo: Geo): readonly HonestWorld[] {
  const made = (kind: 'listings' | 'rentals' | 'sold', file: string, rows: readonly Row[]) => {
    const searchList = { totalResultCount: rows.length, resultsPerPage: 41, totalPages: 1 };
    const cat1 = { searchResults: { listResults: rows, mapResults: [] }, searchList };
    return pageWorld(geo, { source: 'portal_a', kind }, file, {
      text: JSON.stringify({ cat1 }),
      ids: rows.map((row) => row['lotId'] ?? row['plid'] ?? row['zpid']),
      points: rows.map((row) => membersOf(row['latLong'])),
    });
  };
  const listOf = (cat1: unknown) =>
    rowsOf(membersOf(membersOf(cat1)['searchResults'])['listResults']);
  const sold = membersOf(jsonOf('portal_a/sold-page.json')['searchPageState']);
  return [
    made('listings', 'for-sale page', listOf(jsonOf('portal_a/for-sale-page.json'))),
    made('rentals', 'rental buildings', rowsOf(jsonOf('portal_a/rentals-buildings.json'))),
    made('sold', 'sold page', listOf(sold['cat1'])),
  ];
}

/** The answers in GraphQL: counts are of the rows that were kept of them. */
function recordedNodes(geo: Geo): readonly HonestWorld[] {
  const made = (kind: 'listings' | 'rentals', field: string, file: string) => {
    const search = membersOf(membersOf(jsonOf(file)['data'])[field]);
    const nodes = rowsOf(search['edges']).map((edge) => membersOf(edge['node']));
    const inside = nodes.filter((node) => node['state'] === 'NY');
    const pageInfo = { ...membersOf(search['pageInfo']), hasNextPage: false };
    const page = { ...search, totalCount: nodes.length, pageInfo };
    return pageWorld(geo, { source: 'nyc_portal', kind }, `${kind} of New York`, {
      text: JSON.stringify({ data: { [field]: page } }),
      ids: inside.map(({ id }) => id),
      points: inside.map((node) => membersOf(node['geoPoint'])),
    });
  };
  return [
    made('listings', 'searchSales', 'nyc_portal/sales-page.json'),
    made('rentals', 'searchRentals', 'nyc_portal/rentals-page.json'),
  ];
}

function recordedSales(geo: Geo): readonly HonestWorld[] {
  const route = { source: 'portal_b', kind: 'sold' } as const;
  const active = rowsOf(jsonOf('portal_b/active-homes.json')).map((row, at) => ({
    ...row,
    searchStatus: 4,
    mlsStatus: 'Sold',
    soldDate: (Math.floor(NOW_MS / DAY_MS) - 2 - at) * DAY_MS + 7 * 3_600_000,
    dom: { level: 1 },
  }));
  const json = { errorMessage: 'Success', resultCode: 0, payload: { homes: active } };
  const csv = textOf('portal_b/sold-export.csv');
  const { data } = Papa.parse<string[]>(csv.trim());
  const cells = data.slice(1).filter((line) => line.length > 1);
  return [
    pageWorld(geo, route, 'homes on the market as sold', {
      text: `{}&&${JSON.stringify(json)}`,
      ids: active.map((row) => membersOf(row)['propertyId']),
      points: active.map((row) => membersOf(membersOf(membersOf(row)['latLong'])['value'])),
    }),
    pageWorld(geo, route, 'sold export', {
      text: csv,
      ids: cells.map((line) => /\/home\/(\d+)/.exec(line.join(','))?.[1]),
      points: cells.map((line) => ({ lat: line.at(-2), lon: line.at(-1) })),
    }),
    ...salesOfKingCounty(geo, route),
  ];
}

/**
 * Searches for one year, area, price, day, and for the beds of a ZIP, among the sales of the
 * county.
 */
function salesOfKingCounty(geo: Geo, route: Route): readonly HonestWorld[] {
  const sales = Papa.parse<Record<string, string>>(textOf('records/kc_house_data.csv'), {
    header: true,
    skipEmptyLines: true,
  }).data;
  const forms: readonly (readonly [name: string, key: (sale: Record<string, string>) => string])[] =
    [
      ['one year', (sale) => sale['yr_built'] ?? ''],
      ['one floor area', (sale) => sale['sqft_living'] ?? ''],
      ['one price', (sale) => sale['price'] ?? ''],
      ['one day of sale', (sale) => sale['date'] ?? ''],
      ['beds of a ZIP', (sale) => `${sale['zipcode']} ${sale['bedrooms']}`],
      ['beds of a ZIP and year', (sale) => `${sale['zipcode']} ${sale['yr_built']}`],
    ];
  const draw = new Draw(1);
  return forms.flatMap(([name, key]) => {
    const groups = groupsOf(sales, key).filter(
      (group) => group.length >= RESULTS_MIN && group.length <= RESULTS_MAX,
    );
    return draw
      .shuffled(groups)
      .slice(0, SEARCHES_MAX)
      .map((group, at) => salesWorld(geo, route, name, group, at % 2 === 0 ? 'homes' : 'csv'));
  });
}

type Sale = Record<string, string>;

function push(group: Sale[] | undefined, sale: Sale): Sale[] {
  const list = group ?? [];
  list.push(sale);
  return list;
}

function groupsOf(sales: readonly Sale[], key: (sale: Sale) => string): readonly Sale[][] {
  const groups = new Map<string, Sale[]>();
  for (const sale of sales) groups.set(key(sale), push(groups.get(key(sale)), sale));
  return [...groups.values()];
}

function salesWorld(
  geo: Geo,
  route: Route,
  name: string,
  sales: readonly Record<string, string>[],
  form: Draft['wire']['form'],
): HonestWorld {
  const draw = new Draw(sales.length);
  const place = placeOf(geo, draw, 'city');
  const scene = { draw, place, kind: route.kind };
  const homes = sales.map((sale, at) => homeOf(geo, ordinaryHome(scene), sale, name, at));
  const [first] = homes;
  const filters: Filters =
    name === 'one year' && first?.year
      ? { year_built_min: first.year, year_built_max: first.year }
      : name === 'one floor area' && first?.area
        ? { sqft_min: first.area, sqft_max: first.area }
        : name === 'one price' && first?.price
          ? { min_price: first.price, max_price: first.price }
          : name === 'beds of a ZIP' && first?.beds
            ? { beds_min: first.beds }
            : {};
  const wire = {
    cards: 'list',
    form,
    days: 'none',
    beyond: false,
    leaks: false,
    repeats: 0,
    noBids: 0,
  } as const;
  const draft: Draft = { ...scene, geo, route, rows: homes.length, homes, filters, wire };
  const area = areaAround(homes, place);
  const driver = driverOf(route.source, route.kind);
  assert.ok(driver?.over === 'http');
  return {
    seed: 0,
    route,
    archetypes: [`King County: ${name}, ${form}`],
    filters,
    ids: new Set(homes.map(({ id }) => String(id))),
    era: 'King County',
    world: { ...route, driver, geo, area, elsewhere: area, answer: portalOf(draft) },
  };
}

/**
 * A recorded sale with an invented street; sales lie on the days before now, in the order of the
 * list.
 */
function homeOf(
  geo: Geo,
  home: Home,
  sale: Record<string, string>,
  name: string,
  at: number,
): Home {
  const zip = sale['zipcode'] ?? '';
  return {
    ...home,
    type: 'single_family',
    door: null,
    city: geo.zip(zip)?.city ?? 'Seattle',
    state: 'WA',
    zip,
    lat: Number(sale['lat']),
    lng: Number(sale['long']),
    beds: Number(sale['bedrooms']),
    baths: Number(sale['bathrooms']) || null,
    area: Number(sale['sqft_living']),
    lot: Number(sale['sqft_lot']),
    year: Number(sale['yr_built']),
    price: Number(sale['price']),
    soldAge: name === 'one day of sale' ? 3 : 1 + (at % 85),
  };
}
