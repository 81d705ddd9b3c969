/** The batches of the account, newest first. */
import { Table } from '../pages/table.js';
import { useRead } from '../service/query.js';
import { ErrorBox } from '../shell/error-box.js';
import { ago, count, counted, moment } from '../text/format.js';
import { type Batch, outcomesText } from './batch-words.js';
import { writeBatchLink } from './link.js';

export function BatchList() {
  const { data, error, refetch } = useRead(['lookups'], (client, signal) =>
    client.lookups.list({ signal }),
  );
  if (error !== null) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data === undefined || data.batches.length === 0) return null;
  return (
    <section aria-labelledby="batches-title">
      <h2 id="batches-title">Earlier batches</h2>
      <Table
        caption="Batches, newest first"
        name="batches"
        rows={data.batches}
        keyOf={({ batch_id }) => batch_id}
        columns={[
          ['Batch', BatchName],
          ['State', ({ state }) => <span className="badge">{state}</span>],
          ['Outcomes', outcomesText],
          ['Credits', ({ credits }) => count(credits), 'numeric'],
          ['Stored until', ({ expires_at }) => moment(expires_at)],
        ]}
      />
    </section>
  );
}

const BatchName = ({ batch_id, total, created_at }: Batch) => (
  <a href={writeBatchLink(batch_id)} title={moment(created_at)}>
    {`${counted(total, 'home')}, ${ago(created_at, Date.now())}`}
  </a>
);
