/** All accounts with plan, balance, status and usage of this month. */
import { type FormEvent, useState } from 'react';
import type { AccountBalanceBody, AccountBalancesBody, UsageLineBody } from '#contract/operator.js';
import { Table } from '../pages/table.js';
import { ago, count, counted } from '../text/format.js';
import { NewAccountForm } from './account-forms.js';
import { clockTime, Failing, OldWhileFailing, PageHead, Title } from './freshness.js';
import { LEDGER_REFRESH_S, usePolled } from './query.js';

interface Month {
  readonly usage: readonly UsageLineBody[];
  readonly warning?: string;
}

export function AccountsView() {
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  const accounts = usePolled(['accounts', asked], (call) => {
    const query = asked === '' ? '' : `?find=${encodeURIComponent(asked)}`;
    return call<AccountBalancesBody>({ path: `/accounts/balances${query}` });
  });
  const month = usePolled(
    ['month'],
    (call) => call<Month>({ path: '/usage?by=account', isSlow: true }),
    LEDGER_REFRESH_S,
  );
  const find = (event: FormEvent) => {
    event.preventDefault();
    setAsked(text.trim());
  };
  return (
    <>
      <PageHead title="Accounts" polled={accounts} />
      <NewAccountForm />
      <form className="actions" role="search" onSubmit={find}>
        <label className="inline">
          Name or id
          <input value={text} maxLength={200} onChange={({ target }) => setText(target.value)} />
        </label>
        <button type="submit">Find</button>
      </form>
      {accounts.failing === null && <Failing polled={month} />}
      {accounts.value !== null && (
        <OldWhileFailing polled={accounts}>
          <Title>{asked === '' ? 'All accounts' : `Accounts with “${asked}”`}</Title>
          <AccountTable accounts={accounts.value.accounts} month={month.value} />
          <p className="hint">
            {counted(accounts.value.total, 'account')}
            {accounts.value.total > accounts.value.accounts.length &&
              `, of which the newest ${count(accounts.value.accounts.length)} are shown: find others by name`}
            .{' '}
            {month.atMs === null
              ? "Loading this month's usage."
              : `Usage of this month (UTC) as of ${clockTime(month.atMs)}.`}{' '}
            {month.value?.warning}
          </p>
        </OldWhileFailing>
      )}
    </>
  );
}

interface TableProps {
  readonly accounts: readonly AccountBalanceBody[];
  readonly month: Month | null;
}

function AccountTable({ accounts, month }: TableProps) {
  const used = new Map(month?.usage.map((line) => [line.account_id, line]));
  /** Unknown is not none. */
  const usage = (id: string, what: 'complete' | 'failed' | 'credits'): string =>
    month === null ? '…' : count(used.get(id)?.[what] ?? 0);
  return (
    <Table
      caption="Accounts, newest first"
      rows={accounts}
      keyOf={({ account_id }) => account_id}
      columns={[
        [
          'Account',
          ({ account_id, name }) => (
            <a className="name" href={`#/accounts/${account_id}`}>
              {name}
            </a>
          ),
        ],
        [
          'Status',
          ({ status }) => (
            <span className={status === 'active' ? 'badge good' : 'badge bad'}>{status}</span>
          ),
        ],
        ['Plan', ({ plan_credits: plan }) => (plan === 0 ? 'none' : count(plan)), 'numeric'],
        ['Available', ({ balance }) => count(balance.available), 'numeric'],
        ['Reserved', ({ balance }) => count(balance.reserved), 'numeric'],
        ['Complete this month', ({ account_id }) => usage(account_id, 'complete'), 'numeric'],
        ['Failed', ({ account_id }) => usage(account_id, 'failed'), 'numeric'],
        ['Credits', ({ account_id }) => usage(account_id, 'credits'), 'numeric'],
        ['Last use', ({ last_used_at: at }) => (at === null ? 'never' : ago(at, Date.now()))],
      ]}
    />
  );
}
