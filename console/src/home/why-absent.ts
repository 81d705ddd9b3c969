/** Why one row lacks a fact, in words. Pure. */
import type { Row } from '#contract/rows.js';
import { valueOf } from '../results/fields.js';
import type { Reason } from '../results/reasons.js';
import { capitalized } from '../text/labels.js';

/** Missing with the price of a sale. */
const OF_SALE_PRICE = new Set(['sale_price', 'price_per_sqft', 'sale_to_list_ratio']);

/**
 * "The source left it empty", "The source withholds it or it does not apply to this home": notes
 * are of a whole page, so what the row itself says chooses first.
 */
export function whyAbsent(row: Row, name: string, reasons: readonly Reason[] | undefined): string {
  const found = chosen(row, name, reasons ?? []);
  const [first] = found;
  if (first === undefined) return 'Empty, without a reason';
  // Of several reasons, a detail may be about another row.
  const detail = found.length === 1 && first.detail !== null ? ` (${unended(first.detail)})` : '';
  const words = [...new Set(found.map(({ clause }) => clause))].join(' or ');
  return capitalized(words) + detail;
}

/** Of no home of the page: the rent of homes for sale. */
export const neverApplies = (reasons: readonly Reason[] | undefined): boolean =>
  reasons !== undefined && reasons.every(({ reason }) => reason === 'not applicable');

const unended = (sentence: string): string => sentence.replace(/\.$/, '');

/** The reasons that fit the row; all where it decides nothing. */
function chosen(row: Row, name: string, reasons: readonly Reason[]): readonly Reason[] {
  const disclosure = valueOf(row, 'sale_price_disclosure');
  if (!OF_SALE_PRICE.has(name) || disclosure === null) return reasons;
  const isHidden = disclosure === 'not_disclosed';
  const fitting = reasons.filter(({ reason }) => (reason === 'not disclosed') === isHidden);
  return fitting.length > 0 ? fitting : reasons;
}
