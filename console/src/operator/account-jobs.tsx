/** The searches of an account, newest first, as the service has them. */
import type { OperatorJobBody } from '#contract/operator.js';
import { Table } from '../pages/table.js';
import { moment } from '../text/format.js';
import { routeName } from '../text/labels.js';
import { Title } from './freshness.js';
import { usePolled } from './query.js';

const JOBS_SHOWN = 50;

export function AccountJobs({ accountId }: { readonly accountId: string }) {
  const { value } = usePolled(['jobs', accountId], (call) =>
    call<{ jobs: readonly OperatorJobBody[]; next: string | null }>({
      path: `/jobs?account_id=${accountId}&limit=${JOBS_SHOWN}`,
    }),
  );
  if (value === null) return null;
  return (
    <>
      <Title>Searches</Title>
      <Table
        caption="Searches of the account, newest first"
        none="No search became a job."
        rows={value.jobs}
        keyOf={({ request_id }) => request_id}
        columns={[
          ['When', ({ created_at }) => moment(created_at)],
          ['What', ({ route }) => routeName(route)],
          ['Asked', ({ query }) => askedText(query)],
          ['State', ({ status }) => <span className={`badge ${TONES[status]}`}>{status}</span>],
          ['Request', ({ request_id }) => <code>{request_id}</code>],
        ]}
      />
      <p className="hint">
        Answers from the cache have no job: they are in the credits by day.
        {value.next !== null && ` The newest ${JOBS_SHOWN} are shown.`}
      </p>
    </>
  );
}

const TONES = { complete: 'good', failed: 'bad', pending: '' } as const;

/** "zip 78704, beds_min 3". */
const askedText = (query: OperatorJobBody['query']): string =>
  Object.entries(query)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');
