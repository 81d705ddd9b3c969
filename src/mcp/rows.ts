/** Rows as CSV with the columns that an agent needs, preceded by facts. */
import type { Result, Summary } from '#contract/envelope.js';
import { csvColumns, csvHeader, csvLine, valueAt } from '#contract/flat-rows.js';
import { oneLine } from '#contract/one-line.js';
import { isLookup, type Route } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import type { SourceName } from '#contract/sources.js';
import type { Kind } from '#contract/values.js';
import { invalidQuery } from '#domain/api-error.js';
import { kindOf } from '#service/search/job-rows.js';
import type { ToolPage } from './read-page.js';
import type { Table, ToolAnswer } from './tool.js';
import { WHY_UNPRICED, withReason } from './withheld.js';

const HOME = ['beds', 'baths', 'living_area_sqft', 'property_type', 'address.line1', 'address.zip'];

/** No page URLs (half of a row's tokens) and no free text; only columns that a source has. */
const BRIEF: Readonly<Record<Kind, readonly string[]>> = {
  listings: ['source_id', 'status', 'list_price.amount', ...HOME, 'days_on_market'],
  rentals: ['source_id', 'listing_kind', 'rent_monthly.amount', ...HOME],
  sold: ['source_id', 'sold_date', 'sale_price.amount', ...HOME],
  auctions: ['source_id', 'status', 'extras.starting_bid.amount', 'extras.auction_start', ...HOME],
};

/** In `fields`: every column. */
export const ALL_FIELDS = 'all';

/** The brief columns of a source and kind. */
export function briefColumns(source: SourceName, kind: Kind): readonly string[] {
  const known = new Set(csvColumns(source, kind));
  return BRIEF[kind].filter((column) => known.has(column));
}

/** The requested columns; the brief ones by default. */
function columnsFor(route: Route, kind: Kind, fields: readonly string[]): readonly string[] {
  const known = csvColumns(route.source, kind);
  if (fields.length === 0) return briefColumns(route.source, kind);
  if (fields.includes(ALL_FIELDS)) return known;
  const chosen = ['source_id', ...fields.filter((field) => field !== 'source_id')].map((field) => ({
    field,
    columns: known.filter((column) => column === field || column.startsWith(`${field}.`)),
  }));
  const unknown = chosen.find(({ columns }) => columns.length === 0);
  if (unknown === undefined) return [...new Set(chosen.flatMap(({ columns }) => columns))];
  throw invalidQuery(
    'fields',
    `"${unknown.field.slice(0, 40)}" is not a column of this route. The columns are ${known.join(', ')}; or "${ALL_FIELDS}".`,
  );
}

/** Columns of changed homes of several kinds: those that at least one of them fills. */
export function changeColumns(homes: readonly object[]): readonly string[] {
  const named = ['source', ...Object.values(BRIEF).flat(), WHY_UNPRICED, 'previous_source_id'];
  const filled = [...new Set(named)].filter((column) =>
    homes.some((home) => csvLine([column], home) !== LINE_END),
  );
  return ['seq', 'change', ...filled, 'previous'];
}

const LINE_END = '\r\n';

/** Rows as CSV with a header, one line each, ending with LF: CRLF costs a token per row. */
export const csvOf = ({ columns, rows }: Table): string =>
  [csvHeader(columns), ...rows.map((row) => csvLine(columns, row))]
    .map((line) => oneLine(line.slice(0, -LINE_END.length)))
    .join('\n');

/** A table as JSON: the names once, and for each row its values in their order. */
export const dataOf = ({ columns, rows }: Table) => ({
  columns,
  data: rows.map((row) => columns.map((column) => valueAt(row, column) ?? null)),
});

/** Which rows of a page to show. */
export interface Window {
  readonly offset: number;
  readonly limit: number;
  readonly fields: readonly string[];
}

/** A page as an answer: the total, whether any homes are missing, its cost; then the rows. */
export function pageAnswer(
  route: Route,
  page: ToolPage,
  window: Window,
  pageRows: number,
): ToolAnswer {
  const { result } = page;
  const shown = result.data.slice(window.offset, window.offset + window.limit);
  const columns = columnsFor(route, kindOf(route, result.data[0]), window.fields);
  const first = window.offset + 1;
  const span = shown.length === 0 ? 'none' : `${first}-${window.offset + shown.length}`;
  const facts = {
    ...leadOf(page),
    rows: `${span} of ${result.count} on this page`,
    collected_at: result.collected_at,
    job_id: page.jobId,
    ...(result.summary !== null && { page_summary: flatSummary(result.summary) }),
    ...notesOf(result, columns),
    ...nextOf(route, result, window.offset + shown.length, pageRows),
  };
  return { facts, table: withReason({ columns, rows: shown }, result.field_notes) };
}

/** The first facts of every answer with homes. */
export const leadOf = ({ result, credits, isRepeat }: ToolPage) => ({
  total: totalOf(result),
  completeness: result.completeness,
  credits,
  ...(isRepeat && { repeat: 'same job as before: not charged again' }),
});

/** The number of homes that match; null where the source does not report it. */
export const totalOf = ({ reported_total, next_cursor, count, query }: Result): number | null =>
  reported_total ?? (next_cursor === null && !('cursor' in query) ? count : null);

/** Amounts without their currency, which is given once. */
export function flatSummary(summary: Summary): Readonly<Record<string, unknown>> {
  const flat: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(summary) as [string, Summary[keyof Summary]][]) {
    if (typeof value === 'object' && value !== null) {
      flat[name] = value.amount;
      flat.currency = value.currency;
    } else if (value !== null) flat[name] = value;
  }
  return flat;
}

/** Why shown columns are empty in some rows, and what the page leaves out. */
export function notesOf({ field_notes }: Result, columns: readonly string[]) {
  const left_out = field_notes.flatMap(({ field, detail }) =>
    field === 'data' && detail !== null ? [detail] : [],
  );
  const empty: Record<string, string> = {};
  for (const { field, reason } of field_notes) {
    const isShown = columns.some((column) => column === field || column.startsWith(`${field}.`));
    if (isShown) empty[field] = empty[field] === undefined ? reason : `${empty[field]}, ${reason}`;
  }
  return {
    ...(left_out.length > 0 && { left_out }),
    ...(Object.keys(empty).length > 0 && { why_empty: empty }),
  };
}

/** How to get the remaining homes, and what it costs. */
function nextOf(route: Route, result: Result, shown: number, pageRows: number) {
  const rest: string[] = [];
  if (shown < result.count) {
    rest.push(`The other rows of this page are free: get_job with offset ${shown}.`);
  }
  if (result.next_cursor !== null && !isLookup(route)) {
    const total = totalOf(result);
    const price = `${route.price} ${route.price === 1 ? 'credit' : 'credits'}`;
    const all =
      total === null
        ? 'The source gives no total.'
        : `All ${total} homes are about ${Math.ceil(total / pageRows)} pages.`;
    rest.push(`More homes follow: get_job with next_page true, ${price} per page. ${all}`);
  }
  return rest.length === 0 ? {} : { next: rest.join(' ') };
}

/** A row without its empty members; its notes say why they are empty. */
export const withoutNulls = (row: Row | object): object =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]: [string, unknown]) => {
      if (value === null || value === '') return [];
      const isPart = typeof value === 'object' && !Array.isArray(value);
      return [[name, isPart ? withoutNulls(value) : value]];
    }),
  );
