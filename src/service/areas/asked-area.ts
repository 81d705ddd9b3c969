/** A place as the store is asked for it, and the test of what lies in it. */
import { LOCATION_FORMS, type LocationForm } from '#contract/params.js';
import { SEARCH_ROUTES } from '#contract/routes.js';
import type { RegionKind } from '#contract/series.js';
import { type Area, type AreaTest, locateRow } from '#domain/area.js';
import { absent } from '#domain/parsed-row.js';
import { type PlaceOf, readPlace, type SentPlace } from '#domain/query.js';
import { findArea, NAMED_PLACES } from '#geo/find-area.js';
import type { Geo } from '#geo/geo.js';
import { regionOf } from '#geo/region-of.js';
import type { AreaHome } from '#store/area-homes.js';
import type { SummedArea } from '#store/sale-months.js';
import type { Parts } from '../app.js';

/** An area of any form. */
export interface StoredArea {
  /** The place as a search of exactly this place has it. */
  readonly query: Readonly<Record<string, string>>;
  /** ZIPs that it may have homes in. */
  readonly zips: readonly string[];
  /** Whether a home of these ZIPs lies in it. */
  holds(home: Pick<AreaHome, 'zip' | 'city' | 'state' | 'lat' | 'lng'>): boolean;
}

export interface NamedArea extends StoredArea {
  readonly table: SummedArea;
  /** The region of market series; null where it has none. */
  readonly region: { readonly kind: RegionKind; readonly name: string } | null;
}

const FORMS = Object.keys(LOCATION_FORMS) as readonly LocationForm[];

/** A box may be as large as any route allows. */
const ANY_PLACE = { bbox_sqmi_max: Math.max(...SEARCH_ROUTES.map((one) => one.bbox_sqmi_max)) };

/** Reads an area of any form. Throws the API error of the first mistake. */
export function askedArea({ geo }: Parts<'geo'>, sent: SentPlace): StoredArea {
  const place = readPlace(sent, FORMS);
  return storedArea(geo, place, findArea(geo, ANY_PLACE, place));
}

/** Reads a named place. Throws the API error of the first mistake. */
export function namedArea({ geo }: Parts<'geo'>, sent: SentPlace): NamedArea {
  const place = readPlace(sent, ['zip', 'city', 'county']);
  const area = findArea(geo, NAMED_PLACES, place);
  const stored = storedArea(geo, place, area);
  const kind = place.form === 'county' ? 'county_fips' : place.form;
  const { [place.form]: asked = '', state = null } = stored.query;
  const name = regionOf(geo, kind, asked, state);
  return {
    ...stored,
    table: tableOf(area.test),
    region: name === null ? null : { kind, name },
  };
}

function storedArea(
  geo: Geo,
  { form: _form, ...sent }: PlaceOf<LocationForm>,
  { test, cover }: Area,
): StoredArea {
  const zips = cover.flatMap((box) => geo.zipsIn(box).map(({ zip }) => zip));
  return {
    query: Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, String(value)])),
    zips: test.by === 'zip' ? [test.zip] : [...new Set(zips)],
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
