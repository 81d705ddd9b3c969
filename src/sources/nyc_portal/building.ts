/** What kind of building a home is in, and what that implies for the home. */
import type { PropertyType } from '#contract/values.js';
import { type Absent, absent, isAbsent } from '#domain/parsed-row.js';
import { type Raw, textOf } from '../raw-values.js';
import { NOT_REPORTED } from '../reasons.js';
import type { NycKind } from './request.js';

interface Building {
  /** What is sold: a unit of it, or the whole building. */
  readonly sold: PropertyType;
  /** What is rented: a home without its own unit, and one with a unit. */
  readonly rented: readonly [whole: PropertyType, unit: PropertyType];
  /** The monthly charges of its homes when sold. */
  readonly charges: readonly ('maintenance' | 'taxes' | 'common')[];
  /** Whether a home without its own unit is the whole building. */
  readonly whole: readonly NycKind[];
}

const BOTH = ['listings', 'rentals'] as const;
const building = (
  sold: PropertyType,
  rented: Building['rented'],
  charges: Building['charges'],
  whole: Building['whole'],
): Building => ({ sold, rented, charges, whole });

const CO_OP = building('condo', ['condo', 'condo'], ['maintenance'], []);
const MULTI_FAMILY = building('multi_family', ['multi_family', 'apartment'], ['taxes'], BOTH);
/** An unknown building type says nothing about its homes. */
const UNKNOWN = building('other', ['other', 'other'], ['maintenance', 'taxes', 'common'], []);

/**
 * The source's building types. The contract has no word for a co-op: it is bought like a condo, and
 * another source lists the two as one; the extras keep the source's own word. A co-op's maintenance
 * includes its property taxes.
 */
const BUILDINGS: ReadonlyMap<string, Building> = new Map([
  ['CO_OP', CO_OP],
  ['CONDOP', CO_OP],
  ['CONDO', building('condo', ['condo', 'condo'], ['taxes', 'common'], [])],
  ['TOWNHOUSE', building('townhouse', ['townhouse', 'apartment'], ['taxes'], BOTH)],
  ['HOUSE', building('single_family', ['single_family', 'apartment'], ['taxes'], BOTH)],
  ['MULTIFAMILY', MULTI_FAMILY],
  ['MULTI_FAMILY', MULTI_FAMILY],
  ['TWOFAMILY', MULTI_FAMILY],
  ['THREEFAMILY', MULTI_FAMILY],
  ['FOURFAMILY', MULTI_FAMILY],
  // A rental building is sold whole, and rented by the apartment.
  ['RENTAL', building('multi_family', ['apartment', 'apartment'], ['taxes'], ['listings'])],
  ['HYBRID', { ...UNKNOWN, sold: 'apartment', rented: ['apartment', 'apartment'] }],
  ['MIXED_USE', building('other', ['other', 'apartment'], ['taxes'], BOTH)],
  ['COMMERCIAL', building('other', ['other', 'other'], ['taxes'], BOTH)],
]);

/** Words in place of a unit that mean the building itself: "HOUSE", "9FAM". */
const WHOLE_HOME = /^#?(?:HOUSE|TWNHSE|TOWNHOUSE|BUILDING|\d+\s?FAM(?:ILY)?)$/i;

/** Whether a building type of the source is known. */
export const knowsBuildingType = (code: string): boolean => BUILDINGS.has(code);

/** What the row says about its building. */
export interface BuildingView {
  readonly raw: string | Absent;
  readonly building: Building;
  /** The unit as the source shows it; undefined when the home has none. */
  readonly unit: string | Absent | undefined;
  /** The word that the row has instead of a unit. */
  readonly wholeWord: string | undefined;
  /** Whether the row is a whole building; the source often does not count its rooms. */
  readonly isWhole: boolean;
  readonly isCommercial: boolean;
}

export function buildingOf(node: Raw, kind: NycKind): BuildingView {
  const raw = textOf(node.buildingType) ?? NOT_REPORTED;
  const known = isAbsent(raw) ? UNKNOWN : (BUILDINGS.get(raw) ?? UNKNOWN);
  const sent = textOf(node.displayUnit, node.unit);
  const wholeWord = typeof sent === 'string' && WHOLE_HOME.test(sent) ? sent : undefined;
  const unit = wholeWord === undefined ? sent : undefined;
  return {
    raw,
    building: known,
    unit,
    wholeWord,
    isWhole: wholeWord !== undefined || (unit === undefined && known.whole.includes(kind)),
    isCommercial: raw === 'COMMERCIAL',
  };
}

/** The unit of the address, or why it has none. */
export function unitOf({ unit, wholeWord, isWhole }: BuildingView): string | Absent {
  if (unit !== undefined) return unit;
  if (wholeWord !== undefined) {
    return absent('not_applicable', `The source shows ${JSON.stringify(wholeWord)} as the unit.`);
  }
  return absent(isWhole ? 'not_applicable' : 'not_reported');
}
