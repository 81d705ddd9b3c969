/** The first column of numbers by the first other column, as bars. */
import { useState } from 'react';
import type { SqlAnswer } from '#client/index.js';
import { type Bar, BarChart } from '../pages/bar-chart.js';
import { cellText } from './answer-table.js';

const HEIGHT = 160;
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
  const every = Math.ceil(rows.length / LABELS_MAX);
  const bars = rows.map((row, index): Bar => {
    const size = typeof row[value.at] === 'number' ? (row[value.at] as number) : null;
    const text = cellText(row[by], 'none');
    const title = `${text}: ${size}`;
    if (index % every !== 0) return { size, title };
    const above = size === null ? '–' : SHORT.format(size);
    return { size, title, above, below: text.slice(0, LABEL_CHARS) };
  });
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
      <BarChart bars={bars} height={HEIGHT} label="The values of the table below, as bars" />
    </figure>
  );
}
