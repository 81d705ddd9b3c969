/**
 * Resources of an account beside its searches: one row an operation. Their paths take other methods than GET,
 * and JSON bodies; the search routes and jobs stay as they are.
 */
import type { BodyName } from './bodies.js';
import { HISTORY_PATH } from './home-history.js';
import { HOME_OPERATIONS } from './home-operations.js';
import { EVENT_TYPES } from './watches.js';
import { DELIVERIES_SHOWN, DELIVERY_STATUSES, OLD_SECRET_HOURS } from './webhooks.js';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface ResourceOperation {
  /** The operation id of the OpenAPI document. */
  readonly id: string;
  readonly method: Method;
  /**
   * Path below BASE_PATH; `{name}` stands for an id, `{seq}` for the number of an event, `{source}` for the
   * name of a source.
   */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** Names of the query parameters that it takes (RESOURCE_PARAMS). */
  readonly params: readonly ResourceParam[];
  /** Schema of the body, by its name in BODIES. */
  readonly body?: BodyName;
  /** Where it takes an Idempotency-Key: what an answer with 200 is, and its schemas. */
  readonly replay?: { readonly description: string; readonly answers: readonly string[] };
  readonly status: 200 | 201 | 202 | 204;
  /** Schema of the answer; absent where there is none. */
  readonly answer?: string;
  /** Where the answer is a file. */
  readonly format?: 'csv' | 'ndjson';
}

/** Query parameters of resources. */
export const RESOURCE_PARAMS = {
  source_id: 'The id of a home, as the rows of the source have it. Required.',
  address: 'Street, unit, city, state and ZIP of a home in one line. Required.',
  home_ids: 'Ids of homes (`extras.home_id` of rows) with commas between. Required.',
  after: 'What the answer follows: the `next_after` of the page before.',
  before:
    'Newest first: the events before this number. Any number above the newest begins there. Not with `after` or `wait`.',
  limit: 'How many at most.',
  watch: 'Only events of this watch.',
  type: `Only events of this type: ${Object.keys(EVENT_TYPES).join(', ')}.`,
  status: `Only deliveries of this status: ${DELIVERY_STATUSES.join(', ')}.`,
  wait: 'Seconds to hold the answer while there is nothing to tell, from 0 to 20.',
} as const;
export type ResourceParam = keyof typeof RESOURCE_PARAMS;

