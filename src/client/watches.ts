/** Watches: stored searches that the service runs on a schedule (docs/watches.md). */
import type {
  NewWatch,
  WatchBody,
  WatchChanges,
  WatchEstimate,
  WatchesBody,
  WatchRunBody,
  WatchRunsBody,
} from '#contract/operations/watches.js';
import type { SearchRow, WithMeta } from './answers.js';
import { type CallOptions, newKey } from './job.js';
import type { RouteAt, RoutePath, SearchParams } from './params.js';
import { answerOf, type CreateOptions, removeAt, type SendCall } from './send.js';

/** A search to watch: a route by its id or path, its inputs, and the settings of the watch. */
export type WatchInput = {
  [P in RoutePath]: Omit<NewWatch, 'route' | 'query' | 'estimate'> & {
    readonly route: P | RouteAt<P>['id'];
    readonly query: SearchParams<P> & { readonly cursor?: never; readonly sort?: never };
  };
}[RoutePath];

export type WatchAnswer = WithMeta<WatchBody>;
export type WatchesAnswer = WithMeta<WatchesBody>;
export type WatchRunAnswer = WithMeta<WatchRunBody>;
export type WatchRunsAnswer = WithMeta<WatchRunsBody>;
export type EstimateAnswer = WithMeta<{ readonly estimate: WatchEstimate }>;

/** The watches of the account. Throws RowhouseError. */
export interface Watches {
  /** Stores a watch; its first run starts at once. */
  create(input: WatchInput, options?: CreateOptions): Promise<WatchAnswer>;
  /** What a watch would cost; stores nothing. Free. */
  estimate(input: WatchInput, options?: CallOptions): Promise<EstimateAnswer>;
  /** All watches with their last runs, oldest first. Free. */
  list(options?: CallOptions): Promise<WatchesAnswer>;
  get(watchId: string, options?: CallOptions): Promise<WatchAnswer>;
  /** Changes the fields sent; another query starts a new snapshot. */
  change(watchId: string, changes: WatchChanges, options?: CallOptions): Promise<WatchAnswer>;
  pause(watchId: string, options?: CallOptions): Promise<WatchAnswer>;
  /** A resumed watch runs at once. */
  resume(watchId: string, options?: CallOptions): Promise<WatchAnswer>;
  /** Deletes the watch; its events stay in the log. */
  remove(watchId: string, options?: CallOptions): Promise<void>;
  /** Starts a run now, or returns the one in progress; it is charged like any other. */
  run(watchId: string, options?: CreateOptions): Promise<WatchRunAnswer>;
  /** The newest runs, newest first. Free. */
  runs(watchId: string, options?: CallOptions): Promise<WatchRunsAnswer>;
  /** The known rows of the watch, in id order, a hundred per call. Free. */
  rows<P extends RoutePath = RoutePath>(
    watchId: string,
    options?: CallOptions,
  ): AsyncGenerator<SearchRow<P>, void, undefined>;
}

const PATH = '/watches';
const watchPath = (watchId: string): string => `${PATH}/${encodeURIComponent(watchId)}`;

/**
 * The methods. A call may be repeated after its answer was lost: `create` and `run` carry an
 * Idempotency-Key, a change sets the same values twice, and what is deleted stays deleted.
 */
export function watchesOf(send: SendCall): Watches {
  const get = <T>(path: string, options: CallOptions) => answerOf<T>(send({ path }, options));
  const change = (id: string, body: WatchChanges, options: CallOptions) =>
    answerOf<WatchAnswer>(send({ method: 'PATCH', path: watchPath(id), body }, options));
  return {
    create: (body, { idempotencyKey = newKey(), ...options } = {}) => {
      const headers = { 'idempotency-key': idempotencyKey };
      return answerOf(send({ method: 'POST', path: PATH, body, headers }, options));
    },
    estimate: (input, options = {}) => {
      const body = { ...input, estimate: true };
      return answerOf(send({ method: 'POST', path: PATH, body }, options));
    },
    list: (options = {}) => get(PATH, options),
    get: (id, options = {}) => get(watchPath(id), options),
    change: (id, changes, options = {}) => change(id, changes, options),
    pause: (id, options = {}) => change(id, { state: 'paused' }, options),
    resume: (id, options = {}) => change(id, { state: 'active' }, options),
    remove: (id, options = {}) => removeAt(send, watchPath(id), 'watch_not_found', options),
    run: (id, { idempotencyKey = newKey(), ...options } = {}) => {
      const headers = { 'idempotency-key': idempotencyKey };
      return answerOf(send({ method: 'POST', path: `${watchPath(id)}/run`, headers }, options));
    },
    runs: (id, options = {}) => get(`${watchPath(id)}/runs`, options),
    rows: (id, options = {}) => rowsOf(send, `${watchPath(id)}/rows`, options),
  };
}

interface KnownRows<P extends RoutePath> {
  readonly rows: readonly SearchRow<P>[];
  readonly next_after: string | null;
}

async function* rowsOf<P extends RoutePath>(
  send: SendCall,
  path: string,
  options: CallOptions,
): AsyncGenerator<SearchRow<P>, void, undefined> {
  let after: string | null = '';
  while (after !== null) {
    const query: { after?: string } = after === '' ? {} : { after };
    const page: KnownRows<P> = await answerOf(send({ path, query }, options));
    yield* page.rows;
    after = page.next_after;
  }
}
