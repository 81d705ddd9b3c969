/**
 * How a feed is replicated into local tables: its rows in the order of `ModificationTimestamp` and
 * `ListingKey`, each page after the last row of the page before, and its keys, to find deleted
 * rows.
 */
import { isoDay } from '#domain/days.js';
import { isAbsent } from '#domain/parsed-row.js';
import type { ChangeMark } from '#domain/table.js';
import { changedAnswer, type SourceProfile, type UpstreamRequest } from '../driver.js';
import { isRaw, listOf, plain, type Raw } from '../raw-values.js';
import type { ChangesPage, KeysPage, ReplicaRow, Replication } from '../replication.js';
import { isLease, LISTED_STATUSES, RENTAL_STATUSES, SOLD_STATUSES } from './codes.js';
import { explain } from './explain.js';
import { type Feed, feedOf } from './feed.js';
import { FIELDS, type FieldName, type MlsKind, NEEDED } from './fields.js';
import { PULLED_ON, sourceId } from './home.js';
import { DESCRIPTION } from './metadata.js';
import { answerIn, asRows, countIn, isShortPage, keyIn } from './read.js';
import { literal, propertyRequest } from './request.js';
import { isWithheld, momentIn } from './values.js';

const changed = changedAnswer('mls');

/** Increase when more or other fields are read. */
const VERSION = '1';

const CHANGED_AT = 'ModificationTimestamp';
const KINDS: readonly MlsKind[] = ['listings', 'rentals', 'sold'];
const ALL_FIELDS: readonly FieldName[] = [...new Set(KINDS.flatMap((kind) => FIELDS[kind]))];
/** The value of `deletions` if no field of a row marks it as deleted. */
const BY_KEYS = 'keys';

export const REPLICATION: Replication = {
  kinds: KINDS,
  description: DESCRIPTION,
  explain,
  isWanted: ({ mode }) => mode === 'replica',
  comparesKeys: ({ deletions = BY_KEYS }) => deletions === BY_KEYS,
  version: () => VERSION,
  changes: requestChanges,
  readChanges,
  keys: requestKeys,
  readKeys,
};

/** The field whose `false` marks a row as deleted; null if there is none. */
const goneField = ({ options: { deletions = BY_KEYS } }: SourceProfile): string | null =>
  deletions === BY_KEYS ? null : deletions;

function requestChanges(
  after: ChangeMark | null,
  counts: boolean,
  profile: SourceProfile,
): UpstreamRequest {
  const feed = feedOf(profile);
  const gone = goneField(profile);
  for (const name of [CHANGED_AT, ...(gone === null ? [] : [gone])]) {
    if (!feed.has(name)) throw changed(`it has no field ${name}, which a replica needs`);
  }
  return propertyRequest(feed, {
    select: [
      ...ALL_FIELDS.filter((field) => NEEDED.includes(field) || feed.has(field)),
      ...(gone === null ? [] : [gone]),
    ],
    conditions: [...ownFilter(feed), ...behind(after)],
    order: `${CHANGED_AT},ListingKey`,
    counts,
  });
}

const ownFilter = ({ filter }: Feed): string[] => (filter === null ? [] : [`(${filter})`]);

function behind(after: ChangeMark | null): string[] {
  if (after === null) return [];
  const { at, key } = after;
  if (key === null) return [`${CHANGED_AT} ge ${at}`];
  const later = `${CHANGED_AT} gt ${at}`;
  return [`(${later} or (${CHANGED_AT} eq ${at} and ListingKey gt ${literal(key)}))`];
}

function readChanges(
  body: string,
  after: ChangeMark | null,
  nowMs: number,
  profile: SourceProfile,
): ChangesPage {
  const feed = feedOf(profile);
  const answer = answerIn(body);
  const raws = listOf(answer.value);
  const gone = goneField(profile);
  requireSent(raws, feed, gone === null ? SENT : [...SENT, gone]);
  requireOrder(raws, after);
  const pulledOn = isoDay(nowMs);
  const rows = asRows(ALL_FIELDS, raws, feed).flatMap((raw) => replicaRow(raw, pulledOn, gone));
  return {
    rows,
    unreadable: raws.length - rows.length,
    total: countIn(answer),
    last: raws.length === 0 ? null : markAt(raws.at(-1)),
    isShort: isShortPage(answer, raws.length, feed),
  };
}

