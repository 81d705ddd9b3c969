/** One turn of an endpoint: due and new events are sent to it, one delivery at a time. */
import { isProven } from '#base/steady-clock.js';
import type { DisabledReason } from '#contract/webhooks.js';
import { renewLease } from '#store/claims.js';
import {
  type DeliveryState,
  endDeliveries,
  listDue,
  listUnsent,
  type Recorded,
  recordAttempt,
  recordFirst,
  skipExpired,
} from '#store/deliveries.js';
import {
  claimEndpoint,
  disableEndpoint,
  type Endpoint,
  releaseEndpoint,
} from '#store/endpoints.js';
import { insertEvents, type StoredEvent, sequenceOf } from '#store/events.js';
import { feedsOfAccount } from '../accounts/admit-caller.js';
import { type App, now, type Parts } from '../app.js';
import { shownData } from '../events/read-events.js';
import { isMail } from '../mail/mail-address.js';
import { type Answered, notSent } from '../mail/mailer.js';
import { isInDigest, sendEventMail } from '../mail/send-mail.js';
import { runWork, type WorkKind } from '../work/run-work.js';
import { retryAfterMs, retryDelayMs } from './retry-times.js';
import { signedHeaders, webhookId } from './sign.js';
import type { PostAnswer } from './webhook-client.js';

/** Deliveries of one turn; then another endpoint gets one. */
const TURN_DELIVERIES = 50;
/** A turn starts no delivery after this time: a slow endpoint yields to others. */
const TURN_MS = 5_000;
/** Pause after a check that found nothing: events written one by one are then found in groups. */
const PAUSE_MS = 20;
/** An endpoint that fails for this long is disabled. */
const FAILING_MS_MAX = 5 * 86_400_000;
const GONE = 410;
const NOT_KEPT = 'The event has expired.';
const expired = (first: number, last: number): string =>
  `Events ${first} to ${last} of the log expired before they were sent.`;

/** An event to send, and its attempts so far. */
interface Sending {
  readonly seq: number;
  readonly event: StoredEvent;
  readonly attempts: number;
  /** Whether the endpoint gets this event of the log for the first time. */
  readonly isFirst: boolean;
}

/** A failed attempt, and whether the receiver wants nothing more. */
interface Failed extends Recorded {
  readonly isGone: boolean;
}

/** Turns of endpoints as units of work. A delivery that was not recorded is sent again. */
export const endpointTurns = (app: App): WorkKind<Endpoint, void> => ({
  name: 'a turn of an endpoint',
  places: app.limits.WEBHOOK_CONCURRENCY,
  leaseS: app.limits.LEASE_S,
  retryS: app.limits.LEASE_S,
  wokenBy: 'logged',
  pauseMs: PAUSE_MS,
  claim: (lease, order) => claimEndpoint(app.db, lease, order),
  idOf: ({ endpoint_id }) => endpoint_id,
  renew: ({ endpoint_id, lease_id }, until) =>
    renewLease(app.db, 'endpoints', endpoint_id, lease_id, until),
  run: (endpoint, signal) => serveEndpoint(app, endpoint, signal),
  isHeld: () => false,
});

/** Delivers until the signal aborts. */
export const runWebhooks = (app: App, stop: AbortSignal): Promise<void> =>
  runWork(app, endpointTurns(app), stop);

/**
 * Sends to a claimed endpoint until its turn ends: nothing is left, an attempt failed, the lease
 * was lost, its time is up or the signal aborts.
 */
export async function serveEndpoint(
  app: App,
  endpoint: Endpoint,
  signal: AbortSignal,
): Promise<void> {
  const { work, end } = await workOf(app, endpoint);
  const endsMs = app.clock.nowMs() + TURN_MS;
  let reached = endpoint.next_seq;
  let left = work.length;
  for (const sending of work) {
    const isOver = left < work.length && app.clock.nowMs() >= endsMs;
    if (signal.aborted || isOver || !(await isActive(app, endpoint))) break;
    left -= 1;
    const isCovered = sending.isFirst && isInDigest(endpoint, sending.event);
    const isTaken = isCovered || (await deliver(app, endpoint, sending));
    if (sending.isFirst) reached = sending.seq + 1;
    if (!isTaken) {
      await releaseEndpoint(app.db, endpoint, reached);
      return;
    }
  }
  await releaseEndpoint(app.db, endpoint, left > 0 ? reached : Math.max(reached, end));
}

/** Events of a suspended account wait until the account is resumed. */
const isActive = async (app: Parts<'db'>, { account_id }: Endpoint): Promise<boolean> =>
  (await feedsOfAccount(app, account_id)) !== undefined;

/** Due events come before new ones: they are earlier in the log. */
async function workOf(
  app: Parts<'clock' | 'db'>,
  endpoint: Endpoint,
): Promise<{ readonly work: readonly Sending[]; readonly end: number }> {
  // Read before the events: anything written in between comes after it.
  const { last_seq, ended_seq } = await sequenceOf(app.db, endpoint.account_id);
  if (endpoint.next_seq <= ended_seq) {
    await skipExpired(app.db, endpoint, ended_seq, now(app), expired(endpoint.next_seq, ended_seq));
  }
  const due = await listDue(app.db, endpoint, now(app), TURN_DELIVERIES);
  const room = TURN_DELIVERIES - due.length;
  const events = room === 0 ? [] : await listUnsent(app.db, endpoint, last_seq, room);
  const isAll = room > 0 && events.length < room;
  const unkept = due.flatMap(({ seq, event }) => (event === null ? [seq] : []));
  if (unkept.length > 0) await endDeliveries(app.db, endpoint.endpoint_id, unkept, NOT_KEPT);
  return {
    work: [
      ...due.flatMap(({ seq, event, attempts }) =>
        event === null ? [] : [{ seq, event, attempts, isFirst: false }],
      ),
      ...events.map((event) => ({ seq: event.seq, event, attempts: 0, isFirst: true })),
    ],
    end: isAll ? last_seq + 1 : 0,
  };
}

