/** The area of a search: where to query, and which rows belong. */
import type { Address } from '#contract/values.js';
import { type Box, inBox, milesBetween } from './box.js';
import { normalName } from './names.js';
import { type Absent, valueOr } from './parsed-row.js';

/** The test of whether a row lies in the requested area. */
export type AreaTest =
  | { readonly by: 'zip'; readonly zip: string }
  | {
      readonly by: 'city';
      readonly state: string;
      readonly names: readonly string[];
      readonly zips: readonly string[];
    }
  | { readonly by: 'county'; readonly fips: readonly string[] }
  | { readonly by: 'box'; readonly box: Box }
  | {
      readonly by: 'circle';
      readonly lat: number;
      readonly lng: number;
      readonly radius_mi: number;
    };

/** The tests by these forms. */
export type AreaOf<By extends AreaTest['by']> = Extract<AreaTest, { readonly by: By }>;

export interface Area {
  readonly test: AreaTest;
  /** Boxes that cover the area; they may overlap. */
  readonly cover: readonly Box[];
  /** Whether the cover is the area itself, so that the source's own total counts the area. */
  readonly exact: boolean;
}

/** The parts of a row that locate it. */
export interface Locatable {
  readonly address: { readonly [K in keyof Address]: Exclude<Address[K], null> | Absent };
  readonly location: { readonly lat: number; readonly lng: number } | Absent;
}

export type Located = 'inside' | 'outside' | 'unplaceable';

/**
 * Whether a row lies in the area. `asked` is the box whose response contained the row: a row
 * without coordinates is located by that box; null when the source does not take boxes.
 */
export function locateRow(test: AreaTest, row: Locatable, asked: Box | null): Located {
  const point = valueOr(row.location);
  switch (test.by) {
    case 'zip':
      return valueOr(row.address.zip) === null
        ? 'unplaceable'
        : sideOf(row.address.zip === test.zip);
    case 'city':
      return locateInCity(test, row);
    case 'county': {
      const fips = valueOr(row.address.county_fips);
      return fips === null ? 'unplaceable' : sideOf(test.fips.includes(fips));
    }
    case 'box':
      // Without a point the source's response locates it: the requested box is part of the area.
      if (point === null && asked === null) return 'unplaceable';
      return point === null
        ? sideOf(asked !== null && contains(test.box, asked))
        : sideOf(inBox(test.box, point.lat, point.lng));
    case 'circle':
      return point === null
        ? locateByBox(test, asked)
        : sideOf(milesBetween(test.lat, test.lng, point.lat, point.lng) <= test.radius_mi);
  }
}

const sideOf = (inside: boolean): Located => (inside ? 'inside' : 'outside');

const contains = (outer: Box, inner: Box): boolean =>
  inner.w >= outer.w && inner.e <= outer.e && inner.s >= outer.s && inner.n <= outer.n;

function locateInCity(test: AreaTest & { by: 'city' }, row: Locatable): Located {
  const state = valueOr(row.address.state);
  const city = valueOr(row.address.city);
  const zip = valueOr(row.address.zip);
  if (state !== null && state !== test.state) return 'outside';
  if (city === null && zip === null) return 'unplaceable';
  const named = city !== null && test.names.includes(normalName(city));
  return sideOf(named || (zip !== null && test.zips.includes(zip)));
}

/** A row known only to lie in a box lies in the circle when the whole box does. */
function locateByBox(test: AreaTest & { by: 'circle' }, box: Box | null): Located {
  if (box === null) return 'unplaceable';
  const corners = [box.s, box.n].flatMap((y) =>
    [box.w, box.e].map((x) => [y / 1e6, x / 1e6] as const),
  );
  const inside = corners.every(
    ([lat, lng]) => milesBetween(test.lat, test.lng, lat, lng) <= test.radius_mi,
  );
  return inside ? 'inside' : 'unplaceable';
}
