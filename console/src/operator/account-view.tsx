/** One account: plan and balance, usage by day, and its keys without their secrets. */
import { DAY_MS } from '#contract/durations.js';
import { KEY_SCOPES } from '#contract/keys.js';
import type { AccountBalanceBody, KeyBody, UsageLineBody } from '#contract/operator.js';
import { DayChart } from '../pages/day-chart.js';
import { Facts } from '../pages/facts.js';
import { Table } from '../pages/table.js';
import { ago, count, moment, planText } from '../text/format.js';
import { GiveCreditsForm, NewKeyForm, RevokeKey, StatusControl } from './account-forms.js';
import { AccountJobs } from './account-jobs.js';
import { clockTime, Failing, OldWhileFailing, PageHead, Title } from './freshness.js';
import { LEDGER_REFRESH_S, type Polled, usePolled } from './query.js';

interface Account {
  readonly account: Omit<AccountBalanceBody, 'created_at' | 'last_used_at'>;
  readonly keys: readonly KeyBody[];
}

const NOT_FOUND = 404;
const DAYS_SHOWN = 31;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export function AccountView({ accountId }: { readonly accountId: string }) {
  const polled = usePolled(['account', accountId], async (call): Promise<Account> => {
    const [account, { keys }] = await Promise.all([
      call<Account['account']>({ path: `/accounts/${accountId}` }),
      call<Pick<Account, 'keys'>>({ path: `/keys?account_id=${accountId}` }),
    ]);
    return { account, keys };
  });
  const days = usePolled(
    ['days', accountId],
    async (call) => {
      const from = dayOf(Date.now() - (DAYS_SHOWN - 1) * DAY_MS);
      const path = `/usage?by=day&account_id=${accountId}&from=${from}`;
      return (await call<{ usage: readonly UsageLineBody[] }>({ path, isSlow: true })).usage;
    },
    LEDGER_REFRESH_S,
  );
  return (
    <>
      <p>
        <a href="#/accounts">All accounts</a>
      </p>
      <PageHead title={polled.value?.account.name ?? 'Account'} polled={polled} />
      {polled.value !== null && (
        <OldWhileFailing polled={polled}>
          <Figures account={polled.value.account} />
          <GiveCreditsForm accountId={accountId} />
          <Keys keys={polled.value.keys} />
          <NewKeyForm accountId={accountId} />
          <AccountJobs accountId={accountId} />
        </OldWhileFailing>
      )}
      {polled.failing === null && <Failing polled={days} />}
      {/* An account that nobody has has no days. */}
      {polled.failing?.error.status !== NOT_FOUND && <CreditsByDay days={days} />}
    </>
  );
}

function Figures({ account }: Pick<Account, 'account'>) {
  const { balance, status, feeds } = account;
  return (
    <section className="source" aria-labelledby="figures">
      <div className="source-head">
        <Title id="figures">Plan and balance</Title>
        <span className={status === 'active' ? 'badge good' : 'badge bad'}>{status}</span>
      </div>
      <StatusControl accountId={account.account_id} status={status} />
      <p className="hint">
        <code>{account.account_id}</code>
      </p>
      <Facts
        facts={[
          ['Available', count(balance.available), 'large'],
          ['Plan credits left', planText(balance.plan, account.plan_credits)],
          ['Extra credits', count(balance.extra)],
          ['Reserved', count(balance.reserved)],
          ['Requests per minute', count(account.rate_limit_per_minute)],
          ['Pending searches, max.', count(account.max_pending)],
          ['Licensed feeds', feeds.length === 0 ? 'none' : feeds.join(', ')],
        ]}
      />
    </section>
  );
}

const CreditsByDay = ({ days }: { readonly days: Polled<readonly UsageLineBody[]> }) => (
  <OldWhileFailing polled={days}>
    <Title>Credits by day (UTC)</Title>
    {days.value === null || days.atMs === null ? (
      <p role="status">Loading the ledger…</p>
    ) : (
      <Days usage={days.value} atMs={days.atMs} />
    )}
  </OldWhileFailing>
);

/** Days of the chart end today, also where the last days have no usage. */
function Days({
  usage,
  atMs,
}: {
  readonly usage: readonly UsageLineBody[];
  readonly atMs: number;
}) {
  const lines = usage.map((line) => ({ ...line, date: line.date ?? '' })).toReversed();
  const today = dayOf(atMs);
  return (
    <>
      <p className="hint">
        The last {DAYS_SHOWN} days, as of {clockTime(atMs)}.
      </p>
      <DayChart usage={[{ date: today, credits: 0 }, ...lines]} />
      <Table
        caption="Usage by day, newest first"
        none="No usage."
        rows={lines}
        keyOf={({ date }) => date}
        columns={[
          ['Day', ({ date }) => date],
          ['Complete', ({ complete }) => count(complete), 'numeric'],
          ['Failed', ({ failed }) => count(failed), 'numeric'],
          ['Credits', ({ credits }) => count(credits), 'numeric'],
        ]}
      />
    </>
  );
}

const Keys = ({ keys }: Pick<Account, 'keys'>) => (
  <>
    <Title>Keys</Title>
    <Table
      caption="Keys, oldest first"
      rows={keys}
      keyOf={({ key_id }) => key_id}
      columns={[
        ['Key', ({ key_start }) => <code>{key_start}…</code>],
        ['Label', ({ label }) => <span className="name">{label ?? '–'}</span>],
        ['State', KeyState],
        ['May', ({ scopes }) => (scopes.length < KEY_SCOPES.length ? scopes.join(', ') : 'all')],
        ['Credit limit', limitText, 'numeric'],
        ['Last use', ({ last_used_at: at }) => (at === null ? 'never' : ago(at, Date.now()))],
        ['Expires', ({ expires_at: at }) => (at === null ? 'never' : moment(at))],
        ['Made', ({ created_at }) => moment(created_at)],
        ['Action', (key) => <RevokeKey api_key={key} />],
      ]}
    />
  </>
);

/** What a key with a limit has spent or reserved of it. */
const limitText = ({ credits_max, credits_used }: KeyBody): string =>
  credits_max === null ? 'none' : `${count(credits_used)} of ${count(credits_max)} used`;

function KeyState({ revoked_at, expires_at }: KeyBody) {
  if (revoked_at !== null) return <span className="badge bad">revoked</span>;
  const isOver = expires_at !== null && Date.parse(expires_at) <= Date.now();
  return (
    <span className={isOver ? 'badge bad' : 'badge good'}>{isOver ? 'expired' : 'valid'}</span>
  );
}
