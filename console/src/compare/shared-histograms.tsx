/**
 * Two histograms with the same bins and the same heights: shares of each side, which differ in
 * size.
 */
import { useState } from 'react';
import type { Row } from '#contract/rows.js';
import { numberOf } from '../results/fields.js';
import { Bars, type Bins, binsOf, edgesOf, labelled } from '../results/histogram.js';
import { anchor, EDGE, HEIGHT, Rules, scale, WIDTH } from '../results/plot.js';
import { ascending, ticks } from '../results/statistics.js';
import { Select } from '../search/field.js';
import { count, shortDollars } from '../text/format.js';
import type { Figure } from './figures.js';
import { LETTERS, type SideName } from './words.js';

interface Props {
  readonly figures: readonly Figure[];
  readonly left: readonly Row[];
  readonly right: readonly Row[];
}

/** Small whole numbers are in the table by bedrooms. */
const NO_CHART = new Set(['beds']);

export function SharedHistograms({ figures, left, right }: Props) {
  const [chosen, setChosen] = useState<string | null>(null);
  const drawn = figures.filter(
    (figure) => !NO_CHART.has(figure.name) && figure.left.known > 0 && figure.right.known > 0,
  );
  const figure = drawn.find(({ name }) => name === chosen) ?? drawn[0];
  if (figure === undefined) return null;
  const valuesOf = (rows: readonly Row[]) =>
    ascending(rows.map((row) => numberOf(row, figure.column)));
  const [first, second] = [valuesOf(left), valuesOf(right)];
  const edges = edgesOf(ascending([...first, ...second]));
  const sides = [binsOf(first, edges), binsOf(second, edges)] as const;
  const most = Math.max(highest(sides[0], first.length), highest(sides[1], second.length));
  return (
    <section className="histograms">
      <div className="chart-head">
        <h2>
          Distribution <span className="hint">share of the homes of each side</span>
        </h2>
        <Select
          aria-label="Field of the histograms"
          value={figure.name}
          options={drawn.map(({ name, column }) => [name, column.title])}
          onPick={setChosen}
        />
      </div>
      <div className="two">
        <Half name="left" {...{ figure, most }} bins={sides[0]} homes={first.length} />
        <Half name="right" {...{ figure, most }} bins={sides[1]} homes={second.length} />
      </div>
    </section>
  );
}

const highest = ({ bins }: Bins, homes: number): number =>
  Math.max(...bins.map((bin) => bin.homes / homes));

interface HalfProps {
  readonly name: SideName;
  readonly figure: Figure;
  readonly bins: Bins;
  readonly homes: number;
  /** The largest share of both sides. */
  readonly most: number;
}

function Half({ name, figure, bins: { bins, first, width, open }, homes, most }: HalfProps) {
  const x = scale(0, bins.length, EDGE.left, WIDTH - EDGE.right);
  const y = scale(0, most, HEIGHT - EDGE.bottom, EDGE.top);
  const { median } = figure[name];
  const end = first + bins.length * width;
  const at = scale(first, end, EDGE.left, WIDTH - EDGE.right)(Math.min(median ?? first, end));
  const leftHalf = at < WIDTH / 2;
  const filled = bins.filter((bin) => bin.homes > 0);
  const words = filled.map((bin) => `${bin.homes} from ${figure.format(bin.from)}`).join(', ');
  const label = labelOf(figure);
  return (
    <svg
      className={`chart ${name}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${LETTERS[name]}: ${figure.column.title} of ${count(homes)} homes: ${words}`}
    >
      <Rules
        values={ticks(0, most, 3).filter((value) => value <= most)}
        y={y}
        format={wholePercent}
      />
      <Bars {...{ bins, open, x }} y={(found) => y(found / homes)} format={figure.format} />
      <line className="median" x1={at} x2={at} y1={EDGE.top} y2={HEIGHT - EDGE.bottom} />
      <text x={leftHalf ? at + 4 : at - 4} y={EDGE.top + 6} textAnchor={leftHalf ? 'start' : 'end'}>
        {LETTERS[name]}: {median === null ? '' : `median ${figure.format(median)}`}
      </text>
      {labelled(bins.length).map((index) => (
        <text key={index} x={x(index)} y={HEIGHT - 5} textAnchor={anchor(index, bins.length)}>
          {label(first + index * width)}
          {index === bins.length && open ? '+' : ''}
        </text>
      ))}
    </svg>
  );
}

const labelOf = ({ column, format }: Figure) =>
  column.type === 'money' || column.name === 'price_per_sqft' ? shortDollars : format;

const wholePercent = (share: number): string => `${Math.round(share * 100)}%`;
