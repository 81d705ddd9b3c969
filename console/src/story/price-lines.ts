/** Prices over time as step lines: one for each listing, all on the same scales. */
import { DAY_MS } from '#contract/durations.js';
import type { ObservedState } from '#contract/operations/homes.js';
import { groupedBy } from '../results/grouped-by.js';
import { sourceLabel } from '../text/labels.js';

/** Lines lie in a box of this width and height. */
export const SIDE = 100;
/** Above the highest and below the lowest price. */
const EDGE = 12;
/** A state that was read once has this width. */
const DOT = 0.5;
/** Charts of one home: the list has all states. */
const LINES_MAX = 6;

export interface PriceLine {
  readonly key: string;
  readonly label: string;
  /** What was seen. */
  readonly solid: string;
  /** From what was seen last to the first look at another price. */
  readonly dotted: string;
}

export interface PriceLines {
  readonly title: string;
  /** Of all lines. */
  readonly low: number;
  readonly high: number;
  readonly from: string;
  readonly to: string;
  readonly lines: readonly PriceLine[];
}

const MEASURES: readonly (readonly [kind: string, title: string])[] = [
  ['listings', 'Asking price'],
  ['rentals', 'Rent a month'],
  ['auctions', 'Starting bid'],
];

/** The amount of a state; null where it has none. */
const amountOf = ({ price, rent_monthly }: ObservedState): number | null =>
  (price ?? rent_monthly)?.amount ?? null;

/** Lines by what they measure. One price of less than a day has no line. */
export const priceLinesOf = (states: readonly ObservedState[]): PriceLines[] =>
  MEASURES.flatMap(([kind, title]) => {
    const priced = states.filter((state) => state.kind === kind && amountOf(state) !== null);
    const found = linesOf(title, priced);
    return found === null ? [] : [found];
  });

function linesOf(title: string, states: readonly ObservedState[]): PriceLines | null {
  const froms = states.map(({ from }) => from).toSorted();
  const tos = states.map(({ to }) => to).toSorted();
  const [from = '', to = ''] = [froms[0], tos.at(-1)];
  const [first, span] = [Date.parse(from), Date.parse(to) - Date.parse(from)];
  const amounts = states.map((state) => amountOf(state) ?? 0);
  const [low, high] = [Math.min(...amounts), Math.max(...amounts)];
  if (!(span > 0) || (low === high && span < DAY_MS)) return null;
  const across = (iso: string) => round(((Date.parse(iso) - first) / span) * SIDE);
  const down = (state: ObservedState) =>
    high === low
      ? SIDE / 2
      : round(EDGE + ((high - (amountOf(state) ?? 0)) / (high - low)) * (SIDE - 2 * EDGE));
  const listings = groupedBy(states, ({ source, source_id }) => `${source} ${source_id}`);
  const names = [...listings.values()].map(([one]) => one?.source ?? '');
  const lines = [...listings].slice(0, LINES_MAX).map(([key, own], place): PriceLine => {
    const { source = '', source_id = '' } = own[0] ?? {};
    const isAlone = names.filter((name) => name === names[place]).length === 1;
    const label = isAlone ? sourceLabel(source) : `${sourceLabel(source)} ${source_id}`;
    return { key, label, ...pathsOf(own, across, down) };
  });
  return { title, low, high, from, to, lines };
}

function pathsOf(
  states: readonly ObservedState[],
  across: (iso: string) => number,
  down: (state: ObservedState) => number,
): Pick<PriceLine, 'solid' | 'dotted'> {
  const solid = states.map((state) => {
    const [left, right] = [across(state.from), across(state.to)];
    return `M${left} ${down(state)}H${Math.max(right, left + DOT)}`;
  });
  const dotted = states.flatMap((state, place) => {
    const next = states[place + 1];
    if (next === undefined || state.ended_by !== 'changed') return [];
    return [`M${across(state.to)} ${down(state)}H${across(next.from)}V${down(next)}`];
  });
  return { solid: solid.join(''), dotted: dotted.join('') };
}

const round = (value: number): number => Math.round(value * 100) / 100;
