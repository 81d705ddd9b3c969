/** Creates, changes and deletes endpoints. */
import { assert } from '#base/assert.js';
import type {
  EndpointBody,
  EndpointChanges,
  EndpointSecretBody,
  NewEndpoint,
} from '#contract/operations/endpoints.js';
import {
  DEFAULT_TYPES,
  type DisabledReason,
  MAIL_DEFAULT_TYPES,
  MAIL_SCHEME,
  OLD_SECRET_HOURS,
} from '#contract/webhooks.js';
import { apiError } from '#domain/api-error.js';
import { hashOf } from '#domain/hash.js';
import {
  countEndpoints,
  deleteEndpoint,
  type Endpoint,
  findEndpointByKey,
  insertEndpoint,
  type Secret,
  updateEndpoint,
} from '#store/endpoints.js';
import { type App, now, type Parts, secondsFromNow } from '../app.js';
import { addressOf, isMail, isMailAddress } from '../mail/mail-address.js';
import { sendConfirmation } from '../mail/send-mail.js';
import { type Made, storeOnce } from '../store-once.js';
import { endpointBody, requireEndpoint } from './show.js';
import { living, newSecret } from './sign.js';

/** Secrets valid at once: rotating faster ends the oldest early. */
const SECRETS_MAX = 4;

/**
 * Creates an endpoint. Its secret is shown in this response, and when the call is repeated under
 * its Idempotency-Key: a caller who lost the response has no other way to get it.
 */
export async function createEndpoint(
  app: App,
  accountId: string,
  body: NewEndpoint,
  idempotencyKey: string | null,
): Promise<Made> {
  const url = allowedUrl(app, body.url);
  const isByMail = isMail({ url });
  const row = {
    endpoint_id: app.ids.uuid(),
    account_id: accountId,
    url,
    name: body.name ?? '',
    types: body.types ?? (isByMail ? MAIL_DEFAULT_TYPES : DEFAULT_TYPES),
    ...(isByMail ? unconfirmed(app) : ENABLED),
    secrets: [{ secret: newSecret(app.ids), ends_at: null }],
    created_at: now(app),
    idempotency_key: idempotencyKey,
    body_hash: hashOf(body),
  };
  const { stored, replayed } = await storeOnce(app, row, {
    find: findEndpointByKey,
    count: countEndpoints,
    insert: (tx) => insertEndpoint(tx, row),
    max: app.limits.ENDPOINTS_MAX,
    tooMany: 'too_many_endpoints',
  });
  const shown = isByMail && !replayed ? await sendConfirmation(app, stored) : stored;
  const [newest] = stored.secrets;
  assert(newest !== undefined, 'an endpoint has a secret that signs');
  const answer: EndpointSecretBody = { ...endpointBody(app, shown), secret: newest.secret };
  return { body: answer, status: replayed ? 200 : 201, replayed };
}

/**
 * Changes an endpoint. One that is enabled again resumes; one without its owner's consent is sent
 * another confirmation mail instead. Throws 404 endpoint_not_found.
 */
export async function changeEndpoint(
  app: App,
  accountId: string,
  endpointId: string,
  body: EndpointChanges,
): Promise<EndpointBody> {
  const stored = await changed(app, accountId, endpointId, (endpoint) => ({
    ...endpoint,
    url: body.url === undefined ? endpoint.url : changedUrl(app, endpoint, body.url),
    name: body.name ?? endpoint.name,
    types: body.types ?? endpoint.types,
    // The new URL has not sent a Retry-After.
    held_until: body.url === undefined ? endpoint.held_until : null,
    ...stateChange(app, endpoint, body.state),
  }));
  const isAsked = body.state === 'enabled' && stored.disabled_reason === 'unconfirmed';
  return endpointBody(app, isAsked ? await sendConfirmation(app, stored) : stored);
}

