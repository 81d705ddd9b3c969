/** The newest runs of a watch: how they ended, what they found and cost. */
import type { WatchRunBody } from '#client/index.js';
import { count, moment } from '../text/format.js';

const COUNTS = [
  ['homes', 'Homes'],
  ['added', 'Added'],
  ['changed', 'Changed'],
  ['removed', 'Removed'],
  ['relisted', 'Relisted'],
  ['credits', 'Credits'],
] as const;

export function RunTable({ runs }: { readonly runs: readonly WatchRunBody[] }) {
  if (runs.length === 0) return <p className="hint">No runs yet.</p>;
  return (
    <div className="scroll">
      <table className="plain runs">
        <caption className="sr-only">Runs, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Started</th>
            <th scope="col">State</th>
            {COUNTS.map(([name, title]) => (
              <th key={name} scope="col" className="numeric">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.run_id}>
              <td>{moment(run.started_at)}</td>
              <td>
                {run.state}
                {run.reason !== null && <p className="hint">{run.reason}</p>}
              </td>
              {COUNTS.map(([name]) => (
                <td key={name} className="numeric">
                  {count(run[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
