/** Two small SVG charts: price histogram, and price against living area. */
import type { SearchRoute } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { count, counted, dollars, shortDollars } from '../text/format.js';
import { priceOf, rowKey } from './fields.js';
import { type Selection, useHighlight } from './selection.js';
import { percentile, ticks } from './statistics.js';

const WIDTH = 340;
const HEIGHT = 116;
const EDGE = { left: 44, right: 8, top: 8, bottom: 20 } as const;
const BINS = 14;
/** The last bin is open above this percentile, so that one outlier does not flatten the rest. */
const OPEN_FROM = 0.97;

interface Props {
  readonly rows: readonly Row[];
  readonly kind: SearchRoute['kind'];
}

/** Prices in bins of a round width; the last one may be open-ended. */
export function PriceHistogram({ rows, kind }: Props) {
  const prices = rows.flatMap((row) => priceOf(row, kind) ?? []).sort((a, b) => a - b);
  if (prices.length < 2) return null;
  const { bins, first, width, open } = binsOf(prices);
  const most = Math.max(...bins.map(({ homes }) => homes));
  const x = scale(0, bins.length, EDGE.left, WIDTH - EDGE.right);
  const y = scale(0, most, HEIGHT - EDGE.bottom, EDGE.top);
  const words = bins
    .filter(({ homes }) => homes > 0)
    .map(({ from, homes }) => `${homes} from ${dollars(from)}`);
  return (
    <svg
      className="chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Prices in steps of ${dollars(width)}: ${words.join(', ')}`}
    >
      <Rules values={ticks(0, most, 3).filter(isShare(most))} y={y} format={count} />
      {bins.map(({ from, to, homes }, index) => (
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
              ? `${counted(homes, 'row')} at ${dollars(from)} or more`
              : `${counted(homes, 'row')} from ${dollars(from)} to ${dollars(to)}`}
          </title>
        </rect>
      ))}
      {labelled(bins.length).map((index) => (
        <text key={index} x={x(index)} y={HEIGHT - 5} textAnchor={anchor(index, bins.length)}>
          {shortDollars(first + index * width)}
          {index === bins.length && open ? '+' : ''}
        </text>
      ))}
    </svg>
  );
}

/** Ticks of the count axis are whole and not above the largest bin. */
const isShare = (most: number) => (value: number) => Number.isInteger(value) && value <= most;

/** Bins of a round width; `open` when the last holds prices beyond its end. */
function binsOf(prices: readonly number[]) {
  const steps = ticks(prices[0] ?? 0, percentile(prices, OPEN_FROM) ?? 0, BINS);
  const first = steps[0] ?? 0;
  const width = (steps[1] ?? 1) - first;
  const bins = steps.slice(0, -1).map((from) => ({ from, to: from + width, homes: 0 }));
  for (const price of prices) {
    const bin = bins[Math.min(bins.length - 1, Math.floor((price - first) / width))];
    if (bin !== undefined) bin.homes += 1;
  }
  return { bins, first, width, open: (prices.at(-1) ?? 0) > (bins.at(-1)?.to ?? 0) };
}

interface ScatterProps extends Props {
  readonly selection: Selection;
}

/** One dot for each row with both values, linked with its table row and marker. */
export function AreaScatter({ rows, kind, selection }: ScatterProps) {
  const dots = rows.flatMap((row) => {
    const price = priceOf(row, kind);
    const area = row.living_area_sqft;
    return price === null || area === null ? [] : [{ key: rowKey(row), price, area }];
  });
  if (dots.length < 2) return null;
  const xs = ticks(0, Math.max(...dots.map(({ area }) => area)), 4);
  const ys = ticks(0, Math.max(...dots.map(({ price }) => price)), 3);
  const x = scale(0, xs.at(-1) ?? 1, EDGE.left, WIDTH - EDGE.right);
  const y = scale(0, ys.at(-1) ?? 1, HEIGHT - EDGE.bottom, EDGE.top);
  return (
    <svg
      className="chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Price against living area of ${counted(dots.length, 'row')}`}
    >
      <Rules values={ys} y={y} format={shortDollars} />
      {dots.map(({ key, price, area }) => (
        <Dot key={key} id={key} cx={x(area)} cy={y(price)} selection={selection}>
          {`${dollars(price)}, ${count(area)} sqft`}
        </Dot>
      ))}
      {xs.map((area, index) =>
        index === xs.length - 2 ? null : (
          <text key={area} x={x(area)} y={HEIGHT - 5} textAnchor={anchor(index, xs.length - 1)}>
            {count(area)}
            {index === xs.length - 1 ? ' sqft' : ''}
          </text>
        ),
      )}
    </svg>
  );
}

interface DotProps {
  readonly id: string;
  readonly cx: number;
  readonly cy: number;
  readonly selection: Selection;
  readonly children: string;
}

function Dot({ id, cx, cy, selection, children }: DotProps) {
  const highlight = useHighlight(selection, id);
  return (
    <circle
      className={`dot ${highlight}`}
      cx={cx}
      cy={cy}
      r={highlight === '' ? 2.6 : 5}
      onPointerEnter={() => selection.set({ hovered: id, by: 'map' })}
      onPointerLeave={() => selection.set({ hovered: null, by: 'map' })}
      onClick={() => selection.set({ selected: id, by: 'map' })}
    >
      <title>{children}</title>
    </circle>
  );
}

interface RulesProps {
  readonly values: readonly number[];
  y(value: number): number;
  format(value: number): string;
}

const Rules = ({ values, y, format }: RulesProps) =>
  values.map((value) => (
    <g key={value}>
      <line className="rule" x1={EDGE.left} x2={WIDTH - EDGE.right} y1={y(value)} y2={y(value)} />
      <text x={EDGE.left - 6} y={y(value) + 3} textAnchor="end">
        {format(value)}
      </text>
    </g>
  ));

const scale = (low: number, high: number, from: number, to: number) => (value: number) =>
  from + ((value - low) / (high - low || 1)) * (to - from);

/** Labels at both ends and in the middle. */
const labelled = (bins: number): number[] => [...new Set([0, Math.round(bins / 2), bins])];
const anchor = (index: number, last: number): 'start' | 'middle' | 'end' => {
  if (index === 0) return 'start';
  return index === last ? 'end' : 'middle';
};
