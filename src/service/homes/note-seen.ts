/** Stores the homes of a complete collection before its result; failures are only logged. */
import { ownTurn } from '#base/own-turn.js';
import type { CollectedPage } from '#collect/pages/page.js';
import { routeById } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { isLicensed, type SourceName } from '#contract/sources.js';
import type { Kind, Money } from '#contract/values.js';
import { MICRO } from '#domain/box.js';
import type { SeenHome, SeenReport } from '#domain/home.js';
import { type HomeIdentity, identityOf, parcelOf } from '#domain/home-key.js';
import { noteHomes, noteReports } from '#store/homes.js';
import type { Parts } from '../app.js';
import { withoutKeptOut } from './exclusions.js';
import { keepsHistory } from './first-prices.js';

/** Rows of a file that one statement stores. */
const IMPORT_PART_ROWS = 500;

interface Read {
  readonly page: CollectedPage;
  /** The licensed feeds that were read; only where the source needs a licence. */
  readonly task: { readonly feeds?: readonly string[] };
}

/** Stores the homes of an imported file, in parts; a failure fails nothing. */
export async function noteImported(
  app: Parts<'client' | 'db' | 'limits' | 'log'>,
  source: SourceName,
  kind: Kind,
  rows: AsyncIterable<Row> | Iterable<Row>,
  at: Date,
): Promise<void> {
  if (!keepsHistory(app, source)) return;
  let part: Row[] = [];
  for await (const row of rows) {
    part.push(row);
    if (part.length < IMPORT_PART_ROWS) continue;
    await note(app, source, { rows: part, kind }, [], at);
    part = [];
  }
  await note(app, source, { rows: part, kind }, [], at);
}

/** Stores the homes of a page, their current states, and what the source reports about them. */
export async function noteSeen(
  app: Parts<'client' | 'db' | 'limits' | 'log'>,
  routeId: string,
  { page, task }: Read,
): Promise<void> {
  const source = routeById(routeId)?.source;
  if (source === undefined || page.completeness !== 'complete' || app.limits.HOME_HISTORY_S === 0) {
    return;
  }
  await note(app, source, page, task.feeds ?? [], new Date(page.collectedAtMs));
}

async function note(
  app: Parts<'client' | 'db' | 'limits' | 'log'>,
  source: SourceName,
  page: Pick<CollectedPage, 'rows' | 'kind'>,
  feeds: readonly string[],
  at: Date,
): Promise<void> {
  await ownTurn();
  const seen = seenHomes(app, source, page, feeds);
  try {
    const homes = seen.length === 0 ? [] : await withoutKeptOut(app, seen);
    const reports = keepsHistory(app, source) ? homes.flatMap((home) => home.reports) : [];
    await noteHomes(
      app.db,
      homes.map(({ home }) => home),
      at,
    );
    await noteReports(app.db, reports, at);
  } catch (error) {
    app.log.warn({ err: error }, 'the homes of a page could not be recorded');
  }
}

/** The rows of a page that have a key; the last one for each id. */
function seenHomes(
  app: Parts<'client' | 'limits'>,
  source: SourceName,
  { rows, kind }: Pick<CollectedPage, 'rows' | 'kind'>,
  feeds: readonly string[],
) {
  const origin = app.client.origin(source);
  const isKept = keepsHistory(app, source);
  const isFeed = isLicensed(source) && !app.client.isSandbox(source);
  const homes = new Map<string, { home: SeenHome; reports: readonly SeenReport[] }>();
  for (const row of rows) {
    const identity = identityIn(row);
    if (identity === null) continue;
    const feed = isFeed ? feedOf(source, row.source_id, feeds) : null;
    const home = seenHome(origin, kind, row, identity, { feed, isKept });
    homes.set(row.source_id, { home, reports: reportsOf(origin, row) });
  }
  return [...homes.values()];
}

/** The identity of a row's home; null where the row does not identify one. */
function identityIn(row: Row): HomeIdentity | null {
  const identity = identityOf(row.address, parcelIn(row));
  return typeof identity === 'string' || identity.home_id !== row.extras.home_id ? null : identity;
}

const parcelIn = (row: Row): string | null =>
  parcelOf(row.address.county_fips, extraOf(row, 'parcel_id'));

/** The feed of a row: where a source has several, the row's id starts with the feed's name. */
const feedOf = (source: string, sourceId: string, feeds: readonly string[]): string =>
  feeds.find((feed) => sourceId.startsWith(`${feed.slice(source.length + 1)}:`)) ??
  feeds[0] ??
  source;

function seenHome(
  origin: string,
  kind: Kind,
  row: Row,
  identity: HomeIdentity,
  { feed, isKept }: { readonly feed: string | null; readonly isKept: boolean },
): SeenHome {
  const { line1, unit, city, state, zip } = row.address;
  const isListing = 'status' in row;
  return {
    source: origin,
    kind,
    source_id: row.source_id,
    feed,
    ...identity,
    address: { line1, unit, city, state, zip },
    source_url: row.source_url,
    lat: micro(row.location?.lat),
    lng: micro(row.location?.lng),
    property_type: row.property_type,
    beds: row.beds,
    baths: row.baths,
    living_area_sqft: row.living_area_sqft,
    year_built: numberIn(row, 'year_built'),
    parcel: parcelIn(row),
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

/** The asking price or the sale price. */
function priceOf(kind: Kind, row: Row): Money | null {
  if (!('status' in row)) return row.sale_price;
  if (kind === 'rentals') return row.rent_monthly;
  return kind === 'auctions'
    ? ((extraOf(row, 'starting_bid') as Money | null) ?? null)
    : row.list_price;
}

const cents = (money: Money | null): number | null =>
  money === null ? null : Math.round(money.amount * 100);

/** What the source itself reports of the home's past. */
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
