/** The watches of the account, or one of them. */
import { ErrorBox } from '../shell/error-box.js';
import type { Link } from '../shell/link.js';
import type { Session } from '../shell/session.js';
import { ago, count, moment } from '../text/format.js';
import { scheduleText, searchText, stateText, titleOf } from '../watches/labels.js';
import { loadWatches, type Watch } from '../watches/load.js';
import { useRunning } from '../watches/use-running.js';
import { WatchView } from '../watches/watch-view.js';
import { useResource } from './use-resource.js';

interface Props {
  readonly session: Session;
  readonly apiKey: string;
  readonly link: Link;
  onKey(): void;
  /** A run was charged: the balance has changed. */
  onCharge(): void;
}

export function WatchesPage({ session, apiKey, link, onKey, onCharge }: Props) {
  const { itemId: watchId } = link;
  const tilesUrl = session.config?.tiles_url ?? null;
  const streetsUrl = session.config?.streets_url ?? null;
  if (watchId === null) return <WatchList {...{ apiKey, onKey }} />;
  return (
    <WatchView key={watchId} {...{ apiKey, watchId, tilesUrl, streetsUrl, onKey, onCharge }} />
  );
}

const NONE: readonly Watch[] = [];

function WatchList({ apiKey, onKey }: Pick<Props, 'apiKey' | 'onKey'>) {
  const { value, error, refresh } = useResource(loadWatches, apiKey);
  useRunning(value ?? NONE, refresh);
  return (
    <div className="page">
      <div className="page-head">
        <h1>Watches</h1>
        <button type="button" onClick={refresh}>
          Refresh
        </button>
      </div>
      <p className="lead">
        A watch is a search that runs on a schedule and reports changes since the last run. Each run
        costs as much as its pages. <a href="#/webhooks">Webhooks</a> send changes to a URL of
        yours.
      </p>
      {error !== null && <ErrorBox error={error} onRetry={refresh} onKey={onKey} />}
      {value === null && error === null && <p role="status">Loading the watches…</p>}
      {value?.length === 0 && <NoWatches />}
      {value !== null && value.length > 0 && <WatchTable watches={value} />}
    </div>
  );
}

const NoWatches = () => (
  <section className="empty">
    <h2>No watches</h2>
    <p>Fill in the search form and select “Watch this search”.</p>
    <a href="#/search">Go to the search</a>
  </section>
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
