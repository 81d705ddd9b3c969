/** Prices over time, a step line for each listing; the list below has the same values in words. */
import { dollars, moment } from '../text/format.js';
import { type PriceLines, SIDE } from './price-lines.js';
import { day } from './words.js';

export function PriceChart({ title, low, high, from, to, lines }: PriceLines) {
  const wordsOf = day(from) === day(to) ? moment : day;
  return (
    <figure className="price-chart">
      <figcaption>{title}</figcaption>
      {lines.map(({ key, label, solid, dotted }) => (
        <div key={key} className="price-line">
          <span>{label}</span>
          <svg
            viewBox={`0 0 ${SIDE} ${SIDE}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={`${title} on ${label} over time, in the list below`}
          >
            <path className="dotted" d={dotted} />
            <path d={solid} />
          </svg>
          <span className="scale" aria-hidden="true">
            <span>{dollars(high)}</span>
            {low < high && <span>{dollars(low)}</span>}
          </span>
        </div>
      ))}
      <p className="days" aria-hidden="true">
        <span>{wordsOf(from)}</span>
        <span>{wordsOf(to)}</span>
      </p>
    </figure>
  );
}
