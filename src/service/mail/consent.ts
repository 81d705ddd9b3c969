/** What the owner of a mail address decides by the links in mails (docs/mail.md#consent). */
import { type Endpoint, lockEndpointById, updateEndpoint } from '#store/endpoints.js';
import { sequenceOf } from '#store/events.js';
import { now, type Parts } from '../app.js';
import { addressOf, isMail } from './mail-address.js';
import { endpointOf, type LinkPurpose } from './mail-links.js';

/** What became of a link: `unknown` for one that is not ours, has ended or leads nowhere. */
export type LinkOutcome = 'unknown' | 'open' | 'confirmed' | 'unsubscribed';

export interface FollowedLink {
  readonly outcome: LinkOutcome;
  /** The address of the mail; empty when unknown. */
  readonly address: string;
}

const UNKNOWN: FollowedLink = { outcome: 'unknown', address: '' };

/** Looks at a link, or does what it is for. Doing it twice changes nothing more. */
export async function followLink(
  app: Parts<'clock' | 'secret' | 'db'>,
  purpose: LinkPurpose,
  token: string,
  isDone: boolean,
): Promise<FollowedLink> {
  const { secret } = app;
  const id = secret === null ? undefined : endpointOf(secret, purpose, token, app.clock.nowMs());
  if (id === undefined) return UNKNOWN;
  const followed = await app.db.transaction(async (tx) => {
    const endpoint = await lockEndpointById(tx, id);
    if (endpoint === undefined || !isMail(endpoint)) return UNKNOWN;
    const address = addressOf(endpoint);
    const outcome = outcomeOf(endpoint, purpose);
    if (outcome !== 'open' || !isDone) return { outcome, address };
    if (purpose === 'unsubscribe') {
      await updateEndpoint(tx, {
        ...endpoint,
        state: 'disabled',
        disabled_reason: 'unsubscribed',
        disabled_at: now(app),
      });
      return { outcome: 'unsubscribed' as const, address };
    }
    // Nothing that happened before the consent is sent.
    const { last_seq } = await sequenceOf(tx, endpoint.account_id);
    await updateEndpoint(tx, {
      ...endpoint,
      state: 'enabled',
      disabled_reason: null,
      disabled_at: null,
      next_seq: Math.max(endpoint.next_seq, last_seq + 1),
      held_until: null,
      failing_since: null,
    });
    return { outcome: 'confirmed' as const, address };
  });
  return followed;
}

/** A link is open while pressing its button changes something. */
function outcomeOf({ disabled_reason }: Endpoint, purpose: LinkPurpose): LinkOutcome {
  if (disabled_reason === 'unsubscribed') return 'unsubscribed';
  if (purpose === 'unsubscribe' || disabled_reason === 'unconfirmed') return 'open';
  return 'confirmed';
}
