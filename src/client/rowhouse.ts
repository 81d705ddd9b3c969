import type { OfferKind } from '#contract/area-homes.js';
import { COMPARABLES_PATH, HOME_COMPARABLES_PATH, type PriceKind } from '#contract/comparables.js';
import { BASE_PATH } from '#contract/envelope.js';
import { HISTORY_PATH } from '#contract/home-history.js';
import { HOME_MEMBERS_PATH, HOME_PATH, HOMES_PATH } from '#contract/homes.js';
import type { HomesQuery } from '#contract/operations/area-homes.js';
import type { ComparablesQuery } from '#contract/operations/comparables.js';
import type { SqlQuery } from '#contract/operations/sql.js';
import type { StatisticsQuery } from '#contract/operations/statistics.js';
import type { RowFormat, TextFormat } from '#contract/routes.js';
import type { SourceName } from '#contract/sources.js';
import type {
  AccountAnswer,
  AreaHomesAnswer,
  ComparablesAnswer,
  HomeAnswer,
  HomeHistoryAnswer,
  HomeMembersAnswer,
  HomeStoryAnswer,
  JobAnswer,
  SearchAnswer,
  SourcesAnswer,
  SqlAnswer,
  StatisticsAnswer,
} from './answers.js';
import { TIMER_MS_MAX } from './bound.js';
import { type CallParts, call, type RawReply, RETRIES_MAX, type Retry, type Wire } from './call.js';
import { type Endpoints, endpointsOf } from './endpoints.js';
import { RowhouseError } from './errors.js';
import { type Events, eventsOf } from './events.js';
import {
  type CallOptions,
  type JobOptions,
  jobPath,
  readJob,
  type SearchOptions,
  settle,
  settleJob,
  within,
} from './job.js';
import { type LookupBatches, lookupBatchesOf } from './lookups.js';
import type { HomeParams, QueryParams, RoutePath, SearchParams } from './params.js';
import { type Lookups, methodsOf, type RouteSearches } from './searches.js';
import { answerOf, type SendCall } from './send.js';
import { type Snapshots, snapshotsOf } from './snapshots.js';
import { type Watches, watchesOf } from './watches.js';

const ACCOUNT_PATH = '/account';
const SOURCES_PATH = '/sources';
const SQL_PATH = '/sql';

export interface RowhouseOptions {
  /** Address of the service, with or without `/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Replaces the global fetch, for a proxy or a test. */
  readonly fetch?: typeof fetch | undefined;
  /** Milliseconds for one call unless the call sets its own; 300,000 when left out. */
  readonly timeoutMs?: number | undefined;
  /** Retries of every single request; 3 when left out. */
  readonly retries?: number | undefined;
  /** Called before each retry. */
  readonly onRetry?: ((retry: Retry) => void) | undefined;
}

/** Formats of rows; parquet is binary. */
export type RowsFormat = RowFormat;

/** Everything but the searches and lookups, which `Rowhouse` adds from the route tables. */
class Client {
  readonly #wire: Wire;
  readonly #timeoutMs: number | undefined;
  readonly watches: Watches;
  readonly lookups: LookupBatches;
  readonly snapshots: Snapshots;
  readonly events: Events;
  readonly endpoints: Endpoints;

