import type { AccountBody } from './operations/service.js';

/** Credits that the key of a call can spend: those of its account, within the key's limit. */
export function spendable({ balance, key }: Pick<AccountBody, 'balance' | 'key'>): number {
  const { credits_max, credits_used } = key;
  if (credits_max === null || credits_used === null) return balance.available;
  return Math.max(0, Math.min(balance.available, credits_max - credits_used));
}
