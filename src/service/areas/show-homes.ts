/** What is offered in an area, one line a home over all sources, from what is stored. */
import type { OfferKind } from '#contract/area-homes.js';
import { DAY_S } from '#contract/durations.js';
import { usd } from '#contract/field.js';
import {
  AREA_HOMES_DEFAULT,
  type AreaHomesBody,
  type AreaSource,
  type HomeLine,
  type HomesQuery,
  SEEN_DAYS_DEFAULT,
} from '#contract/operations/area-homes.js';
import { AREA } from '#contract/operations/operation.js';
import { PARAMS } from '#contract/params.js';
import { apiError, invalidQuery, outOfRange } from '#domain/api-error.js';
import {
  type AreaHomeLine,
  facet,
  factOf,
  fitsHome,
  type HomeFilters,
  mergeOffers,
  type PastPrice,
  priceBands,
  sortHomes,
} from '#domain/area-homes.js';
import { isoDay } from '#domain/days.js';
import type { HomeMember, Report } from '#domain/home.js';
import { homeMembers } from '#domain/home-story.js';
import { rejectReversed } from '#domain/ranges.js';
import { findOffers, findPastPrices } from '#store/area-homes.js';
import { findLastSales } from '#store/homes.js';
import type { Owner } from '../accounts/admit-caller.js';
import { type App, type Parts, secondsFromNow } from '../app.js';
import type { Waiter } from '../caller-gone.js';
import { findMatches, type Reader, readableBy, sourceNames } from '../homes/find-matches.js';
import { inReadTurn } from '../read-turns.js';
import { areaSources } from './area-sources.js';
import { askedArea, type StoredArea } from './asked-area.js';
import { eachPart } from './zip-parts.js';

/** Statuses of what can be had. */
const STATUSES: Readonly<Record<OfferKind, readonly string[]>> = {
  listings: ['for_sale'],
  rentals: ['for_rent'],
};
/** Offers, and earlier prices of them, that one answer reads. */
const ROWS_MAX = 150_000;
const AREA_NAMES = Object.keys(AREA) as readonly (keyof typeof AREA)[];
const CENTS = 100;
/** Earlier prices of the last year are read, to name the last reduction. */
const PRICES_SINCE_DAYS = 365;
const BEDS_FACET_MAX = 5;

/** Throws the API error of the first mistake in the query. */
export async function showAreaHomes(
  app: App,
  { account_id }: Pick<Owner, 'account_id'>,
  query: HomesQuery,
  waiter: Pick<Waiter, 'readmit'>,
): Promise<AreaHomesBody> {
  const { kind } = query;
  if (kind === undefined) {
    const isArea = AREA_NAMES.some((name) => query[name] !== undefined);
    throw isArea
      ? outOfRange('kind', 'listings or rentals')
      : invalidQuery('address', 'Send the address of one home, or an area with its kind.');
  }
  const filters = filtersOf(app, query);
  const area = askedArea(app, query);
  return inReadTurn(app, account_id, waiter, (reader) =>
    homesOf(app, reader, area, { ...query, kind }, filters),
  );
}

async function homesOf(
  app: App,
  reader: Reader,
  area: StoredArea,
  query: HomesQuery & { readonly kind: OfferKind },
  filters: HomeFilters,
): Promise<AreaHomesBody> {
  const { kind } = query;
  const sources = await areaSources(app, reader, area, kind);
  const all = await homesIn(app, reader, area, {
    kind,
    seenDays: query.seen_within_days ?? SEEN_DAYS_DEFAULT,
    sources,
  });
  const fitting = sortHomes(
    all.filter((home) => fitsHome(home, filters)),
    query.sort ?? 'newest',
  );
  const first = firstOf(fitting, query.after);
  const page = fitting.slice(first, first + (query.limit ?? AREA_HOMES_DEFAULT));
  const nameOf = sourceNames(app);
  const hasMore = first + page.length < fitting.length;
  return {
    kind,
    count: fitting.length,
    homes: await linesOf(app, reader, page),
    next_after: hasMore ? (page.at(-1)?.home_id ?? null) : null,
    facets: {
      property_type: facet(fitting, (home) => [factOf(home, 'property_type')]),
      beds: facet(fitting, (home) => [bedsOf(home)]),
      source: facet(fitting, ({ offers }) => offers.map(({ source }) => nameOf(source))),
      price: priceBands(fitting).map(({ from, below, count }) => ({
        from: usd(from),
        below: usd(below),
        count,
      })),
    },
    sources,
  };
}

interface Offered {
  readonly kind: OfferKind;
  readonly seenDays: number;
  readonly sources: readonly AreaSource[];
}

async function homesIn(
  app: Parts<'client' | 'clock' | 'db' | 'limits'>,
  reader: Reader,
  area: StoredArea,
  { kind, seenDays, sources }: Offered,
): Promise<AreaHomeLine[]> {
  const may = readableBy(app, reader);
  const hasLeft = leftSince(app, area, sources);
  const [here, past]: [HomeMember[], PastPrice[]] = [[], []];
  await eachPart(area.zips, async (zips) => {
    const ask = { zips, limit: ROWS_MAX + 1 };
    const [offers, prices] = await Promise.all([
      findOffers(app.db, kind, STATUSES[kind], {
        ...ask,
        from: secondsFromNow(app, -seenDays * DAY_S),
      }),
      findPastPrices(app.db, kind, {
        ...ask,
        from: secondsFromNow(app, -PRICES_SINCE_DAYS * DAY_S),
      }),
    ]);
    for (const one of offers) {
      const { city, state } = one.address;
      if (may(one) && !hasLeft(one) && area.holds({ ...one, city, state })) here.push(one);
    }
    past.push(...prices);
    if (Math.max(offers.length, here.length, past.length) > ROWS_MAX) {
      throw apiError('location_too_large', {
        param: 'location',
        message: `More than ${ROWS_MAX} offers or earlier prices are stored of the area. Ask a smaller one.`,
      });
    }
  });
  return mergeOffers(here, past);
}

