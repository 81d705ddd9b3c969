/** NDJSON: one object per line; GeoJSON features may be lines too. */
import { importError } from '#base/operator-error.js';
import type { ImportFile } from '../importer.js';
import { readJsonOr } from '../json-body.js';
import type { Mapping } from '../mapping/mapping.js';
import { membersOf } from '../mapping/members.js';
import { isRaw } from '../raw-values.js';
import { byMembers, type LineRecord } from './columns.js';
import { textOfFile } from './read-text.js';

const LINE_CHARS_MAX = 1_048_576;

export const readNdjson = (file: ImportFile, mapping: Mapping): AsyncIterable<LineRecord> =>
  byMembers(linesOf(file, mapping), mapping);

async function* linesOf(file: ImportFile, { encoding }: Mapping) {
  let line = 0;
  let rest = '';
  for await (const text of textOfFile(file, encoding)) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LINE_CHARS_MAX) {
      throw importError(
        `Line ${line + 1} is longer than 1 MiB: this is not NDJSON. Nothing was imported.`,
      );
    }
    for (const one of lines) {
      line += 1;
      if (one.trim() !== '') yield { line, members: recordIn(one) };
    }
  }
  if (rest.trim() !== '') yield { line: line + 1, members: recordIn(rest) };
}

/** Allowed before the first object: a record separator or a byte order mark. */
const MARKS: ReadonlySet<string> = new Set(['\u001e', '\ufeff']);

/** RFC 8142 puts a record separator before each feature. */
function recordIn(text: string): ReadonlyMap<string, unknown> | null {
  const value = readJsonOr(MARKS.has(text.charAt(0)) ? text.slice(1) : text, null);
  return isRaw(value) ? membersOf(value) : null;
}
