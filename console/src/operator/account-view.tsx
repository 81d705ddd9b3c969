/** One account: plan and balance, usage by day, and its keys without their secrets. */
import type { AccountBalanceBody, KeyBody, UsageLineBody } from '#contract/operator.js';
import { DayChart } from '../pages/day-chart.js';
import { Fact } from '../pages/fact.js';
import { ago, count, moment } from '../text/format.js';
import { clockTime, Failing, OldWhileFailing, PageHead, Title } from './freshness.js';
import { LEDGER_REFRESH_S, REFRESH_S, usePolled } from './query.js';
import { Table } from './table.js';

interface Account {
  readonly account: Omit<AccountBalanceBody, 'created_at' | 'last_used_at'>;
  readonly keys: readonly KeyBody[];
}

const DAYS_SHOWN = 31;
const DAY_MS = 86_400_000;
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
      <PageHead
        title={polled.value?.account.name ?? 'Account'}
        polled={polled}
        everyS={REFRESH_S}
      />
      {polled.value !== null && (
        <OldWhileFailing polled={polled}>
          <Figures account={polled.value.account} />
          <Keys keys={polled.value.keys} />
        </OldWhileFailing>
      )}
      {polled.failing === null && <Failing polled={days} />}
      <OldWhileFailing polled={days}>
        <Title>Credits by day (UTC)</Title>
        {days.value === null || days.atMs === null ? (
          <p role="status">Loading the ledger…</p>
        ) : (
          <Days usage={days.value} atMs={days.atMs} />
        )}
      </OldWhileFailing>
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
      <p className="hint">
        <code>{account.account_id}</code>
      </p>
      <dl className="figures wide">
        <Fact name="Available" value={count(balance.available)} large />
        <Fact
          name="Plan credits left"
          value={`${count(balance.plan)} of ${count(account.plan_credits)}`}
        />
        <Fact name="Extra credits" value={count(balance.extra)} />
        <Fact name="Reserved" value={count(balance.reserved)} />
        <Fact name="Requests per minute" value={count(account.rate_limit_per_minute)} />
        <Fact name="Pending searches, max." value={count(account.max_pending)} />
        <Fact name="Licensed feeds" value={feeds.length === 0 ? 'none' : feeds.join(', ')} />
      </dl>
    </section>
  );
}

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
      {lines.length === 0 ? (
        <p className="hint">No usage.</p>
      ) : (
        <Table
          caption="Usage by day, newest first"
          columns={[
            ['Day'],
            ['Complete', 'numeric'],
            ['Failed', 'numeric'],
            ['Credits', 'numeric'],
          ]}
        >
          {lines.map(({ date, complete, failed, credits }) => (
            <tr key={date}>
              <td>{date}</td>
              <td className="numeric">{count(complete)}</td>
              <td className="numeric">{count(failed)}</td>
              <td className="numeric">{count(credits)}</td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}

const Keys = ({ keys }: Pick<Account, 'keys'>) => (
  <>
    <Title>Keys</Title>
    {keys.length === 0 ? (
      <p className="hint">None.</p>
    ) : (
      <Table
        caption="Keys, oldest first"
        columns={[['Key'], ['Label'], ['State'], ['Last use'], ['Expires'], ['Made']]}
      >
        {keys.map((key) => (
          <tr key={key.key_id}>
            <td>
              <code>{key.key_start}…</code>
            </td>
            <td>{key.label ?? '–'}</td>
            <td>
              <KeyState value={key} />
            </td>
            <td>{key.last_used_at === null ? 'never' : ago(key.last_used_at, Date.now())}</td>
            <td>{key.expires_at === null ? 'never' : moment(key.expires_at)}</td>
            <td>{moment(key.created_at)}</td>
          </tr>
        ))}
      </Table>
    )}
  </>
);

function KeyState({ value: { revoked_at, expires_at } }: { readonly value: KeyBody }) {
  if (revoked_at !== null) return <span className="badge bad">revoked</span>;
  const isOver = expires_at !== null && Date.parse(expires_at) <= Date.now();
  return (
    <span className={isOver ? 'badge bad' : 'badge good'}>{isOver ? 'expired' : 'valid'}</span>
  );
}
