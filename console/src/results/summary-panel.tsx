/** Price statistics of all loaded rows, with two charts. */
import { memo } from 'react';
import type { SearchRoute } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { Facts } from '../pages/facts.js';
import { cents, count, counted, dollars } from '../text/format.js';
import { fieldTitle, sourceLabel, spaced } from '../text/labels.js';
import { type Coverage, isRepresentative, SHARE_MIN } from './coverage.js';
import { type Column, priceOf, valueOf } from './fields.js';
import {
  AREA_FIELD,
  type Filters,
  passing,
  priceField,
  rangeOf,
  rangeText,
  withFilter,
} from './filters.js';
import { PriceHistogram } from './histogram.js';
import type { Range } from './plot.js';
import { AreaScatter } from './scatter.js';
import type { Selection } from './selection.js';
import { ofRows, type Statistics } from './statistics.js';

interface Props {
  readonly route: SearchRoute;
  /** All loaded rows. */
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  readonly filters: Filters;
  readonly coverage: Coverage;
  readonly selection: Selection;
  onFilters(filters: Filters): void;
}

const PRICE_LABELS: Readonly<Record<SearchRoute['kind'], string>> = {
  listings: 'Asking price',
  rentals: 'Monthly rent',
  sold: 'Sale price',
  auctions: '',
};

/** Each row has a mark in its charts: it re-renders only when the rows or their filters change. */
export const SummaryPanel = memo(function SummaryPanel(props: Props) {
  const { route, rows, columns, filters, coverage } = props;
  const { kind } = route;
  const passed = passing(rows, columns, filters);
  return (
    // It scrolls beside a low map, by keys too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="summary" aria-labelledby="summary-title" tabIndex={0}>
      <h2 id="summary-title">
        {kind === 'auctions' ? 'No price statistics' : PRICE_LABELS[kind]}
        <span className="hint">{coveredText(passed.length, coverage)}</span>
      </h2>
      {kind === 'auctions' ? (
        <>
          <p className="hint">
            Auction homes have no asking price. Bids and estimates are in the table; no statistics
            are computed from them.
          </p>
          <Shares rows={passed} field="extras.sale_type" />
          <Shares rows={passed} field="extras.occupancy" />
        </>
      ) : (
        <Prices {...props} passed={passed} />
      )}
    </section>
  );
});

interface PricesProps extends Props {
  /** The rows that pass the filters. */
  readonly passed: readonly Row[];
}

/** Figures and charts, or that no loaded row has a price: some sources never show one. */
function Prices({ passed, ...props }: PricesProps) {
  const { route, rows } = props;
  const { kind, source } = route;
  if (rows.length > 0 && rows.every((row) => priceOf(row, kind) === null)) {
    return (
      <p className="hint">
        {`${sourceLabel(source)} shows no price for these homes, so there are no price statistics. An empty price in the table has the reason.`}
      </p>
    );
  }
  return (
    <>
      {isRepresentative(props.coverage) ? (
        <Figures statistics={ofRows(passed, kind)} />
      ) : (
        <p className="hint no-figures">{noMedianText(props.coverage)}</p>
      )}
      <Charts {...props} />
    </>
  );
}

/**
 * Each chart shows the rows that the filters of other fields leave, and what its own filters
 * select.
 */
function Charts({ route: { kind }, rows, columns, filters, selection, onFilters }: Props) {
  const price = priceField(kind);
  const [prices, areas] = [rangeOf(filters[price]), rangeOf(filters[AREA_FIELD])];
  const textOf = (range: Range | null) => (range === null ? '' : rangeText(...range));
  return (
    <>
      <PriceHistogram
        rows={passing(rows, columns, filters, [price])}
        kind={kind}
        range={prices}
        onRange={(range) => onFilters(withFilter(filters, price, textOf(range)))}
      />
      <h3>
        Price and living area <span className="hint">drag to filter</span>
      </h3>
      <AreaScatter
        rows={passing(rows, columns, filters, [price, AREA_FIELD])}
        {...{ kind, selection, prices, areas }}
        onRanges={(newPrices, newAreas) =>
          onFilters(
            withFilter(withFilter(filters, price, textOf(newPrices)), AREA_FIELD, textOf(newAreas)),
          )
        }
      />
    </>
  );
}

/** Why there is no median: a part of the pages is one edge of the area or of its prices. */
function noMedianText({ more, total }: Coverage): string {
  const most = `${SHARE_MIN * 100}% of the homes`;
  if (!more) return `No median: homes are missing, and a median needs ${most}.`;
  const until = total === null ? 'all pages' : most;
  return `No median yet: pages are parts of the area, in the order of the source. It appears once ${until} are loaded; the charts show the loaded homes.`;
}

/**
 * What the figures are of: "all 41 homes", "100 loaded of about 2,143 homes", "12 of 41 loaded
 * homes".
 */
function coveredText(rows: number, { loaded, total, more, partial }: Coverage): string {
  if (rows < loaded) return `${count(rows)} of ${counted(loaded, 'loaded home')}`;
  if (total !== null && total > rows)
    return `${count(rows)} loaded of about ${counted(total, 'home')}`;
  return more || partial ? counted(rows, 'loaded home') : `all ${counted(rows, 'home')}`;
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
    <Facts
      className="figures"
      facts={[
        ['Median', amount(median), 'large'],
        ['25th percentile', amount(p25)],
        ['75th percentile', amount(p75)],
        ['Per sqft', perSqft === null ? '–' : cents(perSqft)],
        ['Priced', `${count(priced)} of ${count(rows)}`],
        ['Sold', earliest === null || latest === null ? null : daysText(earliest, latest)],
      ]}
    />
  );
}

/** Days in ISO 8601: "2026-08-01 to 11-24", the year once where it is the same. */
function daysText(earliest: string, latest: string): string {
  if (earliest === latest) return earliest;
  const year = earliest.slice(0, YEAR_CHARS);
  return `${earliest} to ${latest.startsWith(year) ? latest.slice(YEAR_CHARS) : latest}`;
}

/** "2026-" */
const YEAR_CHARS = 5;
