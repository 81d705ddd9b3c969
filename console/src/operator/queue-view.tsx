/** What waits and runs, with its limits, and pending jobs, which can be cancelled. */
import type { CollectionBody, OperatorJobBody, QueueBody } from '#contract/operator.js';
import { Confirm } from '../pages/confirm.js';
import { Fact } from '../pages/fact.js';
import { ago, count, counted } from '../text/format.js';
import { AdminProblem, OldWhileFailing, PageHead, Title } from './freshness.js';
import { REFRESH_S, useAdminAction, usePolled } from './query.js';
import { Table } from './table.js';

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
  const { act, busy, said, error } = useAdminAction();
  const cancel = (id: string) =>
    act({ path: `/jobs/${id}/cancel`, body: {} }, `Job ${id} is cancelled. Nothing is charged.`);
  return (
    <>
      <PageHead title="Queue" polled={polled} everyS={REFRESH_S} />
      <p role="status" className="said" aria-busy={busy}>
        {said}
      </p>
      {error !== null && <AdminProblem error={error} />}
      {polled.value !== null && (
        <OldWhileFailing polled={polled}>
          <Backlog queue={polled.value.queue} />
          <Collections collections={polled.value.collections} />
          <Jobs
            jobs={polled.value.jobs}
            pending={polled.value.queue.pending_jobs}
            onCancel={cancel}
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
      <dl className="figures wide">
        <Fact name="Queued" value={count(queue.queued)} large />
        <Fact name="Running" value={count(queue.running)} large />
        <Fact name="Oldest queued" value={oldest} />
        <Fact
          name="Queued and running, of at most"
          value={`${count(all)} of ${count(limits.queue_max)}`}
        />
        <Fact name="Concurrent, per process" value={count(limits.collect_concurrency)} />
        <Fact name="Longest wait in the queue" value={counted(limits.queue_deadline_s, 'second')} />
        <Fact name="Longest collection" value={counted(limits.job_deadline_s, 'second')} />
        <Fact name="Pending jobs" value={count(queue.pending_jobs)} />
        <Fact name="Credits reserved" value={count(queue.credits_reserved)} />
      </dl>
    </section>
  );
}

const Collections = ({ collections }: Pick<Queue, 'collections'>) => (
  <>
    <Title>Queued and running</Title>
    {collections.length === 0 ? (
      <p className="hint">None.</p>
    ) : (
      <Table
        caption="Collections, in the order in which they are claimed"
        columns={[
          ['Route'],
          ['State'],
          ['Waiting jobs', 'numeric'],
          ['Claims', 'numeric'],
          ['Queued'],
          ['Started'],
          ['Collection'],
        ]}
      >
        {collections.map((one) => (
          <tr key={one.collection_id}>
            <td>{one.route}</td>
            <td>
              <span className="badge">{one.state}</span>
            </td>
            <td className="numeric">{count(one.jobs)}</td>
            <td className="numeric">{count(one.attempts)}</td>
            <td>{ago(one.created_at, Date.now())}</td>
            <td>{one.started_at === null ? '–' : ago(one.started_at, Date.now())}</td>
            <td>
              <code>{one.collection_id}</code>
            </td>
          </tr>
        ))}
      </Table>
    )}
    {collections.length === LISTED_MAX && <p className="hint">The first {LISTED_MAX} are shown.</p>}
  </>
);

interface JobsProps extends Pick<Queue, 'jobs'> {
  readonly pending: number;
  onCancel(id: string): void;
}

const Jobs = ({ jobs, pending, onCancel }: JobsProps) => (
  <>
    <Title>Pending jobs</Title>
    {jobs.length === 0 ? (
      <p className="hint">None.</p>
    ) : (
      <Table
        caption="Pending jobs, newest first"
        columns={[['Route'], ['Query'], ['Asked'], ['Cancel'], ['Account'], ['Job']]}
      >
        {jobs.map((job) => (
          <tr key={job.request_id}>
            <td>{job.route}</td>
            <td className="query">{queryText(job)}</td>
            <td>{ago(job.created_at, Date.now())}</td>
            <td>
              <Confirm
                label="Cancel"
                yes="Cancel this job"
                no="Keep it"
                hint="It fails, uncharged."
                onYes={() => onCancel(job.request_id)}
              />
            </td>
            <td>
              <a className="id" href={`#/accounts/${job.account_id}`}>
                {job.account_id}
              </a>
            </td>
            <td>
              <code>{job.request_id}</code>
            </td>
          </tr>
        ))}
      </Table>
    )}
    {pending > jobs.length && (
      <p className="hint">
        The newest {jobs.length} of {counted(pending, 'pending job')} are shown.
      </p>
    )}
  </>
);

const QUERY_CHARS_MAX = 120;

/** What was asked, in one short line. */
function queryText({ query }: OperatorJobBody): string {
  const parts = Object.entries(query)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const text = parts.join(' ');
  return text.length > QUERY_CHARS_MAX ? `${text.slice(0, QUERY_CHARS_MAX)}…` : text;
}
