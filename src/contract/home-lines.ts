/** A home as lines of one table: all of its lists, as CSV and NDJSON. */
import { csvHeader, csvLine } from './flat-rows.js';
import type { HomeBody } from './operations/homes.js';

/** Columns in order; a line leaves those empty that its list does not have. */
export const HOME_COLUMNS = [
  'list',
  'home_id',
  'source',
  'source_id',
  'kind',
  'from',
  'to',
  'date',
  'status',
  'event',
  'price.amount',
  'rent_monthly.amount',
  'list_date',
  'ended_by',
  'disclosure',
  'list_price.amount',
  'sale_price.amount',
  'sale_to_list_ratio',
  'level',
  'reason',
  'detail',
  'source_url',
  'property_type',
  'beds',
  'baths',
  'living_area_sqft',
  'year_built',
] as const;

type Line = Readonly<Record<string, unknown>> & { readonly list: string };

/** All lists of a home, one item per line: members, possible, observed, reported, derived. */
function linesOf(home: HomeBody): Line[] {
  const line = (list: string, one: object): Line => ({ list, home_id: home.home_id, ...one });
  return [
    ...home.members.map(({ first_seen, last_seen, ...one }) =>
      line('member', { ...one, from: first_seen, to: last_seen }),
    ),
    ...home.possible.map(({ address: _address, ...one }) => line('possible', one)),
    ...home.observed.map((one) => line('observed', one)),
    ...home.reported.map((one) => line('reported', one)),
    ...home.derived.map(({ sale_source, list_source: _list, ...one }) =>
      line('derived', { ...one, source: sale_source, date: one.sold_date, to: one.list_seen }),
    ),
  ];
}

export const homeCsv = (home: HomeBody): string =>
  csvHeader(HOME_COLUMNS) +
  linesOf(home)
    .map((line) => csvLine(HOME_COLUMNS, line))
    .join('');

export const homeNdjson = (home: HomeBody): string =>
  linesOf(home)
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
