/** Past sales and rentals that an estimate is made of: around a point, or of a county. */
import type { PriceKind } from '#contract/comparables.js';
import { type Box, MICRO } from '#domain/box.js';
import { NON_DISCLOSURE_STATES } from '#domain/disclosure.js';
import { STRIP_HEIGHT } from './dataset-rows.js';
import type { Db } from './db.js';

/** Lower prices and rents, in dollars, are nominal. */
const PRICE_MIN = { sale: 10_000, rent: 100 } as const satisfies Record<PriceKind, number>;

/** A sale of an imported file, or a sale or rental that a source shows. */
export interface StoredComparable {
  /** The import that it is from; null for a row of another source. */
  readonly import_id: number | null;
  /** Origin of the source; null for an imported row. */
  readonly origin: string | null;
  readonly feed: string | null;
  /** When a collection last saw it; null for an imported row. */
  readonly last_seen_at: Date | null;
  readonly source_id: string;
  /** Id of its home; null for an imported row. */
  readonly home_id: string | null;
  /** Days since the Unix epoch; the first of the month where the month alone is known. */
  readonly day: number;
  readonly has_day: boolean;
  /** Dollars; of a rental a month. */
  readonly price: number;
  /** Degrees. */
  readonly lat: number;
  readonly lng: number;
  readonly state: string | null;
  readonly property_type: string | null;
  readonly living_area_sqft: number;
  readonly year_built: number | null;
  readonly beds: number | null;
  readonly baths: number | null;
  /** As the file has it: a text, to be read with care. */
  readonly lot_area_sqft: string | null;
  readonly parcel: string | null;
  readonly line1: string | null;
  readonly unit: string | null;
  readonly zip: string | null;
}

export interface NearQuery {
  readonly lat: number;
  readonly lng: number;
  readonly box: Box;
  /** Days since the Unix epoch: from the first, and before the last. */
  readonly from: number;
  readonly before: number;
  /** Null for every type but land. */
  readonly property_type: string | null;
  readonly limit: number;
}

const NO_PRICES = [...NON_DISCLOSURE_STATES].map((state) => `'${state}'`).join(', ');
const EPOCH = "date '1970-01-01'";

/** What makes an imported row a sale to compare with; unknown purposes of sale may stay. */
const IS_SALE = `price >= ${PRICE_MIN.sale} and sqft > 0 and x is not null and y is not null
  and arms_length is not false and coalesce(state, '') not in (${NO_PRICES})
  and property_type is distinct from 'land'`;

const SALE = `r.import_id, null as origin, null as feed, null::timestamptz as last_seen_at, r.source_id, null as home_id, r.day - ${EPOCH} as day, r.price,
  r.y / ${MICRO}.0::float8 as lat, r.x / ${MICRO}.0::float8 as lng, r.state, r.property_type,
  r.sqft as living_area_sqft, r.year_built, r.beds::float8, r.baths::float8, b.lot_area_sqft,
  case when left(b.parcel_id, 1) <> '{' then r.county_fips || ':' || b.parcel_id end as parcel,
  case when left(b.line1, 1) <> '{' then b.line1 end as line1,
  case when left(b.unit, 1) <> '{' then b.unit end as unit, r.zip,
  coalesce(length(b.sold_date), 0) <> 7 as has_day`;
/** A member that a file has without a value is an object, which says why. */
const BODY = `cross join lateral json_to_record(r.body::json)
  as b (lot_area_sqft text, parcel_id text, line1 text, unit text, sold_date text)`;

const idsOf = (importIds: readonly number[]): string =>
  `import_id in (${importIds.map(Math.trunc).join(', ')})`;

