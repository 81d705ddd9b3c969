/** Keys for visits to a demo: one call, a small account, erased after a day (docs/demo.md). */
import ipaddr from 'ipaddr.js';
import { HOUR_MS } from '#contract/durations.js';
import { apiError } from '#domain/api-error.js';
import { hashOf } from '#domain/hash.js';
import { countErasable } from '#store/accounts.js';
import { countWithin } from '#store/mail-counts.js';
import { type Parts, secondsFromNow } from '../app.js';
import { createAccount } from './manage.js';

/** Visitors share the pool as if they were one more account: a flood of calls waits for itself. */
const VISITORS = 'visitors';
const ACCOUNT_NAME = 'demo visit';
/** An address of IPv6 counts with its network, which one visitor has as a whole. */
const IPV6_PREFIX = 64;

interface VisitKey {
  readonly api_key: string;
  readonly expires_at: string;
  readonly credits: number;
}

/** Creates an account with a key for a visitor at an address. Throws 429 rate_limited. */
export async function createVisitKey(
  app: Parts<'clock' | 'dbOf' | 'ids' | 'limits' | 'secret'>,
  address: string,
): Promise<VisitKey> {
  const { DEMO_KEY_S, DEMO_KEYS_OF_ADDRESS, DEMO_KEYS_PER_HOUR, DEMO_KEYS_ALIVE } = app.limits;
  const nowMs = app.clock.nowMs();
  const hourMs = nowMs % HOUR_MS;
  const begins_at = new Date(nowMs - hourMs);
  const eraseAt = secondsFromNow(app, DEMO_KEY_S);
  const credits = app.limits.DEMO_CREDITS;
  const pool = app.dbOf(VISITORS);
  return pool.transaction(async (tx) => {
    // The first count is of all visitors: its lock makes their calls follow one another.
    const full = await countWithin(tx, [
      { subject: hashOf(['visit']), begins_at, max: DEMO_KEYS_PER_HOUR },
      { subject: visitorOf(app, address), begins_at, max: DEMO_KEYS_OF_ADDRESS },
    ]);
    if (full !== undefined) {
      const whose = full === 0 ? 'This demo has given' : 'Your address has got';
      throw busy(`${whose} all its keys of this hour.`, HOUR_MS - hourMs);
    }
    const { n, first_at } = await countErasable(tx);
    if (n >= DEMO_KEYS_ALIVE) {
      throw busy('This demo has all its visitors.', (first_at?.getTime() ?? nowMs) - nowMs);
    }
    const parts = { ...app, db: { ...pool, ...tx } };
    const { key } = await createAccount(
      parts,
      { name: ACCOUNT_NAME, extra_credits: credits },
      { eraseAt },
    );
    return { api_key: key.api_key, expires_at: eraseAt.toISOString(), credits };
  });
}

const busy = (message: string, ms: number) =>
  apiError('rate_limited', {
    message: `${message} Try again later.`,
    retryAfterS: Math.max(1, Math.ceil(ms / 1000)),
  });

/** With the secret: there are few addresses, so a plain hash of one could be reversed. */
const visitorOf = ({ secret }: Parts<'secret'>, address: string): string =>
  hashOf(['visit', secret, networkOf(address)]);

/** What is counted as one address. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return '';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_PREFIX}`).toString();
}
