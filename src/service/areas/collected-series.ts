/**
 * Figures of what collections saw: a series for each source. Only complete runs of a watch of
 * exactly this place show that a period was read whole.
 */
import { groupBy } from '#base/group-by.js';
import { ownTurn } from '#base/own-turn.js';
import { DAY_MS } from '#contract/durations.js';
import { SEARCH_ROUTES } from '#contract/routes.js';
import { SOURCES, takesFiles } from '#contract/sources.js';
import { apiError } from '#domain/api-error.js';
import { isoDay, isoMonthOf } from '#domain/days.js';
import {
  byListing,
  type Cell,
  emptyCell,
  type ListingSpan,
  listingCells,
  type MonthOfSales,
  type SummedSale,
  saleCells,
} from '#domain/statistics.js';
import {
  type AreaHome,
  type AreaSale,
  type AreaSpan,
  findCompleteRuns,
  findReportedSales,
  findSpans,
} from '#store/area-homes.js';
import type { Parts } from '../app.js';
import { type Reader, readableBy, sourceNames } from '../homes/find-matches.js';
import type { Series, StatisticsAsk } from './series.js';
import { eachPart } from './zip-parts.js';

type SeriesApp = Parts<'client' | 'clock' | 'db' | 'limits'>;

/** States, or sales, of homes that one answer reads. */
const ROWS_MAX = 300_000;
const CENTS = 100;

/** Days between complete runs that leave no doubt about the days between them. */
const RUN_GAP_DAYS_MAX = 7;

/** The sales that sources report, by source. No source says which of them it leaves out. */
export async function soldSeries(
  app: SeriesApp,
  reader: Reader,
  ask: StatisticsAsk,
): Promise<Series[]> {
  // Imported sales have series of their own.
  const origins = SOURCES.filter((source) => !takesFiles(source)).map((source) =>
    app.client.origin(source),
  );
  const sales = await findReportedSales(app.db, askOf(ask), ask.knownBefore, origins);
  requireBounded(sales);
  return bySource(app, sales.filter(shownBy(app, reader, ask))).map(([source, own]) => {
    const cells = saleCells(monthsOf(own), ask.by, ask.group);
    return seriesOf(source, ask, cells, () => false);
  });
}

/** The homes for sale or for rent, by source. */
export async function listingSeries(
  app: SeriesApp,
  reader: Reader,
  ask: StatisticsAsk,
): Promise<Series[]> {
  const { kind, periods, group, knownBefore } = ask;
  const status = kind === 'rentals' ? 'for_rent' : 'for_sale';
  const found = await readSpans(app, reader, ask, status);
  const routes = SEARCH_ROUTES.filter((route) => route.kind === kind);
  const runs = await findCompleteRuns(
    app.db,
    routes.map(({ id }) => id),
    ask.area.query,
    new Date(Date.parse(`${ask.from}-01`) - RUN_GAP_DAYS_MAX * DAY_MS),
    knownBefore,
  );
  const series: Series[] = [];
  for (const [source, own] of bySource(app, found)) {
    const route = routes.find((one) => one.source === source)?.id;
    const times = runs.filter((run) => run.route === route).map(({ at }) => at.getTime());
    const listings = byListing(own.map((span) => spanOf(span, knownBefore)));
    const cells: Cell[] = [];
    for (const period of periods) {
      cells.push(...listingCells(listings, [period], group));
      await ownTurn();
    }
    series.push(
      seriesOf(source, ask, cells, (first, last) =>
        isReadWhole(times, Date.parse(first), Date.parse(last) + DAY_MS),
      ),
    );
  }
  return series;
}

/** The states of an area that the caller may read, ZIPs after ZIPs. */
async function readSpans(
  app: SeriesApp,
  reader: Reader,
  ask: StatisticsAsk,
  status: string,
): Promise<AreaSpan[]> {
  const { zips, ...of } = askOf(ask);
  const isShown = shownBy(app, reader, ask);
  const spans: AreaSpan[] = [];
  await eachPart(zips, async (part) => {
    const found = await findSpans(app.db, ask.kind, status, { ...of, zips: part });
    requireBounded(found);
    for (const span of found) if (isShown(span)) spans.push(span);
    requireBounded(spans);
  });
  return spans;
}

