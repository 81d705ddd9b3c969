/** Price statistics of the rows shown, with two charts. */
import type { Result } from '#contract/envelope.js';
import type { SearchRoute } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { cents, count, dollars } from '../text/format.js';
import { fieldTitle, spaced } from '../text/labels.js';
import { AreaScatter, PriceHistogram } from './charts.js';
import { valueOf } from './fields.js';
import type { Selection } from './selection.js';
import { ofRows, ofSummary, type Statistics } from './statistics.js';

interface Props {
  readonly route: SearchRoute;
  readonly rows: readonly Row[];
  /** The page shown; null when several are. */
  readonly result: Result | null;
  readonly selection: Selection;
}

const PRICE_LABELS: Readonly<Record<SearchRoute['kind'], string>> = {
  listings: 'Asking price',
  rentals: 'Monthly rent',
  sold: 'Sale price',
  auctions: '',
};

export function SummaryPanel({ route, rows, result, selection }: Props) {
  const { kind } = route;
  const summary = result?.summary ?? null;
  const statistics = summary === null ? ofRows(rows, kind) : ofSummary(summary, rows.length);
  return (
    <section className="summary" aria-labelledby="summary-title">
      <h2 id="summary-title">
        {kind === 'auctions' ? 'No price statistics' : PRICE_LABELS[kind]}
        <span className="hint">{result === null ? 'all loaded pages' : 'this page'}</span>
      </h2>
      {kind === 'auctions' ? (
        <>
          <p className="hint">
            Auction homes have no asking price. Bids and estimates are in the table; no statistics
            are computed from them.
          </p>
          <Shares rows={rows} field="extras.sale_type" />
          <Shares rows={rows} field="extras.occupancy" />
        </>
      ) : (
        <>
          <Figures statistics={statistics} />
          <PriceHistogram rows={rows} kind={kind} />
          <h3>Price and living area</h3>
          <AreaScatter rows={rows} kind={kind} selection={selection} />
        </>
      )}
    </section>
  );
}

interface SharesProps {
  readonly rows: readonly Row[];
  readonly field: string;
}

/** Number of rows by value of a field. */
function Shares({ rows, field }: SharesProps) {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const value = valueOf(row, field);
    const name = typeof value === 'string' ? spaced(value).toLowerCase() : 'empty';
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

function Figures({ statistics }: { readonly statistics: Statistics }) {
  const { rows, priced, median, p25, p75, perSqft, earliest, latest } = statistics;
  const amount = (value: number | null) => (value === null ? '–' : dollars(Math.round(value)));
  return (
    <dl className="figures">
      <Figure name="Median" value={amount(median)} large />
      <Figure name="25th percentile" value={amount(p25)} />
      <Figure name="75th percentile" value={amount(p75)} />
      <Figure name="Per sqft" value={perSqft === null ? '–' : cents(perSqft)} />
      <Figure name="Priced" value={`${count(priced)} of ${count(rows)}`} />
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
