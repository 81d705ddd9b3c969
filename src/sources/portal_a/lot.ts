/** The area of a lot, which the source sends as a number and a unit. */
import { type Absent, absent } from '#domain/parsed-row.js';
import { type MemberExpectation, member, type RowView } from '../expectations.js';
import { numberOr, positiveOf, rawOf, shapeOf, textOr } from '../raw-values.js';
import { propertyType } from './codes.js';
import { asView, gapOf, isHome, type View } from './view.js';

/** Square feet per unit, by unit names without case and spaces. */
const UNITS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    sqft: 1,
    squarefeet: 1,
    acres: 43_560,
    acre: 43_560,
  }),
);

/** The lot in square feet; a number without a known unit is unreadable. */
export function lotArea(view: View): number | Absent {
  const { lotAreaValue: sent, lotAreaUnit: unit } = view.info;
  const area = positiveOf(sent);
  if (typeof area !== 'number') return area ?? absent(gapOf(view, 'lotAreaValue'));
  const sqft = sqftOf(unit);
  if (sqft === undefined) return absent('unreadable', shapeOf(`${area} ${textOr(unit) ?? '?'}`));
  return Math.round(area * sqft);
}

/** Square feet per unit; undefined for an unknown one. */
const sqftOf = (unit: unknown): number | undefined =>
  UNITS.get(textOr(unit)?.toLowerCase().replace(/[\s.]/g, '') ?? '');

/** Flats have no lot of their own, and their rows often no members for one. */
const isHouse = (view: RowView): boolean =>
  isHome(view) && asView(view).detailed && propertyType(asView(view)) === 'single_family';
const hasLot = ({ info }: RowView): boolean => (numberOr(rawOf(info).lotAreaValue) ?? 0) > 0;

/** The members of a lot, for the table of expectations. */
export const LOT_MEMBERS: readonly MemberExpectation[] = [
  member('info.lotAreaValue', 'extras.lot_area_sqft', 0.8, {
    applies: isHouse,
    has: ({ info }) => numberOr(rawOf(info).lotAreaValue) !== undefined,
  }),
  member('info.lotAreaUnit', 'extras.lot_area_sqft', 0.95, {
    applies: hasLot,
    has: ({ info }) => sqftOf(rawOf(info).lotAreaUnit) !== undefined,
    carried: true,
  }),
];
