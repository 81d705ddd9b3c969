/** The places of the country, which only looks up: one for all tests of a process. */
import type { Geo } from '#geo/geo.js';
import { openGeo } from '../../src/app.js';

let opened: Geo | undefined;

/** The geography pack that the build made; to load it costs a tenth of a second. */
export function geography(): Geo {
  opened ??= openGeo();
  return opened;
}
