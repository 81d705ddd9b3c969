/** Whether rows may be appended to a CSV file: their cells must lie below its heading. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { csvColumns, csvHeader } from '#contract/flat-rows.js';
import type { SearchRoute } from '#contract/routes.js';

/** A byte order mark and a line end, which editors may add. */
const ADDED_BYTES = 5;

/** Whether a file has a first line that is not the heading of the route's rows. */
export function hasOtherColumns(file: string, { source, kind }: SearchRoute): boolean {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return false;
  const heading = csvHeader(csvColumns(source, kind)).trimEnd();
  const start = startOf(file, Buffer.byteLength(heading) + ADDED_BYTES);
  const [first] = start.replace(/^\uFEFF/, '').split(/\r?\n/);
  return start !== '' && first !== heading;
}

function startOf(file: string, bytes: number): string {
  const descriptor = openSync(file, 'r');
  const start = Buffer.alloc(bytes);
  const read = readSync(descriptor, start, 0, bytes, 0);
  closeSync(descriptor);
  return start.toString('utf8', 0, read);
}
