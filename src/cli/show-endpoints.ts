/** Endpoints and deliveries as text for a person. */

import type { AttemptBody, DeliveryBody, EndpointBody } from '#client/index.js';
import { oneLine } from '#contract/one-line.js';
import type { EndpointSecretBody } from '#contract/operations/endpoints.js';
import { minuteOf, showTable } from './show.js';

/** A new endpoint with its secret. */
export const showNewEndpoint = (endpoint: EndpointSecretBody): string =>
  [
    `Endpoint ${endpoint.endpoint_id} is ${endpoint.state}: ${endpoint.url}`,
    `It receives ${endpoint.types.join(', ')}.`,
    ...(endpoint.disabled_reason === 'unconfirmed'
      ? [confirmationLine(endpoint)]
      : [secretLine(endpoint), `Try it with: rowhouse endpoints test ${endpoint.endpoint_id}`]),
  ].join('\n');

/** A mail address gets nothing before its owner agrees. */
const confirmationLine = ({ endpoint_id, last_attempt }: EndpointSecretBody): string =>
  last_attempt === null || last_attempt.error === null
    ? 'The address got a mail with a link: its owner must confirm within 48 hours.'
    : `The mail to confirm it was not sent. ${last_attempt.error} Try again with: rowhouse endpoints enable ${endpoint_id}`;

/** The new secret of an endpoint. */
export function showSecret(endpoint: EndpointSecretBody): string {
  const end = endpoint.old_secret_ends_at;
  const old = end === null ? '' : `\nThe old one also signs until ${minuteOf(end)}.`;
  return secretLine(endpoint) + old;
}

const secretLine = ({ secret }: EndpointSecretBody): string =>
  `Secret (shown only once): ${secret}`;

/** All endpoints, one line each. */
export const showEndpointList = (endpoints: readonly EndpointBody[]): string =>
  showTable(
    endpoints.map((endpoint) => ({
      endpoint_id: endpoint.endpoint_id,
      name: oneLine(endpoint.name),
      url: oneLine(endpoint.url),
      state:
        endpoint.disabled_reason === null
          ? endpoint.state
          : `${endpoint.state} (${endpoint.disabled_reason})`,
      next_seq: String(endpoint.next_seq),
      last_attempt: attemptText(endpoint.last_attempt),
      failing_since: endpoint.failing_since === null ? '' : minuteOf(endpoint.failing_since),
    })),
  );

/** Deliveries, one line each. */
export const showDeliveries = (deliveries: readonly DeliveryBody[]): string =>
  showTable(
    deliveries.map((delivery) => ({
      seq: String(delivery.seq),
      type: delivery.type ?? 'expired',
      status: delivery.status,
      attempts: String(delivery.attempts),
      next_attempt: delivery.next_at === null ? '' : minuteOf(delivery.next_at),
      last_attempt: attemptText(delivery.last_attempt),
    })),
  );

/** `2026-11-22 07:05Z 204`, or why it failed. */
function attemptText(attempt: AttemptBody | null): string {
  if (attempt === null) return 'none';
  const { at, code, error } = attempt;
  return oneLine(`${minuteOf(at)} ${error ?? String(code)}`);
}
