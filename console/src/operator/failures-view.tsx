/** What failed last, and what operators did last. */
import { DAY_S } from '#contract/durations.js';
import type { AuditEntryBody, FailuresBody } from '#contract/operator.js';
import { Table } from '../pages/table.js';
import { counted, moment } from '../text/format.js';
import { readable, sourceLabel } from '../text/labels.js';
import { OldWhileFailing, PageHead, pairsText, RouteName, Title } from './freshness.js';
import { usePolled } from './query.js';

/** Entries of the audit log that are listed. */
const ENTRIES_MAX = 50;

interface Failures {
  readonly failures: FailuresBody;
  readonly entries: readonly AuditEntryBody[];
}

export function FailuresView() {
  const polled = usePolled(['failures'], async (call): Promise<Failures> => {
    const [failures, { entries }] = await Promise.all([
      call<FailuresBody>({ path: '/failures' }),
      call<Pick<Failures, 'entries'>>({ path: `/audit?limit=${ENTRIES_MAX}` }),
    ]);
    return { failures, entries };
  });
  return (
    <>
      <PageHead title="Failures" polled={polled} />
      {polled.value !== null && (
        <OldWhileFailing polled={polled}>
          <Collections failures={polled.value.failures} />
          <Calls failures={polled.value.failures} />
          <Rejected failures={polled.value.failures} />
          <Audit entries={polled.value.entries} />
        </OldWhileFailing>
      )}
    </>
  );
}

const spanText = (seconds: number): string =>
  seconds >= DAY_S ? counted(Math.floor(seconds / DAY_S), 'day') : counted(seconds, 'second');

const Collections = ({ failures: { collections, kept_s } }: Pick<Failures, 'failures'>) => (
  <>
    <Title>Failed collections</Title>
    <p className="hint">
      From the store, of all nodes, within the retention of jobs: {spanText(kept_s)}.
    </p>
    <Table
      caption="Failed collections, newest first"
      rows={collections}
      keyOf={({ collection_id }) => collection_id}
      columns={[
        ['Time', ({ settled_at }) => moment(settled_at)],
        ['Source', ({ source }) => sourceLabel(source)],
        ['Route', RouteName],
        ['Code', ({ code }) => <code>{code}</code>],
        ['Message', ({ message }) => readable(message), 'message'],
      ]}
    />
  </>
);

const Calls = ({ failures: { calls, calls_max } }: Pick<Failures, 'failures'>) => (
  <>
    <Title>Calls answered with 500 or above</Title>
    <p className="hint">
      From the memory of the process that serves this page: the last {calls_max} since it started.
      Other nodes have their own.
    </p>
    <Table
      caption="Failed calls, newest first"
      rows={calls}
      keyOf={({ request_id }) => request_id}
      columns={[
        ['Time', ({ at }) => moment(at)],
        ['Status', ({ status }) => status, 'numeric'],
        [
          'Call',
          ({ method, path }) => (
            <code>
              {method} {path}
            </code>
          ),
        ],
        ['Code', ({ code }) => <code>{code}</code>],
        ['Message', ({ message }) => readable(message), 'message'],
        ['Request', ({ request_id }) => <code>{request_id}</code>],
      ]}
    />
  </>
);

const Rejected = ({ failures }: Pick<Failures, 'failures'>) => (
  <>
    <Title>Errors that callers can correct</Title>
    <p className="hint">
      Wrong parameters, keys, limits and addresses without a home: no failure of the service. Calls
      are counted in the process that serves this page, since it started; collections in the store.
    </p>
    <Table
      caption="Rejected calls by code, the last one first"
      none="No rejected calls."
      rows={failures.rejected_calls}
      keyOf={({ code }) => code}
      columns={[
        ['Last', ({ last_at }) => moment(last_at)],
        ['Status', ({ status }) => status, 'numeric'],
        ['Code', ({ code }) => <code>{code}</code>],
        ['Calls', ({ calls }) => calls, 'numeric'],
      ]}
    />
    <Table
      caption="Rejected collections by route and code, the last one first"
      none="No rejected collections."
      rows={failures.rejected_collections}
      keyOf={({ route, code }) => `${route} ${code}`}
      columns={[
        ['Last', ({ last_at }) => moment(last_at)],
        ['Route', ({ route }) => route],
        ['Code', ({ code }) => <code>{code}</code>],
        ['Collections', ({ collections }) => collections, 'numeric'],
      ]}
    />
  </>
);

const Audit = ({ entries }: Pick<Failures, 'entries'>) => (
  <>
    <Title>Audit log</Title>
    <p className="hint">The last {ENTRIES_MAX} changes of operators, from the store.</p>
    <Table
      caption="Entries of the audit log, newest first"
      rows={entries}
      keyOf={({ entry_id }) => String(entry_id)}
      columns={[
        ['Time', ({ created_at }) => moment(created_at)],
        ['Operator', ({ operator }) => operator],
        ['Action', ({ action }) => action],
        ['Account', ({ account_id }) => <code>{account_id ?? '–'}</code>],
        ['Subject', ({ subject }) => <code>{subject ?? '–'}</code>],
        ['Before', ({ before }) => valuesOf(before), 'query'],
        ['After', ({ after }) => valuesOf(after), 'query'],
      ]}
    />
  </>
);

const VALUES_CHARS_MAX = 160;

const valuesOf = (values: object | null): string =>
  values === null ? '–' : pairsText(values, VALUES_CHARS_MAX);
