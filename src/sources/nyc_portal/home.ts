/** What a row says about the home itself: its rooms, size, price, and who offers it. */
import type { Money, PropertyType } from '#contract/values.js';
import { type Absent, absent, isAbsent } from '#domain/parsed-row.js';
import { dollarsIn } from '../home-values.js';
import { numberOf, numberOr, positiveOf, type Raw, textOf, textOr } from '../raw-values.js';
import { NOT_APPLICABLE, NOT_ON_PAGE, NOT_REPORTED } from '../reasons.js';
import type { BuildingView } from './building.js';
import type { NycKind } from './request.js';

/** The residential floors of a building: a named part, but all of them, not one flat. */
const RESIDENTIAL = /^#?RESIDENTIAL$/i;

/**
 * The home's type. A rented unit in a building of several is an apartment, whatever the building's
 * type; above a shop, its rooms distinguish it from the shop.
 */
export function propertyType(
  node: Raw,
  { raw, building: { sold, rented }, unit }: BuildingView,
  kind: NycKind,
): PropertyType | Absent {
  if (isAbsent(raw)) return raw;
  if (kind === 'listings') return sold;
  const [whole, ofUnit] = rented;
  if (unit === undefined || whole === ofUnit) return whole;
  if (isAbsent(unit)) return unit;
  if (RESIDENTIAL.test(unit)) return whole;
  return raw === 'MIXED_USE' && !hasRooms(node) ? whole : ofUnit;
}

/** Whether the row counts any room at all. */
export const hasRooms = (node: Raw): boolean =>
  (numberOr(node.bedroomCount) ?? 0) > 0 || hasBathroom(node);

/**
 * Bedrooms. 0 is a studio, except where it means uncounted rooms: in whole buildings, in shops, and
 * above shops if there is no bathroom either.
 */
export function bedsOf(node: Raw, view: BuildingView): number | Absent {
  const beds = numberOf(node.bedroomCount);
  if (beds === undefined) return view.isCommercial ? NOT_APPLICABLE : NOT_REPORTED;
  if (isAbsent(beds) || beds > 0) return beds;
  if (beds < 0) return absent('implausible', `The source sent ${beds}.`);
  if (view.isCommercial) return NOT_APPLICABLE;
  if (view.isWhole) return NOT_REPORTED;
  if (isAbsent(view.unit)) return view.unit;
  return view.raw === 'MIXED_USE' && !hasBathroom(node) ? NOT_REPORTED : 0;
}

/** Bathrooms, half ones as halves. Without any of either, the number is unknown. */
export function bathsOf(node: Raw, view: BuildingView): number | Absent {
  const full = numberOf(node.fullBathroomCount);
  if (isAbsent(full)) return full;
  const half = numberOf(node.halfBathroomCount) ?? 0;
  if (isAbsent(half)) return half;
  if (full !== undefined && (full < 0 || half < 0)) {
    return absent('implausible', `The source sent ${full} and ${half} half ones.`);
  }
  if (full !== undefined && (full > 0 || half > 0)) return full + half / 2;
  return view.isCommercial ? NOT_APPLICABLE : NOT_REPORTED;
}

/** 0 means an unknown area, which is very common. */
export function livingArea(node: Raw): number | Absent {
  const area = positiveOf(node.livingAreaSize);
  return typeof area === 'number' ? Math.round(area) : (area ?? NOT_REPORTED);
}

/** An amount in dollars; 0 and a missing value mean none, for the given reason. */
export const moneyOf = (value: unknown, none: Absent): Money | Absent =>
  dollarsIn(positiveOf(value) ?? none);

/** The brokerage. A home offered by its owner has none, only the word "Owner". */
export function brokerOf(node: Raw): string | Absent {
  const label = textOf(node.sourceGroupLabel);
  if (isByOwner(node) && (label === undefined || isOwnerWord(label))) return NOT_APPLICABLE;
  return label ?? NOT_REPORTED;
}

/** The search page names no agents; a home offered by its owner has none. */
export const agentOf = (node: Raw): Absent => (isByOwner(node) ? NOT_APPLICABLE : NOT_ON_PAGE);

/** The source's own count of a home's media, including plans and films. */
export function photoCount(node: Raw): number | Absent {
  const count = numberOf(node.mediaAssetCount) ?? NOT_REPORTED;
  if (isAbsent(count)) return count;
  return count < 0 ? absent('implausible', `The source sent ${count}.`) : Math.round(count);
}

const hasBathroom = (node: Raw): boolean =>
  (numberOr(node.fullBathroomCount) ?? 0) > 0 || (numberOr(node.halfBathroomCount) ?? 0) > 0;

const isByOwner = (node: Raw): boolean =>
  textOr(node.sourceType) === 'OWNER' || isOwnerWord(textOr(node.sourceGroupLabel));

const isOwnerWord = (label: unknown): boolean =>
  typeof label === 'string' && label.toLowerCase() === 'owner';
