/** Asking prices and rents: from a number if the source sends one, else from the display text. */
import { usd } from '#contract/field.js';
import type { Money } from '#contract/values.js';
import { type Absent, absent, isAbsent, type ParsedUnit, valueOr } from '#domain/parsed-row.js';
import { isMissing, isRaw, listOf, positiveOf, type Raw, shapeOf, textOr } from '../raw-values.js';
import type { View } from './view.js';

interface Price {
  readonly money: Money | Absent;
  /** The price is the lowest of several. */
  readonly from: boolean;
}

interface Dollars {
  readonly amount: number;
  readonly from: boolean;
}

/** "$224,900", "From $988,901", "$2,600/mo", "$2,300+/mo", "$3,675+", "$1,900 - $2,400/mo". */
const DISPLAYED =
  /^(from\s+)?\$\s?(\d[\d,]*(?:\.\d{1,2})?)(\+)?(\s*[-–]\s*\$[\d,]+)?(?:\/mo)?(\+)?$/i;
const STUDIO = /^(?:studio|0)$/i;
const BEDS = /^\d+(?:\.\d+)?$/;

/** The price at which a home is offered. Zero and a missing value mean "no price". */
export function askingPrice(view: View): Price {
  const { card, info } = view;
  if (card.shouldShowZestimateAsPrice === true) {
    return none(absent('not_reported', 'The source shows its own estimate in place of a price.'));
  }
  const foreign = foreignCurrency(info);
  if (foreign) return none(foreign);
  const shown = displayed(card.price);
  const exact = positiveOf(card.unformattedPrice, info.price);
  if (typeof exact === 'number') return { money: usd(exact), from: !isAbsent(shown) && shown.from };
  if (!isAbsent(shown)) return { money: usd(shown.amount), from: shown.from };
  return lowestUnit(card) ?? none(exact ?? shown);
}

/** The monthly rent; for a building the lowest of its units. */
export function monthlyRent(view: View): Price {
  if (view.form === 'home') return askingPrice(view);
  const unit = lowestUnit(view.card);
  if (unit) return unit;
  const base = positiveOf(view.card.minBaseRent);
  return typeof base === 'number' ? { money: usd(base), from: true } : askingPrice(view);
}

/** The sale price as an exact number: `soldPrice` is rounded for display and never read. */
export function salePrice({ card, info }: View): Money | Absent | undefined {
  const foreign = foreignCurrency(info);
  if (foreign) return foreign;
  const exact = positiveOf(card.unformattedPrice, info.price);
  return typeof exact === 'number' ? usd(exact) : exact;
}

/** The unit types of a rental building. */
export const unitRents = ({ card }: View): readonly ParsedUnit[] =>
  listOf(card.units)
    .filter(isRaw)
    .map((unit) => {
      const dollars = unitDollars(unit);
      return {
        beds: bedsOf(unit.beds),
        rent_from: isAbsent(dollars) ? dollars : usd(dollars.amount),
      };
    });

/** Whether any price member is present, even one that says "Price Unknown". */
export const namesPrice = (view: View): boolean =>
  valueOr(monthlyRent(view).money) !== null ||
  textOr(view.card.price) !== undefined ||
  listOf(view.card.units).some((unit) => isRaw(unit) && textOr(unit.price) !== undefined);

const none = (reason: Absent): Price => ({ money: reason, from: false });

function lowestUnit(card: Raw): Price | undefined {
  const priced: Dollars[] = [];
  for (const unit of listOf(card.units)) {
    const dollars = isRaw(unit) ? unitDollars(unit) : undefined;
    if (dollars !== undefined && !isAbsent(dollars)) priced.push(dollars);
  }
  if (priced.length === 0) return undefined;
  const amount = Math.min(...priced.map((dollars) => dollars.amount));
  return { money: usd(amount), from: priced.length > 1 || priced.some(({ from }) => from) };
}

const unitDollars = (unit: Raw): Dollars | Absent => {
  const exact = typeof unit.price === 'number' ? positiveOf(unit.price) : undefined;
  return typeof exact === 'number' ? { amount: exact, from: false } : displayed(unit.price);
};

function displayed(value: unknown): Dollars | Absent {
  const text = textOr(value);
  if (text === undefined) {
    // A number here is the exact price of a bare homeInfo and is read elsewhere.
    const odd = value !== undefined && value !== null && value !== '' && typeof value !== 'number';
    return odd ? absent('unreadable', shapeOf(value)) : absent('not_reported');
  }
  const [matched, from, figure, plus, range, plusAtEnd] = DISPLAYED.exec(text) ?? [];
  if (matched === undefined || figure === undefined) {
    // "Price Unknown" and "--" mean no price; "$1.08M" is rounded and is not a price.
    return /\d/.test(text) ? absent('unreadable', shapeOf(text)) : absent('not_reported');
  }
  const amount = Number(figure.replaceAll(',', ''));
  if (amount === 0) return absent('not_reported');
  return { amount, from: [from, plus, range, plusAtEnd].some((part) => part !== undefined) };
}

function foreignCurrency(info: Raw): Absent | undefined {
  const currency = textOr(info.currency);
  if (currency === undefined || currency === 'USD') return undefined;
  return absent('unreadable', shapeOf(`price in ${currency}`));
}

function bedsOf(value: unknown): number | Absent {
  if (isMissing(value)) return absent('not_reported');
  if (typeof value === 'number' && value >= 0) return value;
  const text = textOr(value) ?? '';
  if (STUDIO.test(text)) return 0;
  return BEDS.test(text) ? Number(text) : absent('unreadable', shapeOf(value));
}