/** Imported sales in a box, the nearest first. */
export async function findSalesNear(
  db: Db,
  importIds: readonly number[],
  { lat, lng, box, from, before, property_type, limit }: NearQuery,
): Promise<StoredComparable[]> {
  if (importIds.length === 0) return [];
  const [first, last] = [Math.floor(box.s / STRIP_HEIGHT), Math.floor(box.n / STRIP_HEIGHT)];
  const eastward = Math.cos((lat * Math.PI) / 180);
  return db.rows<StoredComparable>(
    `select ${SALE} from (
       select * from dataset_rows
       where ${idsOf(importIds)} and strip between $1 and $2
         and x between $3 and $4 and y between $5 and $6
         and day >= ${EPOCH} + $7::integer and day < ${EPOCH} + $8::integer
         and ($9::text is null or property_type is null or property_type = $9) and ${IS_SALE}
       order by (y - $10::float8) ^ 2 + ((x - $11::float8) * $12::float8) ^ 2, import_id, line
       limit $13
     ) r ${BODY}`,
    [
      first,
      last,
      box.w,
      box.e,
      box.s,
      box.n,
      from,
      before,
      property_type,
      lat * MICRO,
      lng * MICRO,
      eastward,
      limit,
    ],
  );
}

/** Imported sales of a county, the newest first. */
export async function findCountySales(
  db: Db,
  importIds: readonly number[],
  countyFips: string,
  { from, before, limit }: Pick<NearQuery, 'from' | 'before' | 'limit'>,
): Promise<StoredComparable[]> {
  if (importIds.length === 0) return [];
  return db.rows<StoredComparable>(
    `select ${SALE} from (
       select * from dataset_rows
       where ${idsOf(importIds)} and county_fips = $1
         and day >= ${EPOCH} + $2::integer and day < ${EPOCH} + $3::integer and ${IS_SALE}
       order by day desc, import_id, line limit $4
     ) r ${BODY}`,
    [countyFips, from, before, limit],
  );
}

const MEMBER_FACTS = `null as import_id, m.source as origin, m.feed, m.last_seen_at, m.source_id, m.home_id,
  m.lat / ${MICRO}.0::float8 as lat, m.lng / ${MICRO}.0::float8 as lng, m.address ->> 'state' as state,
  m.property_type, m.living_area_sqft, m.year_built, m.beds::float8, m.baths::float8,
  null as lot_area_sqft, m.parcel, m.address ->> 'line1' as line1, m.address ->> 'unit' as unit, m.zip,
  true as has_day`;

/** Rentals of ZIPs whose rent is shown now. Their day is the one that their state began. */
const RENTALS = `select ${MEMBER_FACTS}, m.price_cents / 100.0::float8 as price,
    (m.state_since at time zone 'UTC')::date - ${EPOCH} as day
  from home_members m
  where m.zip = any($1::text[]) and m.kind = 'rentals' and m.status is not null
    and m.removed_at is null and m.price_cents >= ${PRICE_MIN.rent * 100}`;

/** Sales of ZIPs that sources report with a price. */
const SOLD = `select ${MEMBER_FACTS}, p.price_cents / 100.0::float8 as price, p.date - ${EPOCH} as day
  from home_members m join home_reports p
    on p.source = m.source and p.source_id = m.source_id and p.event = 'sold'
  where m.zip = any($1::text[]) and m.kind = 'sold' and p.price_cents >= ${PRICE_MIN.sale * 100}
    and coalesce(m.address ->> 'state', '') not in (${NO_PRICES})`;

const STATEMENTS = { sale: SOLD, rent: RENTALS } as const;

/**
 * Sales or rentals of ZIPs that sources show, without those of some origins: around a point those
 * of one type, the nearest first, else the newest first.
 */
export const findShown = (
  db: Db,
  kind: PriceKind,
  { zips, without }: { readonly zips: readonly string[]; readonly without: readonly string[] },
  { from, before, limit }: Pick<NearQuery, 'from' | 'before' | 'limit'>,
  around: Pick<NearQuery, 'lat' | 'lng' | 'property_type'> | null,
): Promise<StoredComparable[]> =>
  db.rows<StoredComparable>(
    `select * from (${STATEMENTS[kind]}) shown
     where origin <> all($5::text[]) and lat is not null and lng is not null and living_area_sqft > 0
       and property_type is distinct from 'land' and day >= $2 and day < $3
       and ($8::text is null or property_type is null or property_type = $8)
     order by (lat - $6::float8) ^ 2 + ((lng - $7::float8) * cosd($6::float8)) ^ 2, day desc, origin, source_id
     limit $4`,
    [
      zips,
      from,
      before,
      limit,
      without,
      around?.lat ?? null,
      around?.lng ?? null,
      around?.property_type ?? null,
    ],
  );
