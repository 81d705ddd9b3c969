/** Webhook endpoints and deliveries: what these resources take and answer (docs/webhooks.md). */
import type { OrOther } from './answers.js';
import { EVENT_TYPES, type EventType } from './watches.js';

export const ENDPOINT_URL_CHARS_MAX = 2_048;
/** Hours for which a replaced secret signs beside the new one. */
export const OLD_SECRET_HOURS = 24;
export const DELIVERIES_SHOWN = 100;

export const ALL_EVENT_TYPES = Object.keys(EVENT_TYPES) as EventType[];
/** Types that an endpoint may ask for; a test event goes to the endpoint that it tests. */
export const ENDPOINT_TYPES = ALL_EVENT_TYPES.filter((type) => type !== 'endpoint.test');
/** What an endpoint gets when it does not choose. */
export const DEFAULT_TYPES = ENDPOINT_TYPES.filter((type) => type.startsWith('watch.'));

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
export const DISABLED_REASONS = ['by_caller', 'gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** The body of `POST /v1/endpoints`. */
export interface NewEndpoint {
  readonly url: string;
  readonly name?: string;
  readonly types?: readonly EventType[];
}

/** The body of `PATCH /v1/endpoints/{endpoint_id}`: the members to change. */
export type EndpointChanges = Partial<NewEndpoint> & {
  readonly state?: 'enabled' | 'disabled';
};

/** The body of `POST /v1/endpoints/{endpoint_id}/replay`. */
export interface Replay {
  /** Events that follow this number are sent again. */
  readonly after: number;
}

/** One attempt to deliver. */
export interface AttemptBody {
  readonly at: string;
  /** The HTTP status; null without an answer. */
  readonly code: number | null;
  readonly took_ms: number;
  /** Why it failed; null when it did not. */
  readonly error: string | null;
}

export interface EndpointBody {
  readonly endpoint_id: string;
  readonly url: string;
  readonly name: string;
  readonly types: readonly string[];
  readonly state: OrOther<'enabled' | 'disabled'>;
  readonly disabled_reason: OrOther<DisabledReason> | null;
  readonly disabled_at: string | null;
  readonly created_at: string;
  /** The first event that was not sent to it. */
  readonly next_seq: number;
  /** Until when a replaced secret signs too; null when there is none. */
  readonly old_secret_ends_at: string | null;
  readonly held_until: string | null;
  readonly failing_since: string | null;
  readonly last_attempt: AttemptBody | null;
}

/** The answers that show a secret: of POST and of rotate, once. */
export interface EndpointSecretBody extends EndpointBody {
  readonly secret: string;
}

export interface EndpointsBody {
  readonly endpoints: readonly EndpointBody[];
}

/** A delivery that did not succeed at its first attempt, or that was asked for. */
export interface DeliveryBody {
  readonly endpoint_id: string;
  readonly seq: number;
  /** Null when the event is no longer kept. */
  readonly event_id: string | null;
  readonly type: string | null;
  readonly status: OrOther<DeliveryStatus>;
  readonly attempts: number;
  readonly created_at: string;
  readonly next_at: string | null;
  readonly last_attempt: AttemptBody | null;
}

export interface DeliveriesBody {
  readonly deliveries: readonly DeliveryBody[];
}
