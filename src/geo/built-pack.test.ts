/**
 * No tests here: the pack that the tests of this module read, named like a test so as not to ship.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Box, boxOfEdges } from '#domain/box.js';
import { programOf } from '../../test/support/own-process.js';

/** The pack of the last build, or one made now where nothing is built yet. */
export function packPath(): string {
  const built = here('../../dist/geo.bin');
  if (existsSync(built)) return built;
  const out = join(scratchFolder(), 'geo.bin');
  const script = new URL('../../scripts/build-geo.ts', import.meta.url).href;
  execFileSync(process.execPath, [...programOf(script), out]);
  return out;
}

/** A folder that is gone when the tests of the file are done. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-geo-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export const box = (west: number, south: number, east: number, north: number): Box =>
  boxOfEdges({ west, south, east, north });

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
