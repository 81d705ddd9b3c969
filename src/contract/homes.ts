/** Homes over all sources: `GET /v1/homes/{home_id}` and `GET /v1/homes/members` (docs/homes.md). */
import type { OrOther } from './answers.js';
import type { Location, Money } from './field.js';

/** Paths below BASE_PATH; `{home_id}` stands for an id. */
export const HOMES_PATH = '/homes';
export const HOME_PATH = '/homes/{home_id}';
export const HOME_MEMBERS_PATH = '/homes/members';

/** Most homes of one question for their members: so many ids fit into a query string. */
export const HOMES_ASKED_MAX = 50;

/** Longest address that is looked for. */
export const ADDRESS_CHARS_MAX = 200;
/** The newest states and events that one answer has. */
export const OBSERVED_SHOWN = 500;
export const REPORTED_SHOWN = 200;
export const POSSIBLE_SHOWN = 50;

/** Why two rows are taken for one home. */
export const MEMBER_LEVELS = {
  address: 'The same address key: ZIP, number, street and unit.',
  parcel: 'The same county and parcel number, and the same unit.',
  correction: "The operator's word that two ids are one home.",
} as const;
export type MemberLevel = keyof typeof MEMBER_LEVELS;

/** Why a row may be of the home, and is kept apart. */
export const POSSIBLE_REASONS = {
  unit_missing: 'One address names a unit and the other none; place and facts agree.',
  direction_or_suffix_missing:
    'One address lacks a direction or a suffix that the other has; place and facts agree.',
  contradiction: 'The address or parcel is the same, but a fact contradicts it.',
} as const;
export type PossibleReason = keyof typeof POSSIBLE_REASONS;

/** Facts that refuse a match, and when. */
export const CONTRADICTIONS = {
  property_type: 'One is land and the other is built on.',
  living_area_sqft: 'The living areas differ by more than a quarter.',
  year_built: 'The years differ by more than three.',
  location: 'The points lie more than a kilometer apart.',
} as const;
export type Contradiction = keyof typeof CONTRADICTIONS;

/** Why an observed state ended. */
export const OBSERVATION_ENDS = {
  changed: 'Another state followed.',
  removed: 'Complete runs of a watch no longer saw the listing under its id.',
  sold: 'A sale of the home was reported: derived from the two.',
} as const;
export type ObservationEnd = Exclude<keyof typeof OBSERVATION_ENDS, 'sold'>;
export type ShownEnd = keyof typeof OBSERVATION_ENDS;

export const HOME_EVENTS = ['listed', 'sold'] as const;
export type HomeEvent = (typeof HOME_EVENTS)[number];

export interface HomeAddress {
  readonly line1: string;
  readonly unit: string | null;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

/** One id of the home at a source. */
export interface Member {
  readonly source: string;
  readonly source_id: string;
  /** listings, rentals, sold or auctions. */
  readonly kind: string;
  readonly source_url: string;
  readonly level: OrOther<MemberLevel>;
  /** The id that its own address gives. */
  readonly home_id: string;
  readonly first_seen: string;
  readonly last_seen: string;
  /** What it shows now, or last showed. Null: it gives none, or none is kept; once removed, no status and price. */
  readonly status: string | null;
  /** What is asked; of sold homes what was paid, of auctions the opening bid. */
  readonly price: Money | null;
  readonly rent_monthly: Money | null;
  readonly property_type: string | null;
  readonly beds: number | null;
  readonly baths: number | null;
  readonly living_area_sqft: number | null;
  readonly year_built: number | null;
}

export interface PossibleMember {
  readonly source: string;
  readonly source_id: string;
  readonly kind: string;
  readonly source_url: string;
  readonly home_id: string;
  readonly address: HomeAddress;
  readonly reason: OrOther<PossibleReason>;
  /** In words what is missing or contradicts. */
  readonly detail: string;
}

/** A state of a listing from the first to the last reading that saw it so. */
export interface ObservedState {
  readonly source: string;
  readonly source_id: string;
  readonly kind: string;
  readonly status: string;
  readonly price: Money | null;
  readonly rent_monthly: Money | null;
  readonly list_date: string | null;
  readonly from: string;
  readonly to: string;
  /** Null while it holds. */
  readonly ended_by: OrOther<ShownEnd> | null;
}

/** What a source itself says happened. */
export interface ReportedEvent {
  readonly source: string;
  readonly source_id: string;
  readonly event: OrOther<HomeEvent>;
  readonly date: string;
  readonly price: Money | null;
  /** Where the price comes from; null where the event has none. */
  readonly disclosure: string | null;
}

/** A sale beside the listing that it closed: no source reports it. */
export interface DerivedSale {
  readonly sold_date: string;
  readonly sale_price: Money;
  readonly sale_source: string;
  /** The last asking price that was observed before the sale. */
  readonly list_price: Money;
  readonly list_source: string;
  readonly list_seen: string;
  /** sale_price divided by list_price, with 3 decimals. */
  readonly sale_to_list_ratio: number;
}

/** A field on which the sources differ now. */
export interface Disagreement {
  readonly field: string;
  readonly values: readonly {
    readonly source: string;
    readonly source_id: string;
    readonly value: string | number;
  }[];
}

/** Who shows a home, and where they differ. */
export interface MembersOfHome {
  readonly home_id: string;
  /** First seen first. */
  readonly members: readonly Member[];
  readonly disagreements: readonly Disagreement[];
}

/** The answer of `GET /v1/homes/members`. */
export interface HomeMembersBody {
  /** In the order in which they were asked for. */
  readonly homes: readonly MembersOfHome[];
  /** Ids of which nothing is known that the caller may read. */
  readonly unknown: readonly string[];
}

/** The answer of `GET /v1/homes/{home_id}`. */
export interface HomeBody {
  readonly home_id: string;
  /** All units of one house number have it. */
  readonly building_id: string;
  readonly address: HomeAddress;
  readonly location: Location | null;
  /** First seen first. */
  readonly members: readonly Member[];
  /** Never merged. */
  readonly possible: readonly PossibleMember[];
  readonly disagreements: readonly Disagreement[];
  /** What readings of this service saw, oldest first. */
  readonly observed: readonly ObservedState[];
  /** What sources report, oldest first. */
  readonly reported: readonly ReportedEvent[];
  /** Computed from the two lists. */
  readonly derived: readonly DerivedSale[];
  /** Older states and events that are not shown. */
  readonly left_out: number;
}
