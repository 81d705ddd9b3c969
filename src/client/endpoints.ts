/** Webhook endpoints: where the service sends the events of the account (docs/webhooks.md). */

import type {
  EndpointBody,
  EndpointChanges,
  EndpointSecretBody,
  EndpointsBody,
  NewEndpoint,
} from '#contract/operations/endpoints.js';
import type { EventBody } from '#contract/operations/events.js';
import type { OrOther } from '#contract/values.js';
import type { DeliveryStatus } from '#contract/webhooks.js';
import type { WithMeta } from './answers.js';
import type { DeliveriesAnswer } from './events.js';
import { type CallOptions, newKey } from './job.js';
import { answerOf, type CreateOptions, removeAt, type SendCall } from './send.js';

export type EndpointAnswer = WithMeta<EndpointBody>;
export type EndpointSecretAnswer = WithMeta<EndpointSecretBody>;
export type EndpointsAnswer = WithMeta<EndpointsBody>;
export type EventAnswer = WithMeta<EventBody>;

export interface DeliveriesQuery {
  readonly status?: OrOther<DeliveryStatus> | undefined;
}

/** The webhook endpoints of the account. All calls are free. Throws RowhouseError. */
export interface Endpoints {
  /** Adds an endpoint. Store the `secret` of the answer: no other call shows it. */
  create(input: NewEndpoint, options?: CreateOptions): Promise<EndpointSecretAnswer>;
  /** All endpoints with their last attempts, oldest first. */
  list(options?: CallOptions): Promise<EndpointsAnswer>;
  get(endpointId: string, options?: CallOptions): Promise<EndpointAnswer>;
  /** Changes the fields sent. */
  change(
    endpointId: string,
    changes: EndpointChanges,
    options?: CallOptions,
  ): Promise<EndpointAnswer>;
  /** Resumes sending, starting with events from while the endpoint was disabled. */
  enable(endpointId: string, options?: CallOptions): Promise<EndpointAnswer>;
  disable(endpointId: string, options?: CallOptions): Promise<EndpointAnswer>;
  /** Deletes the endpoint; the events stay in the log. */
  remove(endpointId: string, options?: CallOptions): Promise<void>;
  /** Replaces the secret and returns the new one; the old one also signs for 24 hours. */
  rotate(endpointId: string, options?: CallOptions): Promise<EndpointSecretAnswer>;
  /** Writes an `endpoint.test` event, which only this endpoint gets. */
  test(endpointId: string, options?: CallOptions): Promise<EventAnswer>;
  /** Deliveries that needed more than one attempt, newest first. */
  deliveries(
    endpointId: string,
    query?: DeliveriesQuery,
    options?: CallOptions,
  ): Promise<DeliveriesAnswer>;
  /** Sends every event after a number again, in order. */
  replay(endpointId: string, after: number, options?: CallOptions): Promise<EndpointAnswer>;
}

const PATH = '/endpoints';
const pathOf = (id: string): string => `${PATH}/${encodeURIComponent(id)}`;

/**
 * The methods. A call may be repeated after its answer was lost, except `test`, which would write a
 * second event, and `rotate`: the service stores few old secrets, and repeated rotations would end
 * the one in use.
 */
export function endpointsOf(send: SendCall): Endpoints {
  const change = (id: string, body: EndpointChanges, options: CallOptions) =>
    answerOf<EndpointAnswer>(send({ method: 'PATCH', path: pathOf(id), body }, options));
  const post = <T>(path: string, options: CallOptions) =>
    answerOf<T>(send({ method: 'POST', path, once: true }, options));
  return {
    create: (body, { idempotencyKey = newKey(), ...options } = {}) => {
      const headers = { 'idempotency-key': idempotencyKey };
      return answerOf(send({ method: 'POST', path: PATH, body, headers }, options));
    },
    list: (options = {}) => answerOf(send({ path: PATH }, options)),
    get: (id, options = {}) => answerOf(send({ path: pathOf(id) }, options)),
    change: (id, changes, options = {}) => change(id, changes, options),
    enable: (id, options = {}) => change(id, { state: 'enabled' }, options),
    disable: (id, options = {}) => change(id, { state: 'disabled' }, options),
    remove: (id, options = {}) => removeAt(send, pathOf(id), 'endpoint_not_found', options),
    rotate: (id, options = {}) => post(`${pathOf(id)}/rotate`, options),
    test: (id, options = {}) => post(`${pathOf(id)}/test`, options),
    deliveries: (id, { status } = {}, options = {}) =>
      answerOf(send({ path: `${pathOf(id)}/deliveries`, query: { status } }, options)),
    replay: (id, after, options = {}) =>
      answerOf(send({ method: 'POST', path: `${pathOf(id)}/replay`, body: { after } }, options)),
  };
}
