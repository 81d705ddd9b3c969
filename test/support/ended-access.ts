/** An application whose callers lose their access, and the ways in which they do. */
import { changeFeed } from '#service/accounts/feeds.js';
import { endKey } from '#service/accounts/keys.js';
import { changeStatus } from '#service/accounts/manage.js';
import { type Answer, openTestApp, type TestAccount, type TestApp } from './open-test-app.js';
import { PRIVATE } from './webhooks.js';

export const openAccessApp = (): Promise<TestApp> =>
  openTestApp({
    feeds: 'none',
    env: PRIVATE,
    limits: { READ_AHEAD: 0, PAGE_ROWS: 10, CACHE_LISTINGS_S: 3_600 },
  });

/** The ways in which access ends, and what calls are answered from then on. */
export const endsOf = (t: () => TestApp) =>
  ({
    suspended: {
      end: ({ account_id }: TestAccount) => changeStatus(t().app, account_id, 'suspended'),
      code: 'account_suspended',
    },
    revoked: {
      end: ({ key_id }: TestAccount) => endKey(t().app, key_id),
      code: 'invalid_api_key',
    },
    grant_ended: {
      end: ({ account_id }: TestAccount) => changeFeed(t().app, account_id, 'mls', false),
      code: 'feed_not_granted',
    },
  }) as const;
export type End = keyof ReturnType<typeof endsOf>;

/** An account with a grant for the licensed feed. */
export async function grantedAt(t: TestApp): Promise<TestAccount> {
  const account = await t.account();
  await changeFeed(t.app, account.account_id, 'mls', true);
  return account;
}

export const codeOf = (answer: Answer): unknown =>
  answer.json<{ error?: { code: string } | null }>().error?.code;
