/** Endpoints and deliveries in words. */
import type { AttemptBody, DeliveryBody } from '#client/index.js';
import { DEFAULT_TYPES, MAIL_SCHEME } from '#contract/webhooks.js';
import { ago } from '../text/format.js';
import { spaced } from '../text/labels.js';
import type { Endpoint } from './load.js';

/** The name of an endpoint, or its address. */
export const titleOf = ({ name, url }: Endpoint): string => (name === '' ? url : name);

/** Whether an endpoint is a mail address. */
export const isMail = (url: string): boolean => url.startsWith(MAIL_SCHEME);

/** What happens after a mail address was added, or why nothing does. */
export function confirmationText({ last_attempt: last }: Pick<Endpoint, 'last_attempt'>): string {
  if (last === null || last.error === null) {
    return 'The address got a mail. Its owner must open the link and press the button within 48 hours; until then nothing else is sent.';
  }
  return `The mail to confirm the address was not sent. ${last.error} Open the endpoint to send another.`;
}

const REASONS: Readonly<Record<string, string>> = {
  by_caller: 'by you',
  gone: 'it answered 410',
  failing: 'nothing succeeded for five days',
  unconfirmed: 'not confirmed yet: its owner must press the button in the mail',
  unsubscribed: 'its owner unsubscribed',
};

/** Why nothing is sent to it; null while it is enabled. */
export const reasonText = ({ disabled_reason: reason, url }: Endpoint): string | null =>
  reason === null
    ? null
    : reason === 'gone' && isMail(url)
      ? 'its mail server refuses the address'
      : (REASONS[reason] ?? spaced(reason));

/** `all watch events, job.failed`. */
export function typesText({ types }: Endpoint): string {
  const hasAll = DEFAULT_TYPES.every((type) => types.includes(type));
  const others = types.filter((type) => !hasAll || !type.startsWith('watch.'));
  return (hasAll ? ['all watch events', ...others] : others).join(', ');
}

/** "enabled", "enabled, failing", "disabled". */
export const stateText = ({ state, failing_since }: Endpoint): string =>
  state === 'enabled' && failing_since !== null ? `${state}, failing` : state;

/** Whether events are sent to it, or not, or in vain. */
export function badgeOf(endpoint: Endpoint): string {
  const { state, disabled_reason, failing_since } = endpoint;
  if (state === 'enabled') return failing_since === null ? 'badge good' : 'badge bad';
  return disabled_reason === 'by_caller' || disabled_reason === 'unconfirmed'
    ? 'badge'
    : 'badge bad';
}

export function attemptText(attempt: AttemptBody | null): string {
  if (attempt === null) return 'none yet';
  const when = ago(attempt.at, Date.now());
  return attempt.error === null ? `delivered, ${when}` : `failed, ${when}`;
}

/** What came back: the status, or why there was none. */
export const responseText = ({ last_attempt: last }: Pick<DeliveryBody, 'last_attempt'>): string =>
  last === null
    ? '–'
    : last.code === null || isReply(last)
      ? (last.error ?? 'accepted by the mail server')
      : `HTTP ${last.code}`;

/** Replies of mail servers are no statuses of HTTP: 250, or a sentence. */
const isReply = ({ code, error }: AttemptBody): boolean =>
  code === 250 || (error ?? '').startsWith('The mail server');
