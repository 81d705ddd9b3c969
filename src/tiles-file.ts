/** Checks the operator's vector tiles file (ROWHOUSE_CONSOLE_PMTILES) at the start. */
import { closeSync, openSync, readSync } from 'node:fs';
import { OperatorError } from '#base/operator-error.js';
import { quoted } from './config-values.js';

const NAME = 'ROWHOUSE_CONSOLE_PMTILES';
const HEADER_BYTES = 127;
const MAGIC = 'PMTiles';
const VERSION_AT = 7;
const VERSION = 3;
const TILE_TYPE_AT = 99;
const VECTOR = 1;

/** Throws OperatorError if the file cannot be read or is not a PMTiles archive of vector tiles. */
export function checkTilesFile(path: string): void {
  const header = readHeader(path);
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC || header.length < HEADER_BYTES) {
    throw new OperatorError(`${NAME} ${quoted(path)} is not a PMTiles archive.`);
  }
  if (header[VERSION_AT] !== VERSION) {
    throw new OperatorError(
      `${NAME} ${quoted(path)} has version ${header[VERSION_AT]} of PMTiles; version 3 is needed. Run pmtiles convert.`,
    );
  }
  if (header[TILE_TYPE_AT] !== VECTOR) {
    throw new OperatorError(
      `${NAME} ${quoted(path)} contains no vector tiles. Use an archive of Protomaps basemaps.`,
    );
  }
}

function readHeader(path: string): Buffer {
  try {
    const file = openSync(path, 'r');
    const header = Buffer.alloc(HEADER_BYTES);
    const bytes = readSync(file, header, 0, HEADER_BYTES, 0);
    closeSync(file);
    return header.subarray(0, bytes);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(
      `${NAME} cannot be read: ${reason}. Name a file that the service may read.`,
    );
  }
}
