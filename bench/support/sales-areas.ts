/**
 * Real homes through a portal in memory: every ZIP of a file of sales (id, date, price, zipcode,
 * lat, long; the King County file has these columns) is searched once in each way of knowing where
 * its homes are. What the portal shows and what was asked of it is counted here; the searches are
 * those of the service.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AreaSearch } from '#collect/area/area-search.js';
import { type KnownPlace, NO_PLACES, type PlaceStore } from '#collect/places/place-store.js';
import { type Box, boxAround, inBox } from '#domain/box.js';
import type { LearnedExtent } from '#domain/extent.js';
import { findArea } from '#geo/find-area.js';
import type { Geo } from '#geo/geo.js';
import type { Driver, HttpDriver, Question } from '#sources/driver.js';
import { hashText, unit } from '../../src/sandbox/data/chance.js';
import {
  type Asked,
  chain,
  type Home,
  portal,
  searchOf,
} from '../../test/support/memory-driver.js';

const PAGE_ROWS = 41;
const PAGES_MAX = 20;
const NOW_MS = 1_800_000_000_000;
const FILE = 'records/kc_house_data.csv';

/** Where the file is; null where there is none. */
export function salesFile(): string | null {
  const path = join(process.env.ROWHOUSE_TEST_SAMPLES ?? 'none', FILE);
  return existsSync(path) ? path : null;
}

export const NO_SALES = `skipped: real sales (ROWHOUSE_TEST_SAMPLES names no folder with ${FILE})`;

export const SALES_HEADER =
  '|searches|rows|floor|requests|all/floor|target|lost|share|target|doubled'.split('|');

/** What is to be reached, of requests over the floor and of homes lost. */
const PLACES_MAX = 1.1;
const LEARNED_MAX = 1.8;
const LOST_MAX = 0.003;

/** A table row for each way; the first is the baseline. */
export async function readSales(path: string, geo: Geo): Promise<string[][]> {
  const homes = homesIn(path);
  const zips = [...new Set(homes.map(({ zip }) => zip ?? ''))].filter(
    (zip) => geo.zip(zip) !== undefined,
  );
  const measure = (way: Way) => measureWay(geo, zips, homes, way);
  const known = memoryPlaces();
  const placed = memoryPlaces();
  const rows = [
    await measure({ name: 'square, nothing known', places: known }),
    await measure({ name: 'places, looked up', places: placed, hasPlaces: true }),
    await measure({ name: 'places', places: placed, hasPlaces: true, target: PLACES_MAX }),
  ];
  for (const share of [0.5, 1]) {
    const places = memoryPlaces();
    const sample = homes.filter(({ id }) => unit(hashText(`${id}`, 1), 1) < share);
    await measureWay(geo, zips, sample, { name: '', places });
    const name = `learned from ${share * 100} %`;
    rows.push(await measure({ name, places, target: LEARNED_MAX }));
  }
  for (const trim of [0, 0.005]) {
    const boxes = outlinesOf(homes, zips, trim);
    const places = {
      ...memoryPlaces(),
      findOutline: async (zip: string) => boxes.get(zip) ?? null,
    };
    const outside = homes.filter((home) => liesOutside(boxes.get(home.zip ?? ''), home)).length;
    const name = `outlines, ${((outside / homes.length) * 100).toFixed(1)} % outside`;
    rows.push(await measure({ name, places, target: LEARNED_MAX }));
  }
  return rows;
}

interface Way {
  readonly name: string;
  readonly places: PlaceStore;
  /** Whether the portal has places of its own. */
  readonly hasPlaces?: true;
  /** The most requests over the floor. */
  readonly target?: number;
}

async function measureWay(
  geo: Geo,
  zips: readonly string[],
  homes: readonly Home[],
  { name, places, hasPlaces, target }: Way,
): Promise<string[]> {
  const total = { rows: 0, floor: 0, requests: 0, lost: 0, doubled: 0 };
  for (const zip of zips) {
    const area = findArea(geo, { bbox_sqmi_max: 0 }, { form: 'zip', zip });
    const source = portal(near(homes, area.cover.reduce(boxAround)), PAGE_ROWS, PAGES_MAX);
    const wanted = homes.filter((home) => home.zip === zip);
    const search = { ...searchOf(source, area), geo, places };
    const portalOfPlace = portal(wanted, PAGE_ROWS, PAGES_MAX);
    const place = { zip, box: outlinesOf(wanted, [zip], 0).get(zip) ?? null };
    const asked = { lookUps: 0 };
    const used = hasPlaces ? withPlaces(search, source, portalOfPlace, place, asked) : search;
    const { ids } = await chain(used, 100);
    total.rows += wanted.length;
    total.floor += Math.ceil(wanted.length / PAGE_ROWS);
    total.lost += wanted.length - new Set(ids).size;
    total.doubled += ids.length - new Set(ids).size;
    total.requests += requestsTo(source) + requestsTo(portalOfPlace) + asked.lookUps;
  }
  const { rows, floor, requests, lost, doubled } = total;
  return [
    name,
    ...[zips.length, rows, floor, requests].map(String),
    (requests / floor).toFixed(2),
    target === undefined ? '' : againstTarget(requests / floor, target, String(target)),
    String(lost),
    `${((lost / rows) * 100).toFixed(2)} %`,
    againstTarget(lost / rows, LOST_MAX, `${LOST_MAX * 100} %`),
    String(doubled),
  ];
}

