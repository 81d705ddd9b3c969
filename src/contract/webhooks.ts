/** Webhook endpoints and deliveries: limits and values of these resources (docs/webhooks.md). */
import { EVENT_TYPES, type EventType } from './watches.js';

export const ENDPOINT_URL_CHARS_MAX = 2_048;
/** Hours for which a replaced secret also signs. */
export const OLD_SECRET_HOURS = 24;
export const DELIVERIES_SHOWN = 100;

export const ALL_EVENT_TYPES = Object.keys(EVENT_TYPES) as EventType[];
/** Types that an endpoint may subscribe to; a test event goes to the tested endpoint only. */
export const ENDPOINT_TYPES = ALL_EVENT_TYPES.filter((type) => type !== 'endpoint.test');
/** The types of an endpoint that does not choose any. */
export const DEFAULT_TYPES = ENDPOINT_TYPES.filter((type) => type.startsWith('watch.'));

/** Alerts by mail (docs/mail.md): the scheme of an endpoint that is a mail address. */
export const MAIL_SCHEME = 'mailto:';
/** The types of a mail endpoint that does not choose any: what a person wants to read. */
const MAIL_TYPES: readonly EventType[] = ['watch.changed', 'watch.failed', 'watch.paused'];
export const MAIL_DEFAULT_TYPES = ENDPOINT_TYPES.filter((type) => MAIL_TYPES.includes(type));

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
export const DISABLED_REASONS = [
  'by_caller',
  'gone',
  'failing',
  'unconfirmed',
  'unsubscribed',
] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];
