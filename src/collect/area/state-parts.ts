/**
 * Areas of a source that is queried by state: which states an area needs, the county or city that
 * narrows a state's rows, and which rows may be in the area. Every row is located again.
 */
import type { Row } from '#contract/rows.js';
import type { Area } from '#domain/area.js';
import { boxAround, boxesMeet } from '#domain/box.js';
import { normalName } from '#domain/names.js';
import { type ParsedRow, valueOr } from '#domain/parsed-row.js';
import type { Via } from '#domain/position.js';
import { type Geo, statesOfZip } from '#geo/geo.js';

interface Searched {
  readonly area: Area;
  readonly geo: Geo;
}

/** Postal codes of the states that may hold homes of an area, sorted. */
export function statesOf({ area: { test, cover }, geo }: Searched): readonly string[] {
  switch (test.by) {
    case 'city':
      return [test.state];
    case 'county':
      return unique(test.fips.flatMap((fips) => geo.countyName(fips)?.state ?? []));
    case 'zip': {
      const zip = geo.zip(test.zip);
      return zip === undefined ? [] : unique(statesOfZip(geo, zip));
    }
    case 'box':
    case 'circle':
      return unique(cover.flatMap((box) => geo.statesNear(box)));
  }
}

const unique = (codes: readonly string[]): readonly string[] => [...new Set(codes)].sort();

/** The county or city of a state that an area is, or null. A former county is several counties. */
export function namedPart({ area, geo }: Searched): Extract<Via, { by: 'place' }> | null {
  const { test } = area;
  const name =
    test.by === 'city'
      ? `city:${cityName(geo, test)}`
      : test.by === 'county' && test.fips.length === 1
        ? `county:${geo.countyName(test.fips[0] ?? '')?.name ?? ''}`
        : '';
  return /:.+$/.test(name)
    ? { by: 'place', cover: area.cover.reduce(boxAround), token: name }
    : null;
}

/** The name as post offices write it; the city names here have no accents, capitals or points. */
function cityName(geo: Geo, { names, zips }: Extract<Area['test'], { by: 'city' }>): string {
  const written = zips.map((zip) => geo.zip(zip)?.city ?? '');
  return written.find((name) => names.includes(normalName(name))) ?? names[0] ?? '';
}

/** What to request besides the state: the county or city that was decided on. */
export function partOfState(via: Via | undefined): { county?: string; city?: string } {
  const [form = '', name = ''] = via?.by === 'place' ? via.token.split(/:(.*)/, 2) : [];
  if (form === 'county') return { county: name };
  return form === 'city' ? { city: name } : {};
}

/** The states that rows name, one per row that names any. */
export const statesNamed = (rows: readonly ParsedRow<Row>[]): readonly string[] =>
  rows.flatMap(({ address }) => valueOr(address.state) ?? []);

/** Whether a row without a map point may be in the area: its ZIP's boxes meet those of the area. */
export function mayLieIn({ area, geo }: Searched, { address }: ParsedRow<Row>): boolean {
  const zip = valueOr(address.zip);
  const known = zip === null ? undefined : geo.zip(zip);
  return known === undefined || area.cover.some((box) => boxesMeet(box, known.cover));
}
