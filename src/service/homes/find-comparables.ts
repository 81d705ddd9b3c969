/** Past sales, or rentals with a rent, that a caller may read. */
import { groupBy } from '#base/group-by.js';
import { ownTurn } from '#base/own-turn.js';
import {
  COMPARABLES_AGE_DAYS_MAX,
  COMPARABLES_MILES_MAX,
  type PriceKind,
} from '#contract/comparables.js';
import { SEARCH_ROUTES } from '#contract/routes.js';
import { SOURCES, type SourceName, takesFiles } from '#contract/sources.js';
import { boxOfCircle } from '#domain/box.js';
import { isSameSale, NEAR_MAX, type ShownOnce } from '#domain/comparables/choose.js';
import { NO_FACTS, type PastSale } from '#domain/comparables/facts.js';
import { discloses } from '#domain/disclosure.js';
import { identityOf } from '#domain/home-key.js';
import {
  findCountySales,
  findSalesNear,
  findShown,
  type StoredComparable,
} from '#store/comparables.js';
import type { Parts } from '../app.js';
import { type Reader, readableBy, sourceNames } from './find-matches.js';

/** A sale that can be shown. */
export interface ShownSale extends PastSale {
  readonly source: string;
  readonly source_id: string;
  readonly dataset: string | null;
  readonly stored: StoredComparable;
}

export type ComparableParts = Parts<'client' | 'clock' | 'db' | 'geo' | 'limits' | 'tables'>;

/** Radii that are searched one after the other until there are enough sales. */
const RADII_MI = [1, 2, 4, 8, COMPARABLES_MILES_MAX];
/** Sales of a county that its error is computed from: two years of the largest ones. */
const COUNTY_SALES_MAX = 60_000;

/** Sources of imported files that hold sales only: a row of another kind has an asking price. */
const SALE_SOURCES: readonly SourceName[] = SOURCES.filter(
  (name) =>
    takesFiles(name) &&
    SEARCH_ROUTES.filter(({ source }) => source === name).every(({ kind }) => kind === 'sold'),
);

/** Identifies the imported sales. */
export const salesVersion = ({ tables }: Parts<'tables'>): string =>
  SALE_SOURCES.map((name) => tables.table(name).version ?? 'none').join(' ');

export interface Around {
  readonly kind: PriceKind;
  readonly lat: number;
  readonly lng: number;
  readonly property_type: string | null;
  /** Sales are from before this day, in days since the Unix epoch. */
  readonly day: number;
}

/** The sales or rentals around a point that an estimate may be made of. */
export async function findAround(
  app: ComparableParts,
  reader: Reader,
  { kind, lat, lng, property_type, day }: Around,
): Promise<ShownSale[]> {
  const days = { from: day - COMPARABLES_AGE_DAYS_MAX, before: day, limit: NEAR_MAX };
  const files = filesOf(app);
  const without = fileOrigins(app);
  let found: StoredComparable[] = [];
  for (const radius of RADII_MI) {
    const box = boxOfCircle(lat, lng, radius);
    const query = { lat, lng, box, property_type, ...days };
    const imported = kind === 'rent' ? [] : await findSalesNear(app.db, [...files.keys()], query);
    const zips = app.geo.zipsIn(box).map(({ zip }) => zip);
    found = [...imported, ...(await findShown(app.db, kind, { zips, without }, days, query))];
    if (found.length >= NEAR_MAX) break;
  }
  return shownOf(app, reader, found, kind);
}

/** The sales or rentals of a county from one day until another, of sources without a licence. */
export async function findOfCounty(
  app: ComparableParts,
  kind: PriceKind,
  countyFips: string,
  { from, before }: { readonly from: number; readonly before: number },
): Promise<ShownSale[]> {
  const days = { from, before, limit: COUNTY_SALES_MAX };
  const ids = [...filesOf(app).keys()];
  const imported = kind === 'rent' ? [] : await findCountySales(app.db, ids, countyFips, days);
  const zips = app.geo.zipsOfCounty(countyFips);
  const seen = await findShown(app.db, kind, { zips, without: fileOrigins(app) }, days, null);
  const unlicensed = seen.filter(({ feed }) => feed === null);
  return shownOf(app, { feeds: [] }, [...imported, ...unlicensed], kind);
}

