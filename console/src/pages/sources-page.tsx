/** How every source does: its circuit, its readings, and how often each field is filled. */

import type { RouteHealth, SourceHealth } from '#contract/answers.js';
import { routeById } from '#contract/routes.js';
import { readSources } from '../service/account.js';
import { TroubleBox } from '../shell/trouble.js';
import { ago, count, duration, moment, percent } from '../words/figures.js';
import { fieldTitle, routeTitle, sourceWords } from '../words/names.js';
import { useReading } from './reading.js';

interface Props {
  readonly apiKey: string;
  onKey(): void;
}

export function SourcesPage({ apiKey, onKey }: Props) {
  const { value, trouble, again } = useReading(readSources, apiKey);
  return (
    <div className="page">
      <div className="page-head">
        <h1>Sources</h1>
        <button type="button" onClick={again}>
          Read again
        </button>
      </div>
      {trouble !== null && <TroubleBox trouble={trouble} onAgain={again} onKey={onKey} />}
      {value === null && trouble === null && <p role="status">Reading the sources…</p>}
      {value?.map((source) => (
        <SourceView key={source.source} source={source} />
      ))}
    </div>
  );
}

function SourceView({ source }: { readonly source: SourceHealth }) {
  const { state, failures_in_a_row, open_until } = source.circuit;
  return (
    <section className="source" aria-labelledby={`source-${source.source}`}>
      <div className="source-head">
        <h2 id={`source-${source.source}`}>{sourceWords(source.source)}</h2>
        <span className={badgeOf(source)} title={`Circuit: ${state}`}>
          {stateWords(source)}
        </span>
      </div>
      {failures_in_a_row > 0 && (
        <p className="hint">
          {count(failures_in_a_row)} failures in a row
          {state === 'open' && open_until !== null && `; asked again after ${moment(open_until)}`}.
        </p>
      )}
      {source.routes.map((route) => (
        <RouteView key={route.route} health={route} />
      ))}
    </section>
  );
}

const badgeOf = ({ configured, circuit }: SourceHealth): string => {
  if (!configured) return 'badge off';
  return circuit.state === 'open' ? 'badge bad' : 'badge good';
};
const stateWords = ({ configured, circuit }: SourceHealth): string => {
  if (!configured) return 'not configured';
  return circuit.state === 'open' ? 'paused after failures' : 'ready';
};

function RouteView({ health }: { readonly health: RouteHealth }) {
  const known = routeById(health.route);
  const facts: readonly (readonly [string, string])[] = [
    ['Readings', count(health.readings)],
    ['Success rate', health.success_rate === null ? '–' : percent(health.success_rate)],
    ['Median reading', health.median_ms === null ? '–' : duration(health.median_ms)],
    ['Rows read', count(health.rows_read)],
    ['Last success', since(health.last_success_at)],
    ['Last failure', since(health.last_failure_at)],
  ];
  return (
    <div className="route-health">
      <h3>
        {known === undefined ? health.route : routeTitle(known)} <code>{health.path}</code>
      </h3>
      {health.readings === 0 ? (
        <p className="hint">Not read yet.</p>
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
      <summary>How often each field is filled</summary>
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
