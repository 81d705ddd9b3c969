/** Areas drawn by a seed, a sandbox of the whole country for them, and the rows that they have. */
import type { Clock } from '#base/clock.js';
import type { AreaTest } from '#domain/area.js';
import { boxAround, edgesAsked, milesBetween } from '#domain/box.js';
import type { AskedPlace } from '#domain/search.js';
import { findArea } from '#geo/find-area.js';
import type { Geo, Zip } from '#geo/geo.js';
import { hashText, unit } from '../../src/sandbox/data/chance.js';
import type { Home } from '../../src/sandbox/data/home.js';
import { createSyntheticData, type WorldOptions } from '../../src/sandbox/data/synthetic-data.js';
import { rowId } from '../../src/sandbox/portal_a/shown.js';

export interface DrawnArea {
  readonly form: 'zip' | 'city' | 'circle' | 'box';
  readonly query: string;
  readonly place: AskedPlace;
}

const HOMES = Number(process.env.AREAS_HOMES ?? 1_000_000);
const TOWERS = ['10001', '33131', '60611', '77002', '78701'];
const TOWER_HOMES = 900;
/** As large as the route allows. */
const RULES = { bbox_sqmi_max: 2_500 };

/** A sandbox with homes in all ZIPs, by their weights. */
export function sandboxOf(geo: Geo, seed: number) {
  const zips = [...geo.zips()].filter(({ weight }) => weight > 0);
  const whole = zips.reduce((sum, { weight }) => sum + weight, 0);
  return {
    seed,
    homes: 0,
    hidden: 0,
    places: zips.map(({ zip, weight }) => ({ zip, homes: (HOMES * weight) / whole })),
    towers: TOWERS.map((zip) => ({ zip, homes: TOWER_HOMES })),
  };
}

/** So many areas of each form: ZIPs and cities by their weight, circles and boxes around ZIPs. */
export function drawAreas(
  geo: Geo,
  seed: number,
  counts: Readonly<Record<DrawnArea['form'], number>>,
): DrawnArea[] {
  const zips = [...geo.zips()].filter(({ weight, state }) => weight > 0 && state !== 'PR');
  const whole = zips.reduce((sum, { weight }) => sum + weight, 0);
  const draw = (form: string, nth: number): Zip => {
    let left = unit(hashText(`${form} ${nth}`, seed), 1) * whole;
    const found = zips.find(({ weight }) => (left -= weight) < 0);
    return found ?? (zips[0] as Zip);
  };
  return Object.entries(counts).flatMap(([form, count]) =>
    Array.from({ length: count }, (_, nth) => {
      const size = unit(hashText(`${form} ${nth} size`, seed), 2);
      return areaAt(form as DrawnArea['form'], draw(form, nth), size);
    }),
  );
}

function areaAt(
  form: DrawnArea['form'],
  { zip, city, state, lat, lng }: Zip,
  size: number,
): DrawnArea {
  switch (form) {
    case 'zip':
      return { form, query: `zip=${zip}`, place: { form, zip } };
    case 'city': {
      const query = new URLSearchParams({ city, state }).toString();
      return { form, query, place: { form, city, state } };
    }
    case 'circle': {
      const radius_mi = Math.round((1 + size * 9) * 10) / 10;
      const [y, x] = [Number(lat.toFixed(4)), Number(lng.toFixed(4))];
      return {
        form,
        query: `lat=${y}&lng=${x}&radius_mi=${radius_mi}`,
        place: { form, lat: y, lng: x, radius_mi },
      };
    }
    case 'box': {
      const half = 0.02 + size * 0.15;
      const [w, s, e, n] = [lng - half, lat - half, lng + half, lat + half].map((each) =>
        Number(each.toFixed(4)),
      ) as [number, number, number, number];
      return {
        form,
        query: `bbox=${[w, s, e, n].join(',')}`,
        place: { form: 'bbox', bbox: [w, s, e, n] },
      };
    }
  }
}

/** The ids that a perfect collector finds in an area. */
export function openTruth(options: WorldOptions & { geo: Geo; clock: Clock }) {
  const data = createSyntheticData(options);
  return ({ place }: DrawnArea): Set<string> => {
    const { test, cover } = findArea(options.geo, RULES, place);
    const box = cover.reduce(boxAround);
    const [x, y] = [(box.e - box.w) * 2, (box.n - box.s) * 2];
    const edges = edgesAsked({ w: box.w - x, s: box.s - y, e: box.e + x, n: box.n + y });
    const homes = [...data.homesIn(edges, 'listings')];
    return new Set(
      homes.filter((home) => home.status !== 'pending' && lies(test, home)).map(rowId),
    );
  };
}

function lies(test: AreaTest, { plot, x, y }: Home): boolean {
  switch (test.by) {
    case 'zip':
      return plot.zip.zip === test.zip;
    case 'city':
      return test.zips.includes(plot.zip.zip);
    case 'county':
      return plot.zip.county_fips !== null && test.fips.includes(plot.zip.county_fips);
    case 'box':
      return x >= test.box.w && x < test.box.e && y >= test.box.s && y < test.box.n;
    case 'circle':
      return milesBetween(test.lat, test.lng, y / 1e6, x / 1e6) <= test.radius_mi;
  }
}
