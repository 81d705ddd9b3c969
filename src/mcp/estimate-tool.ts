/** The tool for what a home is worth: the estimate, the sales it rests on, and its error here. */
import { PRICE_KINDS } from '#contract/comparables.js';
import type { ComparableRow, ComparablesBody } from '#contract/operations/comparables.js';
import { describedComparables, homeComparables } from '#service/homes/comparables.js';
import { membersFrom, OBJECT, TABLE, TEXT, WHOLE } from './answers.js';
import { HOME_NAMES, namedHome } from './home-tools.js';
import { withoutNulls } from './rows.js';
import type { Tool, ToolAnswer } from './tool.js';

export const ESTIMATE_PRICE: Tool = {
  name: 'estimate_price',
  title: 'What a home is worth',
  description:
    'Free. An estimate of the sale price or rent of a known home from comparable past sales or current rentals, as CSV, with its interval and how far such estimates were off in this county. Without enough of them: no number, and why. Never replace it with an asking price.',
  arguments: {
    ...HOME_NAMES,
    kind: { type: 'choice', values: PRICE_KINDS, description: 'sale when omitted' },
  },
  required: [],
  answer: {
    ...membersFrom('Comparables', 'as_of', 'estimate_reason', 'interval_reason', 'error_reason'),
    credits: WHOLE,
    estimate: WHOLE,
    interval: OBJECT,
    error: OBJECT,
    subject: OBJECT,
    others: TEXT,
    ...TABLE,
  },
  run: async ({ app, caller }, sent) => {
    const id = sent.text('home_id');
    const address = sent.text('address');
    const kind = PRICE_KINDS.find((one) => one === sent.text('kind')) ?? 'sale';
    const home = namedHome(id, address);
    return estimateAnswer(
      await ('address' in home
        ? describedComparables(app, caller, { ...home, kind })
        : homeComparables(app, caller, home.home_id, kind)),
    );
  },
};

function estimateAnswer(found: ComparablesBody): ToolAnswer {
  const { as_of, estimate, interval, error, subject, comparables, others } = found;
  const { estimate_reason, interval_reason, error_reason } = found;
  const facts = {
    credits: 0,
    as_of,
    subject: withoutNulls(subject),
    ...(estimate !== null && { estimate: estimate.amount }),
    ...(estimate_reason !== null && { estimate_reason }),
    ...(interval !== null && {
      interval: { low: interval.low.amount, high: interval.high.amount, share: interval.share },
    }),
    ...(estimate !== null && interval_reason !== null && { interval_reason }),
    ...(error !== null && {
      error: {
        tested: error.tested,
        median_absolute_error: error.median_absolute_error,
        within_10_percent: error.within_10_percent,
        interval_held: error.interval_held,
      },
    }),
    ...(estimate !== null && error_reason !== null && { error_reason }),
    ...(others.count > 0 && { others: `${others.count} more, weight ${others.weight}` }),
  };
  if (comparables.length === 0) return { facts };
  return { facts, table: { columns: COLUMNS, rows: comparables.map(lineOf) } };
}

const COLUMNS = [
  'source',
  'source_id',
  'month',
  'price',
  'price_now',
  'distance_mi',
  'weight',
  'differences.beds',
  'differences.living_area_sqft',
  'differences.year_built',
];

const lineOf = ({ price, price_now, ...sale }: ComparableRow) => ({
  ...sale,
  price: price.amount,
  price_now: price_now.amount,
});
