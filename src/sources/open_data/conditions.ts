/**
 * The conditions of a question in the words of a server: its area, and the filters that the server
 * compares as rows are compared here. Rows that a condition leaves out would be left out anyway.
 */
import { DAY_MS } from '#contract/durations.js';
import { edgesAsked } from '#domain/box.js';
import { isoDay } from '#domain/days.js';
import type { Question } from '../driver.js';
import { sortedText } from '../mapping/dates.js';
import type { FieldRule, MappedField } from '../mapping/mapping.js';
import type { SetDescription, SetPageAsk } from '../open/protocol.js';
import { columnOf, type LiveSet, takesEnvelopes } from './live-set.js';

/** The area of a question as a condition, or as a box that the server compares with geometries. */
export function areaIn(
  live: LiveSet,
  { area }: Pick<Question, 'area'>,
  { numbers }: SetDescription,
): { readonly where?: string; readonly box: SetPageAsk['box'] } {
  if (area.by === 'postal_code') {
    const column = String(columnOf(live, 'zip'));
    // A column of numbers has lost the zeros in front.
    const is = numbers.has(column)
      ? `= ${Number(area.postal_code)}`
      : `LIKE '${area.postal_code}%'`;
    return { where: `${column} ${is}`, box: null };
  }
  if (area.by !== 'box') throw new TypeError(`this driver supports boxes, not ${area.by}`);
  const box = edgesAsked(area.box);
  const { west, south, east, north } = box;
  const [lat, lng] = [columnOf(live, 'lat'), columnOf(live, 'lng')];
  if (takesEnvelopes(live)) return { box };
  const point = lat?.endsWith('.lat') === true ? lat.slice(0, -'.lat'.length) : null;
  if (point !== null) {
    return { where: `within_box(${point}, ${north}, ${west}, ${south}, ${east})`, box: null };
  }
  return {
    where: `${lat} >= ${south} AND ${lat} <= ${north} AND ${lng} >= ${west} AND ${lng} <= ${east}`,
    box: null,
  };
}

/** Areas and years are rounded to whole numbers here. */
const HALF = 0.5;

/** Filters of numbers, with the field that each bounds and how far the field is rounded. */
const BOUNDS = [
  ['min_price', 'list_price', '>=', 0],
  ['max_price', 'list_price', '<=', 0],
  ['min_price', 'sale_price', '>=', 0],
  ['max_price', 'sale_price', '<=', 0],
  ['beds_min', 'beds', '>=', 0],
  ['baths_min', 'baths', '>=', 0],
  ['sqft_min', 'living_area_sqft', '>=', -HALF],
  ['sqft_max', 'living_area_sqft', '<=', HALF],
  ['year_built_min', 'year_built', '>=', -HALF],
  ['year_built_max', 'year_built', '<=', HALF],
] as const satisfies readonly (readonly [string, MappedField, string, number])[];

/**
 * Filters whose column the server says to hold numbers or dates: texts would be compared letter by
 * letter.
 */
export function filtersIn(
  live: LiveSet,
  question: Pick<Question, 'filters' | 'nowMs'>,
  description: SetDescription,
): readonly string[] {
  const { filters } = question;
  const bounds = BOUNDS.flatMap(([filter, field, sign, rounded]) => {
    const [bound, column] = [filters[filter], columnOf(live, field)];
    if (bound === undefined || column === null || !description.numbers.has(column)) return [];
    return [`${column} ${sign} ${bound + rounded}`];
  });
  return [...bounds, ...periodIn(live, question, description)];
}

/** Rows may be a day older than the period (domain/filters.ts), in the time zone of the server. */
const SLACK_DAYS = 2;
/** Characters of YYYY. */
const YEAR_CHARS = 4;

/** Sales of the period, where the server's order of its dates is that of their days. */
function periodIn(
  live: LiveSet,
  { filters: { sold_within_days: days }, nowMs }: Pick<Question, 'filters' | 'nowMs'>,
  { dates, numbers }: SetDescription,
): readonly string[] {
  const rule = live.mapping.fields.get('sold_date');
  if (days === undefined || rule === undefined) return [];
  const since = isoDay(nowMs - (days + SLACK_DAYS) * DAY_MS);
  const column = columnOf(live, 'sold_date');
  if (column !== null && dates.has(column))
    return [live.protocol.since?.(column, since) ?? []].flat();
  const written = writtenDate(rule, since);
  if (written === null) return [];
  if (!numbers.has(written.column)) return [`${written.column} >= '${written.text}'`];
  return /^\d+$/.test(written.text) ? [`${written.column} >= ${written.text}`] : [];
}

/** A day as a column writes it, whose texts sort as their days do; null for other columns. */
function writtenDate({ from, before, after, map, pattern }: FieldRule, day: string) {
  if (before !== null || after !== null || map !== null || pattern === null) return null;
  const [column, ...others] = 'join' in from ? from.columns : [];
  if (column === undefined || !('join' in from)) return null;
  // The first of several columns may have the year alone.
  const isYear = others.length > 0 && pattern.startsWith(`YYYY${from.join}`);
  if (others.length > 0 && !(isYear && from.join !== '')) return null;
  const text = isYear ? day.slice(0, YEAR_CHARS) : sortedText(pattern, day);
  return text === null ? null : { column, text };
}
