import type { RegionKind } from '#contract/series.js';
import type { Geo } from './geo.js';

/**
 * A region of market series as it is stored, from the spelling of a file or of a caller: the ZIP,
 * the FIPS code of the county, the city as `austin, TX`, the code of the state. A county may be
 * named, with its state. Null where no such region is known.
 */
export function regionOf(
  geo: Geo,
  kind: RegionKind,
  name: string,
  state: string | null,
): string | null {
  switch (kind) {
    case 'zip':
      return geo.zip(digitsOf(name))?.zip ?? null;
    case 'county_fips': {
      if (state === null) return geo.countyName(digitsOf(name))?.fips ?? null;
      const [fips, ...others] = geo.county(name, state)?.fips ?? [];
      return fips === undefined || others.length > 0 ? null : fips;
    }
    case 'city': {
      const city = geo.city(name, state ?? '');
      return city === undefined ? null : `${city.names[0] ?? ''}, ${city.state}`;
    }
    case 'state':
      return geo.state(name) ? name.toUpperCase() : null;
  }
}

/** Five digits; a file of numbers has lost the zeros in front. */
const digitsOf = (text: string): string =>
  /^\d{3,5}(?:\.0*)?$/.test(text) ? text.replace(/\.0*$/, '').padStart(5, '0') : '';
