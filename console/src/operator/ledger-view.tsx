/** Checks the ledger, and shows what came of it and when. */
import { count, counted, duration } from '../text/format.js';
import { AdminProblem, clockTime } from './freshness.js';
import { Table } from './table.js';
import type { LedgerCheck, Outcome } from './use-ledger-check.js';

/** Violations that are shown; the command line prints them all. */
const VIOLATIONS_SHOWN = 100;

export const LedgerView = ({ check: { outcome, run } }: { readonly check: LedgerCheck }) => (
  <>
    <h1>Ledger</h1>
    <p className="lead">
      A check reads the entire ledger: whether every balance is the sum of its entries, and every
      request ended at most once. On a large ledger it takes minutes.
    </p>
    <div className="actions">
      <button
        type="button"
        className="primary"
        onClick={run}
        aria-disabled={outcome.is === 'running'}
      >
        Check the ledger
      </button>
    </div>
    <OutcomeView outcome={outcome} />
  </>
);

function OutcomeView({ outcome }: { readonly outcome: Outcome }) {
  switch (outcome.is) {
    case 'unchecked':
      return (
        <p role="status">
          <span className="badge">not checked</span> since this page was opened.
        </p>
      );
    case 'running':
      return <p role="status">Checking since {clockTime(outcome.sinceMs)}…</p>;
    case 'failed':
      return (
        <AdminProblem
          error={outcome.error}
          more={`The check did not end and was given up at ${clockTime(outcome.times.endedMs)}. The state of the ledger is unknown.`}
        />
      );
    case 'right':
    case 'violated':
      return <Checked {...outcome} />;
  }
}

function Checked({ is, check, times }: Extract<Outcome, { readonly is: 'right' | 'violated' }>) {
  const { accounts, entries, violations } = check;
  const shown = violations.slice(0, VIOLATIONS_SHOWN);
  return (
    <>
      <p role={is === 'right' ? 'status' : 'alert'}>
        <span className={is === 'right' ? 'badge good' : 'badge bad'}>
          {is === 'right' ? 'no violations' : `violated: ${count(violations.length)} times`}
        </span>{' '}
        {counted(entries, 'entry', 'entries')} of {counted(accounts, 'account')}, checked in{' '}
        {duration(times.tookMs)}, ended at {clockTime(times.endedMs)}.
      </p>
      {shown.length > 0 && (
        <Table caption="Violations" columns={[['Rule'], ['Account'], ['Detail']]}>
          {shown.map(({ rule, account_id, detail }) => (
            <tr key={`${rule} ${account_id} ${detail}`}>
              <td>{rule}</td>
              <td>
                <a className="id" href={`#/accounts/${account_id}`}>
                  {account_id}
                </a>
              </td>
              <td>{detail}</td>
            </tr>
          ))}
        </Table>
      )}
      {violations.length > shown.length && (
        <p className="hint">
          The first {VIOLATIONS_SHOWN} are shown; <code>rowhouse ledger check</code> prints more.
        </p>
      )}
    </>
  );
}
