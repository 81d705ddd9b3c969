/** The story of a home from its members: what was observed and reported, and what follows. */

import { DAY_MS } from '#contract/durations.js';
import { usd } from '#contract/field.js';
import { OBSERVED_SHOWN, POSSIBLE_SHOWN, REPORTED_SHOWN } from '#contract/homes.js';
import type {
  DerivedSale,
  Disagreement,
  HomeBody,
  Member,
  MembersOfHome,
  ObservedState,
  PossibleMember,
  ReportedEvent,
} from '#contract/operations/homes.js';
import { type HomeMember, type Observation, type Report, shownFacts } from './home.js';
import type { Match, Matched, Possible } from './home-match.js';

/** A sale may be dated this long before its listing began: sources date by day, and list late. */
export const SOLD_BEFORE_LISTED_DAYS = 30;
/** A listing last seen longer before a sale was another one. */
export const LISTED_BEFORE_SOLD_DAYS = 365;
/** Areas that differ by at most this share are the same, rounded differently. */
const SAME_AREA = 0.01;

/** Who shows a home now, and where they differ. `own` is the requested id. */
export const homeMembers = (
  own: string,
  { members }: Match,
  nameOf: (origin: string) => string,
): MembersOfHome => ({
  home_id: own,
  members: members.map((one) => memberOf(one, nameOf)),
  disagreements: disagreementsOf(members, nameOf),
});

/** Builds the body of a home. `own` is the requested id; `members` is not empty. */
export function homeStory(
  own: string,
  match: Match,
  observations: readonly Observation[],
  reports: readonly Report[],
  nameOf: (origin: string) => string,
): HomeBody {
  const { members, possible } = match;
  const first = members[0]?.member;
  if (first === undefined) throw new TypeError('a home has a member');
  const derived = salesOf(members, observations, reports, nameOf);
  const observed = observedOf(members, observations, reports, nameOf);
  const reported = reports.map(
    (report): ReportedEvent => ({
      source: nameOf(report.source),
      source_id: report.source_id,
      event: report.event,
      date: report.date,
      price: moneyOf(report.price_cents),
      disclosure: report.disclosure,
    }),
  );
  const known = homeMembers(own, match, nameOf);
  const located = members.find(({ member }) => member.lat !== null && member.lng !== null)?.member;
  return {
    home_id: own,
    building_id: first.building_id,
    address: first.address,
    location: located === undefined ? null : { lat: Number(located.lat), lng: Number(located.lng) },
    members: known.members,
    possible: possible.slice(0, POSSIBLE_SHOWN).map((one) => possibleOf(one, nameOf)),
    disagreements: known.disagreements,
    observed: observed.slice(-OBSERVED_SHOWN),
    reported: reported.slice(-REPORTED_SHOWN),
    derived,
    left_out:
      Math.max(0, observed.length - OBSERVED_SHOWN) +
      Math.max(0, reported.length - REPORTED_SHOWN) +
      Math.max(0, possible.length - POSSIBLE_SHOWN),
  };
}

const moneyOf = (cents: number | null) => (cents === null ? null : usd(cents / 100));

function memberOf({ member, level }: Matched, nameOf: (origin: string) => string): Member {
  const isRemoved = member.removed_at !== null;
  const price = isRemoved ? null : moneyOf(member.price_cents);
  const isRent = member.kind === 'rentals';
  return {
    source: nameOf(member.source),
    source_id: member.source_id,
    kind: member.kind,
    source_url: member.source_url,
    level,
    home_id: member.home_id,
    first_seen: member.first_seen_at.toISOString(),
    last_seen: member.last_seen_at.toISOString(),
    status: isRemoved ? null : member.status,
    price: isRent ? null : price,
    rent_monthly: isRent ? price : null,
    ...shownFacts(member),
  };
}

const possibleOf = (
  { member, reason, detail }: Possible,
  nameOf: (origin: string) => string,
): PossibleMember => ({
  source: nameOf(member.source),
  source_id: member.source_id,
  kind: member.kind,
  source_url: member.source_url,
  home_id: member.home_id,
  address: member.address,
  reason,
  detail,
});

/** Past states, and the current one of each listing; a sale closes the last state before it. */
function observedOf(
  members: readonly Matched[],
  observations: readonly Observation[],
  reports: readonly Report[],
  nameOf: (origin: string) => string,
): ObservedState[] {
  return statesOf(members, observations).map((state) => {
    const isRent = state.kind === 'rentals';
    const price = moneyOf(state.price_cents);
    const isSold = state.ended_by !== 'changed' && !isRent && closingOf(state, reports) !== null;
    return {
      source: nameOf(state.source),
      source_id: state.source_id,
      kind: state.kind,
      status: state.status,
      price: isRent ? null : price,
      rent_monthly: isRent ? price : null,
      list_date: state.list_date,
      from: state.from_at.toISOString(),
      to: state.to_at.toISOString(),
      ended_by: isSold ? 'sold' : state.ended_by,
    };
  });
}