/** Replaces the secret; the old one also signs for a day. Throws 404 endpoint_not_found. */
export async function rotateSecret(
  app: Parts<'clock' | 'db' | 'ids'>,
  accountId: string,
  endpointId: string,
): Promise<EndpointSecretBody> {
  const secret = newSecret(app.ids);
  const stored = await changed(app, accountId, endpointId, (endpoint) => ({
    ...endpoint,
    secrets: [{ secret, ends_at: null }, ...endingOf(app, endpoint.secrets)],
  }));
  return { ...endpointBody(app, stored), secret };
}

/** Deletes an endpoint; the events stay. Throws 404 endpoint_not_found. */
export async function removeEndpoint(
  app: Parts<'db'>,
  accountId: string,
  endpointId: string,
): Promise<void> {
  if (!(await deleteEndpoint(app.db, accountId, endpointId))) throw apiError('endpoint_not_found');
}

const changed = (
  app: Parts<'clock' | 'db'>,
  accountId: string,
  endpointId: string,
  change: (endpoint: Endpoint) => Endpoint,
): Promise<Endpoint> =>
  app.db.transaction(async (tx) => {
    const next = change(await requireEndpoint(tx, accountId, endpointId, 'for update'));
    await updateEndpoint(tx, next);
    return next;
  });

/** Throws 422 endpoint_not_allowed. */
function allowedUrl(app: Parts<'mail' | 'webhooks'>, text: string): string {
  if (isMail({ url: text })) return allowedMail(app, text);
  const message = app.webhooks.wrongWith(text);
  if (message !== undefined) throw apiError('endpoint_not_allowed', { param: 'url', message });
  return new URL(text).href;
}

/** Throws 422 endpoint_not_allowed. */
function allowedMail({ mail }: Parts<'mail'>, text: string): string {
  const address = addressOf({ url: text });
  if (mail !== null && isMailAddress(address)) return MAIL_SCHEME + address;
  throw apiError('endpoint_not_allowed', {
    param: 'url',
    message:
      mail === null
        ? 'This service sends no mail. Its operator must set ROWHOUSE_SMTP_URL, ROWHOUSE_MAIL_FROM and ROWHOUSE_PUBLIC_URL.'
        : 'url must be mailto: and one plain address, like mailto:somebody@example.com.',
  });
}

/** Consent is given for one address. Throws 422 endpoint_not_allowed. */
function changedUrl(app: Parts<'mail' | 'webhooks'>, endpoint: Endpoint, text: string): string {
  const url = allowedUrl(app, text);
  if (url === endpoint.url || !(isMail(endpoint) || isMail({ url }))) return url;
  throw apiError('endpoint_not_allowed', {
    param: 'url',
    message: 'A mail address cannot be changed. Create another endpoint for the new address.',
  });
}

const ENABLED = { state: 'enabled', disabled_reason: null, disabled_at: null } as const;

const unconfirmed = (app: Parts<'clock'>) =>
  ({ state: 'disabled', disabled_reason: 'unconfirmed', disabled_at: now(app) }) as const;

const WITHOUT_CONSENT: readonly (DisabledReason | null)[] = ['unconfirmed', 'unsubscribed'];

function stateChange(
  app: Parts<'clock'>,
  endpoint: Endpoint,
  state: EndpointChanges['state'],
): Partial<Endpoint> {
  if (state === undefined || state === endpoint.state) return {};
  if (WITHOUT_CONSENT.includes(endpoint.disabled_reason)) return unconfirmed(app);
  return state === 'disabled'
    ? { state, disabled_reason: 'by_caller', disabled_at: now(app) }
    : {
        ...ENABLED,
        // Its earlier failures are forgotten: it has five days again.
        failing_since: null,
        held_until: null,
      };
}

/** The valid secrets, each with an end. */
const endingOf = (app: Parts<'clock'>, secrets: readonly Secret[]): Secret[] => {
  const end = secondsFromNow(app, OLD_SECRET_HOURS * 3_600).toISOString();
  return living(secrets, app.clock.nowMs())
    .slice(0, SECRETS_MAX - 1)
    .map(({ secret, ends_at }) => ({ secret, ends_at: ends_at ?? end }));
};
