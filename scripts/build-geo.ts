/**
 * Makes the geography pack out of open data packages:
 *
 *     node --conditions=source --import tsx scripts/build-geo.ts [OUT]
 *
 * OUT is dist/geo.bin unless named. The same packages always give the same bytes.
 */
import Flatbush from 'flatbush';
import { boxOfSquare } from '#geo/cover.js';
import { NO_COUNTY } from '#geo/pack.js';
import { type CityTable, cityTable } from './geo/city-table.js';
import { type CountyTable, countyTable } from './geo/county-table.js';
import { weightsOf } from './geo/people.js';
import { packSources, peopledPlaces, places as readPlaces, STATE_FIPS } from './geo/sources.js';
import { byBytes, PackWriter, u16 } from './geo/writer.js';
import { type ZipRow, zipTable } from './geo/zip-table.js';

const VINTAGE =
  'counties of 2023 (Connecticut: planning regions), ZIP areas of the 2020 census, post offices 2026';

buildGeo(process.argv[2] ?? 'dist/geo.bin');

function buildGeo(out: string): void {
  const began = performance.now();
  const places = readPlaces();
  const peopled = peopledPlaces();
  const counties = countyTable();
  const zips = zipTable(counties);
  const cities = cityTable(zips, places, peopled);
  const states = [...new Set(counties.state)].sort(byBytes);
  const pack = new PackWriter();
  pack.addStrings('state', states);
  addZips(pack, zips, states, weightsOf(zips, peopled));
  addCounties(pack, counties, states);
  addCities(pack, cities);
  const counts = {
    zips: zips.length,
    areas: zips.filter((zip) => zip.area).length,
    counties: counties.fips.length,
    cities: cities.cities.length,
    states: STATE_FIPS.size,
  };
  const { version, bytes } = pack.write(out, { vintage: VINTAGE, sources: packSources(), counts });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${out}: version ${version}, ${bytes} bytes, ${seconds} s`, counts);
}

function addZips(
  pack: PackWriter,
  zips: readonly ZipRow[],
  states: readonly string[],
  weights: Float32Array,
): void {
  const cities = [...new Set(zips.map((zip) => zip.city))].sort(byBytes);
  const cityAt = new Map(cities.map((city, at) => [city, at]));
  const prior = new Int8Array(zips.reduce((sum, zip) => sum + zip.shares.length, 0));
  const index = new Flatbush(zips.length, 16, Int32Array);
  let at = 0;
  for (const zip of zips) {
    prior.set(zip.shares, at);
    at += zip.shares.length;
    const box = boxOfSquare(zip);
    index.add(box.w, box.s, box.e, box.n);
  }
  index.finish();
  pack.add(
    'zip.code',
    Uint32Array.from(zips, (zip) => Number(zip.zip)),
  );
  pack.add(
    'zip.lat',
    Int32Array.from(zips, (zip) => zip.lat),
  );
  pack.add(
    'zip.lng',
    Int32Array.from(zips, (zip) => zip.lng),
  );
  pack.add('zip.half', u16(zips.map((zip) => zip.half)));
  pack.add('zip.county', u16(zips.map((zip) => (zip.county < 0 ? NO_COUNTY : zip.county))));
  pack.add(
    'zip.state',
    stateColumn(
      zips.map((zip) => zip.state),
      states,
    ),
  );
  pack.add('zip.city', u16(zips.map((zip) => cityAt.get(zip.city) ?? -1)));
  pack.add('zip.weight', weights);
  pack.add('zip.prior', prior);
  pack.add('zip.index', new Uint8Array(index.data));
  pack.addStrings('zipCity', cities);
}

function addCounties(pack: PackWriter, counties: CountyTable, states: readonly string[]): void {
  const { polygons } = counties;
  pack.add('county.fips', Uint32Array.from(counties.fips, Number));
  pack.add('county.state', stateColumn(counties.state, states));
  pack.addStrings('county.name', counties.names);
  pack.addStrings('county.key', [...counties.keys.keys()]);
  pack.addLists('county.keyOf', [...counties.keys.values()]);
  pack.add('county.partAt', polygons.countyPartAt);
  pack.add('part.county', polygons.partCounty);
  pack.add('part.ringAt', polygons.partRingAt);
  pack.add('part.box', polygons.partBox);
  pack.add('ring.at', polygons.ringAt);
  pack.add('ring.coords', polygons.coords);
  pack.add('part.index', new Uint8Array(polygons.index.data));
}

function addCities(pack: PackWriter, { cities, keys }: CityTable): void {
  const all = [...keys.keys()];
  const keyAt = new Map(all.map((key, at) => [key, at]));
  pack.addStrings('city.key', all);
  pack.add('city.keyOf', u16([...keys.values()]));
  pack.addLists(
    'city.names',
    cities.map((city) => city.keys.map((key) => keyAt.get(key) ?? -1)),
  );
  pack.addLists(
    'city.zips',
    cities.map((city) => city.zips),
  );
  const circles = cities.flatMap(({ circle }) =>
    circle ? [circle.lat, circle.lng, circle.half] : [0, 0, 0],
  );
  pack.add('city.circle', Int32Array.from(circles));
}

function stateColumn(codes: readonly string[], states: readonly string[]): Uint8Array {
  return Uint8Array.from(codes, (code) => {
    const at = states.indexOf(code);
    if (at < 0) throw new Error(`"${code}" is no state`);
    return at;
  });
}
