/**
 * Health of one route: counts, times, the last error, lost fields, and how often each field is
 * filled.
 */
import type { RouteHealth } from '#contract/operations/service.js';
import { ago, count, duration, percent } from '../text/format.js';
import { fieldTitle, readable, routeName } from '../text/labels.js';
import { Facts } from './facts.js';

export function RouteView({ health }: { readonly health: RouteHealth }) {
  return (
    <div className="route-health">
      <h3>
        {routeName(health.route)} <code>{health.path}</code>
      </h3>
      {health.readings === 0 ? (
        <p className="hint">No fetches yet.</p>
      ) : (
        <Facts
          facts={[
            ['Fetches', count(health.readings)],
            ['Success rate', health.success_rate === null ? '–' : percent(health.success_rate)],
            ['Median time', health.median_ms === null ? '–' : duration(health.median_ms)],
            ['Rows fetched', count(health.rows_read)],
            ['Last success', since(health.last_success_at)],
            ['Last failure', since(health.last_failure_at)],
          ]}
        />
      )}
      {health.last_error !== null && <p className="problem">{readable(health.last_error)}</p>}
      {Object.entries(health.lost_fields).map(([field, from]) => (
        <p className="problem" key={field}>
          <b title={field}>{fieldTitle(field)}</b> lost {since(from)}: the source no longer sends it
          as it did.
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
            <meter min={0} max={1} value={rate} aria-label={`${fieldTitle(field)} filled`} />
            <span className="numeric">{percent(rate)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
