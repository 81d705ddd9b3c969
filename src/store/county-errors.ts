/** How far estimates of a county were from its sales or rents: what was asked for and computed. */
import type { PriceKind } from '#contract/comparables.js';
import type { Db } from './db.js';
import { first } from './first-row.js';

export interface CountyRow<Result> {
  readonly county_fips: string;
  readonly kind: PriceKind;
  readonly computed_at: Date | null;
  readonly version: string | null;
  readonly result: Result | null;
}

/** The result of a county; undefined where nobody has asked for it. */
export const findCounty = <Result>(
  db: Db,
  countyFips: string,
  kind: PriceKind,
): Promise<CountyRow<Result> | undefined> =>
  first(
    db,
    `select county_fips, kind, computed_at, version, result from county_errors
     where county_fips = $1 and kind = $2`,
    [countyFips, kind],
  );

/** Asks for the result of a county, once. */
export async function askForCounty(
  db: Db,
  countyFips: string,
  kind: PriceKind,
  at: Date,
): Promise<void> {
  await db.rows(
    `insert into county_errors (county_fips, kind, asked_at) values ($1, $2, $3)
     on conflict (county_fips, kind) do update set asked_at = excluded.asked_at`,
    [countyFips, kind, at],
  );
}

/**
 * Claims a county whose result is missing, of another version or older than `staleAt`, unless it
 * was claimed since `claimedSince`. Locks one row; nodes skip each other's.
 */
export const claimCounty = (
  db: Db,
  version: string,
  times: { readonly at: Date; readonly claimedSince: Date; readonly staleAt: Date },
): Promise<Pick<CountyRow<unknown>, 'county_fips' | 'kind'> | undefined> =>
  first(
    db,
    `update county_errors c set claimed_at = $2
     from (
       select county_fips, kind from county_errors
       where (version is distinct from $1 or computed_at < $4)
         and (claimed_at is null or claimed_at < $3)
       order by computed_at nulls first, asked_at limit 1 for update skip locked
     ) next
     where c.county_fips = next.county_fips and c.kind = next.kind
     returning c.county_fips, c.kind`,
    [version, times.at, times.claimedSince, times.staleAt],
  );

/** Stores the result of a county that was claimed. */
export async function storeCounty(
  db: Db,
  { county_fips, kind }: Pick<CountyRow<unknown>, 'county_fips' | 'kind'>,
  computed: { readonly version: string; readonly result: unknown; readonly at: Date },
): Promise<void> {
  await db.rows(
    `update county_errors set claimed_at = null, computed_at = $3, version = $4, result = $5
     where county_fips = $1 and kind = $2`,
    [county_fips, kind, computed.at, computed.version, JSON.stringify(computed.result)],
  );
}
