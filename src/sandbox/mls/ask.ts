/** Reads the options of a query to `Property`. Options unknown to the server are ignored. */
import { fieldsIn } from './evaluate.js';
import { FIELD_TYPES } from './metadata.js';
import { type Expression, isBad, parseFilter } from './parse-filter.js';

export interface OrderBy {
  readonly field: string;
  readonly descending: boolean;
}

export interface Ask {
  readonly filter: Expression | null;
  readonly orders: readonly OrderBy[];
  /** Null requests all fields. */
  readonly select: readonly string[] | null;
  readonly top: number | null;
  readonly skip: number;
  readonly count: boolean;
  readonly pageRows: number;
}

/** A bad request, answered with status 400. */
export interface BadAsk {
  readonly wrong: string;
  readonly option: string;
}

const PAGE_ROWS = 100;
const PAGE_ROWS_MAX = 1_000;
const PREFERRED = /(?:^|[,;\s])odata\.maxpagesize=(\d{1,6})/;

export function readAsk(query: URLSearchParams, prefer: string): Ask | BadAsk {
  const text = query.get('$filter');
  const filter = text === null || text.trim() === '' ? null : parseFilter(text);
  if (filter !== null && isBad(filter)) return { wrong: filter.wrong, option: '$filter' };
  const orders = ordersIn(query.get('$orderby') ?? '');
  const select =
    query
      .get('$select')
      ?.split(',')
      .map((name) => name.trim()) ?? null;
  for (const [option, fields] of [
    ['$filter', filter === null ? [] : fieldsIn(filter)],
    ['$orderby', orders.map(({ field }) => field)],
    ['$select', select ?? []],
  ] as const) {
    const unknown = fields.find((name) => !FIELD_TYPES.has(name));
    if (unknown !== undefined) return { wrong: `Unknown field in ${option}: ${unknown}`, option };
  }
  const top = wholeIn(query, '$top');
  const skip = wholeIn(query, '$skip');
  if (top === undefined || skip === undefined)
    return { wrong: 'Not a whole number', option: '$top' };
  const preferred = Number(PREFERRED.exec(prefer)?.[1] ?? PAGE_ROWS);
  return {
    filter,
    orders,
    select,
    top,
    skip: skip ?? 0,
    count: query.get('$count') === 'true',
    pageRows: Math.min(PAGE_ROWS_MAX, Math.max(1, top ?? preferred), Math.max(1, limitOf(prefer))),
  };
}

const limitOf = (prefer: string): number => Number(PREFERRED.exec(prefer)?.[1] ?? PAGE_ROWS_MAX);

const ordersIn = (text: string): OrderBy[] =>
  text
    .split(',')
    .map((part) => part.trim().split(/\s+/))
    .flatMap(([field = '', way]) => (field === '' ? [] : [{ field, descending: way === 'desc' }]));

/** Null when it is not sent, undefined when it is not a whole number. */
function wholeIn(query: URLSearchParams, name: string): number | null | undefined {
  const text = query.get(name);
  if (text === null) return null;
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
