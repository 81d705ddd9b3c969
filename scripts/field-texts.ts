// What people read of a field beside its meaning: its type on the wire and its unit.
import type { Field } from '#contract/field.js';

/** Units by the end or the start of a name; the first that fits. A name has its unit in it. */
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/^price_per_sqft$/, 'US dollars per square foot'],
  [/_sqft$/, 'square feet'],
  [/^days_/, 'days'],
  [/^months_|_months$/, 'months'],
  [/_ratio$/, 'ratio'],
  [/^(beds|baths)$|_count$/, 'count'],
  [/^year_/, 'year'],
];
const MONTHLY = /^monthly_|_monthly$|^net_effective_rent$|^rent_/;

/** The unit or the form of a value; empty for a text, a yes-or-no and an object. */
export function unitOf({ name, type }: Field): string {
  if (type === 'money') return MONTHLY.test(name) ? 'US dollars per month' : 'US dollars';
  if (type === 'date') return 'YYYY-MM-DD';
  if (type === 'date_time') return 'ISO 8601, UTC';
  if (type !== 'integer' && type !== 'number') return '';
  return UNITS.find(([fits]) => fits.test(name))?.[1] ?? '';
}

/** The meaning as a code comment: with the unit or format, and where a null's reason is. */
export function commentOf(field: Field): string {
  const { meaning, nullable } = field;
  const unit = unitOf(field);
  const isSaid = meaning.toLowerCase().includes(unit.toLowerCase()) || SELF_EVIDENT.has(unit);
  const inUnit = isSaid ? [] : [`${/^[YI]/.test(unit) ? 'As' : 'In'} ${unit}.`];
  return [
    meaning,
    ...inUnit,
    ...(nullable ? ['When null, `field_notes` has the reason.'] : []),
  ].join(' ');
}
const SELF_EVIDENT: ReadonlySet<string> = new Set(['count', 'year', 'ratio']);
