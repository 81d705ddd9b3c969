/** Pages of rows of imported files and replicated feeds: by area, filters and order. */
import { isoMonthOf, lastDayOf, MONTH_CHARS } from '#domain/days.js';
import { comparisonsOf } from '#domain/ranges.js';
import type {
  After,
  ExactColumn,
  FoundTableRow,
  TableArea,
  TableExtent,
  TableQuery,
} from '#domain/table.js';
import { STRIP_HEIGHT } from './dataset-rows.js';
import type { Db } from './db.js';

/** Searches of imported files with more rows have no exact count. */
export const COUNT_MAX = 10_000;
/** A box of more strips is not searched by strip. */
const STRIPS_MAX = 200;

const ORDERS = {
  newest: 'day desc, import_id desc, line desc',
  price_high: 'price desc, import_id desc, line desc',
  price_low: 'price, import_id, line',
  stored: 'import_id, line',
} as const;
type Order = keyof typeof ORDERS;

/** Whether the rows of a page have a price; null for both. */
type Priced = boolean | null;

/** A page of the rows of these imports, in order; by price, rows without one come last. */
export async function findRows(
  db: Db,
  importIds: readonly number[],
  query: TableQuery,
): Promise<FoundTableRow[]> {
  if (query.sort !== 'price_low' && query.sort !== 'price_high') {
    return pageOf(db, importIds, query, null);
  }
  const { after, limit } = query;
  const isUnpriced = after !== null && after.value === null;
  const first = isUnpriced ? [] : await pageOf(db, importIds, query, true);
  if (first.length === limit) return first;
  const others = { ...query, after: isUnpriced ? after : null, limit: limit - first.length };
  return [...first, ...(await pageOf(db, importIds, others, false))];
}

/** How many rows of these imports a query has in all; null when there are more than `max`. */
export async function countRows(
  db: Db,
  importIds: readonly number[],
  query: TableQuery,
  max: number = Infinity,
): Promise<number | null> {
  const { values, bind } = binder();
  const parts = alternatives(query, importIds, bind).map(
    (conditions) => `select 1 from dataset_rows where ${conditions.join(' and ')}`,
  );
  const limit = max === Infinity ? '' : ` limit ${Math.trunc(max) + 1}`;
  const [row] = await db.rows<{ n: number }>(
    `select count(*) as n from (${parts.join(' union all ')}${limit}) found`,
    values,
  );
  const count = row?.n ?? 0;
  return count > max ? null : count;
}

/** Where and when the rows of these imports lie that have a point. */
export async function rowsExtent(db: Db, importIds: readonly number[]): Promise<TableExtent> {
  const [row] = await db.rows<{
    n: number;
    w: number | null;
    s: number;
    e: number;
    north: number;
    earliest: string | null;
    latest: string | null;
  }>(
    `select count(*) as n, min(x) as w, min(y) as s, max(x) as e, max(y) as north,
       min(day)::text as earliest, max(day)::text as latest
     from dataset_rows where ${isOneOf(importIds)} and x is not null`,
  );
  const { n: rows = 0, w = null, s = 0, e = 0, north = 0 } = row ?? {};
  return {
    rows,
    box: w === null ? null : { w, s, e: e + 1, n: north + 1 },
    earliest: row?.earliest ?? null,
    latest: row?.latest ?? null,
  };
}

export type Bind = (value: unknown) => string;

/** Collects the values of a statement. */
export function binder(): { values: unknown[]; bind: Bind } {
  const values: unknown[] = [];
  return { values, bind: (value) => `$${values.push(value)}` };
}

async function pageOf(
  db: Db,
  importIds: readonly number[],
  query: TableQuery,
  priced: Priced,
): Promise<FoundTableRow[]> {
  const { values, bind } = binder();
  const order = ORDERS[query.sort];
  const own = [
    ...(priced === null ? [] : [`price is ${priced ? 'not ' : ''}null`]),
    ...(query.after === null ? [] : [behind(query.sort, query.after, bind)]),
  ];
  const limit = bind(query.limit);
  const parts = alternatives(query, importIds, bind).map(
    (conditions) =>
      `(select import_id, line, day, price from dataset_rows
        where ${[...conditions, ...own].join(' and ')} order by ${order} limit ${limit})`,
  );
  return db.rows<FoundTableRow>(
    `with found as materialized (
       select * from (${parts.join(' union all ')}) parts order by ${order} limit ${limit}
     )
     select f.import_id, f.line, f.day::text as day, f.price, r.source_id, r.body
     from found f join dataset_rows r on r.import_id = f.import_id and r.line = f.line
       and ${isOneOf(importIds, 'r.')}
     order by ${order.replaceAll(/\b(?=day|price|import_id|line)/g, 'f.')}`,
    values,
  );
}

/** Numbers are in the text, so that the planner leaves out other partitions before reading. */
export const isOneOf = (importIds: readonly number[], prefix = ''): string =>
  importIds.length === 1
    ? `${prefix}import_id = ${Math.trunc(importIds[0] ?? 0)}`
    : `${prefix}import_id in (${importIds.map(Math.trunc).join(', ')})`;

