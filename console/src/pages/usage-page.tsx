/** Balance of the account, and its usage by day and route. */
import { useQuery } from '@tanstack/react-query';
import type { AccountBody, UsageEntry } from '#contract/answers.js';
import { routeById } from '#contract/routes.js';
import { accountOf } from '../service/query.js';
import { count, counted, moment } from '../text/format.js';
import { routeTitle } from '../text/labels.js';
import { DayChart } from './day-chart.js';
import { Fact } from './fact.js';
import { Loaded } from './loaded.js';

interface Props {
  readonly apiKey: string;
  onKey(): void;
}

export function UsagePage({ apiKey, onKey }: Props) {
  return (
    <div className="page">
      <h1>Usage</h1>
      <Loaded query={useQuery(accountOf(apiKey))} what="the account" onKey={onKey}>
        {(account) => <AccountView account={account} />}
      </Loaded>
    </div>
  );
}

function AccountView({ account }: { readonly account: AccountBody }) {
  const { balance, plan, limits, usage, endpoints } = account;
  return (
    <>
      <p className="lead">
        Account <b>{account.name}</b> is {account.status}. Plan credits renew on{' '}
        {moment(plan.resets_at)}.
      </p>
      {endpoints.disabled_by_service > 0 && (
        <p className="problem">
          {counted(endpoints.disabled_by_service, 'webhook endpoint')} disabled after failures:
          nothing is sent there. <a href="#/webhooks">See webhooks</a>
        </p>
      )}
      <dl className="figures wide">
        <Fact name="Available" value={count(balance.available)} large />
        <Fact
          name="Plan credits left"
          value={`${count(balance.plan)} of ${count(plan.credits_per_month)}`}
        />
        <Fact name="Extra credits" value={count(balance.extra)} />
        <Fact name="Reserved" value={count(balance.reserved)} />
        <Fact name="Requests per minute" value={count(limits.calls_per_minute)} />
        <Fact name="Pending searches, max." value={count(limits.pending_searches)} />
      </dl>
      <h2>Credits by day</h2>
      {usage.length === 0 ? (
        <p className="hint">No usage in the last 31 days.</p>
      ) : (
        <>
          <DayChart usage={usage} />
          <UsageTable usage={usage} />
        </>
      )}
    </>
  );
}

const UsageTable = ({ usage }: { readonly usage: readonly UsageEntry[] }) => (
  <div className="scroll">
    <table className="plain">
      <caption className="sr-only">Requests and credits by day and route, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Day (UTC)</th>
          <th scope="col">Route</th>
          <th scope="col" className="numeric">
            Complete
          </th>
          <th scope="col" className="numeric">
            Failed
          </th>
          <th scope="col" className="numeric">
            Pending
          </th>
          <th scope="col" className="numeric">
            Credits
          </th>
        </tr>
      </thead>
      <tbody>
        {usage.map((entry) => (
          <tr key={`${entry.date} ${entry.route}`}>
            <td>{entry.date}</td>
            <td>
              {titleOf(entry)} <code>{entry.path}</code>
            </td>
            <td className="numeric">{count(entry.complete)}</td>
            <td className="numeric">{count(entry.failed)}</td>
            <td className="numeric">{count(entry.pending)}</td>
            <td className="numeric">{count(entry.credits)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

function titleOf({ route }: UsageEntry): string {
  const known = routeById(route);
  return known === undefined ? route : routeTitle(known);
}
