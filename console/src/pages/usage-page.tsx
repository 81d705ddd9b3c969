/** Balance of the account, and its usage by day and route. */
import type { AccountBody, UsageEntry } from '#contract/operations/service.js';
import { spendable } from '#contract/spendable.js';
import { useAccount } from '../service/query.js';
import { count, counted, moment, planText } from '../text/format.js';
import { routeName } from '../text/labels.js';
import { DayChart } from './day-chart.js';
import { Facts } from './facts.js';
import { Loaded } from './loaded.js';
import { Table } from './table.js';

export const UsagePage = () => (
  <div className="page">
    <h1>Usage</h1>
    <Loaded query={useAccount()} what="the account">
      {(account) => <AccountView account={account} />}
    </Loaded>
  </div>
);

function AccountView({ account }: { readonly account: AccountBody }) {
  const { balance, plan, limits, usage, endpoints } = account;
  const { expires_at } = account.key;
  return (
    <>
      <p className="lead">
        Account <b>{account.name}</b> is {account.status}.
        {plan.credits_per_month > 0 && ` Plan credits renew on ${moment(plan.resets_at)}.`}
      </p>
      {endpoints.disabled_by_service > 0 && (
        <p className="problem">
          {counted(endpoints.disabled_by_service, 'webhook endpoint')} disabled after failures:
          nothing is sent there. <a href="#/webhooks">See webhooks</a>
        </p>
      )}
      <Facts
        facts={[
          ['Available', count(balance.available), 'large'],
          ['This key can spend', limitText(account)],
          ['This key expires', expires_at === null ? null : moment(expires_at)],
          ['Plan credits left', planText(balance.plan, plan.credits_per_month)],
          ['Extra credits', count(balance.extra)],
          ['Reserved', count(balance.reserved)],
          ['Requests per minute', count(limits.calls_per_minute)],
          ['Pending searches, max.', count(limits.pending_searches)],
        ]}
      />
      <h2>Credits by day</h2>
      {usage.length > 0 && <DayChart usage={usage} />}
      <Table
        caption="Requests and credits by day and route, newest first"
        name="usage"
        none="No usage in the last 31 days."
        rows={usage}
        keyOf={({ date, route }) => `${date} ${route}`}
        columns={[
          ['Day (UTC)', ({ date }) => date],
          ['Route', RouteName],
          ['Complete', ({ complete }) => count(complete), 'numeric'],
          ['Failed', ({ failed }) => count(failed), 'numeric'],
          ['Pending', ({ pending }) => count(pending), 'numeric'],
          ['Credits', ({ credits }) => count(credits), 'numeric'],
        ]}
      />
    </>
  );
}

/** What is left of the key's limit; null where it spends like its account. */
const limitText = (account: AccountBody): string | null => {
  const { credits_max } = account.key;
  return credits_max === null ? null : `${count(spendable(account))} of ${count(credits_max)}`;
};

const RouteName = ({ route, path }: UsageEntry) => <span title={path}>{routeName(route)}</span>;