const askOf = ({ area, periods, knownBefore }: StatisticsAsk) => {
  const [first, last] = [periods.at(0)?.first ?? '', periods.at(-1)?.last ?? ''];
  return {
    zips: area.zips,
    from: new Date(first),
    to: new Date(Math.min(Date.parse(last) + DAY_MS, knownBefore.getTime())),
    limit: ROWS_MAX + 1,
  };
};

function requireBounded(found: readonly unknown[]): void {
  if (found.length <= ROWS_MAX) return;
  throw apiError('location_too_large', {
    param: 'from',
    message: `More than ${ROWS_MAX} states of homes are stored of the area in these months. Send a later from, or a smaller area.`,
  });
}

/** Whether the caller may read a state, and its home lies in the area; asked once a home. */
function shownBy(
  app: Parts<'clock' | 'limits' | 'client'>,
  reader: Reader,
  { area }: StatisticsAsk,
): (one: AreaHome & Pick<AreaSpan, 'source_id'>) => boolean {
  const may = readableBy(app, reader);
  const known = new Map<string, boolean>();
  return (one) => {
    const name = `${one.source} ${one.source_id}`;
    const isShown = known.get(name) ?? (may(one) && area.holds(one));
    known.set(name, isShown);
    return isShown;
  };
}

/** By the names of the sources, in their order. */
function bySource<T extends AreaHome>(app: Parts<'client'>, found: readonly T[]): [string, T[]][] {
  const nameOf = sourceNames(app);
  const grouped = groupBy(found, ({ source }) => nameOf(source));
  return [...grouped].sort(([a], [b]) => (a < b ? -1 : 1));
}

function seriesOf(
  source: string,
  { periods }: StatisticsAsk,
  cells: readonly Cell[],
  isWhole: (first: string, last: string) => boolean,
): Series {
  return {
    basis: 'collections',
    source,
    dataset: null,
    licence: null,
    licence_url: null,
    attribution: null,
    known_since: null,
    periods: periods.map(({ period, first, last }) => {
      const own = cells.filter((cell) => cell.period === period);
      if (isWhole(first, last)) {
        return {
          period,
          coverage: 'complete',
          cells: own.length === 0 ? [emptyCell(period)] : own,
        };
      }
      return { period, coverage: own.length === 0 ? 'unread' : 'partial', cells: own };
    }),
  };
}

/** Whether complete runs, in order, followed each other from before `from` to after `to`. */
function isReadWhole(times: readonly number[], from: number, to: number): boolean {
  const [first, last] = [
    times.findLastIndex((at) => at <= from),
    times.findIndex((at) => at >= to),
  ];
  if (first < 0 || last < 0) return false;
  const runs = times.slice(first, last + 1);
  return runs.every((at, nth) => at - (runs[nth - 1] ?? at) <= RUN_GAP_DAYS_MAX * DAY_MS);
}

function spanOf(span: AreaSpan, knownBefore: Date): ListingSpan {
  const { source_id, price_cents, from_at, to_at, list_date, property_type, beds } = span;
  return {
    listing: source_id,
    price: price_cents === null ? null : price_cents / CENTS,
    from: dayOf(from_at),
    to: dayOf(to_at < knownBefore ? to_at : knownBefore),
    list_date,
    // Its end was not known yet where a run found it later.
    is_removed: span.removed_at !== null && span.removed_at < knownBefore,
    sqft: span.living_area_sqft,
    property_type,
    beds,
  };
}

const dayOf = (at: Date): string => isoDay(at.getTime());

function monthsOf(sales: readonly AreaSale[]): MonthOfSales[] {
  const months = groupBy(sales, ({ date }) => isoMonthOf(date));
  return [...months].map(([month, own]) => ({
    month,
    sales: own.map(
      ({ price_cents, living_area_sqft, property_type, beds, list_cents }): SummedSale => [
        price_cents === null ? null : price_cents / CENTS,
        living_area_sqft,
        property_type,
        beds,
        null,
        list_cents === null ? null : list_cents / CENTS,
      ],
    ),
  }));
}
