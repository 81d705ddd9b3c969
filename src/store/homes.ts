/**
 * What sources show of homes: their ids and facts, the states that collections saw, what the
 * sources report, and the operator's corrections. Sources are named by their origins (`sandbox/…`).
 */
import { createHash } from 'node:crypto';
import type { HomeMember, Observation, Report, SeenHome, SeenReport } from '#domain/home.js';
import { arraysIn } from './columns.js';
import type { Db } from './db.js';
import { deleteSome } from './delete-some.js';

/** Rows of one lookup: more ids than this are not one home. */
const MEMBERS_MAX = 200;
const OBSERVATIONS_MAX = 1_000;
const REPORTS_MAX = 500;

/** A source that counts a listing's age in days reports another date at another hour. */
const OTHER_LIST_DATE = 'abs(m.list_date - s.list_date) > 1';
/** A price or list date that is unknown now counts as unchanged. */
const HAS_CHANGED = `(m.status is distinct from s.status
  or m.price_cents <> s.price_cents or (m.price_cents is null and s.price_cents is not null)
  or ${OTHER_LIST_DATE})`;
/**
 * Whether it is a new listing: withdrawn in between, or listed at a later date. Where it shows no
 * price, its price is unknown: that of the listing before says nothing of it.
 */
const IS_NEW_LISTING = `(m.removed_at is not null or coalesce(${OTHER_LIST_DATE} and s.list_date > m.list_date, false))`;

/**
 * Records what a collection saw: a changed state ends with the previous collection, and the present
 * one lasts to this one. A collection older than what is known changes nothing. A sold row shows
 * its newest sale, whose price may be undisclosed: it does not take the price of the sale before.
 */
export async function noteHomes(db: Db, homes: readonly SeenHome[], at: Date): Promise<void> {
  if (homes.length === 0) return;
  // In the order of ids, so that collections of overlapping areas do not deadlock.
  const digested = homes
    .map((home) => ({ ...home, digest: digestOf(home) }))
    .sort((a, b) => (a.source_id < b.source_id ? -1 : 1));
  const touched = await db.rows<MemberName>(TOUCH_HOMES, [
    ...arraysIn('source, kind, source_id, digest', digested),
    at,
  ]);
  if (touched.length === homes.length) return;
  const same = new Set(touched.map(nameOf));
  const others = digested.filter((home) => !same.has(nameOf(home)));
  await db.rows(NOTE_HOMES, [JSON.stringify(others), at]);
}

const nameOf = ({ source, kind, source_id }: MemberName): string =>
  `${source} ${kind} ${source_id}`;

/** Equal when all that a source shows of a home is equal: most homes are unchanged. */
const digestOf = (home: SeenHome): string =>
  createHash('sha1').update(JSON.stringify(home)).digest('base64').slice(0, 22);

/** Updates the time of unchanged homes, and returns their names. */
const TOUCH_HOMES = `
  update home_members m set last_seen_at = $5, seen_on = ($5 at time zone 'UTC')::date
  from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as s (source, kind, source_id, digest)
  where m.source = s.source and m.kind = s.kind and m.source_id = s.source_id and m.digest = s.digest
    and m.removed_at is null and m.last_seen_at < $5
  returning m.source, m.kind, m.source_id`;

