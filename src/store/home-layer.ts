/** Homes by place: pages of what sources show of them, in the order of their names. */
import type { Box } from '#domain/box.js';
import type { HomeMember } from '#domain/home.js';
import type { Db } from './db.js';
import { type Bind, binder } from './find-rows.js';
import { MEMBER, type MemberName } from './homes.js';

/** What a caller may read: origins that need no licence, and granted feeds of licensed ones. */
export interface ReadableHomes {
  readonly origins: readonly string[];
  readonly feeds: readonly { readonly origin: string; readonly feed: string }[];
  /** Rows of feeds seen before this moment are past their retention. */
  readonly feedsSince: Date;
}

/** Columns that a query compares, by operator; prices are in dollars. */
export type HomeCondition = readonly [
  column: keyof typeof COLUMNS,
  sign: '=' | '>=' | '<=',
  value: string | number,
];

export interface HomeBoxQuery {
  readonly readable: ReadableHomes;
  /** Null for everywhere. */
  readonly box: Box | null;
  /** First and last day of listing; homes without a date fit. */
  readonly from: string | null;
  readonly until: string | null;
  readonly conditions: readonly HomeCondition[];
}

/** A removed listing has no price and no status any more. */
const COLUMNS = {
  source: ['source', 'text'],
  kind: ['kind', 'text'],
  source_id: ['source_id', 'text'],
  home_id: ['home_id::text', 'text'],
  zip: ['zip', 'text'],
  status: ['case when removed_at is null then status end', 'text'],
  price: ['case when removed_at is null then price_cents / 100.0 end', 'double precision'],
  property_type: ['property_type', 'text'],
  beds: ['beds', 'real'],
  baths: ['baths', 'real'],
  living_area_sqft: ['living_area_sqft', 'integer'],
  year_built: ['year_built', 'integer'],
} as const;

/** The band of a latitude, as home_members_by_place has it: PostgreSQL divides towards zero. */
const BAND_HEIGHT = 20_000;
/** A box of more bands is not searched by band. */
const BANDS_MAX = 200;

/** A page of homes after a name, or the first. */
export function findHomesInBox(
  db: Db,
  query: HomeBoxQuery,
  after: MemberName | null,
  limit: number,
): Promise<HomeMember[]> {
  const { values, bind } = binder();
  return pageOfHomes(db, homesIn(query, bind), after, limit, { values, bind });
}

/** A page of all homes that a caller may read, with or without a point. */
export function findReadableHomes(
  db: Db,
  readable: ReadableHomes,
  after: MemberName | null,
  limit: number,
): Promise<HomeMember[]> {
  const { values, bind } = binder();
  const own = [readableCondition(readable, bind)];
  return pageOfHomes(db, own, after, limit, { values, bind });
}

/** Homes that meet some conditions, in the order of their names. */
function pageOfHomes(
  db: Db,
  conditions: readonly string[],
  after: MemberName | null,
  limit: number,
  { values, bind }: ReturnType<typeof binder>,
): Promise<HomeMember[]> {
  const own = [...conditions];
  if (after !== null) {
    const name = [after.source, after.kind, after.source_id].map(bind).join(', ');
    own.push(`(source, kind, source_id) > (${name})`);
  }
  return db.rows<HomeMember>(
    `select ${MEMBER} from home_members where ${own.join(' and ')}
     order by source, kind, source_id limit ${bind(limit)}`,
    values,
  );
}

/** How many homes a query has; null when there are more than `max`. */
export async function countHomesInBox(
  db: Db,
  query: HomeBoxQuery,
  max: number,
): Promise<number | null> {
  const { values, bind } = binder();
  const where = homesIn(query, bind).join(' and ');
  const [row] = await db.rows<{ n: number }>(
    `select count(*) as n from (select from home_members where ${where} limit ${bind(max + 1)}) found`,
    values,
  );
  const count = row?.n ?? 0;
  return count > max ? null : count;
}

export interface HomesExtent {
  readonly box: Box | null;
  readonly days: readonly [earliest: string | null, latest: string | null];
}

/** Where and when the homes lie that a caller may read. */
export async function homesExtent(db: Db, readable: ReadableHomes): Promise<HomesExtent> {
  const { values, bind } = binder();
  const everything = { readable, box: null, from: null, until: null, conditions: [] };
  const [row] = await db.rows<{
    w: number | null;
    s: number;
    e: number;
    north: number;
    earliest: string | null;
    latest: string | null;
  }>(
    `select min(lng) as w, min(lat) as s, max(lng) as e, max(lat) as north,
       min(list_date)::text as earliest, max(list_date)::text as latest
     from home_members where ${homesIn(everything, bind).join(' and ')}`,
    values,
  );
  const box =
    row === undefined || row.w === null
      ? null
      : { w: row.w, s: row.s, e: row.e + 1, n: row.north + 1 };
  return { box, days: [row?.earliest ?? null, row?.latest ?? null] };
}

/** The conditions of a query. */
export function homesIn(query: HomeBoxQuery, bind: Bind): string[] {
  const { readable, box, from, until, conditions } = query;
  return [
    'lat is not null and lng is not null',
    readableCondition(readable, bind),
    ...(box === null ? [] : boxConditions(box, bind)),
    ...(from === null ? [] : [`(list_date is null or list_date >= ${bind(from)}::date)`]),
    ...(until === null ? [] : [`(list_date is null or list_date <= ${bind(until)}::date)`]),
    ...conditions.map(([name, sign, value]) => {
      const [column, type] = COLUMNS[name];
      return `(${column}) ${sign} ${bind(value)}::${type}`;
    }),
  ];
}

function readableCondition({ origins, feeds, feedsSince }: ReadableHomes, bind: Bind): string {
  const free = `(feed is null and source = any(${bind(origins)}::text[]))`;
  if (feeds.length === 0) return free;
  const granted = `(source, feed) in (select * from unnest(
    ${bind(feeds.map(({ origin }) => origin))}::text[], ${bind(feeds.map(({ feed }) => feed))}::text[]))`;
  return `(${free} or (last_seen_at >= ${bind(feedsSince)} and ${granted}))`;
}

function boxConditions({ w, s, e, n }: Box, bind: Bind): string[] {
  const [first, last] = [Math.trunc(s / BAND_HEIGHT), Math.trunc((n - 1) / BAND_HEIGHT)];
  const count = last - first + 1;
  const bands = Array.from({ length: Math.min(count, BANDS_MAX) }, (_one, at) => first + at);
  return [
    ...(count > BANDS_MAX ? [] : [`(lat / ${BAND_HEIGHT}) = any(${bind(bands)}::integer[])`]),
    `lng >= ${bind(w)}::integer and lng < ${bind(e)}::integer`,
    `lat >= ${bind(s)}::integer and lat < ${bind(n)}::integer`,
  ];
}
