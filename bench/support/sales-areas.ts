/**
 * Real homes through a portal in memory: every ZIP of a file of sales (id, date, price, zipcode, lat, long;
 * the King County file has these columns) is read once with a part of the rows, which teaches extents, and
 * once more with all of them.
 */
import { readFileSync } from 'node:fs';
import type { AreaSearch } from '#collect/area-search.js';
import { NO_PLACES, type PlaceStore } from '#collect/place-store.js';
import { boxAround } from '#domain/box.js';
import type { LearnedExtent } from '#domain/extent.js';
import { findArea } from '#geo/find-area.js';
import type { Geo } from '#geo/geo.js';
import { hashText, unit } from '../../src/sandbox/data/chance.js';
import { chain, type Home, portal, searchOf } from '../../test/support/memory-driver.js';

const PAGE_ROWS = 41;
const PAGES_MAX = 20;
const SHARES = [0.5, 1];

/** A table row for each share of the rows that the first reading saw. */
export async function readSales(path: string, geo: Geo): Promise<string[][]> {
  const homes = homesIn(path);
  const zips = [...new Set(homes.map(({ zip }) => zip ?? ''))].filter(
    (zip) => geo.zip(zip) !== undefined,
  );
  const rows = [await measure('nothing known', geo, zips, homes, memoryPlaces())];
  for (const share of SHARES) {
    const places = memoryPlaces();
    const sample = homes.filter(({ id }) => unit(hashText(`${id}`, 1), 1) < share);
    await measure('', geo, zips, sample, places);
    rows.push(await measure(`learned from ${share * 100} %`, geo, zips, homes, places));
  }
  return rows;
}

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

async function measure(
  name: string,
  geo: Geo,
  zips: readonly string[],
  homes: readonly Home[],
  places: PlaceStore,
): Promise<string[]> {
  const source = portal(homes, PAGE_ROWS, PAGES_MAX);
  const total = { rows: 0, floor: 0, lost: 0, doubled: 0 };
  const asked = new Set<string>();
  for (const zip of zips) {
    const wanted = homes.filter((home) => home.zip === zip).length;
    const area = findArea(geo, { bbox_sqmi_max: 0 }, { form: 'zip', zip });
    const search: AreaSearch = { ...searchOf(source, area), geo, places };
    const { ids } = await chain(search, 100);
    total.rows += wanted;
    total.floor += Math.ceil(wanted / PAGE_ROWS);
    total.lost += wanted - new Set(ids).size;
    total.doubled += ids.length - new Set(ids).size;
    // A page that straddles two pages of ours comes from the page cache.
    for (const { area: where, subfilter, at } of source.questions)
      asked.add(JSON.stringify([zip, where, subfilter, at]));
    source.questions.length = 0;
  }
  return [
    name,
    String(zips.length),
    String(total.rows),
    String(total.floor),
    String(asked.size),
    (asked.size / total.floor).toFixed(2),
    String(total.lost),
    `${((total.lost / total.rows) * 100).toFixed(2)} %`,
    String(total.doubled),
  ];
}

/** Extents in memory, as the store keeps them. */
function memoryPlaces(): PlaceStore {
  const known = new Map<string, LearnedExtent>();
  return {
    ...NO_PLACES,
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
          coveredAtMs: isCovered ? 1_800_000_000_000 : (before?.coveredAtMs ?? null),
        });
      }
    },
  };
}