export const RESOURCE_OPERATIONS = [
  {
    id: 'create_watch',
    method: 'POST',
    path: '/watches',
    summary: 'Watch a search',
    description:
      'Stores a search that is read whole on a schedule; the first run begins at once. Each run costs what its pages cost. With `"estimate": true` nothing is stored and the answer (200) has only the price.',
    params: [],
    body: 'NewWatch',
    replay: {
      description:
        'The watch that the Idempotency-Key made before, or the price that was asked for.',
      answers: ['Watch', 'WatchPrice'],
    },
    status: 201,
    answer: 'Watch',
  },
  {
    id: 'watches',
    method: 'GET',
    path: '/watches',
    summary: 'All watches',
    description: 'The watches of the account with their last runs, oldest first. Free.',
    params: [],
    status: 200,
    answer: 'Watches',
  },
  {
    id: 'watch',
    method: 'GET',
    path: '/watches/{watch_id}',
    summary: 'One watch',
    description: 'A watch with its last run. Free.',
    params: [],
    status: 200,
    answer: 'Watch',
  },
  {
    id: 'change_watch',
    method: 'PATCH',
    path: '/watches/{watch_id}',
    summary: 'Change, pause or resume a watch',
    description:
      'Changes the members sent. Another `query` begins a new snapshot; `"state": "paused"` stops the runs.',
    params: [],
    body: 'WatchChanges',
    status: 200,
    answer: 'Watch',
  },
  {
    id: 'delete_watch',
    method: 'DELETE',
    path: '/watches/{watch_id}',
    summary: 'Delete a watch',
    description: 'Ends the watch and a run in hand; its events stay in the log.',
    params: [],
    status: 204,
  },
  {
    id: 'run_watch',
    method: 'POST',
    path: '/watches/{watch_id}/run',
    summary: 'Run a watch now',
    description:
      'Begins a run, or answers with the one in hand. Pages that are still fresh come from the cache, and cost the same.',
    params: [],
    status: 202,
    answer: 'WatchRun',
  },
  {
    id: 'watch_runs',
    method: 'GET',
    path: '/watches/{watch_id}/runs',
    summary: 'The runs of a watch',
    description: 'The newest 50 runs, newest first. Free.',
    params: [],
    status: 200,
    answer: 'WatchRuns',
  },
  {
    id: 'watch_rows',
    method: 'GET',
    path: '/watches/{watch_id}/rows',
    summary: 'The homes that a watch knows',
    description:
      'The rows of the last snapshot, a hundred at a time, in the order of their ids. Free.',
    params: ['after'],
    status: 200,
    answer: 'WatchRows',
  },
  {
    id: 'events',
    method: 'GET',
    path: '/events',
    summary: 'The event log',
    description:
      'What happened, in order and without gaps: `seq` rises by one with each event of the account. Kept for 90 days. Read on with `after` = `next_after`; with `wait` the answer is held until there is something to tell. With `before` the newest come first; read back with `before` = `next_before`. Free.',
    params: ['after', 'before', 'limit', 'watch', 'type', 'wait'],
    status: 200,
    answer: 'Events',
  },
  {
    id: 'home_history',
    method: 'GET',
    path: HISTORY_PATH,
    summary: 'What a home was before',
    description:
      'Prices and status of a home as the watches of the account saw them, each from the first to the last run that saw them so, and the times in which a watch did not read. Free.',
    params: ['source_id'],
    status: 200,
    answer: 'HomeHistory',
  },
  ...HOME_OPERATIONS,
  {
    id: 'redeliver_event',
    method: 'POST',
    path: '/events/{seq}/redeliver',
    summary: 'Send an event again',
    description:
      'Sends one event again to the enabled endpoints that ask for its type. Its `webhook-id` stays the same.',
    params: [],
    status: 202,
    answer: 'Deliveries',
  },
  {
    id: 'create_endpoint',
    method: 'POST',
    path: '/endpoints',
    summary: 'Add a webhook endpoint',
    description:
      'Events that are written from now on are sent to the address, signed with the secret in the answer. It is shown once; the same call under its Idempotency-Key shows it again.',
    params: [],
    body: 'NewEndpoint',
    replay: {
      description:
        'The endpoint that the Idempotency-Key made before, as it is now, with the newest secret.',
      answers: ['EndpointSecret'],
    },
    status: 201,
    answer: 'EndpointSecret',
  },
  {
    id: 'endpoints',
    method: 'GET',
    path: '/endpoints',
    summary: 'All webhook endpoints',
    description: 'The endpoints of the account with their last attempts, oldest first.',
    params: [],
    status: 200,
    answer: 'Endpoints',
  },
  {
    id: 'endpoint',
    method: 'GET',
    path: '/endpoints/{endpoint_id}',
    summary: 'One webhook endpoint',
    description: 'An endpoint with its last attempt.',
    params: [],
    status: 200,
    answer: 'Endpoint',
  },
  {
    id: 'change_endpoint',
    method: 'PATCH',
    path: '/endpoints/{endpoint_id}',
    summary: 'Change, disable or enable a webhook endpoint',
    description:
      'Changes the members sent. An endpoint that is enabled again goes on where it stood: it gets what was written meanwhile.',
    params: [],
    body: 'EndpointChanges',
    status: 200,
    answer: 'Endpoint',
  },
  {
    id: 'delete_endpoint',
    method: 'DELETE',
    path: '/endpoints/{endpoint_id}',
    summary: 'Delete a webhook endpoint',
    description: 'Nothing is sent to it any more; the events stay in the log.',
    params: [],
    status: 204,
  },
  {
    id: 'rotate_secret',
    method: 'POST',
    path: '/endpoints/{endpoint_id}/rotate',
    summary: 'Replace the secret of an endpoint',
    description: `Answers with a new secret. The old one signs beside it for ${OLD_SECRET_HOURS} hours.`,
    params: [],
    status: 200,
    answer: 'EndpointSecret',
  },
  {
    id: 'test_endpoint',
    method: 'POST',
    path: '/endpoints/{endpoint_id}/test',
    summary: 'Send a test event',
    description:
      'Writes an `endpoint.test` event to the log; this endpoint alone gets it, whatever types it asks for.',
    params: [],
    status: 202,
    answer: 'Event',
  },
  {
    id: 'deliveries',
    method: 'GET',
    path: '/endpoints/{endpoint_id}/deliveries',
    summary: 'Deliveries that needed more than one attempt',
    description: `The newest ${DELIVERIES_SHOWN} events that the endpoint did not take at the first attempt, or that were sent again, newest first.`,
    params: ['status'],
    status: 200,
    answer: 'Deliveries',
  },
  {
    id: 'replay_endpoint',
    method: 'POST',
    path: '/endpoints/{endpoint_id}/replay',
    summary: 'Send all events again from a number on',
    description:
      'Sets the endpoint back: it gets every event that follows `after` once more, in order, with the same `webhook-id`s.',
    params: [],
    body: 'Replay',
    status: 202,
    answer: 'Endpoint',
  },
] as const satisfies readonly ResourceOperation[];

export type ResourceId = (typeof RESOURCE_OPERATIONS)[number]['id'];
