/** Health of every source: circuit, fetches, and fill rate of each field. */

import type { Rowhouse } from '#client/index.js';
import type { RouteHealth, SourceHealth } from '#contract/answers.js';
import { routeById } from '#contract/routes.js';
import { ErrorBox } from '../shell/error-box.js';
import { ago, count, counted, duration, moment, percent } from '../text/format.js';
import { fieldTitle, routeTitle, sourceLabel } from '../text/labels.js';
import { useResource } from './use-resource.js';

interface Props {
  readonly apiKey: string;
  onKey(): void;
}

export function SourcesPage({ apiKey, onKey }: Props) {
  const { value, error, refresh } = useResource(loadSources, apiKey);
  return (
    <div className="page">
      <div className="page-head">
        <h1>Sources</h1>
        <button type="button" onClick={refresh}>
          Refresh
        </button>
      </div>
      {error !== null && <ErrorBox error={error} onRetry={refresh} onKey={onKey} />}
      {value === null && error === null && <p role="status">Loading the sources…</p>}
      {value?.map((source) => (
        <SourceView key={source.source} source={source} />
      ))}
    </div>
  );
}

const loadSources = async (client: Rowhouse, signal: AbortSignal) =>
  (await client.sources({ signal })).sources;

function SourceView({ source }: { readonly source: SourceHealth }) {
  const { state, failures_in_a_row, open_until } = source.circuit;
  return (
    <section className="source" aria-labelledby={`source-${source.source}`}>
      <div className="source-head">
        <h2 id={`source-${source.source}`}>{sourceLabel(source.source)}</h2>
        <span className={badgeOf(source)} title={`Circuit: ${state}`}>
          {stateText(source)}
        </span>
      </div>
      {failures_in_a_row > 0 && (
        <p className="hint">
          {counted(failures_in_a_row, 'consecutive failure')}
          {state === 'open' && open_until !== null && `; next attempt after ${moment(open_until)}`}.
        </p>
      )}
      {pausedFeeds(source).map(({ feed, open_until: until, last_error }) => (
        <p className="problem" key={feed}>
          <code>{feed}</code> is paused after repeated failures
          {until !== null && `; next attempt after ${moment(until)}`}. {last_error}
        </p>
      ))}
      {source.routes.map((route) => (
        <RouteView key={route.route} health={route} />
      ))}
    </section>
  );
}

const badgeOf = ({ configured, circuit }: SourceHealth): string => {
  if (!configured) return 'badge off';
  return circuit.state === 'closed' ? 'badge good' : 'badge bad';
};
const stateText = (source: SourceHealth): string => {
  if (!source.configured) return 'not configured';
  if (source.circuit.state === 'paused') return 'paused by the operator';
  if (source.circuit.state !== 'open') return 'ready';
  const others = source.feed_circuits.length - pausedFeeds(source).length;
  return others > 0 ? 'feeds paused after repeated failures' : 'paused after repeated failures';
};

/** Where a source has several feeds, those that are not asked now. */
const pausedFeeds = ({ feed_circuits }: SourceHealth) =>
  feed_circuits.length < 2 ? [] : feed_circuits.filter(({ state }) => state === 'open');

function RouteView({ health }: { readonly health: RouteHealth }) {
  const known = routeById(health.route);
  const facts: readonly (readonly [string, string])[] = [
    ['Fetches', count(health.readings)],
    ['Success rate', health.success_rate === null ? '–' : percent(health.success_rate)],
    ['Median time', health.median_ms === null ? '–' : duration(health.median_ms)],
    ['Rows fetched', count(health.rows_read)],
    ['Last success', since(health.last_success_at)],
    ['Last failure', since(health.last_failure_at)],
  ];
  return (
    <div className="route-health">
      <h3>
        {known === undefined ? health.route : routeTitle(known)} <code>{health.path}</code>
      </h3>
      {health.readings === 0 ? (
        <p className="hint">No fetches yet.</p>
      ) : (
        <dl className="figures wide">
          {facts.map(([name, value]) => (
            <div className="figure" key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {health.last_error !== null && <p className="problem">{health.last_error}</p>}
      {Object.entries(health.lost_fields).map(([field, from]) => (
        <p className="problem" key={field}>
          <code>{field}</code> lost {since(from)}: the source no longer sends it as it did.
        </p>
      ))}
      <FillRates rates={health.fill_rates} />
    </div>
  );
}

const since = (iso: string | null): string => (iso === null ? 'never' : ago(iso, Date.now()));

function FillRates({ rates }: { readonly rates: Readonly<Record<string, number>> }) {
  const fields = Object.entries(rates);
  if (fields.length === 0) return null;
  return (
    <details>
      <summary>Fill rate by field</summary>
      <ul className="fills">
        {fields.map(([field, rate]) => (
          <li key={field}>
            <span title={field}>{fieldTitle(field)}</span>
            <meter min={0} max={1} value={rate} aria-label={`${field} filled`} />
            <span className="numeric">{percent(rate)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
