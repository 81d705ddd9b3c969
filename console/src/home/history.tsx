/** The history of a home, from the watches of the account that saw it. Free. */
import { STATE_ENDS } from '#contract/home-history.js';
import type { HomeState, WatchedHome } from '#contract/operations/history.js';
import type { Row } from '#contract/rows.js';
import { type Column, textOf } from '../results/fields.js';
import { useRead } from '../service/query.js';
import { ErrorBox } from '../shell/error-box.js';
import { counted, moment } from '../text/format.js';
import { fieldTitle } from '../text/labels.js';

interface Props {
  readonly row: Row;
  readonly columns: readonly Column[];
}

export function HomeHistory({ row: { source, source_id }, columns }: Props) {
  const { data, error, refetch } = useRead(['history', source, source_id], (client, signal) =>
    client.homeHistory(source, source_id, { signal }),
  );
  if (error !== null) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <p className="hint">Loading…</p>;
  if (data.watches.length === 0) {
    return (
      <p className="hint">
        None of your watches has seen this home. <b>Watch this search</b>, below the search form,
        records changes from now on.
      </p>
    );
  }
  return data.watches.map((watch) => (
    <Watched key={watch.watch_id} watch={watch} columns={columns} />
  ));
}

function Watched({ watch, columns }: { readonly watch: WatchedHome } & Pick<Props, 'columns'>) {
  const { watch_id, watched_since, gaps, states, states_left_out } = watch;
  return (
    <div className="history">
      <p className="hint">
        <a href={`#/watches/${watch_id}`}>Watched</a> since {moment(watched_since)}
        {gaps.length > 0 && `; incomplete ${counted(gaps.length, 'time')}`}
        {states_left_out > 0 && `; ${counted(states_left_out, 'older state')} not shown`}
      </p>
      <ol>
        {states.toReversed().map((state) => (
          <li key={state.from}>
            <b>{valuesText(state, columns)}</b>
            <span className="hint">{periodText(state)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** "for sale, $450,000"; other fields with their names. */
const valuesText = ({ values }: HomeState, columns: readonly Column[]): string =>
  Object.entries(values)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => {
      const type = columns.find((column) => column.name === name)?.type;
      const text = type === undefined ? String(value) : textOf(value, type, name);
      return name === 'status' || type === 'money' ? text : `${fieldTitle(name)} ${text}`;
    })
    .join(', ');

function periodText({ from, to, ended_by, next_source_id }: HomeState): string {
  if (ended_by === null) return `since ${moment(from)}, last seen ${moment(to)}`;
  const end = (STATE_ENDS as Readonly<Record<string, string>>)[ended_by] ?? ended_by;
  const next = next_source_id === null ? '' : ` Now ${next_source_id}.`;
  return `${moment(from)} to ${moment(to)}. ${end}${next}`;
}
