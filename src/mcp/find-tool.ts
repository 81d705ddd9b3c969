/** The free tool for an area: what is stored of its homes over all sources, and what is not. */
import { valueAt } from '#contract/flat-rows.js';
import type { AreaHomesBody, HomeLine, HomesQuery } from '#contract/operations/area-homes.js';
import { AREA_HOME_OPERATIONS } from '#contract/operations/area-homes.js';
import { SEARCH_ROUTES, type SearchRoute } from '#contract/routes.js';
import { isoDayOf } from '#domain/days.js';
import { showAreaHomes } from '#service/areas/show-homes.js';
import { toQueryText } from '#service/watches/query-text.js';
import { LIST, membersFrom, PAGE, TABLE, TEXT } from './answers.js';
import { operationArguments } from './arguments.js';
import { ROWS_DEFAULT, SEARCH, SHOWN } from './search-tools.js';
import type { Table, Tool, ToolAnswer, ToolCall } from './tool.js';

const [HOMES] = AREA_HOME_OPERATIONS;

export const FIND_HOMES: Tool = {
  name: 'find_homes',
  title: 'Homes of an area, free',
  description:
    'Free. Homes for sale or for rent in a place (as for search_listings), one line a home over all sources, from what was read before; filters price cuts and new listings. Call it first. Sources that were not read are in not_read, with what a search of them costs: homes that only they show are missing.',
  arguments: {
    ...operationArguments(HOMES, ['address', 'limit'], SEARCH),
    limit: SHOWN.limit,
  },
  required: ['kind'],
  answer: {
    ...membersFrom('AreaHomes', 'next_after'),
    total: PAGE.total,
    completeness: PAGE.completeness,
    credits: PAGE.credits,
    rows: PAGE.rows,
    read: LIST,
    not_read: LIST,
    price_cuts: TEXT,
    no_line: TEXT,
    next: PAGE.next,
    ...TABLE,
  },
  run: async (call, sent) => {
    const { app, caller, readQuery } = call;
    const limit = sent.integer('limit', ROWS_DEFAULT);
    const query = readQuery(HOMES, toQueryText({ ...sent.query(), limit })) as HomesQuery;
    const found = await showAreaHomes(app, caller, query, call);
    return homesAnswer(found, query, [...missingOf(found), ...unaskedOf(app, query)]);
  },
};

/** A source whose homes may be missing, and what a search of it costs. */
interface NotRead {
  readonly source: string;
  readonly route: string;
  readonly coverage: string;
  readonly read_at?: string;
  readonly credits_per_page: number;
}

function homesAnswer(
  found: AreaHomesBody,
  query: HomesQuery,
  not_read: readonly NotRead[],
): ToolAnswer {
  const { count, homes, next_after } = found;
  const facts = {
    total: count,
    completeness: not_read.length === 0 ? 'complete' : 'partial',
    credits: 0,
    rows: `${homes.length} of ${count}`,
    read: found.sources.filter(isRead).map(({ source, read_at }) => ({ source, read_at })),
    ...(not_read.length > 0 && { not_read }),
    ...(query.price_cut_within_days !== undefined && { price_cuts: CUTS }),
    no_line: NO_LINE,
    ...(next_after !== null && { next_after }),
    ...nextOf(not_read, next_after),
  };
  return { facts, table: tableOf(homes) };
}

/** Why a home may lack a price cut that its portal shows. */
const CUTS = 'Reductions between two reads by this service; a home that was read once has none.';

/** What a search shows, and this does not. */
const NO_LINE = 'Buildings and communities listed as a whole; search_listings shows them.';

type Source = AreaHomesBody['sources'][number];

const isRead = ({ coverage, is_stored }: Source): boolean => coverage === 'complete' && is_stored;

/** The sources that were not read in full, or whose homes are not stored. */
const missingOf = ({ sources }: AreaHomesBody): readonly NotRead[] =>
  sources
    .filter((one) => !isRead(one))
    .map(({ source, route, coverage, is_stored, read_at, credits_per_page }) => ({
      source,
      route,
      coverage: is_stored ? coverage : 'never stored: only a search shows it',
      ...(read_at !== null && { read_at }),
      credits_per_page,
    }));

/** Sources that no search asks for a county: what is stored of them is shown, and is not all. */
function unaskedOf({ client }: ToolCall['app'], { county, kind }: HomesQuery): readonly NotRead[] {
  if (county === undefined) return [];
  const routes: readonly SearchRoute[] = SEARCH_ROUTES;
  return routes
    .filter((route) => route.kind === kind && !route.forms.includes('county'))
    .filter(({ source }) => client.configured(source))
    .map(({ id, source, forms, price }) => ({
      source,
      route: id,
      coverage: `not by county, but by ${forms.join(', ')}`,
      credits_per_page: price,
    }));
}

function nextOf(missing: readonly NotRead[], after: string | null): { readonly next?: string } {
  const steps = [
    ...(after === null ? [] : ['More homes follow, free: the same call with after = next_after.']),
    ...(missing.length === 0
      ? []
      : [
          `Not read in full: ${missing.map(({ source }) => source).join(', ')}. Homes that only they show are missing. To read one: search_listings with its route, this place and limit 1, then get_job with next_page while next offers it: credits_per_page for each 100 homes. Then call this again.`,
        ]),
  ];
  return steps.length === 0 ? {} : { next: steps.join(' ') };
}

const COLUMNS = [
  'address',
  'zip',
  'price',
  'highest_price',
  'cut_percent',
  'cut_from',
  'cut_seen',
  'beds',
  'baths',
  'living_area_sqft',
  'property_type',
  'listed',
  'sources',
  'sources_differ',
  'sold_before',
  'sold_price.amount',
  'sold_price.why_empty',
];
/** Columns of every table; the others are left out where no row has a value. */
const ALWAYS = COLUMNS.slice(0, 3);

function tableOf(homes: readonly HomeLine[]): Table {
  const rows = homes.map(lineOf);
  const columns = COLUMNS.filter(
    (column) =>
      ALWAYS.includes(column) || rows.some((row) => (valueAt(row, column) ?? null) !== null),
  );
  return { columns, rows };
}

function lineOf(home: HomeLine): Readonly<Record<string, unknown>> {
  const { address, offers, price_cut: cut, sold_before: sale, lowest_price: low } = home;
  const high = home.highest_price;
  return {
    ...home,
    address: [address.line1, address.unit].filter((part) => part !== null && part !== '').join(' '),
    zip: address.zip,
    price: low?.amount ?? null,
    highest_price: high?.amount === low?.amount ? null : high?.amount,
    cut_percent: cut?.percent,
    cut_from: cut?.from.amount,
    cut_seen: cut === null ? undefined : isoDayOf(cut.seen_at),
    listed: offers.find(({ list_date }) => list_date !== null)?.list_date,
    sources: [...new Set(offers.map(({ source }) => source))].join(' '),
    sources_differ: home.disagreements.map(({ field }) => field).join(' ') || null,
    sold_before: sale?.date,
    sold_price: sale?.price ?? (sale && { why_empty: 'not_public' }),
  };
}
