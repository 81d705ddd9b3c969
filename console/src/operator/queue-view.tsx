/** What waits and runs, with its limits, and pending jobs, which can be cancelled. */
import { useState } from 'react';
import type { CollectionBody, OperatorJobBody, QueueBody } from '#contract/operator.js';
import { Confirm } from '../pages/confirm.js';
import { Facts } from '../pages/facts.js';
import { Table } from '../pages/table.js';
import { ago, count, counted } from '../text/format.js';
import {
  AccountLink,
  OldWhileFailing,
  PageHead,
  pairsText,
  RouteName,
  Title,
} from './freshness.js';
import { Outcome } from './outcome.js';
import { useAdminAction, usePolled } from './query.js';

/** Collections and jobs that are listed. */
const LISTED_MAX = 100;

interface Queue {
  readonly queue: QueueBody;
  readonly collections: readonly CollectionBody[];
  readonly jobs: readonly OperatorJobBody[];
}

export function QueueView() {
  const polled = usePolled(['queue'], async (call): Promise<Queue> => {
    const limit = `limit=${LISTED_MAX}`;
    const [queue, { collections }, { jobs }] = await Promise.all([
      call<QueueBody>({ path: '/queue' }),
      call<Pick<Queue, 'collections'>>({ path: `/collections?${limit}` }),
      call<Pick<Queue, 'jobs'>>({ path: `/jobs?job_status=pending&${limit}` }),
    ]);
    return { queue, collections, jobs };
  });
  const [said, setSaid] = useState('');
  return (
    <>
      <PageHead title="Queue" polled={polled} />
      <p role="status" className="said">
        {said}
      </p>
      {polled.value !== null && (
        <OldWhileFailing polled={polled}>
          <Backlog queue={polled.value.queue} />
          <Collections collections={polled.value.collections} />
          <Jobs
            jobs={polled.value.jobs}
            pending={polled.value.queue.pending_jobs}
            onCancelled={(id) => setSaid(`Job ${id} is cancelled. Nothing is charged.`)}
          />
        </OldWhileFailing>
      )}
    </>
  );
}

function Backlog({ queue }: { readonly queue: QueueBody }) {
  const { limits } = queue;
  const all = queue.queued + queue.running;
  const oldest =
    queue.oldest_queued_at === null ? 'none waits' : counted(queue.oldest_queued_s, 'second');
  return (
    <section className="source" aria-labelledby="backlog">
      <Title id="backlog">Collections</Title>
      <Facts
        facts={[
          ['Queued', count(queue.queued), 'large'],
          ['Running', count(queue.running), 'large'],
          ['Oldest queued', oldest],
          ['Queued and running, of at most', `${count(all)} of ${count(limits.queue_max)}`],
          ['Concurrent, per process', count(limits.collect_concurrency)],
          ['Longest wait in the queue', counted(limits.queue_deadline_s, 'second')],
          ['Longest collection', counted(limits.job_deadline_s, 'second')],
          ['Pending jobs', count(queue.pending_jobs)],
          ['Credits reserved', count(queue.credits_reserved)],
        ]}
      />
    </section>
  );
}

const Collections = ({ collections }: Pick<Queue, 'collections'>) => (
  <>
    <Title>Queued and running</Title>
    <Table
      caption="Collections, in the order in which they are claimed"
      rows={collections}
      keyOf={({ collection_id }) => collection_id}
      columns={[
        ['Route', RouteName],
        ['State', ({ state }) => <span className="badge">{state}</span>],
        ['Waiting jobs', ({ jobs }) => count(jobs), 'numeric'],
        ['Claims', ({ attempts }) => count(attempts), 'numeric'],
        ['Queued', ({ created_at }) => ago(created_at, Date.now())],
        ['Started', ({ started_at: at }) => (at === null ? '–' : ago(at, Date.now()))],
        ['Collection', ({ collection_id }) => <code>{collection_id}</code>],
      ]}
    />
    {collections.length === LISTED_MAX && <p className="hint">The first {LISTED_MAX} are shown.</p>}
  </>
);

interface JobsProps extends Pick<Queue, 'jobs'> {
  readonly pending: number;
  onCancelled(id: string): void;
}

const Jobs = ({ jobs, pending, onCancelled }: JobsProps) => (
  <>
    <Title>Pending jobs</Title>
    <Table
      caption="Pending jobs, newest first"
      rows={jobs}
      keyOf={({ request_id }) => request_id}
      columns={[
        ['Route', RouteName],
        ['Query', queryText, 'query'],
        ['Asked', ({ created_at }) => ago(created_at, Date.now())],
        ['Cancel', ({ request_id: id }) => <CancelJob {...{ id, onCancelled }} />],
        ['Account', AccountLink],
        ['Job', ({ request_id }) => <code>{request_id}</code>],
      ]}
    />
    {pending > jobs.length && (
      <p className="hint">
        The newest {jobs.length} of {counted(pending, 'pending job')} are shown.
      </p>
    )}
  </>
);

interface CancelProps extends Pick<JobsProps, 'onCancelled'> {
  readonly id: string;
}

/** Its success is said above the table, since the row is gone then. */
function CancelJob({ id, onCancelled }: CancelProps) {
  const action = useAdminAction();
  return (
    <>
      <Confirm
        label="Cancel"
        yes="Cancel this job"
        no="Keep it"
        hint="It fails, uncharged."
        onYes={() =>
          action.act({ path: `/jobs/${id}/cancel`, body: {} }, '', () => onCancelled(id))
        }
      />
      <Outcome of={action} />
    </>
  );
}

const QUERY_CHARS_MAX = 120;

/** What was requested. */
function queryText({ query }: OperatorJobBody): string {
  const asked = Object.entries(query).filter(([, value]) => value !== null);
  return pairsText(Object.fromEntries(asked), QUERY_CHARS_MAX);
}
