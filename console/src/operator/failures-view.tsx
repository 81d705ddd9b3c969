/** What failed last, and what operators did last. */
import type { AuditEntryBody, FailuresBody } from '#contract/operator.js';
import { counted, moment } from '../text/format.js';
import { sourceLabel } from '../text/labels.js';
import { OldWhileFailing, PageHead, Title } from './freshness.js';
import { REFRESH_S, usePolled } from './query.js';
import { Table } from './table.js';

/** Entries of the audit log that are listed. */
const ENTRIES_MAX = 50;
const DAY_S = 86_400;

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
      <PageHead title="Failures" polled={polled} everyS={REFRESH_S} />
      {polled.value !== null && (
        <OldWhileFailing polled={polled}>
          <Collections failures={polled.value.failures} />
          <Calls failures={polled.value.failures} />
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
    {collections.length === 0 ? (
      <p>None.</p>
    ) : (
      <Table
        caption="Failed collections, newest first"
        columns={[['Time'], ['Source'], ['Route'], ['Code'], ['Message']]}
      >
        {collections.map((one) => (
          <tr key={one.collection_id}>
            <td>{moment(one.settled_at)}</td>
            <td>{sourceLabel(one.source)}</td>
            <td>{one.route}</td>
            <td>
              <code>{one.code}</code>
            </td>
            <td className="message">{one.message}</td>
          </tr>
        ))}
      </Table>
    )}
  </>
);

const Calls = ({ failures: { calls, calls_max } }: Pick<Failures, 'failures'>) => (
  <>
    <Title>Calls answered with 500 or above</Title>
    <p className="hint">
      From the memory of the process that serves this page: the last {calls_max} since it started.
      Other nodes have their own.
    </p>
    {calls.length === 0 ? (
      <p>None.</p>
    ) : (
      <Table
        caption="Failed calls, newest first"
        columns={[['Time'], ['Status', 'numeric'], ['Call'], ['Code'], ['Message'], ['Request']]}
      >
        {calls.map((call) => (
          <tr key={call.request_id}>
            <td>{moment(call.at)}</td>
            <td className="numeric">{call.status}</td>
            <td>
              <code>
                {call.method} {call.path}
              </code>
            </td>
            <td>
              <code>{call.code}</code>
            </td>
            <td className="message">{call.message}</td>
            <td>
              <code>{call.request_id}</code>
            </td>
          </tr>
        ))}
      </Table>
    )}
  </>
);

const Audit = ({ entries }: Pick<Failures, 'entries'>) => (
  <>
    <Title>Audit log</Title>
    <p className="hint">The last {ENTRIES_MAX} changes of operators, from the store.</p>
    {entries.length === 0 ? (
      <p>None.</p>
    ) : (
      <Table
        caption="Entries of the audit log, newest first"
        columns={[['Time'], ['Operator'], ['Action'], ['Subject'], ['Before'], ['After']]}
      >
        {entries.map((entry) => (
          <tr key={entry.entry_id}>
            <td>{moment(entry.created_at)}</td>
            <td>{entry.operator}</td>
            <td>{entry.action}</td>
            <td>
              <code>{entry.subject ?? entry.account_id ?? '–'}</code>
            </td>
            <td className="query">{valuesOf(entry.before)}</td>
            <td className="query">{valuesOf(entry.after)}</td>
          </tr>
        ))}
      </Table>
    )}
  </>
);

const VALUES_CHARS_MAX = 160;

function valuesOf(values: object | null): string {
  if (values === null) return '–';
  const text = Object.entries(values)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');
  return text.length > VALUES_CHARS_MAX ? `${text.slice(0, VALUES_CHARS_MAX)}…` : text;
}