/** Without these, a stored row would be missed or shown against its seller's wish. */
const SENT: readonly string[] = [
  ...NEEDED,
  'InternetEntireListingDisplayYN',
  'InternetAddressDisplayYN',
];

/** If a server silently omits requested fields, nothing may change here. */
function requireSent(rows: readonly unknown[], { has }: Feed, sent: readonly string[]): void {
  const lost = sent
    .filter((field) => has(field))
    .find(
      (field) => rows.length > 0 && rows.every((row) => isRaw(row) && row[field] === undefined),
    );
  if (lost !== undefined) throw changed(`the requested field ${lost} is missing`);
}

function replicaRow(row: unknown, pulledOn: string, gone: string | null): ReplicaRow[] {
  const key = isRaw(row) ? sourceId(row) : undefined;
  if (!isRaw(row) || key === undefined) return [];
  const isGone = gone !== null && isWithheld(row, gone);
  const raw = { ...row, [PULLED_ON]: pulledOn };
  // A hidden home is left out of a page with a note, as with a live feed; a home with a hidden
  // address has no point, so no box finds it.
  const found_by = { ...raw, InternetEntireListingDisplayYN: null };
  return [{ key, kind: isGone ? null : kindOf(row), raw, found_by }];
}

const plainSet = (names: readonly string[]): ReadonlySet<string> => new Set(names.map(plain));
const LISTED = plainSet(LISTED_STATUSES);
const LEASED = plainSet(RENTAL_STATUSES);
const SOLD = plainSet(SOLD_STATUSES);

/** The kind whose searches the row belongs to. */
function kindOf(row: Raw): MlsKind | null {
  const lease = isLease(row);
  if (lease === null) return null;
  const status = plain(typeof row.StandardStatus === 'string' ? row.StandardStatus : '');
  if (lease) return LEASED.has(status) ? 'rentals' : null;
  if (SOLD.has(status)) return 'sold';
  return LISTED.has(status) ? 'listings' : null;
}

function markAt(row: unknown): ChangeMark {
  const at = isRaw(row) ? row[CHANGED_AT] : undefined;
  const key = keyIn(row);
  if (typeof at !== 'string' || isAbsent(momentIn(at)) || key === undefined) {
    throw changed(`the last row of a page has no ListingKey or no ${CHANGED_AT}`);
  }
  return { at, key };
}

/** A server that ignores `$orderby` or the condition loses rows between two pages. */
function requireOrder(rows: readonly unknown[], after: ChangeMark | null): void {
  const times = rows.flatMap((row) => {
    const at = momentIn(isRaw(row) ? row[CHANGED_AT] : null);
    return isAbsent(at) ? [] : [at];
  });
  const begin = momentIn(after?.at ?? null);
  const all = isAbsent(begin) ? times : [begin, ...times];
  if (all.some((at, index) => at < (all[index - 1] ?? at))) {
    throw changed(`its rows are not in the order of ${CHANGED_AT}`);
  }
}

function requestKeys(after: string | number | null, profile: SourceProfile): UpstreamRequest {
  const feed = feedOf(profile);
  return propertyRequest(feed, {
    select: ['ListingKey'],
    conditions: [
      ...ownFilter(feed),
      ...(after === null ? [] : [`ListingKey gt ${literal(after)}`]),
    ],
    order: 'ListingKey',
    counts: after === null,
  });
}

function readKeys(body: string, profile: SourceProfile): KeysPage {
  const answer = answerIn(body);
  const rows = listOf(answer.value);
  const keys = rows.flatMap((row) => (isRaw(row) ? (sourceId(row) ?? []) : []));
  if (keys.length < rows.length) throw changed(`${rows.length - keys.length} rows have no key`);
  return {
    keys,
    total: countIn(answer),
    last: keyIn(rows.at(-1)) ?? null,
    isShort: isShortPage(answer, rows.length, feedOf(profile)),
  };
}
