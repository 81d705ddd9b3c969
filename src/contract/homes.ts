/** Homes over all sources: `GET /v1/homes/{home_id}`, `GET /v1/homes/members` (docs/homes.md). */

/** Paths below BASE_PATH; `{home_id}` is an id. */
export const HOMES_PATH = '/homes';
export const HOME_PATH = '/homes/{home_id}';
export const HOME_MEMBERS_PATH = '/homes/members';

/** Most homes in one request for their members: this many ids fit into a query string. */
export const HOMES_ASKED_MAX = 50;

/** Longest address accepted. */
export const ADDRESS_CHARS_MAX = 200;
/** The newest states and events in one answer. */
export const OBSERVED_SHOWN = 500;
export const REPORTED_SHOWN = 200;
export const POSSIBLE_SHOWN = 50;

/** Why two rows count as one home. */
export const MEMBER_LEVELS = {
  address: 'The same address key: ZIP, number, street and unit.',
  parcel: 'The same county and parcel number, and the same unit.',
  correction: "An operator's correction: two ids are one home.",
} as const;
export type MemberLevel = keyof typeof MEMBER_LEVELS;

/** Why a row may belong to the home, but is listed separately. */
export const POSSIBLE_REASONS = {
  unit_missing: 'Only one address has a unit; location and facts agree.',
  direction_or_suffix_missing:
    'One address lacks a direction or a suffix that the other has; location and facts agree.',
  contradiction: 'The address or parcel is the same, but a fact contradicts it.',
} as const;
export type PossibleReason = keyof typeof POSSIBLE_REASONS;

/** Facts that rule out a match, and when. */
export const CONTRADICTIONS = {
  property_type: 'One is land, the other has a building.',
  living_area_sqft: 'The living areas differ by more than a quarter.',
  year_built: 'The years differ by more than three.',
  location: 'The points are more than a kilometer apart.',
} as const;
export type Contradiction = keyof typeof CONTRADICTIONS;

/** Why an observed state ended. */
export const OBSERVATION_ENDS = {
  changed: 'The price or status changed.',
  removed: 'Complete runs of a watch no longer saw the listing under its id.',
  sold: 'A sale of the home was reported; derived from both.',
} as const;
export type ObservationEnd = Exclude<keyof typeof OBSERVATION_ENDS, 'sold'>;

export const HOME_EVENTS = ['listed', 'sold'] as const;
export type HomeEvent = (typeof HOME_EVENTS)[number];
