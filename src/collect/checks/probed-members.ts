/**
 * Compares the members of a source's rows with those its reader expects: which ones the rows no
 * longer carry, and which ones the reader ignores. Only names leave this file, never values.
 */
import type { MissingMember } from '#contract/operator.js';
import type { Driver, RowContext } from '#sources/driver.js';
import type { Expectations, RowView } from '#sources/expectations.js';
import { readJsonOr } from '#sources/json-body.js';
import { isRaw, type Raw } from '#sources/raw-values.js';
import { chanceOfAtMost } from './field-history.js';
import { countMembers, type MemberCount } from './losses.js';

export interface ComparedMembers {
  readonly rows: number;
  readonly missing: readonly MissingMember[];
  readonly not_read: readonly string[];
}

/** Below this probability, rows do not lack a member by chance. */
const CHANCE_MAX = 1e-3;
/** Higher shares are not trusted: a single row may lack anything. */
const SHARE_MAX = 0.995;
/** A member that more than this share of its usual rows carry is not missing. */
const CARRIED_MAX = 0.5;

/** Compares rows with the driver's expectations. */
export function compareMembers(
  driver: Driver,
  raws: readonly Raw[],
  context: RowContext,
): ComparedMembers {
  const read = new Set<string>();
  const views: RowView[] = [];
  for (const raw of raws) {
    const traced = tracedOf(raw, '', read);
    driver.toRow(traced, context);
    const view = driver.expectations?.view(traced) ?? null;
    if (view !== null) views.push(view);
  }
  const missing = driver.expectations === undefined ? [] : missingIn(driver.expectations, views);
  return { rows: raws.length, missing, not_read: notRead(raws, read) };
}

function missingIn(expectations: Expectations, views: readonly RowView[]): MissingMember[] {
  const missing = new Map<string, MissingMember>();
  for (const count of countMembers(expectations, views).filter(isMissing)) {
    const { expected, called, rows, carried } = count;
    // Several entries of the table may expect one member, each for other rows.
    if (missing.get(called)?.is_lost === true) continue;
    missing.set(called, {
      member: called,
      fields: expected.fields,
      rows,
      carried_by: carried,
      normally: expected.share ?? 0,
      is_lost: expected.carried === true,
    });
  }
  return [...missing.values()];
}

/** A member that every row should carry may be partly missing; any other only on all rows. */
function isMissing({ expected, rows, carried }: MemberCount): boolean {
  const share = Math.min(SHARE_MAX, expected.share ?? 0);
  const most = expected.carried === true ? rows * share * CARRIED_MAX : 0;
  return rows > 0 && carried <= most && chanceOfAtMost(carried, rows, share) < CHANCE_MAX;
}

/** The same value, wrapped to record the paths of the members that are read. */
function tracedOf<T extends object>(value: T, path: string, read: Set<string>): T {
  // Reading a member twice returns the same object.
  const known = new Map<string, object>();
  return new Proxy(value, {
    get: (target, name, receiver) => {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof name === 'symbol' || !Object.hasOwn(target, name)) return member;
      const at = Array.isArray(target) ? path : pathOf(path, name);
      read.add(at);
      if (typeof member !== 'object' || member === null) return member;
      const traced = known.get(name) ?? tracedOf(member, at, read);
      known.set(name, traced);
      return traced;
    },
  });
}

const pathOf = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** The members of rows that were not read, only the outermost of each. */
function notRead(raws: readonly Raw[], read: ReadonlySet<string>): string[] {
  const found = new Set<string>();
  const walk = (value: unknown, path: string): void => {
    if (Array.isArray(value)) for (const one of value as readonly unknown[]) walk(one, path);
    if (!isRaw(value)) return;
    for (const [name, member] of Object.entries(value)) {
      const at = pathOf(path, name);
      if (read.has(at)) walk(member, at);
      else found.add(at);
    }
  };
  for (const raw of raws) walk(raw, '');
  return [...found].sort();
}

/** A prefix before JSON that keeps it from being run as a script. */
const GUARD = /^\s*\{\}&&/;
const DATA_SCRIPT = /<script\b[^>]*type="application\/json"[^>]*>([\s\S]*?)<\/script/i;

/**
 * The rows of an answer that its reader cannot read: the longest list of objects in it. It is a
 * guess, and the answer is a failure anyway.
 */
export function guessedRows(body: string): readonly Raw[] {
  const text = DATA_SCRIPT.exec(body)?.[1] ?? body.replace(GUARD, '');
  return longestList(readJsonOr(text, null)).map((row) => (isRaw(row.node) ? row.node : row));
}

function longestList(value: unknown): readonly Raw[] {
  const parts: readonly unknown[] = Array.isArray(value)
    ? (value as readonly unknown[])
    : isRaw(value)
      ? Object.values(value)
      : [];
  const own = Array.isArray(value) && parts.every(isRaw) ? parts : [];
  return parts.map(longestList).reduce((best, one) => (one.length > best.length ? one : best), own);
}
