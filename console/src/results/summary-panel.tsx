/** Statistics of the rows shown, with the two charts; or why there are none. */
import type { Result } from '#contract/envelope.js';
import type { SearchRoute } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { cents, count, dollars } from '../words/figures.js';
import { fieldTitle, wordsOf } from '../words/names.js';
import { AreaScatter, PriceHistogram } from './charts.js';
import { valueOf } from './fields.js';
import type { Pointing } from './pointing.js';
import { ofRows, ofSummary, type Statistics } from './statistics.js';

interface Props {
  readonly route: SearchRoute;
  readonly rows: readonly Row[];
  /** The page shown; null when several are. */
  readonly result: Result | null;
  readonly pointing: Pointing;
}

const PRICE_WORDS: Readonly<Record<SearchRoute['kind'], string>> = {
  listings: 'Asking price',
  rentals: 'Monthly rent',
  sold: 'Sale price',
  auctions: '',
};

export function SummaryPanel({ route, rows, result, pointing }: Props) {
  const { kind } = route;
  const summary = result?.summary ?? null;
  const statistics = summary === null ? ofRows(rows, kind) : ofSummary(summary, rows.length);
  return (
    <section className="summary" aria-labelledby="summary-title">
      <h2 id="summary-title">
        {kind === 'auctions' ? 'No prices' : PRICE_WORDS[kind]}
        <span className="hint">{result === null ? 'the loaded pages' : 'this page'}</span>
      </h2>
      {kind === 'auctions' ? (
        <>
          <p className="hint">
            A home up for auction has no asking price. Bids and estimates stand in the table; they
            are not prices, so nothing is computed from them.
          </p>
          <Shares rows={rows} field="extras.sale_type" />
          <Shares rows={rows} field="extras.occupancy" />
        </>
      ) : (
        <>
          <Figures statistics={statistics} kind={kind} />
          <PriceHistogram rows={rows} kind={kind} />
          <h3>Price and living area</h3>
          <AreaScatter rows={rows} kind={kind} pointing={pointing} />
        </>
      )}
    </section>
  );
}

interface SharesProps {
  readonly rows: readonly Row[];
  readonly field: string;
}

/** How many rows have each value of a field. */
function Shares({ rows, field }: SharesProps) {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const value = valueOf(row, field);
    const name = typeof value === 'string' ? wordsOf(value).toLowerCase() : 'empty';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return (
    <>
      <h3>{fieldTitle(field)}</h3>
      <ul className="shares">
        {[...counts]
          .sort(([, a], [, b]) => b - a)
          .map(([name, homes]) => (
            <li key={name}>
              <span>{name}</span>
              <meter min={0} max={rows.length} value={homes} aria-label={name} />
              <span className="numeric">{count(homes)}</span>
            </li>
          ))}
      </ul>
    </>
  );
}

function Figures({
  statistics,
  kind,
}: {
  readonly statistics: Statistics;
  readonly kind: SearchRoute['kind'];
}) {
  const { rows, priced, median, p25, p75, perSqft, earliest, latest } = statistics;
  const amount = (value: number | null) => (value === null ? '–' : dollars(Math.round(value)));
  return (
    <dl className="figures">
      <Figure name="Median" value={amount(median)} large />
      <Figure name="Lower quarter" value={amount(p25)} />
      <Figure name="Upper quarter" value={amount(p75)} />
      <Figure name="Per sqft" value={perSqft === null ? '–' : cents(perSqft)} />
      <Figure
        name={kind === 'sold' ? 'With a sale price' : 'With a price'}
        value={`${count(priced)} of ${count(rows)}`}
      />
      {earliest !== null && latest !== null && (
        <Figure
          name="Sold"
          value={earliest === latest ? earliest : `${earliest} to ${latest}`}
          wide
        />
      )}
    </dl>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly large?: boolean;
  readonly wide?: boolean;
}

const Figure = ({ name, value, large = false, wide = false }: FigureProps) => (
  <div className={`figure ${large ? 'large' : ''} ${wide ? 'wide' : ''}`}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);