/**
 * Whether an offer has left its source: a later, complete read of its ZIP does not show it. Only of
 * a ZIP: sources draw cities and counties differently from the addresses in them.
 */
function leftSince(
  app: Parts<'client'>,
  { query }: StoredArea,
  sources: readonly AreaSource[],
): (offer: HomeMember) => boolean {
  if (query.zip === undefined) return () => false;
  const nameOf = sourceNames(app);
  const readMs = new Map(
    sources.flatMap(({ source, coverage, read_at }) =>
      coverage === 'complete' && read_at !== null ? [[source, Date.parse(read_at)] as const] : [],
    ),
  );
  return ({ source, last_seen_at }) => last_seen_at.getTime() < (readMs.get(nameOf(source)) ?? 0);
}

/** Where a page begins. Throws invalid_cursor when the home that ended the last one is gone. */
function firstOf(homes: readonly AreaHomeLine[], after: string | undefined): number {
  if (after === undefined) return 0;
  const last = homes.findIndex(({ home_id }) => home_id === after);
  if (last >= 0) return last + 1;
  throw apiError('invalid_cursor', {
    param: 'after',
    message: 'The home of after is not among these homes any more. Begin without after.',
  });
}

function filtersOf(app: Parts<'clock'>, query: HomesQuery): HomeFilters {
  rejectReversed(query);
  const {
    price_cut_within_days: cut,
    price_cut_min_percent,
    new_within_days,
    property_type,
  } = query;
  const property_types = property_type?.split(',');
  if (property_types !== undefined && new Set(property_types).size < property_types.length) {
    throw outOfRange('property_type', PARAMS.property_type.description);
  }
  return {
    ...query,
    property_types,
    cut_since: cut === undefined ? undefined : secondsFromNow(app, -cut * DAY_S),
    cut_min_percent: price_cut_min_percent,
    listed_since:
      new_within_days === undefined
        ? undefined
        : isoDay(secondsFromNow(app, -new_within_days * DAY_S).getTime()),
  };
}

const bedsOf = (home: AreaHomeLine): string | null => {
  const beds = factOf(home, 'beds');
  if (beds === null) return null;
  return beds >= BEDS_FACET_MAX ? `${BEDS_FACET_MAX}+` : String(Math.floor(beds));
};

/** The lines of a page, with where sources differ and the last sale that one reports. */
async function linesOf(
  app: Parts<'client' | 'clock' | 'db' | 'limits'>,
  reader: Reader,
  page: readonly AreaHomeLine[],
): Promise<HomeLine[]> {
  const matches = await findMatches(
    app,
    reader,
    page.map(({ home_id }) => home_id),
  );
  const members = [...matches.values()].flatMap((match) =>
    match.members.map(({ member }) => member),
  );
  const sales = await findLastSales(app.db, members);
  const nameOf = sourceNames(app);
  return page.map((home) => {
    const match = matches.get(home.home_id);
    const own = new Set(match?.members.map(({ member }) => `${member.source} ${member.source_id}`));
    const [last] = sales
      .filter(({ source, source_id }) => own.has(`${source} ${source_id}`))
      .sort((a, b) => (a.date < b.date ? 1 : -1));
    const disagreements =
      match === undefined ? [] : homeMembers(home.home_id, match, nameOf).disagreements;
    return { ...lineOf(home, nameOf), disagreements, sold_before: saleOf(last, nameOf) };
  });
}

const moneyOf = (cents: number | null) => (cents === null ? null : usd(cents / CENTS));

function saleOf(sale: Report | undefined, nameOf: (origin: string) => string) {
  if (sale === undefined) return null;
  return { source: nameOf(sale.source), date: sale.date, price: moneyOf(sale.price_cents) };
}

function lineOf(
  home: AreaHomeLine,
  nameOf: (origin: string) => string,
): Omit<HomeLine, 'disagreements' | 'sold_before'> {
  const { home_id, offers, cut, lowest_cents, highest_cents } = home;
  const [first] = offers;
  if (first === undefined) throw new TypeError('a line has an offer');
  const located = offers.find(({ lat, lng }) => lat !== null && lng !== null);
  return {
    home_id,
    address: first.address,
    location: located === undefined ? null : { lat: Number(located.lat), lng: Number(located.lng) },
    property_type: factOf(home, 'property_type'),
    beds: factOf(home, 'beds'),
    baths: factOf(home, 'baths'),
    living_area_sqft: factOf(home, 'living_area_sqft'),
    year_built: factOf(home, 'year_built'),
    lowest_price: moneyOf(lowest_cents),
    highest_price: moneyOf(highest_cents),
    offers: offers.map((offer) => ({
      source: nameOf(offer.source),
      source_id: offer.source_id,
      source_url: offer.source_url,
      status: offer.status ?? '',
      price: moneyOf(offer.price_cents),
      list_date: offer.list_date,
      first_seen: offer.first_seen_at.toISOString(),
      last_seen: offer.last_seen_at.toISOString(),
    })),
    price_cut: cut && {
      source: nameOf(cut.source),
      from: usd(cut.from_cents / CENTS),
      to: usd(cut.to_cents / CENTS),
      percent: cut.percent,
      seen_at: cut.at.toISOString(),
    },
  };
}