  constructor(options: RowhouseOptions) {
    this.#wire = wireOf(options);
    this.#timeoutMs = options.timeoutMs;
    const ask = (path: string, query: QueryParams, more: SearchOptions) =>
      settle(this.#wire, { path, query }, this.#timed(more));
    const askHome = async (path: string, params: HomeParams, more: SearchOptions) =>
      (await ask(path, params, more)) as unknown as HomeAnswer;
    Object.assign(this, methodsOf(ask, askHome));
    const send: SendCall = (one, more) => this.#send(one, more);
    this.watches = watchesOf(send);
    this.lookups = lookupBatchesOf(send);
    this.snapshots = snapshotsOf(send);
    this.events = eventsOf(send, (one, more) => this.#persist(one, more));
    this.endpoints = endpointsOf(send);
  }

  /** One page of any search route by its path; the named methods call this. */
  async search<P extends RoutePath>(
    path: P,
    params: SearchParams<P>,
    options: SearchOptions = {},
  ): Promise<SearchAnswer<P>> {
    const ask = { path, query: params as QueryParams };
    return (await settle(this.#wire, ask, this.#timed(options))) as unknown as SearchAnswer<P>;
  }

  /** The state of a job after at most `wait` (0 to 20) seconds; a failed one is returned. */
  async job<P extends RoutePath = RoutePath>(
    requestId: string,
    options: CallOptions & { readonly wait?: number | undefined } = {},
  ): Promise<JobAnswer<P>> {
    const job = readJob(this.#wire, requestId, options.wait ?? 0, this.#timed(options));
    return (await job) as JobAnswer<P>;
  }

  /** Waits for an existing job, after a timeout for example; a failed one throws. */
  async waitFor<P extends RoutePath = RoutePath>(
    requestId: string,
    options: JobOptions = {},
  ): Promise<SearchAnswer<P>> {
    return (await settleJob(this.#wire, requestId, this.#timed(options))) as SearchAnswer<P>;
  }

  /** The rows of a finished job as one text. Free. */
  async rows(requestId: string, format: TextFormat, options: CallOptions = {}): Promise<string> {
    return (await this.#send({ path: rowsPath(requestId, format) }, options)).text;
  }

  /** The rows as a stream; the timeout covers only the headers, the signal the whole stream. */
  async rowsStream(
    requestId: string,
    format: RowsFormat,
    options: CallOptions = {},
  ): Promise<ReadableStream<Uint8Array>> {
    const ask = { path: rowsPath(requestId, format), stream: true } as const;
    const limit = this.#timed(options);
    const { body } = await within(
      limit,
      () => requestId,
      (bound) => call(this.#wire, ask, bound),
    );
    return body ?? new ReadableStream({ start: (empty) => empty.close() });
  }

  /** Balance, plan, limits and use. Free. */
  async account(options: CallOptions = {}): Promise<AccountAnswer> {
    return answerOf(this.#send({ path: ACCOUNT_PATH }, options));
  }

  /** The health of every source. Free. */
  async sources(options: CallOptions = {}): Promise<SourcesAnswer> {
    return answerOf(this.#send({ path: SOURCES_PATH }, options));
  }

  /** One home over all sources and over time, by `extras.home_id` of its rows. Free. */
  async home(homeId: string, options: CallOptions = {}): Promise<HomeStoryAnswer> {
    return answerOf(this.#send({ path: homePath(homeId) }, options));
  }

  /** One home by its address in one line: street, unit, city, state and ZIP. Free. */
  async homeAt(address: string, options: CallOptions = {}): Promise<HomeStoryAnswer> {
    return answerOf(this.#send({ path: HOMES_PATH, query: { address } }, options));
  }

  /** The members of up to 50 homes, and the fields on which they differ. Free. */
  async homeMembers(
    homeIds: readonly string[],
    options: CallOptions = {},
  ): Promise<HomeMembersAnswer> {
    const query = { home_ids: homeIds.join(',') };
    return answerOf(this.#send({ path: HOME_MEMBERS_PATH, query }, options));
  }

  /** Comparable sales of a home, or rentals, the estimate made of them, and its error. Free. */
  async homeComparables(
    homeId: string,
    query: { readonly kind?: PriceKind } = {},
    options: CallOptions = {},
  ): Promise<ComparablesAnswer> {
    const path = HOME_COMPARABLES_PATH.replace('{home_id}', () => encodeURIComponent(homeId));
    return answerOf(this.#send({ path, query }, options));
  }

  /** The same for a home by its facts, which are not stored. Free. */
  async comparables(body: ComparablesQuery, options: CallOptions = {}): Promise<ComparablesAnswer> {
    return answerOf(this.#send({ method: 'POST', path: COMPARABLES_PATH, body }, options));
  }

  /** All lists of a home as lines of one table, as one text. Free. */
  async homeFile(
    homeId: string,
    format: 'csv' | 'ndjson',
    options: CallOptions = {},
  ): Promise<string> {
    return (await this.#send({ path: `${homePath(homeId)}/history.${format}` }, options)).text;
  }

  /** What is for sale or for rent in an area, one line a home over all sources. Free. */
  async homes(
    query: Omit<HomesQuery, 'address'> & { readonly kind: OfferKind },
    options: CallOptions = {},
  ): Promise<AreaHomesAnswer> {
    return answerOf(this.#send({ path: HOMES_PATH, query }, options));
  }

  /** Figures of an area over time, from what the service has stored. Free. */
  async statistics(query: StatisticsQuery, options: CallOptions = {}): Promise<StatisticsAnswer> {
    return answerOf(this.#send({ path: '/statistics', query }, options));
  }

  /** Asks in SQL over what the account may read: one statement that reads. Free. */
  async sql(
    sql: string,
    { rows }: Pick<SqlQuery, 'rows'> = {},
    options: CallOptions = {},
  ): Promise<SqlAnswer> {
    const body = { sql, ...(rows !== undefined && { rows }) };
    return answerOf(this.#send({ method: 'POST', path: SQL_PATH, body }, options));
  }

  /** The same as one text; a statement with more than `rows` rows throws. Free. */
  async sqlFile(
    sql: string,
    format: 'csv' | 'ndjson',
    { rows }: Pick<SqlQuery, 'rows'> = {},
    options: CallOptions = {},
  ): Promise<string> {
    const body = { sql, ...(rows !== undefined && { rows }) };
    const path = `${SQL_PATH}/rows.${format}`;
    return (await this.#send({ method: 'POST', path, body }, options)).text;
  }

  /** What the watches of the account saw of a home, by its id at the source. Free. */
  async homeHistory(
    source: SourceName,
    sourceId: string,
    options: CallOptions = {},
  ): Promise<HomeHistoryAnswer> {
    const path = HISTORY_PATH.replace('{source}', source);
    return answerOf(this.#send({ path, query: { source_id: sourceId } }, options));
  }

  #send(ask: CallParts, options: CallOptions): Promise<RawReply> {
    return within(
      this.#timed(options),
      () => null,
      (limit) => call(this.#wire, ask, limit),
    );
  }

  /** Repeats a call until it is answered, however long that takes. */
  #persist(ask: CallParts, options: CallOptions): Promise<RawReply> {
    const retries = this.#wire.retries === 0 ? 0 : Number.POSITIVE_INFINITY;
    return within(
      { ...options, timeoutMs: TIMER_MS_MAX },
      () => null,
      (limit) => call({ ...this.#wire, retries }, ask, limit),
    );
  }

  #timed<O extends CallOptions>(options: O): O {
    return { ...options, timeoutMs: options.timeoutMs ?? this.#timeoutMs };
  }
}

/** A client of one Rowhouse service with one key. */
export type Rowhouse = Client & RouteSearches & Lookups;
export const Rowhouse = Client as unknown as new (options: RowhouseOptions) => Rowhouse;

const homePath = (homeId: string): string =>
  HOME_PATH.replace('{home_id}', () => encodeURIComponent(homeId));

const rowsPath = (requestId: string, format: RowsFormat): string =>
  `${jobPath(requestId)}/rows.${format}`;

function wireOf({ baseUrl, apiKey, retries, onRetry, ...options }: RowhouseOptions): Wire {
  const wrong = (message: string) => new RowhouseError({ code: 'invalid_option', message });
  if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw wrong('baseUrl must be an http or https address, for example http://127.0.0.1:8080.');
  }
  // A program without types may pass undefined, whose text would be a key.
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey))
    throw wrong('apiKey must be a key of the service.');
  if (retries !== undefined && !(retries >= 0)) throw wrong('retries must be 0 or more.');
  const plain = baseUrl.replace(/\/+$/, '');
  return {
    origin: plain.endsWith(BASE_PATH) ? plain.slice(0, -BASE_PATH.length) : plain,
    apiKey,
    // Looked up at each call and called without an owner, as browsers require.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    retries: retries ?? RETRIES_MAX,
    onRetry,
  };
}
