/** Endpoints and deliveries as the API returns them. */

import type {
  AttemptBody,
  DeliveriesBody,
  DeliveryBody,
  EndpointBody,
  EndpointsBody,
} from '#contract/operations/endpoints.js';
import { DELIVERIES_SHOWN, type DeliveryStatus } from '#contract/webhooks.js';
import { apiError } from '#domain/api-error.js';
import type { Db } from '#store/db.js';
import { listDeliveries, type ShownDelivery } from '#store/deliveries.js';
import { type Endpoint, findEndpoint, type LastAttempt, listEndpoints } from '#store/endpoints.js';
import type { Parts } from '../app.js';
import { living } from './sign.js';

/** All endpoints of an account, oldest first. */
export async function showEndpoints(
  app: Parts<'clock' | 'db'>,
  accountId: string,
): Promise<EndpointsBody> {
  const endpoints = await listEndpoints(app.db, accountId);
  return { endpoints: endpoints.map((endpoint) => endpointBody(app, endpoint)) };
}

/** One endpoint. Throws 404 endpoint_not_found. */
export const showEndpoint = async (
  app: Parts<'clock' | 'db'>,
  accountId: string,
  endpointId: string,
): Promise<EndpointBody> => endpointBody(app, await requireEndpoint(app.db, accountId, endpointId));

/** Newest deliveries that needed more than one attempt. Throws 404 endpoint_not_found. */
export async function showDeliveries(
  app: Parts<'db'>,
  accountId: string,
  endpointId: string,
  status: DeliveryStatus | null,
): Promise<DeliveriesBody> {
  const endpoint = await requireEndpoint(app.db, accountId, endpointId);
  const found = await listDeliveries(app.db, endpoint, status, DELIVERIES_SHOWN);
  return { deliveries: found.map(deliveryBody) };
}

/** An endpoint of the account; another account's is not found. */
export async function requireEndpoint(
  db: Db,
  accountId: string,
  endpointId: string,
  lock: 'for update' | '' = '',
): Promise<Endpoint> {
  const endpoint = await findEndpoint(db, accountId, endpointId, lock);
  if (endpoint === undefined) throw apiError('endpoint_not_found');
  return endpoint;
}

/** An endpoint as the API returns it, without its secrets. */
export function endpointBody(app: Parts<'clock'>, endpoint: Endpoint): EndpointBody {
  const old = living(endpoint.secrets, app.clock.nowMs()).flatMap(({ ends_at }) => ends_at ?? []);
  return {
    endpoint_id: endpoint.endpoint_id,
    url: endpoint.url,
    name: endpoint.name,
    types: endpoint.types,
    state: endpoint.state,
    disabled_reason: endpoint.disabled_reason,
    disabled_at: isoOf(endpoint.disabled_at),
    created_at: endpoint.created_at.toISOString(),
    next_seq: endpoint.next_seq,
    old_secret_ends_at: old[0] ?? null,
    held_until: isoOf(endpoint.held_until),
    failing_since: isoOf(endpoint.failing_since),
    last_attempt: attemptBody(endpoint),
  };
}

/** A delivery as the API returns it. */
export const deliveryBody = (delivery: ShownDelivery): DeliveryBody => ({
  endpoint_id: delivery.endpoint_id,
  seq: delivery.seq,
  event_id: delivery.event_id,
  type: delivery.type,
  status: delivery.status,
  attempts: delivery.attempts,
  created_at: delivery.created_at.toISOString(),
  next_at: isoOf(delivery.next_at),
  last_attempt: attemptBody(delivery),
});

const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null;

const attemptBody = ({
  last_at,
  last_code,
  last_ms,
  last_error,
}: LastAttempt): AttemptBody | null =>
  last_at === null
    ? null
    : { at: last_at.toISOString(), code: last_code, took_ms: last_ms ?? 0, error: last_error };
