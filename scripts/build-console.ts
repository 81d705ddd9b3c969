/**
 * Makes the console: the data that it loads as it needs it, the bundle, the bundle of the
 * operator's page, and a gzip file beside every file that gets smaller by it.
 *
 *     node --conditions=source --import tsx scripts/build-console.ts
 *
 * Needs dist/geo.bin. Writes dist/console-data (the bundle's input) and dist/console, and
 * dist/operator.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { loadGeo } from '#geo/index.js';
import { cityZips, countyFips, placeFiles } from './console/places.js';
import { outlines, surroundings } from './console/shapes.js';
import { zipAreas } from './console/zip-areas.js';

const DATA = 'dist/console-data';
const OUT = 'dist/console';
const OPERATOR_OUT = 'dist/operator';
const GZIP_BYTES_MIN = 1_024;

const began = performance.now();
writeData();
const bundle = { configFile: 'console/vite.config.ts', logLevel: 'warn' } as const;
await build(bundle);
await build({ ...bundle, mode: 'operator' });
const packed = compress(OUT);
compress(OPERATOR_OUT);
const seconds = ((performance.now() - began) / 1000).toFixed(1);
console.log(`${OUT}: ${packed.files} files, ${packed.bytes} bytes in gzip, ${seconds} s`);

function writeData(): void {
  rmSync(DATA, { recursive: true, force: true });
  mkdirSync(DATA, { recursive: true });
  const write = (name: string, data: unknown) =>
    writeFileSync(join(DATA, `${name}.json`), JSON.stringify(data));
  const geo = loadGeo('dist/geo.bin');
  const places = placeFiles(geo);
  for (const [digit, zips] of places.zips) write(`zips-${digit}`, zips);
  for (const [letter, cities] of places.cities) write(`cities-${letter}`, cities);
  write('counties', places.counties);
  write('city-zips', cityZips(geo, places));
  write('county-fips', countyFips(geo, places.counties));
  for (const [prefix, areas] of zipAreas(geo)) write(`areas-${prefix}`, areas);
  write('nyc', places.nyc);
  write('labels', places.labels);
  write('outline-states', outlines('states'));
  write('outline-counties', outlines('counties'));
  write('outline-around', surroundings());
}

/** The server sends the `.gz` file to whoever takes gzip, without compressing anything itself. */
function compress(folder: string): { files: number; bytes: number } {
  let files = 0;
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || path.endsWith('.gz')) continue;
    files += 1;
    const gzip =
      statSync(path).size < GZIP_BYTES_MIN ? null : gzipSync(readFileSync(path), { level: 9 });
    if (gzip !== null) writeFileSync(`${path}.gz`, gzip);
    bytes += gzip?.length ?? statSync(path).size;
  }
  return { files, bytes };
}
