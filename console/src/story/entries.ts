/** What happened to a home as entries of one list over all sources. Pure. */
import type { HomeBody, ObservedState } from '#contract/operations/homes.js';
import type { Money } from '#contract/values.js';
import { groupedBy } from '../results/grouped-by.js';
import { money } from '../text/format.js';
import { sourceLabel, spaced } from '../text/labels.js';
import { day, eventText } from './words.js';

export interface Entry {
  readonly at: string;
  readonly text: string;
  readonly tone: 'good' | 'bad' | 'plain';
  readonly sources: readonly string[];
  /** Whether this service saw it, or a source reports it. */
  readonly basis: 'seen' | 'reported';
}

/** Equal entries of one day are one, with all who say so. */
export function entriesOf({
  observed,
  reported,
}: Pick<HomeBody, 'observed' | 'reported'>): Entry[] {
  const all = [
    ...[...groupedBy(observed, listingOf).values()].flatMap(changesOf),
    ...reported.map(
      (event): Entry => ({
        at: event.date,
        text: eventText(event),
        tone: 'plain',
        sources: [sourceLabel(event.source)],
        basis: 'reported',
      }),
    ),
  ];
  const merged = new Map<string, Entry>();
  for (const entry of all) {
    const key = `${day(entry.at)} ${entry.text} ${entry.basis}`;
    const before = merged.get(key);
    const sources = [...new Set([...(before?.sources ?? []), ...entry.sources])];
    merged.set(key, { ...(before ?? entry), sources });
  }
  return [...merged.values()].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

const listingOf = ({ source, kind, source_id }: ObservedState): string =>
  `${source} ${kind} ${source_id}`;

/** The states of one listing, oldest first, as what changed from one to the next. */
function changesOf(states: readonly ObservedState[]): Entry[] {
  return states.flatMap((state, nth): Entry[] => {
    const before = states[nth - 1];
    const sources = [sourceLabel(state.source)];
    const entries: Entry[] = [
      { at: state.from, ...changeText(before, state), sources, basis: 'seen' },
    ];
    if (state.ended_by === 'removed') {
      entries.push({
        at: state.to,
        text: 'Last seen before it was removed',
        tone: 'plain',
        sources,
        basis: 'seen',
      });
    }
    return entries;
  });
}

const PERCENT = 100;
const priceIn = ({ price, rent_monthly: rent }: ObservedState): Money | null => price ?? rent;
const amountText = (amount: Money | null, { kind }: ObservedState): string =>
  amount === null ? 'without a price' : `${money(amount)}${kind === 'rentals' ? ' a month' : ''}`;

function changeText(
  before: ObservedState | undefined,
  state: ObservedState,
): Pick<Entry, 'text' | 'tone'> {
  const now = priceIn(state);
  if (before === undefined || before.ended_by === 'removed') {
    const word = before === undefined ? 'First seen' : 'Back';
    return { text: `${word} ${spaced(state.status)}, ${amountText(now, state)}`, tone: 'plain' };
  }
  const old = priceIn(before);
  if (old !== null && now !== null && old.amount > 0 && old.amount !== now.amount) {
    const share = Math.round((Math.abs(now.amount - old.amount) / old.amount) * PERCENT * 10) / 10;
    const isCut = now.amount < old.amount;
    return {
      text: `${isCut ? 'Price cut' : 'Price up'} ${share}%: ${money(old)} to ${amountText(now, state)}${state.status === before.status ? '' : `, now ${spaced(state.status)}`}`,
      tone: isCut ? 'good' : 'bad',
    };
  }
  return { text: `Now ${spaced(state.status)}, ${amountText(now, state)}`, tone: 'plain' };
}
