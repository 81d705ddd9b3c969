/**
 * Decides which members are one home. A wrong match creates a false price history, so any
 * contradicting fact rejects a match; an unknown value neither confirms nor rejects.
 */
import type { Contradiction, MemberLevel, PossibleReason } from '#contract/homes.js';
import { milesBetween } from './box.js';
import type { HomeFacts, HomeMember } from './home.js';
import { DIRECTION_WORDS, SUFFIX_WORDS } from './postal-words.js';

/** Points of one home may be this far apart: sources use its roof, its parcel or its street. */
const SAME_PLACE_M = 1_000;
const METERS_PER_MILE = 1_609.344;
const AREA_DIFFERS = 0.25;
const YEARS_APART_MAX = 3;
/** Limits for confirming a match whose address is incomplete. */
const CLOSE_AREA = 0.02;
const UNIT_WITHIN_M = 25;
const STREET_WITHIN_M = 50;
/** A parcel with more addresses is a development that has not been divided. */
const KEYS_OF_PARCEL_MAX = 3;

/** The fact that proves that two members are not one home; null if there is none. */
export function contradictionOf(a: HomeFacts, b: HomeFacts): Contradiction | null {
  if (known(a.property_type, b.property_type) && isLand(a) !== isLand(b)) return 'property_type';
  const [small, large] = sorted(a.living_area_sqft, b.living_area_sqft);
  if (small !== null && large !== null && large - small > AREA_DIFFERS * large) {
    return 'living_area_sqft';
  }
  const [old, young] = sorted(a.year_built, b.year_built);
  if (old !== null && young !== null && young - old > YEARS_APART_MAX) return 'year_built';
  const apart = metersApart(a, b);
  return apart !== null && apart > SAME_PLACE_M ? 'location' : null;
}

const known = (a: unknown, b: unknown): boolean => a !== null && b !== null;
const isLand = ({ property_type }: HomeFacts): boolean => property_type === 'land';

const sorted = (a: number | null, b: number | null): [number | null, number | null] =>
  a === null || b === null ? [null, null] : [Math.min(a, b), Math.max(a, b)];

function metersApart(a: HomeFacts, b: HomeFacts): number | null {
  if (a.lat === null || a.lng === null || b.lat === null || b.lng === null) return null;
  return milesBetween(a.lat, a.lng, b.lat, b.lng) * METERS_PER_MILE;
}

export interface Matched {
  readonly member: HomeMember;
  readonly level: MemberLevel;
}

export interface Possible {
  readonly member: HomeMember;
  readonly reason: PossibleReason;
  readonly detail: string;
}

export interface Match {
  /** Ordered by first seen. */
  readonly members: readonly Matched[];
  readonly possible: readonly Possible[];
}

/** Where the members of a home come from. Each list is ordered by first seen. */
export interface Candidates {
  /** Under the requested key. */
  readonly own: readonly HomeMember[];
  /** Under keys that an operator linked to it. */
  readonly linked: readonly HomeMember[];
  /** On the parcels of the others. */
  readonly onParcels: readonly HomeMember[];
  /** At the same number of the same ZIP. */
  readonly near: readonly HomeMember[];
}

/** Builds the home from the members under its key: which belong to it and why, and which may. */
export function matchHome({ own, linked, onParcels, near }: Candidates): Match {
  const members: Matched[] = [];
  const possible: Possible[] = [];
  const seen = new Set<string>();
  /** Whether a row without a unit is at a number with units: it may be any of them. */
  const isVague = (member: HomeMember): boolean =>
    member.unit === '' && near.some(({ street, unit }) => street === member.street && unit !== '');
  const take = (list: readonly HomeMember[], level: MemberLevel) => {
    for (const member of list) {
      if (seen.has(nameOf(member))) continue;
      seen.add(nameOf(member));
      const fault = faultWith(member, members);
      if (fault === null || level === 'correction')
        members.push({ member, level: levelOf(member, level) });
      else possible.push({ member, reason: 'contradiction', detail: fault });
    }
  };
  const [vague, sure] = [own.filter(isVague), own.filter((member) => !isVague(member))];
  take(sure, 'address');
  for (const member of vague) {
    if (fitsOneUnit(member, members, near)) take([member], 'address');
    else possible.push({ member, reason: 'unit_missing', detail: 'the building has units' });
    seen.add(nameOf(member));
  }
  take(linked, 'correction');
  take(usableParcels(members, onParcels), 'parcel');
  for (const member of near) {
    if (seen.has(nameOf(member))) continue;
    const found = possibleReason(member, members, near);
    if (found !== null) possible.push({ member, ...found });
  }
  return { members, possible };
}

