/**
 * Checks the ledger, and shows what came of it and when. Nothing counts as right that was not
 * checked.
 */
import { useState } from 'react';
import type { LedgerCheckBody } from '#contract/operator.js';
import { Table } from '../pages/table.js';
import { useOneAtATime } from '../service/query.js';
import { count, counted, duration } from '../text/format.js';
import { AdminError, NO_ANSWER } from './call-admin.js';
import { AccountLink, AdminProblem, clockTime } from './freshness.js';
import { useCall } from './query.js';

/** Violations that are shown; the command line prints them all. */
const VIOLATIONS_SHOWN = 100;

/** A check: begun by hand, one at a time. */
export function useLedgerCheck() {
  const call = useCall();
  const [endedMs, setEndedMs] = useState(0);
  const check = useOneAtATime<LedgerCheckBody, AdminError, void>(
    async () => {
      const body = await call<Partial<LedgerCheckBody>>({ path: '/ledger/check', isSlow: true });
      if (body.violations !== undefined) return body as LedgerCheckBody;
      throw new AdminError(NO_ANSWER, 'The response was not a check.');
    },
    { onSettled: () => setEndedMs(Date.now()) },
  );
  return { ...check, endedMs };
}

interface Props {
  readonly check: ReturnType<typeof useLedgerCheck>;
}

export const LedgerView = ({ check }: Props) => (
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
        onClick={() => check.run()}
        aria-disabled={check.isPending}
      >
        Check the ledger
      </button>
    </div>
    <Outcome check={check} />
  </>
);

function Outcome({ check }: Props) {
  switch (check.status) {
    case 'idle':
      return (
        <p role="status">
          <span className="badge">not checked</span> since this page was opened.
        </p>
      );
    case 'pending':
      return <p role="status">Checking since {clockTime(check.submittedAt)}…</p>;
    case 'error':
      return (
        <AdminProblem
          error={check.error}
          more={`The check did not end and was given up at ${clockTime(check.endedMs)}. The state of the ledger is unknown.`}
        />
      );
    case 'success':
      return <Checked check={check.data} endedMs={check.endedMs} sinceMs={check.submittedAt} />;
  }
}

interface CheckedProps {
  readonly check: LedgerCheckBody;
  readonly endedMs: number;
  readonly sinceMs: number;
}

function Checked({ check, endedMs, sinceMs }: CheckedProps) {
  // Only what says so is right.
  const isRight = check.ok && check.violations.length === 0;
  const { accounts, entries, violations } = check;
  const shown = violations.slice(0, VIOLATIONS_SHOWN);
  return (
    <>
      <p role={isRight ? 'status' : 'alert'}>
        <span className={isRight ? 'badge good' : 'badge bad'}>
          {isRight ? 'no violations' : `violated: ${count(violations.length)} times`}
        </span>{' '}
        {counted(entries, 'entry', 'entries')} of {counted(accounts, 'account')}, checked in{' '}
        {duration(endedMs - sinceMs)}, ended at {clockTime(endedMs)}.
      </p>
      {shown.length > 0 && (
        <Table
          caption="Violations"
          rows={shown}
          keyOf={({ rule, account_id, detail }) => `${rule} ${account_id} ${detail}`}
          columns={[
            ['Rule', ({ rule }) => rule],
            ['Account', AccountLink],
            ['Detail', ({ detail }) => detail],
          ]}
        />
      )}
      {violations.length > shown.length && (
        <p className="hint">
          The first {VIOLATIONS_SHOWN} are shown; <code>rowhouse ledger check</code> prints more.
        </p>
      )}
    </>
  );
}
