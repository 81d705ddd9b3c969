/** Examples of endpoints and deliveries. */

import type {
  DeliveryBody,
  EndpointBody,
  EndpointChanges,
  NewEndpoint,
  Replay,
} from '../operations/endpoints.js';
import type { EventBody } from '../operations/events.js';
import { DEFAULT_TYPES } from '../webhooks.js';

const ENDPOINT_ID = '01a1f95a-31c4-7b1e-9d27-5f3a6e0c2b84';
const EVENT_ID = '01a1f94f-2a01-7d02-9c11-0b6f3d2e8c57';

const NEW_ENDPOINT: NewEndpoint = {
  url: 'https://hooks.example.com/rowhouse',
  name: 'Price alerts',
};
const CHANGES: EndpointChanges = { state: 'enabled' };
const REPLAY: Replay = { after: 81_000 };

export const WEBHOOK_BODY_EXAMPLES = {
  NewEndpoint: NEW_ENDPOINT,
  EndpointChanges: CHANGES,
  Replay: REPLAY,
};

const ENDPOINT: EndpointBody = {
  endpoint_id: ENDPOINT_ID,
  url: 'https://hooks.example.com/rowhouse',
  name: 'Price alerts',
  types: DEFAULT_TYPES,
  state: 'enabled',
  disabled_reason: null,
  disabled_at: null,
  created_at: '2026-11-20T10:00:00.000Z',
  next_seq: 81_343,
  old_secret_ends_at: null,
  held_until: null,
  failing_since: null,
  last_attempt: { at: '2026-11-21T13:02:13.371Z', code: 204, took_ms: 212, error: null },
};

const DELIVERY: DeliveryBody = {
  endpoint_id: ENDPOINT_ID,
  seq: 81_290,
  event_id: EVENT_ID,
  type: 'watch.changed',
  status: 'pending',
  attempts: 2,
  created_at: '2026-11-21T12:58:02.010Z',
  next_at: '2026-11-21T13:03:11.450Z',
  last_attempt: {
    at: '2026-11-21T12:58:07.662Z',
    code: 503,
    took_ms: 140,
    error: 'It answered 503.',
  },
};

const TEST_EVENT: EventBody = {
  seq: 81_343,
  event_id: EVENT_ID,
  type: 'endpoint.test',
  timestamp: '2026-11-21T13:05:00.000Z',
  watch_id: null,
  data: { endpoint_id: ENDPOINT_ID },
};

/** Examples by schema name. */
export const WEBHOOK_EXAMPLES = {
  Endpoint: ENDPOINT,
  Endpoints: { endpoints: [ENDPOINT] },
  EndpointSecret: { ...ENDPOINT, secret: 'whsec_bm90IGEgc2VjcmV0LCBvbmx5IGFuIGV4YW1wbGUuLi4=' },
  Deliveries: { deliveries: [DELIVERY] },
  Event: TEST_EVENT,
};
