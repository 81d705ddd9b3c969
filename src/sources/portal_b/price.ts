/** The sale price, and its origin according to the page. */
import { usd } from '#contract/field.js';
import type { Money, SalePriceDisclosure } from '#contract/values.js';
import { discloses } from '#domain/disclosure.js';
import { type Absent, absent, isAbsent } from '#domain/parsed-row.js';
import { undisclosed } from '../home-values.js';
import type { Raw } from '../raw-values.js';
import { isGiven, positiveIn, valueIn } from './values.js';

interface SalePrice {
  readonly price: Money | Absent;
  readonly disclosure: SalePriceDisclosure;
  /** The last asking price, if the source sends it instead of the sale's. */
  readonly asked: Money | null;
}

const NO_PRICE = 'The source shows no sale price.';

/**
 * The price of the sale. If the source hides it, a number in `price` is something else (the last
 * asking price, an estimate) and is never read. In a state where sale prices are not public it is
 * the last asking price, unless the row itself says that its price is shown.
 */
export function salePrice(raw: Raw, state: string | Absent): SalePrice {
  if (isPriceHidden(raw)) {
    return none(absent('not_disclosed', 'The source hides the sale price.'), 'not_disclosed');
  }
  const amount = positiveIn(raw.price);
  if (!isAbsent(amount)) {
    if (showsAskedPrice(raw, state)) {
      const why = `${state} is a non-disclosure state: the source shows the last asking price.`;
      return { ...none(absent('not_disclosed', why), 'not_disclosed'), asked: usd(amount) };
    }
    return { price: usd(amount), disclosure: originOf(raw), asked: null };
  }
  if (amount.absent === 'not_reported') return none(undisclosed(state, NO_PRICE), 'not_disclosed');
  // An unreadable price may have been disclosed; a withheld one was not.
  return none(amount, amount.absent === 'hidden_by_source' ? 'not_disclosed' : 'unknown');
}

/** Whether `price` is the last asking price. The export never says that a price is shown. */
export const showsAskedPrice = (raw: Raw, state: string | Absent): state is string =>
  !isAbsent(state) && !discloses(state) && valueIn(raw.hideSalePrice) !== false;

export const isPriceHidden = (raw: Raw): boolean => valueIn(raw.hideSalePrice) === true;

/** Whether an MLS reported the sale. Rows without its number and status are county records. */
export const fromMls = (raw: Raw): boolean => isGiven(raw.mlsId) || isGiven(raw.mlsStatus);

const originOf = (raw: Raw): SalePriceDisclosure =>
  fromMls(raw) ? 'mls_reported' : 'public_record';

const none = (price: Absent, disclosure: SalePriceDisclosure): SalePrice => ({
  price,
  disclosure,
  asked: null,
});
