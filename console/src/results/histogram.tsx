/** Prices as a histogram; dragging across it filters by price. */
import type { SearchRoute } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { count, counted, dollars, shortDollars } from '../text/format.js';
import { Selected, useBrush, wholeHeight } from './brush.js';
import { priceOf } from './fields.js';
import { anchor, EDGE, HEIGHT, type Range, Rules, scale, toStep, WIDTH } from './plot.js';
import { percentile, ticks } from './statistics.js';

const BINS = 14;
/** Parts of a bin to which a selection is rounded. */
const STEPS_PER_BIN = 10;
/** The last bin is open above this percentile, so that one outlier does not flatten the rest. */
const OPEN_FROM = 0.97;

interface Props {
  readonly rows: readonly Row[];
  readonly kind: SearchRoute['kind'];
  /** The prices filtered for. */
  readonly range: Range | null;
  onRange(range: Range | null): void;
}

/** Prices in bins of a round width; the last one may be open-ended. */
export function PriceHistogram({ rows, kind, range, onRange }: Props) {
  const prices = rows.flatMap((row) => priceOf(row, kind) ?? []).sort((a, b) => a - b);
  return prices.length < 2 ? null : <Histogram {...{ prices, range, onRange }} />;
}

interface HistogramProps extends Pick<Props, 'range' | 'onRange'> {
  /** Ascending; two at least. */
  readonly prices: readonly number[];
}

function Histogram({ prices, range, onRange }: HistogramProps) {
  const { bins, first, width, open } = binsOf(prices, edgesOf(prices));
  const end = first + bins.length * width;
  const price = scale(EDGE.left, WIDTH - EDGE.right, first, end);
  const at = scale(first, end, EDGE.left, WIDTH - EDGE.right);
  const { dragged, handlers } = useBrush(
    ({ from, to }) => {
      const [low, high] = [price(from.x), price(to.x)];
      const step = width / STEPS_PER_BIN;
      // The last bin holds what is above its end.
      const top = open && high >= end ? Math.ceil(prices.at(-1) ?? end) : toStep(high, step);
      onRange([toStep(low, step), top]);
    },
    () => onRange(null),
  );
  const wanted = range === null ? null : [at(range[0]), at(range[1])];
  const [left, right] = dragged === null ? (wanted ?? []) : [dragged.from.x, dragged.to.x];
  const shown = left === undefined || right === undefined ? null : wholeHeight(left, right);
  const most = Math.max(...bins.map(({ homes }) => homes));
  const x = scale(0, bins.length, EDGE.left, WIDTH - EDGE.right);
  const y = scale(0, most, HEIGHT - EDGE.bottom, EDGE.top);
  const words = bins
    .filter(({ homes }) => homes > 0)
    .map(({ from, homes }) => `${homes} from ${dollars(from)}`);
  return (
    <svg
      className="chart brushed"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Prices in steps of ${dollars(width)}: ${words.join(', ')}`}
      {...handlers}
    >
      <Rules values={ticks(0, most, 3).filter(isShare(most))} y={y} format={count} />
      <Bars {...{ bins, open, x, y }} />
      {shown !== null && <Selected box={shown} />}
      {labelled(bins.length).map((index) => (
        <text key={index} x={x(index)} y={HEIGHT - 5} textAnchor={anchor(index, bins.length)}>
          {shortDollars(first + index * width)}
          {index === bins.length && open ? '+' : ''}
        </text>
      ))}
    </svg>
  );
}

interface BarsProps extends Pick<Bins, 'bins' | 'open'> {
  x(index: number): number;
  y(homes: number): number;
  format?(value: number): string;
}

export const Bars = ({ bins, open, x, y, format = dollars }: BarsProps) =>
  bins.map(({ from, to, homes }, index) => (
    <rect
      key={from}
      className="bar"
      x={x(index) + 0.75}
      width={Math.max(1, x(index + 1) - x(index) - 1.5)}
      y={y(homes)}
      height={HEIGHT - EDGE.bottom - y(homes)}
      rx="1.5"
    >
      <title>
        {index === bins.length - 1 && open
          ? `${counted(homes, 'row')} at ${format(from)} or more`
          : `${counted(homes, 'row')} from ${format(from)} to ${format(to)}`}
      </title>
    </rect>
  ));

/** Ticks of the count axis are whole and not above the largest bin. */
export const isShare = (most: number) => (value: number) =>
  Number.isInteger(value) && value <= most;

export interface Bins {
  readonly bins: readonly { readonly from: number; readonly to: number; readonly homes: number }[];
  readonly first: number;
  readonly width: number;
  readonly open: boolean;
}

/** Edges of bins of a round width for ascending values. */
export function edgesOf(values: readonly number[]): readonly number[] {
  return ticks(values[0] ?? 0, percentile(values, OPEN_FROM) ?? 0, BINS);
}

/** Values in the bins of these edges; `open` when the last holds values beyond its end. */
export function binsOf(values: readonly number[], edges: readonly number[]): Bins {
  const first = edges[0] ?? 0;
  const width = (edges[1] ?? 1) - first;
  const bins = edges.slice(0, -1).map((from) => ({ from, to: from + width, homes: 0 }));
  for (const value of values) {
    const bin = bins[Math.min(bins.length - 1, Math.floor((value - first) / width))];
    if (bin !== undefined) bin.homes += 1;
  }
  return { bins, first, width, open: (values.at(-1) ?? 0) > (bins.at(-1)?.to ?? 0) };
}

/** Labels at both ends and in the middle. */
export const labelled = (bins: number): number[] => [...new Set([0, Math.round(bins / 2), bins])];
