/**
 * Resources of an account beside its searches: one row an operation. Their paths take other methods than GET,
 * and JSON bodies; the search routes and jobs stay as they are.
 */
import type { BodyName } from './bodies.js';
import { HISTORY_PATH } from './home-history.js';
import { EVENT_TYPES } from './watches.js';

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
}

/** Query parameters of resources. */
export const RESOURCE_PARAMS = {
  source_id: 'The id of a home, as the rows of the source have it. Required.',
  after: 'What the answer follows: the `next_after` of the page before.',
  before:
    'Newest first: the events before this number. Any number above the newest begins there. Not with `after` or `wait`.',
  limit: 'How many at most.',
  watch: 'Only events of this watch.',
  type: `Only events of this type: ${Object.keys(EVENT_TYPES).join(', ')}.`,
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
] as const satisfies readonly ResourceOperation[];

export type ResourceId = (typeof RESOURCE_OPERATIONS)[number]['id'];
