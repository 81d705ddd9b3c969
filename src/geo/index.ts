/** Entry point of the module: `loadGeo` reads the pack and returns the lookups of places. */
import Flatbush from 'flatbush';
import { countyOfHome } from './county-of.js';
import type { Geo } from './geo.js';
import { boxReachesNyc, circleReachesNyc, NYC_COUNTIES, nycBorough, zipTouchesNyc } from './nyc.js';
import { type Pack, readPack } from './pack.js';
import { Places } from './places.js';
import {
  boxNearCounty,
  countiesNear,
  countyHolding,
  KM_PER_MILE,
  type Polygons,
} from './polygons.js';
import { Zips } from './zips.js';

export { type Borough, isNycCityName, NYC_COUNTIES, nycBorough } from './nyc.js';

/** Reads the geography pack at `path`. Throws when it is absent or of another format. */
export function loadGeo(path: string): Geo {
  const pack = readPack(path);
  const polygons = polygonsOf(pack);
  const zips = new Zips(pack);
  const places = new Places(pack, zips, polygons);
  const tables = { zips, places, polygons };
  const named = (county: number) => (county < 0 ? undefined : places.countyAt(county));
  const nyc = Object.values(NYC_COUNTIES).map((fips) => places.countyIndex(fips));
  const zipAt = (index: number) => (index < 0 ? undefined : zips.at(index));
  return {
    version: pack.header.version,
    zip: (zip) => zipAt(zips.indexOf(zip)),
    zips: () => zips.all(),
    state: places.state,
    city: (name, state) => places.city(name, state),
    county: (name, state) => places.county(name, state),
    countyName: (fips) => places.countyName(fips),
    countyOf: (lat, lng, zip) => named(countyOfHome(tables, lat, lng, zip)),
    onLand: (lat, lng) => countyHolding(polygons, lat, lng) >= 0,
    countyOfZip: (zip) => {
      const borough = nycBorough(zip);
      return borough
        ? places.countyName(NYC_COUNTIES[borough])
        : named(zips.countyAt(zips.indexOf(zip)));
    },
    zipsOfCounty: (fips) => zips.ofCounty(places.countyIndex(fips)),
    boxMeetsCounty: (box, fips) => {
      const county = places.countyIndex(fips);
      return county >= 0 && boxNearCounty(polygons, county, box, BORDER_KM);
    },
    statesNear: (box) => {
      const counties = [...countiesNear(polygons, box, BORDER_KM)];
      return [...new Set(counties.map((county) => places.countyAt(county).state))].sort();
    },
    zipsIn: (box) => zips.meeting(box).map((index) => zips.at(index)),
    densityPoints: (box) => zips.densityPoints(box),
    inNyc: zipTouchesNyc,
    boxMeetsNyc: (box) => boxReachesNyc(polygons, nyc, box),
    circleMeetsNyc: (lat, lng, radiusMiles) =>
      circleReachesNyc(polygons, nyc, { lat, lng, radiusKm: radiusMiles * KM_PER_MILE }),
  };
}

/** How far from its polygon a county may still reach: the polygons' greatest error. */
const BORDER_KM = 1.5;

const polygonsOf = (pack: Pack): Polygons => ({
  countyPartAt: pack.u32('county.partAt'),
  partCounty: pack.u16('part.county'),
  partRingAt: pack.u32('part.ringAt'),
  ringAt: pack.u32('ring.at'),
  coords: pack.f32('ring.coords'),
  partBox: pack.f32('part.box'),
  index: Flatbush.from(...pack.raw('part.index')),
});
