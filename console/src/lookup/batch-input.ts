/** Homes as they are pasted or chosen: a table with names of columns, or a home on each line. */
import { BATCH_BYTES_MAX, BATCH_HOMES_MAX } from '#contract/lookups.js';
import type { NewLookupBatch } from '#contract/operations/lookups.js';
import { count } from '../text/format.js';

export interface BatchInput {
  /** As it is sent: a list, or a table as CSV. */
  readonly homes: NewLookupBatch['homes'] | string;
  readonly total: number;
  /** "a table with the columns address, zip". */
  readonly readAs: string;
  /** Why it cannot be sent; null when it can. */
  readonly problem: string | null;
}

/** Columns that name a home. */
const NAMING = ['address', 'url', 'source_id'];
const COLUMNS = [...NAMING, 'city', 'state', 'zip'];
const PAGE = /^https?:\/\//i;
/** An address has a space; an id has none. */
const ID = /^[\x21-\x7e]+$/;

/** Reads a text; null of an empty one. */
export function readBatch(text: string): BatchInput | null {
  const plain = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .trimEnd();
  if (plain.trim() === '') return null;
  const [first = ''] = plain.split('\n', 1);
  const names = first.split(/[,;\t|]/).map((name) =>
    name
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .toLowerCase(),
  );
  const known = COLUMNS.filter((column) => names.includes(column));
  if (NAMING.some((column) => names.includes(column))) {
    const total = recordsOf(plain) - 1;
    const readAs = `a table with ${known.length === 1 ? 'the column' : 'the columns'} ${known.join(', ')}`;
    return { homes: plain, total, readAs, problem: problemOf(total, plain) };
  }
  const lines = plain.split('\n').filter((line) => line.trim() !== '');
  const homes = lines.map((line) => homeOf(line.trim()));
  const readAs = 'one home on each line: an address, a page at the source, or an ID';
  return { homes, total: homes.length, readAs, problem: problemOf(homes.length, plain) };
}

function homeOf(line: string): NewLookupBatch['homes'][number] {
  if (PAGE.test(line)) return { url: line };
  return ID.test(line) ? { source_id: line } : { address: line };
}

/** Lines of a table: a line break between quotes belongs to a cell. */
const recordsOf = (table: string): number =>
  table.replace(/"(?:[^"]|"")*"/g, '').split('\n').length;

function problemOf(total: number, text: string): string | null {
  if (total < 1) return 'The table has no line below the names of its columns.';
  if (total > BATCH_HOMES_MAX) {
    return `These are ${count(total)} homes. Send at most ${count(BATCH_HOMES_MAX)} at once: divide the list.`;
  }
  if (new TextEncoder().encode(text).length > BATCH_BYTES_MAX) {
    return 'The list is larger than 1 MiB. Leave out columns that name no home, or divide it.';
  }
  return null;
}