type State = Omit<Observation, 'ended_by'> & { readonly ended_by: Observation['ended_by'] | null };

function statesOf(members: readonly Matched[], observations: readonly Observation[]): State[] {
  const present = members.flatMap(({ member }): State[] =>
    member.status === null || member.removed_at !== null
      ? []
      : [
          {
            source: member.source,
            kind: member.kind,
            source_id: member.source_id,
            from_at: member.state_since,
            to_at: member.last_seen_at,
            status: member.status,
            price_cents: member.price_cents,
            list_date: member.list_date,
            ended_by: null,
          },
        ],
  );
  return [...observations, ...present].sort(
    (a, b) => a.from_at.getTime() - b.from_at.getTime() || compare(a.source, b.source),
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const dayOf = (date: string): number => Date.parse(date) / DAY_MS;

/** The sale that ended a listing's state: not before it began, and soon after it was last seen. */
function closingOf(state: State, reports: readonly Report[]): Report | null {
  const began =
    state.list_date === null ? state.from_at.getTime() / DAY_MS : dayOf(state.list_date);
  const seen = state.to_at.getTime() / DAY_MS;
  const fits = reports.filter(
    ({ event, date }) =>
      event === 'sold' &&
      dayOf(date) >= began - SOLD_BEFORE_LISTED_DAYS &&
      dayOf(date) <= seen + LISTED_BEFORE_SOLD_DAYS &&
      // A listing still seen long after the sale is the next one.
      dayOf(date) >= seen - SOLD_BEFORE_LISTED_DAYS,
  );
  return fits[0] ?? null;
}

/** Each sale with a price, compared with the last asking price observed before it. */
function salesOf(
  members: readonly Matched[],
  observations: readonly Observation[],
  reports: readonly Report[],
  nameOf: (origin: string) => string,
): DerivedSale[] {
  const states = statesOf(members, observations).filter(
    ({ kind, price_cents }) => kind === 'listings' && price_cents !== null,
  );
  const sales = new Map<string, DerivedSale>();
  for (const sale of reports) {
    if (sale.event !== 'sold' || sale.price_cents === null || sales.has(sale.date)) continue;
    const listing = states
      .filter((state) => closingOf(state, [sale]) !== null)
      .sort((a, b) => a.to_at.getTime() - b.to_at.getTime())
      .at(-1);
    if (listing === undefined || listing.price_cents === null || listing.price_cents === 0)
      continue;
    sales.set(sale.date, {
      sold_date: sale.date,
      sale_price: usd(sale.price_cents / 100),
      sale_source: nameOf(sale.source),
      list_price: usd(listing.price_cents / 100),
      list_source: nameOf(listing.source),
      list_seen: listing.to_at.toISOString(),
      sale_to_list_ratio: Math.round((sale.price_cents / listing.price_cents) * 10_000) / 10_000,
    });
  }
  return [...sales.values()];
}

const COMPARED = [
  'price',
  'beds',
  'baths',
  'living_area_sqft',
  'property_type',
  'year_built',
] as const;

/** Fields on which the members differ now. Compares asking prices, not rents or past sales. */
function disagreementsOf(
  members: readonly Matched[],
  nameOf: (origin: string) => string,
): Disagreement[] {
  return COMPARED.flatMap((field) => {
    const values = members.flatMap(({ member }) => {
      const value = comparedOf(member, field);
      return value === null
        ? []
        : [{ source: nameOf(member.source), source_id: member.source_id, value }];
    });
    return hasTwo(
      field,
      values.map(({ value }) => value),
    )
      ? [{ field, values }]
      : [];
  });
}

function comparedOf(member: HomeMember, field: (typeof COMPARED)[number]): string | number | null {
  if (field !== 'price') return member[field];
  const isListed =
    member.kind === 'listings' && member.status !== null && member.removed_at === null;
  return isListed && member.price_cents !== null ? member.price_cents / 100 : null;
}

function hasTwo(field: string, values: readonly (string | number)[]): boolean {
  const [first, ...others] = values;
  return others.some((value) =>
    field === 'living_area_sqft'
      ? Math.abs(Number(value) - Number(first)) > SAME_AREA * Number(first)
      : value !== first,
  );
}
