/** A home as its sources show it: its ids, the observed states and the reported events. */
import type { HomeEvent, ObservationEnd } from '#contract/homes.js';
import type { HomeAddress } from '#contract/operations/homes.js';
import type { HomeKey } from './home-key.js';

/** Facts that confirm or reject that two rows are one home. Null if the source lacks them. */
export interface HomeFacts {
  /** Degrees. */
  readonly lat: number | null;
  readonly lng: number | null;
  readonly property_type: string | null;
  readonly beds: number | null;
  readonly baths: number | null;
  readonly living_area_sqft: number | null;
  readonly year_built: number | null;
  /** County FIPS code and parcel number, separated by a colon. */
  readonly parcel: string | null;
}

/** The facts that every view of a home shows, in the order of the contract. */
export const shownFacts = ({
  property_type,
  beds,
  baths,
  living_area_sqft,
  year_built,
}: HomeFacts) => ({ property_type, beds, baths, living_area_sqft, year_built });

/** One id of a home at a source, in one kind of its rows. */
export interface HomeMember extends HomeFacts, HomeKey {
  /** Name of the source's origin. */
  readonly source: string;
  readonly kind: string;
  readonly source_id: string;
  /** The feed of a licensed source. */
  readonly feed: string | null;
  readonly home_id: string;
  readonly building_id: string;
  readonly address: HomeAddress;
  readonly source_url: string;
  /** The current state; null where none is stored. */
  readonly status: string | null;
  readonly price_cents: number | null;
  readonly list_date: string | null;
  readonly state_since: Date;
  readonly removed_at: Date | null;
  readonly first_seen_at: Date;
  readonly last_seen_at: Date;
}

/** A member as a collection sees it. Microdegrees. */
export type SeenHome = Omit<
  HomeMember,
  'state_since' | 'removed_at' | 'first_seen_at' | 'last_seen_at'
>;

/** A state that has ended. */
export interface Observation {
  readonly source: string;
  readonly kind: string;
  readonly source_id: string;
  readonly from_at: Date;
  readonly to_at: Date;
  readonly status: string;
  readonly price_cents: number | null;
  readonly list_date: string | null;
  readonly ended_by: ObservationEnd;
}

/** An event that a source reports for one of its homes. */
export interface Report {
  readonly source: string;
  readonly source_id: string;
  readonly event: HomeEvent;
  readonly date: string;
  readonly price_cents: number | null;
  readonly disclosure: string | null;
}
export type SeenReport = Report;

/** An operator's statement that two ids are one home. */
export interface HomeAlias {
  readonly home_id: string;
  readonly other_id: string;
  readonly why: string;
  readonly at: Date;
}

/** A home whose rows are left out: those collected before `until`, or all. */
export interface HiddenHome {
  readonly home_id: string | null;
  readonly source: string | null;
  readonly source_id: string | null;
  readonly until: string | null;
}
