/** The sale price, and what the page says of its origin. */
import type { Money, SalePriceDisclosure } from '#contract/values.js';
import { type Absent, absent, isAbsent, usd } from '#domain/parsed-row.js';
import { discloses } from '../disclosure.js';
import type { Raw } from '../raw-values.js';
import { isGiven, positiveIn, valueIn } from './values.js';

interface SalePrice {
  readonly price: Money | Absent;
  readonly disclosure: SalePriceDisclosure;
}

/**
 * The price of the sale. Where the source hides it, a number in `price` is something else (the last
 * asking price, an estimate) and is never read.
 */
export function salePrice(raw: Raw, state: string | Absent): SalePrice {
  if (isPriceHidden(raw)) {
    return none(absent('not_disclosed', 'The source hides the sale price.'), 'not_disclosed');
  }
  const amount = positiveIn(raw.price);
  if (!isAbsent(amount)) return { price: usd(amount), disclosure: originOf(raw) };
  if (amount.absent === 'not_reported') return none(undisclosed(state), 'not_disclosed');
  // What cannot be read does not say whether it was disclosed; what is withheld was not.
  return none(amount, amount.absent === 'hidden_by_source' ? 'not_disclosed' : 'unknown');
}

export const isPriceHidden = (raw: Raw): boolean => valueIn(raw.hideSalePrice) === true;

/**
 * Whether an MLS reported the sale. Rows without its number and status come from county records.
 */
export const fromMls = (raw: Raw): boolean => isGiven(raw.mlsId) || isGiven(raw.mlsStatus);

const originOf = (raw: Raw): SalePriceDisclosure =>
  fromMls(raw) ? 'mls_reported' : 'public_record';

const none = (price: Absent, disclosure: SalePriceDisclosure): SalePrice => ({ price, disclosure });

function undisclosed(state: string | Absent): Absent {
  if (isAbsent(state) || discloses(state)) {
    return absent('not_disclosed', 'The source shows no sale price.');
  }
  return absent('not_disclosed', `${state} is a non-disclosure state: sale prices are not public.`);
}
