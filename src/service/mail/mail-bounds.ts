/** How many mails are sent: for an account, and to an address over all accounts (docs/mail.md). */
import { DAY_MS, HOUR_MS } from '#contract/durations.js';
import { hashOf } from '#domain/hash.js';
import { countWithin } from '#store/mail-counts.js';
import type { Parts } from '../app.js';
import { mailboxOf } from './mail-address.js';

/** Mails of an account in a day. */
export const ACCOUNT_MAILS_PER_DAY = 200;
/** Mails to one mailbox in a day, whichever accounts send them: nobody is flooded through us. */
export const ADDRESS_MAILS_PER_DAY = 50;
/** Confirmation mails of an account in an hour. */
export const ACCOUNT_CONFIRMATIONS_PER_HOUR = 10;
/** Confirmation mails to one mailbox in a day, whichever accounts ask for them. */
export const ADDRESS_CONFIRMATIONS_PER_DAY = 3;
/** Counts are stored for this long. */
export const MAIL_COUNTS_KEPT_S = 2 * 86_400;

interface Rule {
  readonly who: 'account' | 'address';
  readonly ms: number;
  readonly max: number;
  readonly said: string;
}

/** Accounts come first: the order in which rows are locked. */
const RULES: Readonly<Record<'alert' | 'confirmation', readonly Rule[]>> = {
  alert: [
    {
      who: 'account',
      ms: DAY_MS,
      max: ACCOUNT_MAILS_PER_DAY,
      said: `The account has sent ${ACCOUNT_MAILS_PER_DAY} mails today; the next day continues.`,
    },
    {
      who: 'address',
      ms: DAY_MS,
      max: ADDRESS_MAILS_PER_DAY,
      said: `The address has got ${ADDRESS_MAILS_PER_DAY} mails today; the next day continues.`,
    },
  ],
  confirmation: [
    {
      who: 'account',
      ms: HOUR_MS,
      max: ACCOUNT_CONFIRMATIONS_PER_HOUR,
      said: `The account has sent ${ACCOUNT_CONFIRMATIONS_PER_HOUR} confirmation mails this hour. Enable the endpoint again in the next hour.`,
    },
    {
      who: 'address',
      ms: DAY_MS,
      max: ADDRESS_CONFIRMATIONS_PER_DAY,
      said: `The address has got ${ADDRESS_CONFIRMATIONS_PER_DAY} confirmation mails today. Enable the endpoint again tomorrow.`,
    },
  ],
};

/** Counts a mail. At a bound: which one, and in how many seconds its time ends. */
export async function takeMail(
  app: Parts<'clock' | 'db'>,
  kind: keyof typeof RULES,
  accountId: string,
  address: string,
): Promise<{ readonly said: string; readonly afterS: number } | undefined> {
  const nowMs = app.clock.nowMs();
  const rules = RULES[kind];
  const full = await countWithin(
    app.db,
    rules.map(({ who, ms, max }) => ({
      subject: hashOf([kind, who, who === 'account' ? accountId : mailboxOf(address)]),
      begins_at: new Date(nowMs - (nowMs % ms)),
      max,
    })),
  );
  const rule = full === undefined ? undefined : rules[full];
  if (rule === undefined) return undefined;
  return { said: rule.said, afterS: Math.ceil((rule.ms - (nowMs % rule.ms)) / 1000) };
}