/** Sends one event and records the result; returns whether the turn continues. */
async function deliver(app: App, endpoint: Endpoint, sending: Sending): Promise<boolean> {
  const beganMs = app.clock.nowMs();
  const answer = isMail(endpoint)
    ? await sendEventMail(app, endpoint, sending.event)
    : answered(await post(app, endpoint, sending.event, beganMs));
  const attempt = recordOf(app, endpoint, sending, answer, beganMs);
  app.metrics.sent(attempt.error === null ? 'delivered' : 'failed');
  const attempts = sending.attempts + 1;
  if (attempt.error !== null) {
    await recordFailure(app, endpoint, { ...attempt, isGone: answer.isGone }, attempts);
    return false;
  }
  if (sending.isFirst) return recordFirst(app.db, attempt);
  const taken = { status: 'delivered', attempts, next_at: null } as const;
  return (await recordAttempt(app.db, attempt, taken)) !== undefined;
}

function post(
  app: Parts<'client' | 'webhooks'>,
  endpoint: Endpoint,
  event: StoredEvent,
  nowMs: number,
): Promise<PostAnswer> {
  const body = JSON.stringify({
    type: event.type,
    timestamp: event.created_at.toISOString(),
    data: {
      ...shownData(app, event.data),
      event_id: event.event_id,
      seq: event.seq,
      watch_id: event.watch_id,
    },
  });
  const id = webhookId(event.event_id, endpoint.endpoint_id);
  const headers = signedHeaders(id, body, endpoint.secrets, nowMs);
  return app.webhooks.post(endpoint, headers, body);
}

function recordOf(
  app: Parts<'clock'>,
  { endpoint_id, lease_id }: Endpoint,
  { seq, isFirst }: Sending,
  { code, error, retryAfter }: Answered,
  beganMs: number,
): Recorded {
  const at = now(app);
  const holdMs = error === null ? 0 : retryAfterMs(retryAfter, at.getTime());
  return {
    endpoint_id,
    lease_id,
    seq,
    at,
    code,
    ms: at.getTime() - beganMs,
    error,
    held_until: holdMs > 0 ? new Date(at.getTime() + holdMs) : null,
    is_first: isFirst,
  };
}

/** What an HTTP response means for its delivery. */
function answered(answer: PostAnswer): Answered {
  if ('error' in answer) return notSent(answer.error);
  const { code, retryAfter } = answer;
  const isTaken = code >= 200 && code <= 299;
  return { code, error: isTaken ? null : errorOf(code), isGone: code === GONE, retryAfter };
}

function errorOf(code: number): string {
  if (code === GONE) return 'It answered 410: it is gone.';
  const isRedirect = code >= 300 && code <= 399;
  return `It answered ${code}${isRedirect ? '; redirects are not followed' : ''}.`;
}

/** Schedules the event's retry; disables an endpoint that is gone or has failed for too long. */
async function recordFailure(
  app: Parts<'clock' | 'db' | 'ids' | 'notifications'>,
  endpoint: Endpoint,
  attempt: Failed,
  attempts: number,
): Promise<void> {
  const isDisabled = await app.db.transaction(async (tx) => {
    const recorded = await recordAttempt(tx, attempt, stateAfter(app, attempt, attempts));
    if (recorded === undefined) return false;
    const reason = reasonToDisable(attempt, recorded.failing_since);
    if (reason === undefined) return false;
    // Days added by a clock step do not count as failing.
    if (reason === 'failing' && !isProven(app.clock)) return false;
    await disableEndpoint(tx, endpoint.endpoint_id, reason, attempt.at);
    const data = {
      endpoint_id: endpoint.endpoint_id,
      url: endpoint.url,
      reason,
      failing_since: recorded.failing_since?.toISOString() ?? null,
      last_code: attempt.code,
      last_error: attempt.error,
    };
    const event = { event_id: app.ids.uuid(), type: 'endpoint.disabled', watch_id: null, data };
    await insertEvents(tx, endpoint.account_id, [event], attempt.at);
    return true;
  });
  if (isDisabled) app.notifications.send('logged', endpoint.account_id);
}

function stateAfter(app: Parts<'ids'>, attempt: Failed, attempts: number): DeliveryState {
  const delayMs = attempt.isGone ? null : retryDelayMs(attempts, app.ids.random());
  if (delayMs === null) return { status: 'failed', attempts, next_at: null };
  const heldMs = attempt.held_until?.getTime() ?? 0;
  const nextMs = Math.max(attempt.at.getTime() + delayMs, heldMs);
  return { status: 'pending', attempts, next_at: new Date(nextMs) };
}

function reasonToDisable(attempt: Failed, failingSince: Date | null): DisabledReason | undefined {
  if (attempt.isGone) return 'gone';
  if (failingSince === null) return undefined;
  const failingMs = attempt.at.getTime() - failingSince.getTime();
  return failingMs >= FAILING_MS_MAX ? 'failing' : undefined;
}