const NOTE_HOMES = `
  with s as materialized (
    select * from json_to_recordset($1::json) as r (
      source text, kind text, source_id text, feed text, home_id uuid, building_id uuid, zip text, number text,
      street text, unit text, address json, source_url text, lat integer, lng integer, property_type text, beds real,
      baths real, living_area_sqft integer, year_built integer, parcel text, status text, price_cents bigint,
      list_date date, digest text
    )
  ), known as materialized (
    select s.source, s.kind, s.source_id, m.status, m.price_cents, m.list_date, m.state_since, m.last_seen_at,
      m.removed_at, ${HAS_CHANGED} as has_changed, ${IS_NEW_LISTING} as is_new
    from s join home_members m
      on m.source = s.source and m.kind = s.kind and m.source_id = s.source_id and m.last_seen_at < $2
  ), ended as (
    insert into home_observations
      (source, kind, source_id, from_at, to_at, status, price_cents, list_date, ended_by)
    select source, kind, source_id, state_since, last_seen_at, status, price_cents, list_date, 'changed'
    from known where has_changed and removed_at is null and status is not null
    on conflict do nothing
  )
  insert into home_members as m (
    source, kind, source_id, feed, home_id, building_id, zip, number, street, unit, address, source_url, lat, lng,
    property_type, beds, baths, living_area_sqft, year_built, parcel, status, price_cents, list_date, state_since,
    first_price_cents, first_price_at, first_seen_at, last_seen_at, seen_on, digest
  )
  select s.source, s.kind, s.source_id, s.feed, s.home_id, s.building_id, s.zip, s.number, s.street, s.unit, s.address,
    s.source_url, s.lat, s.lng, s.property_type, s.beds, s.baths, s.living_area_sqft, s.year_built, s.parcel,
    s.status, case when k.is_new or s.kind = 'sold' then s.price_cents else coalesce(s.price_cents, k.price_cents) end,
    case when k.has_changed or k.list_date is null then coalesce(s.list_date, k.list_date) else k.list_date end,
    case when k.has_changed or k.is_new then $2 else coalesce(k.state_since, $2) end,
    s.price_cents, case when s.price_cents is not null then $2 end, $2, $2, ($2 at time zone 'UTC')::date, s.digest
  from s left join known k on k.source = s.source and k.kind = s.kind and k.source_id = s.source_id
  order by s.source_id
  on conflict (source, kind, source_id) do update set
    feed = excluded.feed, home_id = excluded.home_id, building_id = excluded.building_id, zip = excluded.zip,
    number = excluded.number, street = excluded.street, unit = excluded.unit, address = excluded.address,
    source_url = excluded.source_url,
    lat = coalesce(excluded.lat, m.lat), lng = coalesce(excluded.lng, m.lng),
    property_type = coalesce(excluded.property_type, m.property_type),
    beds = coalesce(excluded.beds, m.beds), baths = coalesce(excluded.baths, m.baths),
    living_area_sqft = coalesce(excluded.living_area_sqft, m.living_area_sqft),
    year_built = coalesce(excluded.year_built, m.year_built), parcel = coalesce(excluded.parcel, m.parcel),
    status = excluded.status, price_cents = excluded.price_cents, list_date = excluded.list_date,
    state_since = excluded.state_since,
    first_price_cents = case when m.first_price_cents is null or m.removed_at is not null
      or excluded.list_date > m.list_date + 1 then excluded.first_price_cents else m.first_price_cents end,
    first_price_at = case when m.first_price_cents is null or m.removed_at is not null
      or excluded.list_date > m.list_date + 1 then excluded.first_price_at else m.first_price_at end,
    removed_at = null, last_seen_at = excluded.last_seen_at, seen_on = excluded.seen_on,
    digest = excluded.digest
  where m.last_seen_at < excluded.last_seen_at`;

/**
 * Records events that a source reports. A repeated report updates the known one; so does a sale
 * that is shown in its place with a date a few days apart, and no other price.
 */
export async function noteReports(db: Db, reports: readonly SeenReport[], at: Date): Promise<void> {
  if (reports.length === 0) return;
  await db.rows(NOTE_REPORTS, [JSON.stringify(reports), at]);
}

/** Resales this soon have another price. */
const SALE_DATE_CORRECTED_DAYS = 30;

