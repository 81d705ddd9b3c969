/** The comparable sales of a home, the estimate made of them, and the error that it made. */
import type { ComparablesAnswer } from '#client/index.js';
import { Table, type TableColumn } from '../pages/table.js';
import { useRead } from '../service/query.js';
import { ErrorBox } from '../shell/error-box.js';
import { count, counted, decimal, money, percent } from '../text/format.js';
import { sourceLabel } from '../text/labels.js';
import { day } from './words.js';

type Comparable = ComparablesAnswer['comparables'][number];
type PriceKind = ComparablesAnswer['kind'];

const TITLES: Readonly<Record<PriceKind, string>> = {
  sale: 'Comparable sales',
  rent: 'Comparable rentals',
};

/** Where sale prices are not public, rentals follow. */
export function Comparables({ homeId }: { readonly homeId: string }) {
  const { data } = useComparables(homeId, 'sale');
  return (
    <>
      <Kind homeId={homeId} kind="sale" />
      {data?.estimate_reason === 'not_disclosed' && <Kind homeId={homeId} kind="rent" />}
    </>
  );
}

const useComparables = (homeId: string, kind: PriceKind) =>
  useRead(['comparables', homeId, kind], (client, signal) =>
    client.homeComparables(homeId, { kind }, { signal }),
  );

function Kind({ homeId, kind }: { readonly homeId: string; readonly kind: PriceKind }) {
  const { data, error, refetch } = useComparables(homeId, kind);
  return (
    <section className="story">
      <h2>{TITLES[kind]}</h2>
      {error !== null && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <p className="hint">Loading…</p>}
      {data !== undefined && <Answer {...data} />}
    </section>
  );
}

function Answer(answer: ComparablesAnswer) {
  const { kind, estimate, estimate_reason, interval, comparables, error, others } = answer;
  return (
    <>
      {estimate === null ? (
        <p>{(estimate_reason !== null && REASONS[estimate_reason]) || 'There is no estimate.'}</p>
      ) : (
        <p>
          {kind === 'rent' ? 'Estimated rent ' : 'Estimate '}
          <b>{money(estimate)}</b>
          {interval !== null &&
            `; ${percent(interval.share)} of prices lie between ${money(interval.low)} and ${money(interval.high)}`}
          .
          <span className="hint">
            {error === null
              ? ' How far such estimates are off in this county is not known yet.'
              : ` Half of last year's estimates in this county were off by less than ${percent(error.median_absolute_error)} (${counted(error.tested, 'sale')}).`}
          </span>
        </p>
      )}
      {comparables.length > 0 && (
        <Table
          caption={TITLES[kind]}
          columns={COLUMNS}
          rows={comparables}
          keyOf={({ source, source_id }) => `${source} ${source_id}`}
        />
      )}
      {others.count > 0 && (
        <p className="hint">{`And ${count(others.count)} more, with ${percent(others.weight)} of the weight.`}</p>
      )}
    </>
  );
}

const COLUMNS: readonly TableColumn<Comparable>[] = [
  ['From', ({ source, dataset }) => dataset ?? sourceLabel(source)],
  ['When', ({ date, month }) => (date === null ? month : day(date))],
  ['Price', ({ price }) => money(price), 'numeric'],
  ['At today’s level', ({ price_now }) => money(price_now), 'numeric'],
  ['Away', ({ distance_mi }) => `${decimal(Math.round(distance_mi * 100) / 100)} mi`, 'numeric'],
  ['Beside this home', ({ differences }) => differenceText(differences)],
  ['Weight', ({ weight }) => percent(weight), 'numeric'],
];

const UNITS = [
  ['beds', 'bd'],
  ['baths', 'ba'],
  ['living_area_sqft', 'sqft'],
] as const;

/** "+1 bd, −220 sqft, 12 years older"; "the same" without a difference. */
function differenceText(differences: Comparable['differences']): string {
  const parts = UNITS.flatMap(([name, unit]) => {
    const by = differences[name];
    if (by === null || by === 0) return [];
    return [`${by > 0 ? '+' : '−'}${decimal(Math.abs(by))} ${unit}`];
  });
  const years = differences.year_built;
  if (years !== null && years !== 0) {
    parts.push(`${counted(Math.abs(years), 'year')} ${years > 0 ? 'newer' : 'older'}`);
  }
  return parts.length === 0 ? 'the same' : parts.join(', ');
}

const REASONS: Readonly<Partial<Record<string, string>>> = {
  not_disclosed: 'Sale prices are not public in this state.',
  location_missing: 'There is no estimate: no source sends where the home lies.',
  living_area_missing: 'There is no estimate: no source sends the living area.',
  too_few_sales: 'There is no estimate: too few comparable homes are stored around here.',
};
