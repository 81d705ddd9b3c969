/** A home in three short lines: its price, what it is, and where. */
import type { SearchRoute } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { priceOf, valueOf } from '../results/fields.js';
import { count, counted, decimal, dollars, streetOf } from '../text/format.js';
import { spaced } from '../text/labels.js';

export interface HomeSummary {
  /** "$450,000", "$2,100 a month", "no price". */
  readonly price: string;
  /** "3 bd · 2 ba · 1,540 sqft"; empty where nothing of it is known. */
  readonly size: string;
  readonly address: string;
  /** "Austin, single family, active, 12 days". */
  readonly about: string;
}

export function summaryOf(row: Row, kind: SearchRoute['kind']): HomeSummary {
  const price = priceOf(row, kind);
  const { city } = row.address;
  return {
    price: price === null ? 'no price' : dollars(price) + (kind === 'rentals' ? ' a month' : ''),
    size: sizeOf((name) => valueOf(row, name)),
    address: streetOf(row.address) || 'A home without a street',
    about: [city, word(row, 'property_type'), word(row, 'status'), daysOf(row)]
      .filter(Boolean)
      .join(', '),
  };
}

const SIZES = [
  ['beds', 'bd'],
  ['baths', 'ba'],
  ['living_area_sqft', 'sqft'],
] as const;

interface Sized extends Readonly<Record<(typeof SIZES)[number][0], number | null>> {
  readonly property_type: string | null;
  readonly year_built: number | null;
}

/** "3 bd · 2 ba · 1,540 sqft · single family · built 1984" of any home: what is known of it. */
export const factsText = (home: Sized): string =>
  [
    sizeOf((name) => home[name]),
    home.property_type === null ? '' : spaced(home.property_type),
    home.year_built === null ? '' : `built ${home.year_built}`,
  ]
    .filter(Boolean)
    .join(' · ');

function sizeOf(valueAt: (name: (typeof SIZES)[number][0]) => unknown): string {
  return SIZES.flatMap(([name, unitName]) => {
    const value = valueAt(name);
    if (typeof value !== 'number') return [];
    return [name === 'beds' && value === 0 ? 'studio' : `${sized(value)} ${unitName}`];
  }).join(' · ');
}

const sized = (value: number): string => (Number.isInteger(value) ? count(value) : decimal(value));

function word(row: Row, name: string): string {
  const value = valueOf(row, name);
  return typeof value === 'string' ? spaced(value).toLowerCase() : '';
}

function daysOf(row: Row): string {
  const days = valueOf(row, 'days_on_market');
  return typeof days === 'number' ? counted(days, 'day') : '';
}
