/** Pages of a feed's changes and keys: the same driver, checks and counties as in a search. */
import type { Clock } from '#base/clock.js';
import type { SourceName } from '#contract/sources.js';
import type { Kind } from '#contract/values.js';
import type { ChangeMark, TableRow } from '#domain/table.js';
import type { Geo } from '#geo/geo.js';
import { changedAnswer, type FeedDriver } from '#sources/driver.js';
import { driverOf, replicationOf } from '#sources/index.js';
import type { KeysPage, ReplicaRow } from '#sources/replication.js';
import { checkAnswer } from '../checks/check-answer.js';
import type { FieldHistory } from '../checks/field-history.js';
import { parseRow } from '../checks/parse-page.js';
import { placeOf, seenBefore } from '../checks/seen-before.js';
import { pulledFrom } from '../upstream/feed-client.js';
import type { SourceClient } from '../upstream/source-client.js';
import { isFindable, tableRow } from './import-rows.js';

export interface PullParts {
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly geo: Geo;
  readonly client: SourceClient;
  readonly fieldHistory: FieldHistory;
}

/** A feed of a source that is replicated here. */
export interface PulledFeed {
  readonly source: SourceName;
  readonly feed: string;
}

/** A page of changes, as it is stored. */
export interface PulledPage {
  /** Null on an empty page. */
  readonly mark: ChangeMark | null;
  readonly rowCount: number;
  /** Every key of the page, once. */
  readonly keys: readonly string[];
  /** The rows of each kind that a search can find. */
  readonly rows: ReadonlyMap<Kind, readonly Omit<TableRow, 'line'>[]>;
  /** Rows that the feed counts after the mark; null if the count was not requested or sent. */
  readonly total: number | null;
  readonly isShort: boolean;
}

/** The kinds of rows that are replicated from a source. */
export const replicaKinds = (source: SourceName): readonly Kind[] =>
  replicationOf(source)?.kinds ?? [];

/** Whether rows deleted from a feed are found by comparing keys. */
export const comparesKeys = (client: SourceClient, { source, feed }: PulledFeed): boolean =>
  replicationOf(source)?.comparesKeys(client.addressOf(source, feed)?.options ?? {}) ?? false;

export const originOfPull = (client: SourceClient, { source, feed }: PulledFeed): string =>
  pulledFrom(source, client.addressOf(source, feed));

/** Rows of one page that prove something about it; fewer may be chance. */
const CHECKED_MIN = 50;
const UNREADABLE_MIN = 5;

/** The page of changes after a mark. Throws SourceError; nothing of such a page may be stored. */
export async function pullPage(
  { clock, geo, client, fieldHistory: history }: PullParts,
  { source, feed }: PulledFeed,
  asked: { readonly after: ChangeMark | null; readonly counts: boolean },
  signal: AbortSignal,
): Promise<PulledPage> {
  const nowMs = clock.nowMs();
  const page = await client.askFeed(
    source,
    feed,
    {
      request: (replication, profile) => replication.changes(asked.after, asked.counts, profile),
      read: (body, replication, profile) =>
        replication.readChanges(body, asked.after, nowMs, profile),
    },
    signal,
  );
  const rowCount = page.rows.length + page.unreadable;
  if (page.unreadable >= UNREADABLE_MIN && page.unreadable * 2 >= rowCount) {
    throw changedAnswer(source)(`${page.unreadable} of ${rowCount} rows have no key`);
  }
  // A row that changes while the page is made may occur twice: the last one is the newest.
  const byKey = new Map(page.rows.map((row) => [row.key, row]));
  const kinds = replicaKinds(source).flatMap((kind) => {
    const driver = driverOf(source, kind);
    if (driver === undefined) return [];
    const of = `${client.origin(source)} ${kind} `;
    const ofKind = [...byKey.values()].filter((row) => row.kind === kind);
    checkRows({ source, kind, driver, geo, history, of }, ofKind, nowMs);
    const stored = ofKind.flatMap((row) => storedRow({ driver, geo }, row, nowMs));
    return [[kind, stored] as const];
  });
  return {
    mark: page.last,
    rowCount,
    keys: [...byKey.keys()],
    rows: new Map(kinds),
    total: page.total,
    isShort: page.isShort,
  };
}

interface Reading {
  readonly driver: FeedDriver;
  readonly geo: Geo;
}

interface Checking extends Reading {
  readonly source: SourceName;
  readonly kind: Kind;
  readonly history: FieldHistory;
  /** The prefix of its signals' names. */
  readonly of: string;
}

/** Rows that lost their required fields must not replace the stored ones. */
function checkRows(
  { source, kind, driver, geo, history, of }: Checking,
  rows: readonly ReplicaRow[],
  nowMs: number,
): void {
  if (rows.length < CHECKED_MIN) return;
  const raws = rows.map(({ found_by }) => found_by);
  const reads = raws.map((raw) => parseRow({ driver, geo }, raw, contextAt(nowMs)));
  // A page of changes has homes from anywhere.
  const place = placeOf(reads);
  const before = seenBefore(history, of, { place, area: place, asker: '' });
  const everything = { filters: {}, subfilter: {}, nowMs };
  checkAnswer({ source, kind, driver, history: before, geo }, everything, raws, reads);
}

const contextAt = (nowMs: number) => ({ collectedAtMs: nowMs, siteBase: '' });

/** The row as it is stored: the columns it is found by, and the JSON it is parsed from. */
function storedRow(
  reading: Reading,
  { key, raw, found_by }: ReplicaRow,
  nowMs: number,
): Omit<TableRow, 'line'>[] {
  const read = parseRow(reading, found_by, contextAt(nowMs));
  if ('dropped' in read) return [];
  const stored = { ...tableRow(read.row, JSON.stringify(raw)), source_id: key };
  return isFindable(stored) ? [stored] : [];
}

/** A page of the keys of a feed. Throws SourceError. */
export const pullKeys = (
  { client }: Pick<PullParts, 'client'>,
  { source, feed }: PulledFeed,
  after: string | number | null,
  signal: AbortSignal,
): Promise<KeysPage> =>
  client.askFeed(
    source,
    feed,
    {
      request: (replication, profile) => replication.keys(after, profile),
      read: (body, replication, profile) => replication.readKeys(body, profile),
    },
    signal,
  );

/**
 * Where a pull begins: `overlapMs` before the newest change, to include rows that the feed showed
 * late; a change cannot be later than the page with it was requested, whatever its row claims. A
 * pull that resumes an interrupted one begins at its mark, if that is so far back that no row is
 * late any more.
 */
export function beginOf({ mark, read_at, pulled_at }: Stand, overlapMs: number): ChangeMark | null {
  if (mark === null) return null;
  const atMs = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(mark.at) ? mark.at : `${mark.at}Z`);
  const readMs = read_at?.getTime() ?? 0;
  const brokeOff = readMs > (pulled_at?.getTime() ?? 0);
  if (brokeOff && atMs < readMs - 2 * overlapMs) return mark;
  const newestMs = read_at === null ? atMs : Math.min(atMs, readMs);
  return { at: new Date(newestMs - overlapMs).toISOString(), key: null };
}

/** The state of a feed's pull. */
interface Stand {
  readonly mark: ChangeMark | null;
  /** When the last stored page, and the last page of the last finished pull, was requested. */
  readonly read_at: Date | null;
  readonly pulled_at: Date | null;
}
