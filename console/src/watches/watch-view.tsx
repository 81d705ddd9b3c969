/** One watch: settings, actions, its changes on the map and in the log, its runs. */
import { useEffect } from 'react';
import type { Rowhouse, WatchRunBody } from '#client/index.js';
import { Confirm } from '../pages/confirm.js';
import { Facts } from '../pages/facts.js';
import { Loaded } from '../pages/loaded.js';
import { Table } from '../pages/table.js';
import { forget, refreshAccount, useAction, useRead } from '../service/query.js';
import { ErrorBox } from '../shell/error-box.js';
import { openLink, writeLink } from '../shell/link.js';
import { ONE_PRESS } from '../shell/one-press.js';
import { count, moment } from '../text/format.js';
import { ChangesPanel } from './changes-panel.js';
import { draftOf, priceText, scheduleText, searchText, stateText, titleOf } from './labels.js';
import { isRunning, loadWatch, runningMs, type Watch } from './load.js';

export function WatchView({ watchId }: { readonly watchId: string }) {
  const query = useRead(
    ['watch', watchId],
    (client, signal) => loadWatch(client, watchId, signal),
    { refetchInterval: ({ state: { data } }) => runningMs(data === undefined ? [] : [data.watch]) },
  );
  const credits = query.data?.runs.reduce((sum, run) => sum + run.credits, 0) ?? 0;
  useEffect(() => {
    if (credits > 0) refreshAccount();
  }, [credits]);
  return (
    <div className="page">
      <p>
        <a href="#/watches">All watches</a>
      </p>
      <Loaded query={query} what="the watch">
        {(details) => (
          <>
            <WatchHead watch={details.watch} />
            <Actions watch={details.watch} />
            <ChangesPanel {...details} />
            <h2>Runs</h2>
            <RunTable runs={details.runs} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function WatchHead({ watch }: { readonly watch: Watch }) {
  const { state, name, next_run_at, last_run, last_complete_at, estimate } = watch;
  return (
    <>
      <div className="source-head">
        <h1>{titleOf(watch)}</h1>
        <span className={state === 'active' ? 'badge good' : 'badge'}>{stateText(watch)}</span>
      </div>
      <p className="lead">
        {name !== '' && `${searchText(watch)}. `}
        <a href={writeLink(draftOf(watch), [])}>Open in the search</a>
      </p>
      <Facts
        facts={[
          ['Runs', scheduleText(watch)],
          ['Next run', next_run_at === null ? 'none' : moment(next_run_at)],
          ['Homes', last_run === null ? '–' : count(last_run.homes)],
          ['Last complete run', last_complete_at === null ? 'none yet' : moment(last_complete_at)],
        ]}
      />
      <p>{priceText(estimate)}</p>
    </>
  );
}

/** What can be done with the watch. Deleting asks once more. */
function Actions({ watch }: { readonly watch: Watch }) {
  const { watch_id: id, state } = watch;
  const { act, busy, error } = useAction();
  const toggle = (client: Rowhouse) =>
    state === 'paused' ? client.watches.resume(id) : client.watches.pause(id);
  const remove = (client: Rowhouse) => client.watches.remove(id);
  return (
    <>
      <div className="actions" aria-busy={busy}>
        <button
          {...ONE_PRESS}
          type="button"
          aria-disabled={isRunning(watch)}
          title="Charged like any other run"
          onClick={() => !isRunning(watch) && act((client) => client.watches.run(id))}
        >
          {isRunning(watch) ? 'Running…' : 'Run now'}
        </button>
        <button type="button" onClick={() => act(toggle)}>
          {state === 'paused' ? 'Resume' : 'Pause'}
        </button>
        <Confirm
          label="Delete"
          yes="Delete this watch"
          no="Keep it"
          hint="Its events remain in the log."
          onYes={() =>
            act(remove, () => {
              forget('watch', id);
              openLink('#/watches');
            })
          }
        />
      </div>
      {error !== null && <ErrorBox error={error} />}
    </>
  );
}

const COUNTS = [
  ['homes', 'Homes'],
  ['added', 'Added'],
  ['changed', 'Changed'],
  ['removed', 'Removed'],
  ['relisted', 'Relisted'],
  ['credits', 'Credits'],
] as const;

/** How the newest runs ended, what they found and cost. */
const RunTable = ({ runs }: { readonly runs: readonly WatchRunBody[] }) => (
  <Table
    caption="Runs, newest first"
    name="runs"
    none="No runs yet."
    rows={runs}
    keyOf={({ run_id }) => run_id}
    columns={[
      ['Started', ({ started_at }) => moment(started_at)],
      [
        'State',
        ({ state, reason }) => (
          <>
            {state}
            {reason !== null && <p className="hint">{reason}</p>}
          </>
        ),
      ],
      ...COUNTS.map(
        ([name, title]) => [title, (run: WatchRunBody) => count(run[name]), 'numeric'] as const,
      ),
    ]}
  />
);
