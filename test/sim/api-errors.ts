/** A search without concurrent work is rejected only for a reason in the stored state. */
import { planPeriod } from '#domain/credits.js';
import type { Heard } from './answers.js';
import { must } from './broken.js';
import type { SimAccount, SimRun } from './sim-run.js';

/** Checks the API error of a lone search against the state before it. */
export function checkApiError(sim: SimRun, { code, begunMs }: Heard, account: SimAccount): void {
  const { state } = sim;
  if (state === null || code === null) return;
  const mine = <T extends { readonly account_id: string }>(rows: readonly T[]): T[] =>
    rows.filter(({ account_id }) => account_id === account.account_id);
  const found = () => JSON.stringify({ ...mine(state.balances), limits: account.max_pending });
  if (code === 'quota_exceeded') {
    const period = planPeriod(begunMs);
    const balances = mine(state.balances);
    const plan = balances.find((one) => one.bucket === 'plan' && one.period === period);
    const extra = balances.find((one) => one.bucket === 'extra');
    const left = (plan?.available ?? account.plan_credits) + (extra?.available ?? 0);
    must(left === 0, 'quota is exceeded only when no credit is left', found);
  }
  if (code === 'too_many_pending') {
    const pending = mine(state.requests).filter(({ status }) => status === 'pending').length;
    must(pending >= account.max_pending, 'too many are pending only at the cap', found);
  }
  if (code === 'queue_full') {
    const flying = state.collections.filter((one) => one.settled_at === null).length;
    must(flying >= sim.limits.QUEUE_MAX, 'the queue is full only at its cap', `${flying}`);
  }
}