const NOTE_REPORTS = `
  with sent as materialized (
    select distinct on (s.source, s.source_id, s.event, s.date) s.*, ($2 at time zone 'UTC')::date as seen_on
    from json_to_recordset($1::json) as s
      (source text, source_id text, event text, date date, price_cents bigint, disclosure text)
    order by s.source, s.source_id, s.event, s.date
  ), other_dates as materialized (
    select o.source, o.source_id, o.date, o.price_cents, o.seen_on
    from sent s join home_reports o using (source, source_id, event)
    where event = 'sold' and o.date <> s.date and abs(o.date - s.date) <= ${SALE_DATE_CORRECTED_DAYS}
      and coalesce(o.price_cents = s.price_cents, true)
      and (o.source, o.source_id, o.date) not in (select source, source_id, date from sent where event = 'sold')
  ), corrected as (
    delete from home_reports r using other_dates d
    where r.source = d.source and r.source_id = d.source_id and r.event = 'sold' and r.date = d.date
      and d.seen_on <= ($2 at time zone 'UTC')::date
  )
  insert into home_reports as r (source, source_id, event, date, price_cents, disclosure, seen_on)
  select source, source_id, event, date,
    coalesce(price_cents, case event when 'sold' then (
      select max(d.price_cents) from other_dates d where d.source = s.source and d.source_id = s.source_id
    ) end), disclosure, seen_on
  from sent s
  where case event
    when 'listed' then not exists (
      select 1 from home_reports o
      where o.source = s.source and o.source_id = s.source_id and o.event = 'listed' and abs(o.date - s.date) = 1
    ) else not exists (
      select 1 from other_dates d where d.source = s.source and d.source_id = s.source_id and d.seen_on > s.seen_on
    )
  end
  order by source, source_id, event, date
  on conflict (source, source_id, event, date) do update set
    price_cents = coalesce(excluded.price_cents, r.price_cents),
    disclosure = coalesce(excluded.disclosure, r.disclosure), seen_on = excluded.seen_on
  where (r.price_cents, r.disclosure, r.seen_on) is distinct from
    (coalesce(excluded.price_cents, r.price_cents), coalesce(excluded.disclosure, r.disclosure), excluded.seen_on)`;

/**
 * Ends the states of the listings that a watch run found removed or under another id, unless
 * another collection has seen them since.
 */
export async function endRemovedHomes(
  tx: Db,
  owner: { readonly source: string; readonly kind: string },
  runId: string,
  at: Date,
): Promise<void> {
  await tx.rows(
    `with unseen as (
       select source_id, last_seen_at as seen_at from watch_rows where run_id = $3 and change = 'removed'
       union all
       select previous->>'source_id', first_seen_at from watch_rows where run_id = $3 and change = 'relisted'
     ), gone as (
       update home_members m set removed_at = $4
       from unseen u
       where m.source = $1 and m.kind = $2 and m.source_id = u.source_id and m.last_seen_at <= u.seen_at
         and m.removed_at is null and m.status is not null
       returning m.*
     )
     insert into home_observations
       (source, kind, source_id, from_at, to_at, status, price_cents, list_date, ended_by)
     select source, kind, source_id, state_since, last_seen_at, status, price_cents, list_date, 'removed' from gone
     on conflict do nothing`,
    [owner.source, owner.kind, runId, at],
  );
}

export interface StoredFirstPrice {
  readonly source_id: string;
  readonly first_price_cents: number;
  readonly first_price_at: Date;
  /** YYYY-MM-DD. */
  readonly list_date: string | null;
}

/** First prices of listings that were seen before and not withdrawn since. */
export const findFirstPrices = (
  db: Db,
  source: string,
  kind: string,
  sourceIds: readonly string[],
): Promise<StoredFirstPrice[]> =>
  db.rows<StoredFirstPrice>(
    `select source_id, first_price_cents, first_price_at, to_char(list_date, 'YYYY-MM-DD') as list_date from home_members
     where source = $1 and kind = $2 and source_id = any($3) and first_price_cents is not null and removed_at is null`,
    [source, kind, sourceIds],
  );

export const MEMBER = `source, kind, source_id, feed, home_id, building_id, zip, number, street, unit, address, source_url,
  lat::float8 / 1e6 as lat, lng::float8 / 1e6 as lng, property_type, beds::float8, baths::float8, living_area_sqft,
  year_built, parcel, status, price_cents, to_char(list_date, 'YYYY-MM-DD') as list_date, state_since, removed_at,
  first_seen_at, last_seen_at`;

const IN_ORDER = 'order by first_seen_at, source, kind, source_id';

