/** What collections saw of the homes of some ZIPs, over time. */
import type { PastPrice } from '#domain/area-homes.js';
import type { HomeMember } from '#domain/home.js';
import { LISTED_BEFORE_SOLD_DAYS, SOLD_BEFORE_LISTED_DAYS } from '#domain/home-story.js';
import type { Db } from './db.js';
import { MEMBER } from './homes.js';

/** What says who may read it and where it lies. */
export interface AreaHome {
  /** Name of the source's origin. */
  readonly source: string;
  readonly source_id: string;
  readonly feed: string | null;
  readonly last_seen_at: Date;
  readonly zip: string;
  readonly city: string | null;
  readonly state: string | null;
  /** Degrees. */
  readonly lat: number | null;
  readonly lng: number | null;
  readonly property_type: string | null;
  readonly beds: number | null;
  readonly living_area_sqft: number | null;
  readonly price_cents: number | null;
}

/** A state of a listing. */
export interface AreaSpan extends AreaHome {
  readonly from_at: Date;
  readonly to_at: Date;
  readonly list_date: string | null;
  /** When a run found it removed; null for a state that goes on or was followed by another. */
  readonly removed_at: Date | null;
}

/** A sale that a source reports. */
export interface AreaSale extends AreaHome {
  /** YYYY-MM-DD. */
  readonly date: string;
  /** The last asking price that the same source showed of the home before. */
  readonly list_cents: number | null;
}

export interface ZipsAsk {
  readonly zips: readonly string[];
  readonly from: Date;
  readonly to: Date;
  readonly limit: number;
}

const HOME = `m.source, m.source_id, m.feed, m.last_seen_at, m.zip, m.address ->> 'city' as city,
  m.address ->> 'state' as state, m.lat::float8 / 1e6 as lat, m.lng::float8 / 1e6 as lng, m.property_type,
  m.beds::float8, m.living_area_sqft`;

/** States with this status that touch the time from `from` to `to`, the earliest first. */
export const findSpans = (
  db: Db,
  kind: string,
  status: string,
  { zips, from, to, limit }: ZipsAsk,
): Promise<AreaSpan[]> =>
  db.rows(
    `select ${HOME}, s.from_at, s.to_at, s.price_cents, to_char(s.list_date, 'YYYY-MM-DD') as list_date, s.removed_at
     from home_members m cross join lateral (
       select m.state_since as from_at, m.last_seen_at as to_at, m.status, m.price_cents, m.list_date, m.removed_at
       where m.removed_at is null
       union all
       select o.from_at, o.to_at, o.status, o.price_cents, o.list_date, case
         when o.ended_by <> 'removed' then null
         -- Of a home that returned, only the end of the state is known.
         when o.to_at = m.last_seen_at then coalesce(m.removed_at, o.to_at) else o.to_at end
       from home_observations o
       where o.source = m.source and o.kind = m.kind and o.source_id = m.source_id
     ) s
     where m.zip = any($1::text[]) and m.kind = $2 and s.status = $3 and s.to_at >= $4 and s.from_at < $5
     order by s.from_at limit $6`,
    [zips, kind, status, from, to, limit],
  );

/** The asking price of the listing, at the source of `m`, that the sale `r` ended. */
const LAST_ASKED = `select s.price_cents
  from home_members l cross join lateral (
    select l.price_cents, l.list_date, l.state_since as from_at, l.last_seen_at as to_at
    union all
    select o.price_cents, o.list_date, o.from_at, o.to_at
    from home_observations o
    where o.source = l.source and o.kind = l.kind and o.source_id = l.source_id
  ) s
  where l.home_id = m.home_id and l.source = m.source and l.kind = 'listings'
    and l.feed is not distinct from m.feed and s.price_cents > 0
    and r.date >= coalesce(s.list_date, (s.from_at at time zone 'UTC')::date) - ${SOLD_BEFORE_LISTED_DAYS}
    and r.date - (s.to_at at time zone 'UTC')::date
      between -${SOLD_BEFORE_LISTED_DAYS} and ${LISTED_BEFORE_SOLD_DAYS}
  order by s.to_at desc limit 1`;

/** Sales that sources of these origins report, of homes that they show as sold, in no order. */
export const findReportedSales = (
  db: Db,
  { zips, from, to, limit }: ZipsAsk,
  knownBefore: Date,
  origins: readonly string[],
): Promise<AreaSale[]> =>
  db.rows(
    `select ${HOME}, r.price_cents, to_char(r.date, 'YYYY-MM-DD') as date, asked.price_cents as list_cents
     from home_members m join home_reports r on r.source = m.source and r.source_id = m.source_id
       left join lateral (${LAST_ASKED}) asked on true
     where m.zip = any($1::text[]) and m.kind = 'sold' and m.source = any($6::text[]) and r.event = 'sold'
       and r.date >= ($3 at time zone 'UTC')::date and r.date < $4 at time zone 'UTC'
       and m.first_seen_at < $5
     limit $2`,
    [zips, limit, from, to, knownBefore, origins],
  );

/** The first complete run of a watch's query, of the source or the sandbox. */
const FIRST_RUN = `select max(b.ended_at) as ended_at
  from events e join watch_runs b on b.run_id = (e.data ->> 'run_id')::uuid
  where e.account_id = w.account_id and e.watch_id = w.watch_id and e.type = 'watch.started'`;

/** When complete runs of watches of exactly this search of these routes ended, in order. */
export const findCompleteRuns = async (
  db: Db,
  routes: readonly string[],
  query: Readonly<Record<string, string>>,
  from: Date,
  to: Date,
): Promise<{ route: string; at: Date }[]> =>
  db.rows(
    `select w.route, r.ended_at as at
     from watches w join watch_runs r on r.watch_id = w.watch_id left join lateral (${FIRST_RUN}) first on true
     where w.route = any($1::text[]) and w.query::jsonb = $2::jsonb and r.state = 'complete'
       and w.last_complete_at is not null and r.ended_at >= coalesce(first.ended_at, r.ended_at)
       and r.ended_at >= $3 and r.ended_at < $4
     order by r.ended_at`,
    [routes, JSON.stringify(query), from, to],
  );

/** What is offered in these ZIPs and was seen since a moment, in no order. */
export const findOffers = (
  db: Db,
  kind: string,
  statuses: readonly string[],
  { zips, from, limit }: Omit<ZipsAsk, 'to'>,
): Promise<HomeMember[]> =>
  db.rows(
    `select ${MEMBER} from home_members
     where zip = any($1::text[]) and kind = $2 and status = any($3::text[]) and removed_at is null
       and last_seen_at >= $4
     limit $5`,
    [zips, kind, statuses, from, limit],
  );

/** Prices that offers in these ZIPs had before, in states that ended since a moment. */
export const findPastPrices = (
  db: Db,
  kind: string,
  { zips, from, limit }: Omit<ZipsAsk, 'to'>,
): Promise<PastPrice[]> =>
  db.rows(
    `select o.source, o.source_id, o.from_at, o.price_cents,
       to_char(o.list_date, 'YYYY-MM-DD') as list_date, o.ended_by = 'removed' as is_removed
     from home_members m join home_observations o using (source, kind, source_id)
     where m.zip = any($1::text[]) and m.kind = $2 and m.removed_at is null and m.status is not null
       and o.price_cents is not null and o.to_at >= $3
     limit $4`,
    [zips, kind, from, limit],
  );