const againstTarget = (found: number, most: number, shown: string): string =>
  `≤ ${shown}, ${found <= most ? 'met' : 'missed'}`;

/** A page that straddles two pages of ours comes from the page cache. */
const requestsTo = ({ questions }: Asked): number =>
  new Set(questions.map(({ area, subfilter, at }) => JSON.stringify([area, subfilter, at]))).size;

/** As far as a cover expands, and farther: what lies beyond is never asked for. */
function near(homes: readonly Home[], { w, s, e, n }: Box): Home[] {
  const [x, y] = [(e - w) * 2, (n - s) * 2];
  const box = { w: w - x, s: s - y, e: e + x, n: n + y };
  return homes.filter((home) => inBox(box, home.y / 1e6, home.x / 1e6));
}

/** The search at a portal with its own number for the ZIP: that request returns the ZIP's homes. */
function withPlaces(
  search: AreaSearch,
  { driver }: Asked,
  ofPlace: Asked,
  { zip, box }: { readonly zip: string; readonly box: Box | null },
  asked: { lookUps: number },
): AreaSearch {
  const places: NonNullable<HttpDriver['places']> = {
    readToken: (text) => text,
    tokenExample: '',
    find: () => NO_REQUEST,
    readFound: () => zip,
    check: { request: () => NO_REQUEST, read: () => ({ token: zip, label: zip, box }) },
  };
  const read = async (question: Question, signal: AbortSignal) => {
    const isOfPlace = question.area.by === 'box' && question.area.place === zip;
    const { driver: table } = isOfPlace ? ofPlace : { driver };
    if (table.over !== 'table') throw new TypeError('portals in memory are tables');
    return { page: await table.query(question, signal, NO_TABLE), readAtMs: 0 };
  };
  return {
    ...search,
    driver: { ...driver, over: 'http', places } as Driver,
    client: {
      ...search.client,
      findsPlaces: () => true,
      ask: async () => {
        asked.lookUps += 1;
        return '';
      },
      read: (_source, _driver, question, { signal }) => read(question, signal),
    },
  };
}

const NO_REQUEST = { method: 'GET', path: '/', headers: {}, body: null } as const;
const NO_TABLE = { version: null, imports: [], find: async () => [], count: async () => null };

function homesIn(path: string): Home[] {
  const [head = '', ...lines] = readFileSync(path, 'utf8').trim().split('\n');
  const names = head.split(',').map((name) => name.replaceAll('"', ''));
  const at = (name: string) => names.indexOf(name);
  const [price, beds, zip, lat, lng] = [
    at('price'),
    at('bedrooms'),
    at('zipcode'),
    at('lat'),
    at('long'),
  ];
  return lines.map((line, id) => {
    const cells = line.split(',').map((cell) => cell.replaceAll('"', ''));
    return {
      id,
      x: Math.round(Number(cells[lng]) * 1e6),
      y: Math.round(Number(cells[lat]) * 1e6),
      price: Number(cells[price]),
      beds: Number(cells[beds]),
      hidden: false,
      zip: cells[zip] ?? '',
    };
  });
}

/** The box of each ZIP's homes, less a share on each side: no better outline is at hand. */
function outlinesOf(homes: readonly Home[], zips: readonly string[], trim: number) {
  const boxes = new Map<string, Box>();
  for (const zip of zips) {
    const mine = homes.filter((home) => home.zip === zip);
    const [w, e] = between(
      mine.map(({ x }) => x),
      trim,
    );
    const [s, n] = between(
      mine.map(({ y }) => y),
      trim,
    );
    boxes.set(zip, { w, s, e: e + 1, n: n + 1 });
  }
  return boxes;
}

function between(values: readonly number[], trim: number): readonly [low: number, high: number] {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return [at(trim), at(1 - trim)];
}

const liesOutside = (box: Box | undefined, { x, y }: Home): boolean =>
  box !== undefined && !inBox(box, y / 1e6, x / 1e6);

/** Extents and places in memory, as the store keeps them. */
function memoryPlaces(): PlaceStore {
  const known = new Map<string, LearnedExtent>();
  const places = new Map<string, KnownPlace>();
  return {
    ...NO_PLACES,
    findPlace: async (_source, { form, name }) => places.get(`${form} ${name}`) ?? null,
    keepPlace: async (_source, { form, name }, found) => {
      const kept = { ...found, checkedAtMs: NOW_MS, audited: false, imported: false };
      places.set(`${form} ${name}`, kept);
    },
    findExtent: async (_source, _kind, { form, name }) => known.get(`${form} ${name}`) ?? null,
    noteExtents: (_source, _kind, extents, covered) => {
      for (const { form, name, box, rows, own } of extents) {
        const key = `${form} ${name}`;
        const before = known.get(key);
        const isCovered = covered?.form === form && covered.name === name;
        known.set(key, {
          form,
          name,
          box: before === undefined ? box : boxAround(before.box, box),
          rows: Math.max(before?.rows ?? 0, rows),
          own: [...new Set([...(before?.own ?? []), ...own])],
          coveredAtMs: isCovered ? NOW_MS : (before?.coveredAtMs ?? null),
        });
      }
    },
  };
}
