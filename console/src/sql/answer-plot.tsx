/** The first column of numbers by the first other column, as bars. */
import { useState } from 'react';
import type { SqlAnswer } from '#client/index.js';
import { cellText } from './answer-table.js';

const WIDTH = 720;
const HEIGHT = 160;
const BASE = 18;
const ROOM_ABOVE = 14;
/** More bars are no plot. */
const BARS_MAX = 60;
/** Labels that fit side by side. */
const LABELS_MAX = 12;
const LABEL_CHARS = 14;

/** Above a bar there is room for some digits; its title has them all. */
const SHORT = new Intl.NumberFormat('en-US', {
  useGrouping: false,
  maximumFractionDigits: 2,
  maximumSignificantDigits: 6,
  roundingPriority: 'morePrecision',
});

export function AnswerPlot({ answer: { columns, rows } }: { readonly answer: SqlAnswer }) {
  const numbers = columns.flatMap(({ name }, at) =>
    rows.length > 1 && rows.every((row) => row[at] === null || typeof row[at] === 'number')
      ? [{ name, at }]
      : [],
  );
  const label = columns.findIndex((_column, at) => !numbers.some((one) => one.at === at));
  const by = label < 0 ? 0 : label;
  const values = numbers.filter(({ at }) => at !== by);
  const [chosen, setChosen] = useState('');
  const value = values.find(({ name }) => name === chosen) ?? values[0];
  if (value === undefined || rows.length > BARS_MAX) return null;
  const bars = rows.map((row) => ({
    label: cellText(row[by], 'none'),
    size: typeof row[value.at] === 'number' ? (row[value.at] as number) : null,
  }));
  return (
    <figure className="sql-plot">
      <figcaption>
        {values.length === 1 ? (
          value.name
        ) : (
          <select
            aria-label="Plot"
            value={value.name}
            onChange={({ target }) => setChosen(target.value)}
          >
            {values.map(({ name, at }) => (
              <option key={at}>{name}</option>
            ))}
          </select>
        )}{' '}
        by {columns[by]?.name}
      </figcaption>
      <Bars bars={bars} />
    </figure>
  );
}

interface Bar {
  readonly label: string;
  /** Null without a value: its place stays empty. */
  readonly size: number | null;
}

function Bars({ bars }: { readonly bars: readonly Bar[] }) {
  const most = Math.max(...bars.map(({ size }) => size ?? 0), Number.MIN_VALUE);
  const step = WIDTH / bars.length;
  const every = Math.ceil(bars.length / LABELS_MAX);
  return (
    <svg
      className="chart days"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label="The values of the table below, as bars"
    >
      {bars.map(({ label, size }, index) => {
        const tall = (Math.max(size ?? 0, 0) / most) * (HEIGHT - BASE - ROOM_ABOVE);
        const middle = index * step + step / 2;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: bars have no other name
          <g key={index}>
            {size !== null && (
              <rect
                className="bar"
                x={index * step + 2}
                width={Math.max(step - 4, 1)}
                y={HEIGHT - BASE - tall}
                height={Math.max(tall, 1)}
                rx="2"
              >
                <title>{`${label}: ${size}`}</title>
              </rect>
            )}
            {index % every === 0 && (
              <>
                <text x={middle} y={HEIGHT - BASE - tall - 4} textAnchor="middle">
                  {size === null ? '–' : SHORT.format(size)}
                </text>
                <text x={middle} y={HEIGHT - 4} textAnchor="middle">
                  {label.slice(0, LABEL_CHARS)}
                </text>
              </>
            )}
          </g>
        );
      })}
    </svg>
  );
}
