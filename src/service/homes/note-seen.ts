/** What a complete reading shows of homes is noted once its answer is stored; that it cannot be noted fails nothing. */
import type { CollectedPage } from '#collect/page.js';
import { routeById } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { isLicensed, type SourceName } from '#contract/sources.js';
import type { Kind, Money } from '#contract/values.js';
import { MICRO } from '#domain/box.js';
import type { SeenHome, SeenReport } from '#domain/home.js';
import { buildingId, type HomeKey, homeId, homeKey } from '#domain/home-key.js';
import { noteHomes, noteReports } from '#store/homes.js';
import type { App } from '../app.js';
import type { Task } from '../search/task.js';
import { keepsHistory } from './first-prices.js';

interface Read {
  readonly page: CollectedPage;
  readonly task: Pick<Task, 'feeds'>;
}

/** Notes the homes of a page, their present states, and what the source reports of them. */
export async function noteSeen(app: App, routeId: string, { page, task }: Read): Promise<void> {
  const source = routeById(routeId)?.source;
  if (source === undefined || page.completeness !== 'complete' || app.limits.HOME_HISTORY_S === 0) {
    return;
  }
  const homes = seenHomes(app, source, page, task.feeds ?? []);
  const at = new Date(page.collectedAtMs);
  try {
    await noteHomes(
      app.db,
      homes.map(({ home }) => home),
      at,
    );
    if (keepsHistory(app, source)) {
      await noteReports(
        app.db,
        homes.flatMap(({ reports }) => reports),
        at,
      );
    }
  } catch (error) {
    app.log.warn({ err: error }, 'the homes of a page could not be noted');
  }
}

/** The rows of a page that have a key, the last one of each id. */
function seenHomes(
  app: App,
  source: SourceName,
  { rows, kind }: CollectedPage,
  feeds: readonly string[],
) {
  const origin = app.client.origin(source);
  const isKept = keepsHistory(app, source);
  const isFeed = isLicensed(source) && !app.client.isSandbox(source);
  const homes = new Map<string, { home: SeenHome; reports: readonly SeenReport[] }>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key === null) continue;
    const feed = isFeed ? feedOf(source, row.source_id, feeds) : null;
    const home = seenHome(origin, kind, row, key, { feed, isKept });
    homes.set(row.source_id, { home, reports: reportsOf(origin, row) });
  }
  return [...homes.values()];
}

/** The key of a row; null where its address has none, and for buildings. */
function keyOf(row: Row): HomeKey | null {
  if ('listing_kind' in row && row.listing_kind === 'building') return null;
  const key = homeKey(row.address);
  return typeof key === 'string' ? null : key;
}

/** The feed of a row: with several, its id begins with the feed's name behind that of the source. */
const feedOf = (source: string, sourceId: string, feeds: readonly string[]): string =>
  feeds.find((feed) => sourceId.startsWith(`${feed.slice(source.length + 1)}:`)) ??
  feeds[0] ??
  source;

function seenHome(
  origin: string,
  kind: Kind,
  row: Row,
  key: HomeKey,
  { feed, isKept }: { readonly feed: string | null; readonly isKept: boolean },
): SeenHome {
  const { line1, unit, city, state, zip } = row.address;
  const isListing = 'status' in row;
  return {
    source: origin,
    kind,
    source_id: row.source_id,
    feed,
    home_id: homeId(key),
    building_id: buildingId(key),
    ...key,
    address: { line1, unit, city, state, zip },
    source_url: row.source_url,
    lat: micro(row.location?.lat),
    lng: micro(row.location?.lng),
    property_type: row.property_type,
    beds: row.beds,
    baths: row.baths,
    living_area_sqft: row.living_area_sqft,
    year_built: numberIn(row, 'year_built'),
    parcel: parcelOf(row),
    status: isListing && isKept ? row.status : null,
    price_cents: isKept ? cents(priceOf(kind, row)) : null,
    list_date: isListing && isKept ? row.list_date : null,
  };
}

const micro = (degrees: number | undefined): number | null =>
  degrees === undefined ? null : Math.round(degrees * MICRO);

const extraOf = ({ extras }: Row, name: string): unknown =>
  (extras as unknown as Readonly<Record<string, unknown>>)[name];

function numberIn(row: Row, name: string): number | null {
  const value = extraOf(row, name);
  return typeof value === 'number' ? value : null;
}

/** A parcel number is unique in its county. */
function parcelOf(row: Row): string | null {
  const parcel = extraOf(row, 'parcel_id');
  const { county_fips } = row.address;
  return typeof parcel === 'string' && parcel !== '' && county_fips !== null
    ? `${county_fips}:${parcel}`
    : null;
}

/** What is asked for the home, or was paid. */
function priceOf(kind: Kind, row: Row): Money | null {
  if (!('status' in row)) return row.sale_price;
  if (kind === 'rentals') return row.rent_monthly;
  return kind === 'auctions'
    ? ((extraOf(row, 'starting_bid') as Money | null) ?? null)
    : row.list_price;
}

const cents = (money: Money | null): number | null =>
  money === null ? null : Math.round(money.amount * 100);

/** What the source itself says of the home's past. */
function reportsOf(origin: string, row: Row): SeenReport[] {
  const about = { source: origin, source_id: row.source_id };
  const reports: SeenReport[] = [];
  if (row.list_date !== null) {
    reports.push({
      ...about,
      event: 'listed',
      date: row.list_date,
      price_cents: null,
      disclosure: null,
    });
  }
  if (!('status' in row) && row.sold_date !== null) {
    reports.push({
      ...about,
      event: 'sold',
      date: row.sold_date,
      price_cents: cents(row.sale_price),
      disclosure: row.sale_price_disclosure,
    });
  }
  return reports;
}