/** A home without an address key is identified by its parcel. */
const levelOf = ({ number }: HomeMember, level: MemberLevel): MemberLevel =>
  level === 'address' && number === '' ? 'parcel' : level;

const nameOf = ({ source, kind, source_id }: HomeMember): string =>
  `${source} ${kind} ${source_id}`;

/** The first contradiction between a member and the accepted ones, as text; null if none. */
function faultWith(member: HomeMember, members: readonly Matched[]): string | null {
  for (const { member: other } of members) {
    const fact = contradictionOf(member, other);
    if (fact !== null) return `${fact}: ${valueOf(member, fact)} and ${valueOf(other, fact)}`;
  }
  return null;
}

const valueOf = (member: HomeMember, fact: Contradiction): string =>
  fact === 'location' ? `${member.lat}, ${member.lng}` : String(member[fact]);

/** Members of parcels with few addresses and with the home's unit. */
function usableParcels(
  members: readonly Matched[],
  onParcels: readonly HomeMember[],
): readonly HomeMember[] {
  const units = new Set(members.map(({ member }) => member.unit));
  const keys = new Map<string, Set<string>>();
  for (const { parcel, home_id, number } of [
    ...members.map(({ member }) => member),
    ...onParcels,
  ]) {
    if (parcel === null || number === '') continue;
    keys.set(parcel, (keys.get(parcel) ?? new Set()).add(home_id));
  }
  return onParcels.filter(
    ({ parcel, unit }) =>
      parcel !== null && units.has(unit) && (keys.get(parcel)?.size ?? 0) <= KEYS_OF_PARCEL_MAX,
  );
}

/** Why a member at the same number may be the home; null if it is another one. */
function possibleReason(
  member: HomeMember,
  members: readonly Matched[],
  near: readonly HomeMember[],
): Omit<Possible, 'member'> | null {
  for (const { member: of } of members) {
    const apart = metersApart(member, of);
    if (apart === null || !hasSameFacts(member, of)) continue;
    if (member.street === of.street && member.unit !== of.unit) {
      if (apart > UNIT_WITHIN_M || (member.unit !== '' && of.unit !== '')) continue;
      const unit = member.unit === '' ? of.unit : member.unit;
      // In a building where several units fit, none of them is more likely than the others.
      if (unitsThatFit(of, near) > 1) continue;
      return { reason: 'unit_missing', detail: `unit ${unit}` };
    }
    const lacking =
      member.unit === of.unit && apart <= STREET_WITHIN_M
        ? wordLacking(member.street, of.street)
        : null;
    if (lacking !== null) return { reason: 'direction_or_suffix_missing', detail: lacking };
  }
  return null;
}

/** Whether a row without a unit is one already accepted: same facts, and at most one unit fits. */
const fitsOneUnit = (
  member: HomeMember,
  members: readonly Matched[],
  near: readonly HomeMember[],
): boolean =>
  members.every(({ member: other }) => hasSameFacts(member, other)) &&
  (members.length === 0 || unitsThatFit(member, near) <= 1);

const unitsThatFit = (of: HomeMember, near: readonly HomeMember[]): number =>
  new Set(
    near
      .filter(({ street, unit }) => street === of.street && unit !== '')
      .filter((other) => hasSameFacts(other, of))
      .map(({ unit }) => unit),
  ).size;

/** Whether all facts are known, beds and baths are equal and the area nearly so. */
function hasSameFacts(a: HomeFacts, b: HomeFacts): boolean {
  if (!known(a.beds, b.beds) || !known(a.baths, b.baths)) return false;
  const [small, large] = sorted(a.living_area_sqft, b.living_area_sqft);
  if (small === null || large === null) return false;
  return a.beds === b.beds && a.baths === b.baths && large - small <= CLOSE_AREA * large;
}

/** The direction or suffix that only one of two streets has, if nothing else differs. */
function wordLacking(a: string, b: string): string | null {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  const words = long.split(' ');
  const first = words[0] ?? '';
  const last = words.at(-1) ?? '';
  if (words.length < 2) return null;
  if (isOptional(first, DIRECTION_WORDS) && words.slice(1).join(' ') === short) return first;
  const isOption = isOptional(last, DIRECTION_WORDS) || isOptional(last, SUFFIX_WORDS);
  return isOption && words.slice(0, -1).join(' ') === short ? last : null;
}

const isOptional = (word: string, words: ReadonlyMap<string, string>): boolean =>
  words.get(word) === word;