/** Homes are recorded of files too, and stay when the file is replaced: the file itself is read. */
const fileOrigins = ({ client }: Parts<'client'>): string[] =>
  SALE_SOURCES.map((source) => client.origin(source));

interface SaleFile {
  readonly source: SourceName;
  readonly dataset: string;
}

/** The current imports of sales, by number. */
function filesOf({ tables }: Parts<'tables'>): ReadonlyMap<number, SaleFile> {
  return new Map(
    SALE_SOURCES.flatMap((source) =>
      tables
        .table(source)
        .imports.map(({ import_id, dataset }) => [import_id, { source, dataset }]),
    ),
  );
}

async function shownOf(
  app: ComparableParts,
  reader: Reader,
  found: readonly StoredComparable[],
  kind: PriceKind,
): Promise<ShownSale[]> {
  const homes = await homesOf(found);
  const files = filesOf(app);
  const nameOf = sourceNames(app);
  const may = readableBy(app, reader);
  const known = new Map<string, ShownOnce[]>();
  return found.flatMap((stored) => {
    const { import_id, origin, feed, last_seen_at, source_id, lat, lng, day, price } = stored;
    const file = import_id === null ? undefined : files.get(import_id);
    if (file === undefined) {
      if (origin === null || last_seen_at === null) return [];
      if (!may({ source: origin, feed, last_seen_at })) return [];
    }
    if (kind === 'sale' && !isDisclosed(app, stored)) return [];
    const home = homes.get(stored) ?? null;
    const sale = { day, price, shown_by: import_id ?? origin };
    const place = home ?? `${lat} ${lng} ${price}`;
    const sales = known.get(place) ?? [];
    if (sales.some((other) => isSameSale(kind, sale, other))) return [];
    known.set(place, [...sales, sale]);
    return [
      {
        source: file?.source ?? nameOf(origin ?? ''),
        source_id,
        dataset: file?.dataset ?? null,
        stored,
        home,
        property_type: stored.property_type,
        lat,
        lng,
        day,
        price,
        facts: { ...NO_FACTS, ...factsOf(stored) },
      },
    ];
  });
}

/** Whether prices are public where the sale was made. */
function isDisclosed({ geo }: Parts<'geo'>, { state, lat, lng, zip }: StoredComparable): boolean {
  const known = state ?? geo.countyOf(lat, lng, zip)?.state;
  return known === undefined || discloses(known);
}

/** Rows that are named in one turn of the event loop. */
const TURN_ROWS = 250;

/**
 * The home of each row that names one: its id, or its parcel where homes of several parcels share
 * an address, as files often leave units out.
 */
async function homesOf(
  found: readonly StoredComparable[],
): Promise<ReadonlyMap<StoredComparable, string>> {
  const homes = new Map<StoredComparable, string>();
  for (const [nth, one] of found.entries()) {
    if (nth > 0 && nth % TURN_ROWS === 0) await ownTurn();
    const home = one.home_id ?? homeIn(one);
    if (home !== null) homes.set(one, home);
  }
  for (const own of groupBy(homes.keys(), (one) => homes.get(one) ?? '').values()) {
    if (new Set(own.flatMap(({ parcel }) => parcel ?? [])).size < 2) continue;
    for (const one of own) if (one.parcel !== null) homes.set(one, one.parcel);
  }
  return homes;
}

/** The home of an imported row. */
function homeIn({ line1, unit, zip, parcel }: StoredComparable): string | null {
  const identity = identityOf({ line1: line1 ?? '', unit, zip: zip ?? '' }, parcel);
  return typeof identity === 'string' ? parcel : identity.home_id;
}

/** What a stored row says of the home. */
export function factsOf(stored: StoredComparable) {
  const { living_area_sqft, year_built, baths, beds, lot_area_sqft } = stored;
  const lot = lot_area_sqft === null ? 0 : Number(lot_area_sqft);
  return { living_area_sqft, year_built, baths, beds, lot_area_sqft: lot > 0 ? lot : null };
}
