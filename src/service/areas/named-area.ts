/** A named place as the store is asked for it, and the test of what lies in it. */
import type { RegionKind } from '#contract/series.js';
import { type AreaTest, locateRow } from '#domain/area.js';
import { absent } from '#domain/parsed-row.js';
import { readPlace } from '#domain/query.js';
import type { AskedPlace } from '#domain/search.js';
import { findArea, NAMED_PLACES } from '#geo/find-area.js';
import { regionOf } from '#geo/region-of.js';
import type { AreaHome } from '#store/area-homes.js';
import type { SummedArea } from '#store/sale-months.js';
import type { Parts } from '../app.js';

export type PlaceQuery = Readonly<
  Partial<Record<'zip' | 'city' | 'state' | 'county', string | undefined>>
>;

export interface NamedArea {
  /** The place as a search of exactly this place has it. */
  readonly query: Readonly<Record<string, string>>;
  readonly table: SummedArea;
  /** ZIPs that it may have homes in. */
  readonly zips: readonly string[];
  /** The region of market series; null where it has none. */
  readonly region: { readonly kind: RegionKind; readonly name: string } | null;
  /** Whether a home of these ZIPs lies in it. */
  holds(home: Pick<AreaHome, 'zip' | 'city' | 'state' | 'lat' | 'lng'>): boolean;
}

/** Reads a named place. Throws the API error of the first mistake. */
export function namedArea({ geo }: Parts<'geo'>, sent: PlaceQuery): NamedArea {
  const { form, ...names } = readPlace(sent);
  const query: Readonly<Record<string, string>> = names;
  const { test, cover } = findArea(geo, NAMED_PLACES, { form, ...names } as AskedPlace);
  const kind = form === 'county' ? 'county_fips' : form;
  const name = regionOf(geo, kind, query[form] ?? '', query.state ?? null);
  const zips = cover.flatMap((box) => geo.zipsIn(box).map(({ zip }) => zip));
  return {
    query,
    table: tableOf(test),
    zips: test.by === 'zip' ? [test.zip] : [...new Set(zips)],
    region: name === null ? null : { kind, name },
    holds: ({ zip, city, state, lat, lng }) => {
      const county =
        lat === null || lng === null ? geo.countyOfZip(zip) : geo.countyOf(lat, lng, zip);
      const row = {
        address: {
          line1: UNKNOWN,
          unit: UNKNOWN,
          zip,
          city: city ?? UNKNOWN,
          state: state ?? UNKNOWN,
          county: UNKNOWN,
          county_fips: county?.fips ?? UNKNOWN,
        },
        location: lat === null || lng === null ? UNKNOWN : { lat, lng },
      };
      return locateRow(test, row, null) === 'inside';
    },
  };
}

function tableOf(test: AreaTest): SummedArea {
  switch (test.by) {
    case 'zip':
      return { by: 'postal_code', postal_code: test.zip };
    case 'city':
    case 'county':
      return test;
    case 'box':
    case 'circle':
      throw new TypeError(`a named place is not located by ${test.by}`);
  }
}

const UNKNOWN = absent('not_reported');
