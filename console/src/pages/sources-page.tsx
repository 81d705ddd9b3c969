/** Health of every source: state, fetches, and fill rate of each field. */
import type { DatasetBody, SourceHealth } from '#contract/operations/service.js';
import { RightView } from '../results/rights.js';
import { useRead } from '../service/query.js';
import { SandboxChip } from '../shell/sandbox.js';
import { counted, moment } from '../text/format.js';
import { readable, sourceLabel } from '../text/labels.js';
import { Loaded, PageHead } from './loaded.js';
import { RouteView } from './route-view.js';

export function SourcesPage() {
  const sources = useRead(['sources'], (client, signal) => client.sources({ signal }));
  return (
    <div className="page">
      <PageHead title="Sources" query={sources} />
      <Loaded query={sources} what="the sources">
        {(answer) => answer.sources.map((one) => <SourceView key={one.source} source={one} />)}
      </Loaded>
    </div>
  );
}

function SourceView({ source }: { readonly source: SourceHealth }) {
  const { state, failures_in_a_row, open_until } = source.circuit;
  return (
    <section className="source" aria-labelledby={`source-${source.source}`}>
      <div className="source-head">
        <h2 id={`source-${source.source}`}>{sourceLabel(source.source)}</h2>
        <span className={badgeOf(source)}>{stateText(source)}</span>
        <SandboxChip source={source.source} />
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
          {until !== null && `; next attempt after ${moment(until)}`}.{' '}
          {last_error === null ? '' : readable(last_error)}
        </p>
      ))}
      {source.datasets.map((dataset) => (
        <DatasetView key={dataset.dataset} dataset={dataset} />
      ))}
      {source.routes.map((route) => (
        <RouteView key={route.route} health={route} />
      ))}
    </section>
  );
}

/** An imported dataset: what it holds, how current it is, and under which licence. */
const DatasetView = ({ dataset }: { readonly dataset: DatasetBody }) => (
  <p className="dataset">
    <b>{dataset.title ?? dataset.dataset}</b>: {counted(dataset.rows, 'row')}
    {dataset.latest !== null && `, latest sale ${dataset.latest}`}, imported{' '}
    {moment(dataset.imported_at)}.{' '}
    {dataset.attribution !== null && <RightView {...dataset} attribution={dataset.attribution} />}
  </p>
);

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
