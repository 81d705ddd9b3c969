/** An estimate as text for a person: the number, its error, and a table of sales. */
import type { ComparablesAnswer } from '#client/index.js';
import { NO_ERROR, NO_ESTIMATE } from '#contract/comparables.js';
import { oneLine } from '#contract/one-line.js';
import { showTable } from './show.js';

type Answer = Omit<ComparablesAnswer, 'meta'>;

const dollars = (amount: number): string => `$${Math.round(amount).toLocaleString('en')}`;
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const reasonOf = (reasons: Readonly<Record<string, string>>, reason: string | null): string =>
  reasons[reason ?? ''] ?? oneLine(reason ?? '');

/** The answer as lines, with a line end. */
export function showComparables(answer: Answer): string {
  const { comparables, others } = answer;
  const parts = [headOf(answer), ...errorOf(answer)];
  if (comparables.length > 0) parts.push(showTable(comparables.map(cellsOf)));
  if (others.count > 0) {
    parts.push(
      `${others.count} further sales have a weight of ${others.weight.toFixed(3)} together.`,
    );
  }
  return `${parts.join('\n\n')}\n`;
}

function headOf({ kind, estimate, estimate_reason, interval, interval_reason }: Answer): string {
  if (estimate === null) return `No estimate. ${reasonOf(NO_ESTIMATE, estimate_reason)}`;
  const what = kind === 'rent' ? 'Rent a month' : 'Estimate';
  const bounds =
    interval === null
      ? `No interval. ${reasonOf(NO_ERROR, interval_reason)}`
      : `${dollars(interval.low.amount)} to ${dollars(interval.high.amount)} holds ${interval.share * 100} % of prices.`;
  return `${what} ${dollars(estimate.amount)}\n${bounds}`;
}

/** How far estimates of the county are off; nothing where there is no estimate to judge. */
function errorOf({ error, error_reason }: Answer): readonly string[] {
  if (error_reason === 'no_estimate') return [];
  if (error === null)
    return [`How far it may be off is unknown. ${reasonOf(NO_ERROR, error_reason)}`];
  return [
    `Error in the county over ${error.tested} sales of the last year: median ${percent(error.median_absolute_error)}, ${percent(error.within_10_percent)} within 10 %, bias ${percent(error.bias)}; the interval held ${percent(error.interval_held)}.`,
  ];
}

const cellsOf = (one: Answer['comparables'][number]) => ({
  date: one.date ?? one.month,
  price: dollars(one.price.amount),
  now: dollars(one.price_now.amount),
  miles: one.distance_mi.toFixed(2),
  sqft: signed(one.differences.living_area_sqft),
  beds: signed(one.differences.beds),
  baths: signed(one.differences.baths),
  built: signed(one.differences.year_built),
  weight: one.weight.toFixed(3),
  source: oneLine(one.dataset ?? one.source),
  source_id: oneLine(one.source_id),
});

const signed = (value: number | null): string =>
  value === null ? '' : value > 0 ? `+${value}` : String(value);
