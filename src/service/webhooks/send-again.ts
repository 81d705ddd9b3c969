/** Sends on request: a test event, one event again, or all events from a number on. */

import type { DeliveriesBody, EndpointBody, Replay } from '#contract/operations/endpoints.js';
import type { EventBody } from '#contract/operations/events.js';
import { apiError } from '#domain/api-error.js';
import { forgetAfter, sendAgain } from '#store/deliveries.js';
import { updateEndpoint } from '#store/endpoints.js';
import { findEvent, insertEvents, sequenceOf } from '#store/events.js';
import { now, type Parts } from '../app.js';
import { eventBody } from '../events/read-events.js';
import { deliveryBody, endpointBody, requireEndpoint } from './show.js';

/** Creates a test event for an endpoint. Throws 404 endpoint_not_found. */
export async function testEndpoint(
  app: Parts<'client' | 'clock' | 'db' | 'ids' | 'notifications'>,
  accountId: string,
  endpointId: string,
): Promise<EventBody> {
  const event = {
    event_id: app.ids.uuid(),
    type: 'endpoint.test',
    watch_id: null,
    data: { endpoint_id: endpointId },
  };
  const created_at = now(app);
  const seq = await app.db.transaction(async (tx) => {
    await requireEndpoint(tx, accountId, endpointId);
    await insertEvents(tx, accountId, [event], created_at);
    return (await sequenceOf(tx, accountId)).last_seq;
  });
  app.notifications.send('logged', accountId);
  return eventBody(app, { ...event, seq, created_at });
}

/** Sends one event again to the endpoints subscribed to its type. Throws 404 event_not_found. */
export async function redeliver(
  app: Parts<'clock' | 'db' | 'notifications'>,
  accountId: string,
  seq: number,
): Promise<DeliveriesBody> {
  const event = await findEvent(app.db, accountId, seq);
  if (event === undefined) throw apiError('event_not_found');
  const due = await sendAgain(app.db, accountId, seq, now(app));
  app.notifications.send('logged', accountId);
  const { event_id, type } = event;
  return { deliveries: due.map((one) => deliveryBody({ ...one, event_id, type })) };
}

/**
 * Moves an endpoint's position back, never forward. Throws 404 endpoint_not_found, and 410
 * events_expired where events after the number were removed.
 */
export async function replay(
  app: Parts<'clock' | 'db' | 'notifications'>,
  accountId: string,
  endpointId: string,
  { after }: Replay,
): Promise<EndpointBody> {
  const endpoint = await app.db.transaction(async (tx) => {
    const found = await requireEndpoint(tx, accountId, endpointId, 'for update');
    const { ended_seq } = await sequenceOf(tx, accountId);
    if (after < ended_seq) throw apiError('events_expired', { param: 'after' });
    const next = { ...found, next_seq: Math.min(found.next_seq, after + 1) };
    await forgetAfter(tx, endpointId, after);
    await updateEndpoint(tx, next);
    return next;
  });
  app.notifications.send('logged', accountId);
  return endpointBody(app, endpoint);
}