/** Members for each item of a list, each item with its own limit; the first seen first. */
const membersBy = (asked: string, where: string): string =>
  `select ${MEMBER} from ${asked} cross join lateral (
     select * from home_members where ${where} ${IN_ORDER} limit ${MEMBERS_MAX}
   ) members ${IN_ORDER}`;
const BY_HOME = membersBy('unnest($1::uuid[]) as asked (home)', 'home_id = asked.home');
const BY_PARCEL = membersBy('unnest($1::text[]) as asked (land)', 'parcel = asked.land');
const BY_NUMBER = membersBy(
  'unnest($1::text[], $2::text[]) as asked (area, house)',
  'zip = asked.area and number = asked.house',
);

/** Members of homes; pass each id once. */
export const findMembers = (db: Db, homeIds: readonly string[]): Promise<HomeMember[]> =>
  db.rows<HomeMember>(BY_HOME, [homeIds]);

/** Members whose source gives one of these parcels; pass each once. */
export const findMembersOfParcels = (db: Db, parcels: readonly string[]): Promise<HomeMember[]> =>
  db.rows<HomeMember>(BY_PARCEL, [parcels]);

/** A house number in a ZIP. */
export type HouseNumber = Pick<HomeMember, 'zip' | 'number'>;

/** Members at house numbers of their ZIPs, whatever the street; pass each number once. */
export const findMembersAt = (db: Db, numbers: readonly HouseNumber[]): Promise<HomeMember[]> =>
  db.rows<HomeMember>(BY_NUMBER, arraysIn('zip, number', numbers));

export type MemberName = Pick<HomeMember, 'source' | 'kind' | 'source_id'>;

export const memberNames = (members: readonly MemberName[]) =>
  arraysIn('source, kind, source_id', members);

/** Ended states of members: the newest that fit, oldest first. */
export const findObservations = (db: Db, members: readonly MemberName[]): Promise<Observation[]> =>
  db.rows<Observation>(
    `select * from (
       select o.source, o.kind, o.source_id, o.from_at, o.to_at, o.status, o.price_cents,
         to_char(o.list_date, 'YYYY-MM-DD') as list_date, o.ended_by
       from unnest($1::text[], $2::text[], $3::text[]) as m (source, kind, source_id)
       join home_observations o using (source, kind, source_id)
       order by o.to_at desc limit ${OBSERVATIONS_MAX}
     ) newest order by from_at, source, source_id`,
    memberNames(members),
  );

/** Events that sources report of members, oldest first. */
export const findReports = (db: Db, members: readonly MemberName[]): Promise<Report[]> =>
  db.rows<Report>(
    `select r.source, r.source_id, r.event, to_char(r.date, 'YYYY-MM-DD') as date, r.price_cents, r.disclosure
     from (select distinct source, source_id from unnest($1::text[], $2::text[]) as m (source, source_id)) m
     join home_reports r using (source, source_id)
     order by r.date, r.source, r.source_id, r.event limit ${REPORTS_MAX}`,
    arraysIn('source, source_id', members),
  );

/** The last sale that sources report of each member. */
export const findLastSales = (db: Db, members: readonly MemberName[]): Promise<Report[]> =>
  db.rows<Report>(
    `select distinct on (r.source, r.source_id) r.source, r.source_id, r.event,
       to_char(r.date, 'YYYY-MM-DD') as date, r.price_cents, r.disclosure
     from unnest($1::text[], $2::text[]) as m (source, source_id)
     join home_reports r on r.source = m.source and r.source_id = m.source_id and r.event = 'sold'
     order by r.source, r.source_id, r.date desc`,
    arraysIn('source, source_id', members),
  );

/** Removes members of licensed feeds last seen before `before`; at most `limit`. */
export const deleteOldFeedMembers = (db: Db, before: Date, limit: number): Promise<number> =>
  deleteSome(
    db,
    'home_members',
    "seen_on <= ($1 at time zone 'UTC')::date and feed is not null and last_seen_at < $1",
    [before],
    limit,
  );
