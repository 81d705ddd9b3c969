/** Areas of the benchmark's questions, drawn by a seed, and which homes are in them. */
import { assert } from '#base/assert.js';
import { DAY_MS } from '#contract/durations.js';
import type { Geo } from '#geo/geo.js';
import { hashText, unit } from '../data/chance.js';
import { MICRO, type Plot, reachOf, type SyntheticData, WORLD } from '../data/home.js';
import { ODD_PLACES } from '../data/odd-zips.js';
import type { TruthPlace } from '../portal.js';
import type { QuestionForm } from './plan.js';

/** West, south, east and north in degrees. */
export type Edges4 = readonly [west: number, south: number, east: number, north: number];

/** An area as a question names it; `box` contains all of its homes. */
export type QuestionArea =
  | { readonly form: 'box'; readonly box: Edges4 }
  | { readonly form: 'zip'; readonly zip: string; readonly box: Edges4 }
  | {
      readonly form: 'city';
      readonly city: string;
      readonly state: string;
      readonly zips: readonly string[];
      readonly box: Edges4;
    }
  | {
      readonly form: 'county';
      readonly county: string;
      readonly state: string;
      readonly zips: readonly string[];
      readonly box: Edges4;
    };

/** Half of a box's side in degrees: the least, and what chance adds. */
const HALF_MIN = 0.02;
const HALF_SPAN = 0.15;
const DECIMALS = 4;
const STEP = 10 ** -DECIMALS;

export interface AreaDraws {
  /** The area of a draw; undefined where the drawn ZIP has none of this form. */
  draw(from: DrawableZips, form: QuestionForm, name: string): QuestionArea | undefined;
  /** ZIPs to draw from: by their homes, or all alike where an area without rows is wanted. */
  candidates(wants: (plot: Plot) => boolean, isAlike: boolean): DrawableZips;
}

/** ZIPs, and the sums of their weights up to each. */
export interface DrawableZips {
  readonly plots: readonly Plot[];
  readonly sums: readonly number[];
}

export function openDraws({ data, seed }: { data: SyntheticData; seed: number }): AreaDraws {
  const { geo } = data;
  const odd = new Set(ODD_PLACES.map(({ zip }) => zip));
  const all = [...data.plotsIn(WORLD)].filter(
    ({ zip, dayMs }) => dayMs === DAY_MS && !odd.has(zip.zip),
  );
  const byZip = new Map(all.map((plot) => [plot.zip.zip, plot]));
  const around = (zips: readonly string[]): Edges4 =>
    boxAround(zips.flatMap((zip) => byZip.get(zip) ?? []));
  return {
    candidates(wants, isAlike) {
      const plots = all.filter(wants);
      let sum = 0;
      return { plots, sums: plots.map((plot) => (sum += isAlike ? 1 : plot.homes + plot.tower)) };
    },
    draw({ plots, sums }, form, name) {
      const hash = hashText(name, seed);
      const goal = unit(hash, 1) * (sums.at(-1) ?? 0);
      const plot = plots[sums.findIndex((sum) => sum > goal)];
      if (plot === undefined) return undefined;
      return areaAt(geo, plot, form, unit(hash, 2), around);
    },
  };
}

function areaAt(
  geo: Geo,
  { zip }: Plot,
  form: QuestionForm,
  size: number,
  around: (zips: readonly string[]) => Edges4,
): QuestionArea | undefined {
  switch (form) {
    case 'zip':
      return { form, zip: zip.zip, box: around([zip.zip]) };
    case 'city': {
      const { city, state } = zip;
      const zips = geo.city(city, state)?.zips ?? [];
      return zips.length === 0 ? undefined : { form, city, state, zips, box: around(zips) };
    }
    case 'county': {
      const county = geo.countyOfZip(zip.zip);
      if (county === undefined) return undefined;
      const { fips, name, state } = county;
      const zips = geo.zipsOfCounty(fips);
      return { form, county: name, state, zips, box: around(zips) };
    }
    case 'box': {
      const half = HALF_MIN + size * HALF_SPAN;
      const { lng, lat } = zip;
      const [west, south, east, north] = [lng - half, lat - half, lng + half, lat + half];
      return { form, box: [rounded(west), rounded(south), rounded(east), rounded(north)] };
    }
  }
}

const rounded = (degrees: number): number => Number(degrees.toFixed(DECIMALS));

/** The box of all places where homes of these ZIPs may be, rounded outwards. */
function boxAround(plots: readonly Plot[]): Edges4 {
  assert(plots.length > 0, 'an area of the benchmark has a ZIP with homes');
  const edges = plots.map(({ zip, halfX, halfY }) => {
    const [x, y] = [reachOf(halfX) / MICRO + STEP, reachOf(halfY) / MICRO + STEP];
    return [zip.lng - x, zip.lat - y, zip.lng + x, zip.lat + y] as const;
  });
  return [
    rounded(Math.min(...edges.map(([west]) => west))),
    rounded(Math.min(...edges.map(([, south]) => south))),
    rounded(Math.max(...edges.map(([, , east]) => east))),
    rounded(Math.max(...edges.map(([, , , north]) => north))),
  ];
}

/** A home on the border, which an answer may have and need not have. */
export type Membership = 'inside' | 'outside' | 'border';

/** Whether a home is in an area: by its ZIP, or by its point in a box. */
export function membershipIn(geo: Geo, area: QuestionArea): (home: TruthPlace) => Membership {
  switch (area.form) {
    case 'box':
      return (home) => inBox(area.box, home);
    case 'zip':
      return ({ zip }) => (zip === area.zip ? 'inside' : 'outside');
    case 'city': {
      const zips = new Set(area.zips);
      return ({ zip }) => (zips.has(zip) ? 'inside' : 'outside');
    }
    case 'county': {
      const zips = new Set(area.zips);
      const fips = geo.countyOfZip(area.zips[0] ?? '')?.fips;
      return ({ zip, lng, lat }) => {
        // A ZIP may cross the border of its county: then the point says otherwise.
        const isByPoint = geo.countyOf(lat, lng, zip)?.fips === fips;
        if (zips.has(zip) === isByPoint) return isByPoint ? 'inside' : 'outside';
        return 'border';
      };
    }
  }
}

function inBox([west, south, east, north]: Edges4, { lng, lat }: TruthPlace): Membership {
  if (lng < west || lng > east || lat < south || lat > north) return 'outside';
  return lng === west || lng === east || lat === south || lat === north ? 'border' : 'inside';
}
