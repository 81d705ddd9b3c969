/** The watches of the account, or one of them. */
import { useQuery } from '@tanstack/react-query';
import { read } from '../service/query.js';
import type { Link } from '../shell/link.js';
import type { Session } from '../shell/session.js';
import { ago, count, moment } from '../text/format.js';
import { scheduleText, searchText, stateText, titleOf } from '../watches/labels.js';
import { loadWatches, runningMs, type Watch } from '../watches/load.js';
import { WatchView } from '../watches/watch-view.js';
import { Empty, Loaded, PageHead } from './loaded.js';

interface Props {
  readonly session: Session;
  readonly apiKey: string;
  readonly link: Link;
  onKey(): void;
}

export function WatchesPage({ session, apiKey, link, onKey }: Props) {
  const { itemId: watchId } = link;
  const tilesUrl = session.config?.tiles_url ?? null;
  const streetsUrl = session.config?.streets_url ?? null;
  if (watchId === null) return <WatchList {...{ apiKey, onKey }} />;
  return <WatchView key={watchId} {...{ apiKey, watchId, tilesUrl, streetsUrl, onKey }} />;
}

function WatchList({ apiKey, onKey }: Pick<Props, 'apiKey' | 'onKey'>) {
  const watches = useQuery({
    ...read(apiKey, ['watches'], loadWatches),
    refetchInterval: ({ state: { data } }) => runningMs(data ?? []),
  });
  return (
    <div className="page">
      <PageHead title="Watches" query={watches} />
      <p className="lead">
        A watch is a search that runs on a schedule and reports changes since the last run. Each run
        costs as much as its pages. <a href="#/webhooks">Webhooks</a> send changes to a URL of
        yours.
      </p>
      <Loaded query={watches} what="the watches" onKey={onKey}>
        {(all) => (all.length === 0 ? <NoWatches /> : <WatchTable watches={all} />)}
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
  <div className="scroll">
    <table className="plain watches">
      <caption className="sr-only">Watches, oldest first</caption>
      <thead>
        <tr>
          <th scope="col">Watch</th>
          <th scope="col">Runs</th>
          <th scope="col">State</th>
          <th scope="col">Last run</th>
          <th scope="col" className="numeric">
            Homes
          </th>
          <th scope="col" className="numeric">
            Credits a month
          </th>
        </tr>
      </thead>
      <tbody>
        {watches.map((watch) => (
          <WatchRow key={watch.watch_id} watch={watch} />
        ))}
      </tbody>
    </table>
  </div>
);

function WatchRow({ watch }: { readonly watch: Watch }) {
  const { watch_id, name, state, last_run, estimate } = watch;
  return (
    <tr>
      <td>
        <a href={`#/watches/${watch_id}`}>{titleOf(watch)}</a>
        {name !== '' && <p className="hint">{searchText(watch)}</p>}
      </td>
      <td>{scheduleText(watch)}</td>
      <td>
        <span className={state === 'active' ? 'badge good' : 'badge'}>{stateText(watch)}</span>
      </td>
      <td title={last_run === null ? undefined : moment(last_run.started_at)}>
        {last_run === null
          ? 'none yet'
          : `${last_run.state}, ${ago(last_run.ended_at ?? last_run.started_at, Date.now())}`}
      </td>
      <td className="numeric">{last_run === null ? '–' : count(last_run.homes)}</td>
      <td className="numeric">
        {estimate.credits_per_month === null ? 'unknown' : `≈ ${count(estimate.credits_per_month)}`}
      </td>
    </tr>
  );
}
