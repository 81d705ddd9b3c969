/** What the panel of a home says first: its price, what it is, and its state. Pure. */
import type { SearchRoute } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import type { Money } from '#contract/values.js';
import { priceOf, valueOf } from '../results/fields.js';
import { counted, money } from '../text/format.js';
import { capitalized, valueLabel } from '../text/labels.js';
import { factsText, summaryOf } from './summary.js';

/** Of an auction, the first that is known. */
const BIDS = [
  ['extras.current_bid', 'current bid'],
  ['extras.starting_bid', 'starting bid'],
  ['extras.estimated_value', 'estimated value'],
] as const;

/** "$450,000", "$2,100 a month", "$120,000 starting bid", "Price not disclosed". */
export function priceLine(row: Row, kind: SearchRoute['kind']): string {
  if (priceOf(row, kind) !== null) return summaryOf(row, kind).price;
  for (const [name, words] of kind === 'auctions' ? BIDS : []) {
    const bid = valueOf(row, name) as Money | null;
    if (bid !== null) return `${money(bid)} ${words}`;
  }
  const isHidden = valueOf(row, 'sale_price_disclosure') === 'not_disclosed';
  return isHidden ? 'Price not disclosed' : 'No price given';
}

/** "4 bd · 5 ba · 1,856 sqft · single family · built 1984". */
export function factsLine(row: Row): string {
  const year = valueOf(row, 'year_built') ?? valueOf(row, 'extras.year_built');
  return factsText({ ...row, year_built: typeof year === 'number' ? year : null });
}

/** "For sale, 12 days on the market". */
export function stateLine(row: Row): string {
  const status = valueOf(row, 'status');
  const days = valueOf(row, 'days_on_market');
  return capitalized(
    [
      typeof status === 'string' ? valueLabel(status) : '',
      typeof days === 'number' ? `${counted(days, 'day')} on the market` : '',
    ]
      .filter(Boolean)
      .join(', '),
  );
}
