/** What a batch and its homes are said in. */
import type { BatchHome, LookupBatchAnswer } from '#client/index.js';
import type { HomeOutcome } from '#contract/lookups.js';
import { count, counted } from '../text/format.js';
import { readable, spaced } from '../text/labels.js';

export type Batch = Omit<LookupBatchAnswer, 'meta'>;

interface OutcomeWords {
  readonly short: string;
  /** Beside the short words, where there is more to say. */
  readonly more?: string;
  readonly tone: 'good' | 'bad' | 'plain';
}

const OUTCOMES: Readonly<Record<HomeOutcome, OutcomeWords>> = {
  found: { short: 'Found', tone: 'good' },
  not_found: {
    short: 'Not found',
    more: 'The source showed the entire area, without this home.',
    tone: 'bad',
  },
  ambiguous: { short: 'Several homes fit', more: 'Choose one:', tone: 'bad' },
  unseen: {
    short: 'Not seen before',
    more: 'No search has shown this page or ID yet, so its area is not known. Send the address.',
    tone: 'bad',
  },
  outside: { short: 'Place not known', more: 'The ZIP code or city is not known.', tone: 'bad' },
  invalid: { short: 'Not readable', tone: 'bad' },
  source_unavailable: {
    short: 'Source not available',
    more: 'The source did not show its entire area, so the home may exist. Retry.',
    tone: 'bad',
  },
  quota_exceeded: { short: 'No credits left', more: 'Retry when there are some.', tone: 'bad' },
  not_allowed: {
    short: 'Key ended',
    more: 'The key of this batch was revoked or has expired. Retry with yours.',
    tone: 'bad',
  },
  pending: { short: 'Not looked up yet', tone: 'plain' },
};

/** Those of this version in words; another one as it is. */
export const outcomeOf = (outcome: string): OutcomeWords =>
  outcome in OUTCOMES
    ? OUTCOMES[outcome as HomeOutcome]
    : { short: spaced(outcome), tone: 'plain' };

/** Why a home has no row. */
export function reasonOf({ outcome, detail }: Pick<BatchHome, 'outcome' | 'detail'>): string {
  const words = outcomeOf(outcome).more;
  return words ?? (detail === null ? '' : readable(detail));
}

/** "39 found, 2 not found, 1 several homes fit". */
export const outcomesText = ({ outcomes }: Batch): string =>
  Object.entries(outcomes)
    .filter(([, homes]) => homes > 0)
    .map(([outcome, homes]) => `${count(homes)} ${outcomeOf(outcome).short.toLowerCase()}`)
    .join(', ');

/** "Running: 40 of 120 homes have an outcome." */
export const progressText = ({ state, total, pending }: Batch): string =>
  state === 'running'
    ? `${count(total - pending)} of ${counted(total, 'home')} looked up so far.`
    : total === 1
      ? 'The home has an outcome.'
      : `All ${counted(total, 'home')} have an outcome.`;