/** The rows after a position in an order. */
function behind(order: Order, { value, import_id, line }: After, bind: Bind): string {
  // A feed has one table per kind. With its number compared too, the planner would expect no row.
  if (order === 'stored') return `line > ${bind(line)}::integer`;
  const [id, nth] = [`${bind(import_id)}::integer`, `${bind(line)}::integer`];
  switch (order) {
    case 'newest':
      return `(day, import_id, line) < (${bind(value)}::date, ${id}, ${nth})`;
    case 'price_high':
      if (value === null) return `(import_id, line) < (${id}, ${nth})`;
      return `(price, import_id, line) < (${bind(value)}::double precision, ${id}, ${nth})`;
    case 'price_low':
      if (value === null) return `(import_id, line) > (${id}, ${nth})`;
      return `(price, import_id, line) > (${bind(value)}::double precision, ${id}, ${nth})`;
  }
}

/** Disjoint sets of conditions: together they select the rows of a query. */
function alternatives(query: TableQuery, importIds: readonly number[], bind: Bind): string[][] {
  const all = [isOneOf(importIds), ...filterConditions(query, bind)];
  return areaAlternatives(query.area, bind).map((area) => [...area, ...all]);
}

const EXACT: Readonly<Record<ExactColumn, string>> = {
  source_id: 'text',
  price: 'double precision',
  beds: 'real',
  baths: 'real',
  sqft: 'integer',
  property_type: 'text',
  year_built: 'integer',
  zip: 'text',
  state: 'text',
  county_fips: 'text',
};
const EXACT_COLUMNS = Object.keys(EXACT) as ExactColumn[];

/** The conditions of a query besides its area. */
export function filterConditions(query: TableQuery, bind: Bind): string[] {
  const { filters, since, until = null, exact = {} } = query;
  return [
    ...(since === null ? [] : [`day >= ${bind(since)}::date`]),
    ...(until === null ? [] : untilConditions(until, bind)),
    ...EXACT_COLUMNS.flatMap((column) =>
      exact[column] === undefined ? [] : [`${column} = ${bind(exact[column])}::${EXACT[column]}`],
    ),
    ...comparisonsOf(filters).map(([fact, sign, value]) => {
      const column = fact === 'living_area_sqft' ? 'sqft' : fact;
      return `${column} ${sign} ${bind(value)}::${EXACT[column]}`;
    }),
    ...(filters.property_type === undefined
      ? []
      : [`property_type = any(${bind(filters.property_type)}::text[])`]),
    ...(filters.arms_length === undefined
      ? []
      : [`coalesce(arms_length::text, 'unknown') = any(${bind(filters.arms_length)}::text[])`]),
  ];
}

/**
 * Up to a day. Of a sale whose month alone is known the day stored is the first of it: such a sale
 * is before the end of the period only when its month has ended by then.
 */
function untilConditions(until: string, bind: Bind): string[] {
  const month = isoMonthOf(until);
  if (lastDayOf(month) === until) return [`day <= ${bind(until)}::date`];
  return [`(day < ${bind(`${month}-01`)}::date or (day <= ${bind(until)}::date and ${HAS_DAY}))`];
}

/** A month is shorter than a day; a body without the member is not of an imported sale. */
const HAS_DAY = `coalesce(length(body::json ->> 'sold_date'), 0) <> ${MONTH_CHARS}`;

/** Disjoint sets of conditions of an area. */
export function areaAlternatives(area: TableArea, bind: Bind): string[][] {
  switch (area.by) {
    case 'box':
      return [boxConditions(area.box, bind)];
    case 'circle':
      return [[...boxConditions(area.box, bind), circleCondition(area, bind)]];
    case 'postal_code':
      return [[`zip = ${bind(area.postal_code)}`]];
    case 'city': {
      const ofState = `(state = ${bind(area.state)} or state is null)`;
      const named = `city = any(${bind(area.names)}::text[])`;
      const inZips = `zip = any(${bind(area.zips)}::text[])`;
      return [
        [ofState, named],
        [ofState, inZips, `(${named}) is not true`],
      ];
    }
    case 'county':
      return [[`county_fips = any(${bind(area.fips)}::text[])`]];
    case 'everywhere':
      return [['x is not null']];
  }
}

/** The rows of a box, found by strips where they are few. */
export function boxConditions(
  { w, s, e, n }: Extract<TableArea, { by: 'box' }>['box'],
  bind: Bind,
) {
  const [first, last] = [Math.floor(s / STRIP_HEIGHT), Math.floor((n - 1) / STRIP_HEIGHT)];
  const count = last - first + 1;
  const strips = Array.from({ length: Math.min(count, STRIPS_MAX) }, (_one, at) => first + at);
  const inX = `x >= ${bind(w)}::integer and x < ${bind(e)}::integer`;
  const inY = `y >= ${bind(s)}::integer and y < ${bind(n)}::integer`;
  if (count > STRIPS_MAX) return [inX, inY];
  // Strips nearly repeat the condition on y. As a second condition, y would make the planner expect
  // a fraction of the rows, and sort the box although an index has them in order.
  const within = `case when ${inY} then true else false end`;
  return [`strip = any(${bind(strips)}::integer[])`, inX, within];
}

/** As in milesBetween (domain/box.ts). */
const MILES_PER_DEGREE = 69.0933;

function circleCondition(area: Extract<TableArea, { by: 'circle' }>, bind: Bind): string {
  const lat = `${bind(area.lat)}::double precision`;
  const lng = `${bind(area.lng)}::double precision`;
  const squares =
    `power(sin(radians(y / 1e6::double precision - ${lat}) / 2), 2) + cos(radians(${lat})) * ` +
    `cos(radians(y / 1e6::double precision)) * power(sin(radians(x / 1e6::double precision - ${lng}) / 2), 2)`;
  return `2 * ${MILES_PER_DEGREE} * degrees(asin(least(1, sqrt(${squares})))) <= ${bind(area.radius_mi)}::double precision`;
}
