/** Prices over time, a step line for each listing; the list below has the same values in words. */
import { dollars } from '../text/format.js';
import { type PriceLines, SIDE } from './price-lines.js';
import { day } from './words.js';

export const PriceChart = ({ title, low, high, from, to, lines }: PriceLines) => (
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
      <span>{day(from)}</span>
      <span>{day(to)}</span>
    </p>
  </figure>
);
