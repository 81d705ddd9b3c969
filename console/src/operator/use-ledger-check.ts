/** A check of the ledger: begun by hand, one at a time. Nothing counts as right that was not checked. */
import { useCallback, useRef, useState } from 'react';
import type { LedgerCheckBody } from '#contract/operator.js';
import { AdminError, callAdmin, isRejected, NO_ANSWER, toAdminError } from './call-admin.js';
import type { Reader } from './use-polled.js';

export type Outcome =
  | { readonly is: 'unchecked' }
  | { readonly is: 'running'; readonly sinceMs: number }
  | { readonly is: 'right' | 'violated'; readonly check: LedgerCheckBody; readonly times: Times }
  | { readonly is: 'failed'; readonly error: AdminError; readonly times: Times };

interface Times {
  readonly endedMs: number;
  readonly tookMs: number;
}

export interface LedgerCheck {
  readonly outcome: Outcome;
  run(): void;
}

export function useLedgerCheck({ access, onRejected }: Reader): LedgerCheck {
  const [outcome, setOutcome] = useState<Outcome>({ is: 'unchecked' });
  const isRunning = useRef(false);
  const run = useCallback(() => {
    if (isRunning.current) return;
    isRunning.current = true;
    const sinceMs = Date.now();
    setOutcome({ is: 'running', sinceMs });
    const times = (): Times => ({ endedMs: Date.now(), tookMs: Date.now() - sinceMs });
    const failed = (cause: unknown): Outcome => {
      const error = toAdminError(cause);
      if (isRejected(error)) onRejected(error.message);
      return { is: 'failed', error, times: times() };
    };
    void callAdmin<LedgerCheckBody>(access, { path: '/ledger/check', isSlow: true })
      .then((check): Outcome => ({ is: resultOf(check), check, times: times() }))
      .catch(failed)
      .then(setOutcome)
      .finally(() => {
        isRunning.current = false;
      });
  }, [access, onRejected]);
  return { outcome, run };
}

/** Only what says so is right. Throws AdminError for an answer that is no check. */
function resultOf({ ok, violations }: Partial<LedgerCheckBody>): 'right' | 'violated' {
  if (violations === undefined) throw new AdminError(NO_ANSWER, 'The response was not a check.');
  return ok === true && violations.length === 0 ? 'right' : 'violated';
}
