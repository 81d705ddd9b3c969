/** The watches of the account, or one of them. */
import { useRead } from '../service/query.js';
import type { Link } from '../shell/link.js';
import { ago, count, moment } from '../text/format.js';
import { scheduleText, searchText, stateText, titleOf } from '../watches/labels.js';
import { runningMs, type Watch } from '../watches/load.js';
import { WatchView } from '../watches/watch-view.js';
import { Empty, Loaded, PageHead } from './loaded.js';
import { Table } from './table.js';

export const WatchesPage = ({ link: { itemId } }: { readonly link: Link }) =>
  itemId === null ? <WatchList /> : <WatchView key={itemId} watchId={itemId} />;

function WatchList() {
  const watches = useRead(['watches'], (client, signal) => client.watches.list({ signal }), {
    refetchInterval: ({ state: { data } }) => runningMs(data?.watches ?? []),
  });
  return (
    <div className="page">
      <PageHead title="Watches" query={watches} />
      <p className="lead">
        A watch is a search that runs on a schedule and reports changes since the last run. Each run
        costs as much as its pages. <a href="#/webhooks">Webhooks</a> send changes to a URL of
        yours.
      </p>
      <Loaded query={watches} what="the watches">
        {({ watches: all }) => (all.length === 0 ? <NoWatches /> : <WatchTable watches={all} />)}
      </Loaded>
    </div>
  );
}

const NoWatches = () => (
  <Empty title="No watches">
    <p>Fill in the search form and select “Watch this search”.</p>
    <a href="#/search">Go to the search</a>
  </Empty>
);

const WatchTable = ({ watches }: { readonly watches: readonly Watch[] }) => (
  <Table
    caption="Watches, oldest first"
    name="watches"
    rows={watches}
    keyOf={({ watch_id }) => watch_id}
    columns={[
      ['Watch', WatchName],
      ['Runs', scheduleText],
      [
        'State',
        (watch) => (
          <span className={watch.state === 'active' ? 'badge good' : 'badge'}>
            {stateText(watch)}
          </span>
        ),
      ],
      ['Last run', LastRun],
      ['Homes', ({ last_run }) => (last_run === null ? '–' : count(last_run.homes)), 'numeric'],
      [
        'Credits a month',
        ({ estimate: { credits_per_month: credits } }) =>
          credits === null ? 'unknown' : `≈ ${count(credits)}`,
        'numeric',
      ],
    ]}
  />
);

const WatchName = (watch: Watch) => (
  <>
    <a href={`#/watches/${watch.watch_id}`}>{titleOf(watch)}</a>
    {watch.name !== '' && <p className="hint">{searchText(watch)}</p>}
  </>
);

const LastRun = ({ last_run: run }: Watch) =>
  run === null ? (
    'none yet'
  ) : (
    <span title={moment(run.started_at)}>
      {`${run.state}, ${ago(run.ended_at ?? run.started_at, Date.now())}`}
    </span>
  );
