/** Figures of the area that others computed, each as its publisher wants it shown. */
import type { PublishedFigures, StatisticsAnswer } from '#client/index.js';
import { MEASURES as KNOWN } from '#contract/series.js';
import { RightView } from '../results/rights.js';
import { day } from '../story/words.js';
import { decimal, dollars, percent } from '../text/format.js';
import { spaced } from '../text/labels.js';

/** Values shown before the others are asked for. */
const NEWEST = 3;

export const Published = ({ published }: Pick<StatisticsAnswer, 'published'>) =>
  published.length > 0 && (
    <section className="series" aria-label="Published figures">
      <header>
        <h2>Published figures</h2>
        <p className="hint">
          What others have computed of this area, shown beside and never used in the figures above.
        </p>
      </header>
      {published.map((one) => (
        <Figures key={`${one.dataset} ${one.measure}`} {...one} />
      ))}
    </section>
  );

function Figures(figures: PublishedFigures) {
  const { measure, values } = figures;
  const newest = values.toReversed();
  const line = ({ period, value }: PublishedFigures['values'][number]) => (
    <li key={period}>
      <b>{valueText(measure, value)}</b> <span className="hint">{day(period)}</span>
    </li>
  );
  return (
    <div className="published">
      <h3>{measureText(measure)}</h3>
      <ul>{newest.slice(0, NEWEST).map(line)}</ul>
      {newest.length > NEWEST && (
        <details>
          <summary>Earlier values</summary>
          <ul>{newest.slice(NEWEST).map(line)}</ul>
        </details>
      )}
      <p className="hint">
        <RightView {...figures} />
      </p>
    </div>
  );
}

const meaningOf = (measure: string): string | undefined =>
  (KNOWN as Readonly<Record<string, string>>)[measure];

/** Its meaning without the full stop and the unit, which the values have. */
const measureText = (measure: string): string =>
  (meaningOf(measure) ?? spaced(measure)).replace(/(, in dollars)?\.$/, '');

function valueText(measure: string, value: number): string {
  if (meaningOf(measure)?.includes('dollars') === true) return dollars(value);
  return measure === 'sale_to_list' ? percent(value) : decimal(value);
}
