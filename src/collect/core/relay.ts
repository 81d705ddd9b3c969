/**
 * A search that another installation answers: the core, which reads the sources for this one, the
 * edge. It is asked over its ordinary API with an ordinary key, and its page passes unchanged
 * (docs/edges.md).
 */
import { ExponentialBackoff, handleWhen, type RetryPolicy, retry } from 'cockatiel';
import type { Clock } from '#base/clock.js';
import type { ErrorBody, JobEnvelope, Result } from '#contract/envelope.js';
import { BASE_PATH, SCHEMA_VERSION } from '#contract/envelope.js';
import { ERRORS, type ErrorCode } from '#contract/errors.js';
import { isLookup, type Route } from '#contract/routes.js';
import { COMPLETENESS, type Kind } from '#contract/values.js';
import { ApiError, apiError } from '#domain/api-error.js';
import { SANDBOX_HEADER } from '#domain/hops.js';
import { changedAnswer, type FailedAnswer, SourceError } from '#sources/driver.js';
import { readJsonOr } from '#sources/json-body.js';
import type { SourceClient } from '../upstream/source-client.js';
import { fitRows, hasMembers } from './fit-rows.js';

export interface RelayedCall {
  readonly route: Route;
  /** The inputs as parameters of the route. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Repeats of one collection are one request at the core, charged there once. */
  readonly idempotencyKey: string;
  /** The Via header: the installations that the call has come through, this one last. */
  readonly via: string;
  /** Oldest acceptable page in seconds; null: any that the core holds fresh. */
  readonly maxAgeS: number | null;
}

/** A result of the core, with its rows as rows of this version. */
export interface RelayedResult extends Omit<Result, 'source' | 'query'> {
  readonly kind: Kind;
}

export interface RelayParts {
  readonly client: Pick<SourceClient, 'ask' | 'addressOf'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** Longest wait of one poll, and the share of the time for one response that it may take. */
const POLL_WAIT_S = 10;
const POLL_SHARE = 0.5;
const TIMEOUT_S = 15;
/** The deadline of a job ends its polls before. */
const POLLS_MAX = 3_600;

/**
 * A core that has accepted a search may restart: its job continues, so the poll is sent again, for
 * this long from when it was first sent. The search itself is not: nothing waits at a core that
 * cannot be reached.
 */
const AWAY_MS_MAX = 40_000;
const AWAY_POLLS_MAX = 20;
const AWAY_BACKOFF = { initialDelay: 200, maxDelay: 3_000 };
const isAway = (error: unknown) => error instanceof SourceError && error.kind === 'down';

/**
 * Sends the search to the core and waits for its result. Throws the ApiErrors of the contract that
 * the caller or the source of the core caused, and SourceError where the core itself is the cause.
 */
export async function relay(
  { client, clock }: RelayParts,
  call: RelayedCall,
  signal: AbortSignal,
): Promise<RelayedResult> {
  const { source } = call.route;
  const address = client.addressOf(source);
  let sandbox = '';
  const ask = async (path: string, headers: Readonly<Record<string, string>>) => {
    const accepts = (answer: FailedAnswer) => {
      sandbox = answer.headers[SANDBOX_HEADER] ?? '';
      return isAnswer(answer);
    };
    const explain = (answer: FailedAnswer) => ({ code: errorIn(answer.body)?.code });
    const request = { method: 'GET', path, headers, body: null, accepts, explain } as const;
    return readEnvelope(source, await client.ask(source, 'source', request, signal));
  };
  const timeoutS = address?.timeout_s ?? TIMEOUT_S;
  const waitS = Math.max(1, Math.min(POLL_WAIT_S, Math.floor(timeoutS * POLL_SHARE)));
  let envelope = await ask(`${BASE_PATH}${call.route.path}?${textOf(call.query)}`, {
    via: call.via,
    'idempotency-key': call.idempotencyKey,
    ...(call.maxAgeS !== null && { 'cache-control': `max-age=${call.maxAgeS}` }),
  });
  for (let polls = 0; envelope.status === 'pending' && polls < POLLS_MAX; polls += 1) {
    const { poll_url } = envelope;
    if (poll_url === null || !POLL_URL.test(poll_url)) {
      throw changedAnswer(source)('its core sends no address of the job');
    }
    const poll = () => ask(`${poll_url}?wait=${waitS}`, { via: call.via });
    envelope = await untilBack(clock).execute(poll, signal);
  }
  if (envelope.error !== null) throw errorOf(source, envelope.error, call.via.includes(','));
  if (envelope.result === null) throw changedAnswer(source)('its core sends no result');
  requireSameWorld(source, sandbox, address?.sandbox === true);
  return readResult(call.route, envelope.result);
}

/** Sends a poll again while the core may be restarting. */
function untilBack(clock: RelayParts['clock']): RetryPolicy {
  const endsMs = clock.nowMs() + AWAY_MS_MAX;
  return retry(
    handleWhen((error) => isAway(error) && clock.nowMs() < endsMs),
    { maxAttempts: AWAY_POLLS_MAX, backoff: new ExponentialBackoff(AWAY_BACKOFF) },
  );
}

const POLL_URL = /^\/v1\/[\w/-]+$/;

/** The parameters as the core reads them; a list is written with commas. */
const textOf = (query: RelayedCall['query']): string =>
  new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();

/** Statuses of errors that pass: the request is sent again at the source's pace. */
const PASSING: readonly number[] = [429, 503];
/** Those of them that stay for longer than a job waits. */
const STAYING: readonly ErrorCode[] = [
  'quota_exceeded',
  'collection_unavailable',
  'service_unconfigured',
];

/** Whether an answer is one of the contract that ends the request, whatever its status. */
function isAnswer({ status, body }: FailedAnswer): boolean {
  if (status === 200 || status === 202) return true;
  const code = errorIn(body)?.code;
  return code !== undefined && (STAYING.includes(code) || !PASSING.includes(status));
}

/** The error of the contract in a body; undefined where it has none that this version knows. */
function errorIn(body: string): ErrorBody | undefined {
  const { error } = objectOf(readJsonOr(body, null)) as { error?: Partial<ErrorBody> | null };
  const isKnown = typeof error?.code === 'string' && Object.hasOwn(ERRORS, error.code);
  return isKnown && isMessage(error.message) && isTextOrNull(error.param ?? null)
    ? ({ ...error, param: error.param ?? null } as ErrorBody)
    : undefined;
}

/** Text that can be stored, and is no page of something else. */
const isMessage = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= MESSAGE_CHARS_MAX && !value.includes('\0');
const MESSAGE_CHARS_MAX = 4_000;

const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string';

type Envelope = Pick<JobEnvelope, 'status' | 'poll_url' | 'error'> & { readonly result: unknown };

function readEnvelope(source: Route['source'], body: string): Envelope {
  const error = errorIn(body);
  if (error !== undefined) return { status: 'failed', poll_url: null, error, result: null };
  const sent = objectOf(readJsonOr(body, null)) as Partial<Envelope>;
  const { status, poll_url = null, result = null } = sent;
  if (status !== 'pending' && status !== 'complete') {
    throw changedAnswer(source)('its core sends no envelope of a job');
  }
  return { status, poll_url, error: null, result };
}

const objectOf = (value: unknown): object =>
  typeof value === 'object' && value !== null ? value : {};

/** What the caller asked, and the core rejects as this installation would. */
const OF_THE_CALLER: readonly ErrorCode[] = [
  'uri_too_long',
  'unsupported_or_invalid_query',
  'location_required',
  'location_too_large',
  'lookup_required',
  'invalid_cursor',
  'address_not_found',
  'address_ambiguous',
];

/** What the core has against this installation; its callers can change nothing about it. */
const OF_THE_EDGE: { readonly [C in ErrorCode]?: string } = {
  invalid_api_key: 'rejects its key',
  account_suspended: 'has suspended its account',
  feed_not_granted: 'has granted it no feed of this source',
  scope_missing: 'gave it a key without the scope of searches',
  quota_exceeded: 'has no credits left for it',
  loop_detected:
    'reads the source from this one: they name each other in a circle, or have the same secret',
  not_found: 'has no such route',
  service_unconfigured: 'is not fully configured',
};

/** An error of the core as what it is here; `isPassedOn`: the call names earlier installations. */
function errorOf(
  source: Route['source'],
  error: ErrorBody,
  isPassedOn: boolean,
): ApiError | SourceError {
  const { code, message, param, candidates } = error;
  const why = OF_THE_EDGE[code];
  if (why !== undefined) {
    const says = `The installation that reads ${source} for this one ${why}. Nothing was charged; the operator of this service has to set it right.`;
    // Any caller can write Via: what it names says nothing about the core to other callers.
    return code === 'loop_detected' && isPassedOn
      ? apiError('collection_unavailable', { message: says })
      : new SourceError('refused', says);
  }
  // What its source did, the core says in the words that this one would use.
  if (code === 'collection_unavailable') return apiError(code, { message });
  if (OF_THE_CALLER.includes(code)) {
    return new ApiError(code, { message, param, ...(candidates && { candidates }) });
  }
  return new SourceError(
    'down',
    `The installation that reads ${source} for this one failed (${code}). Nothing was charged; try again later.`,
  );
}

/** Homes of a sandbox are never stored as those of a real source, nor the other way round. */
function requireSameWorld(source: Route['source'], named: string, isSandbox: boolean): void {
  const isTheirs = named.split(/[,\s]+/).includes(source);
  if (isTheirs === isSandbox) return;
  const what = isTheirs ? 'is a sandbox' : 'is not a sandbox';
  const how = isTheirs ? 'End its address with #sandbox' : 'Leave #sandbox out of its address';
  throw new SourceError(
    'unconfigured',
    `${source} of the installation that reads it ${what}. ${how}; nothing was charged.`,
  );
}

function readResult(route: Route, sent: unknown): RelayedResult {
  const result = objectOf(sent) as Partial<Result>;
  const changed = changedAnswer(route.source);
  const { data, collected_at = '', next_cursor = null, field_notes } = result;
  const { reported_total = null, summary = null } = result;
  const completeness = COMPLETENESS.find((one) => one === result.completeness);
  if (!Array.isArray(data) || !Array.isArray(field_notes) || completeness === undefined) {
    throw changed('its core sends a result without rows, notes or completeness');
  }
  if (!field_notes.every(isNote)) throw changed('its core sends a note without field or reason');
  if (next_cursor !== null && !CURSOR.test(next_cursor)) {
    throw changed('its core sends no cursor of this contract');
  }
  if (reported_total !== null && !Number.isSafeInteger(reported_total)) {
    throw changed('its core sends a reported_total that is not a whole number');
  }
  if (summary !== null && !hasMembers(summary, () => true)) {
    throw changed('its core sends a summary that is not an object');
  }
  if (result.schema_version !== SCHEMA_VERSION) {
    throw changed(`its core sends version ${result.schema_version} of the rows`);
  }
  if (!DATE_TIME.test(collected_at) || Number.isNaN(Date.parse(collected_at)))
    throw changed('its core sends no collected_at');
  const kind = isLookup(route) ? kindOf(route.kinds, data[0]) : route.kind;
  const { rows, notes } = fitRows(route.source, kind, data);
  return {
    kind,
    count: rows.length,
    reported_total,
    next_cursor,
    collected_at,
    schema_version: SCHEMA_VERSION,
    completeness,
    summary,
    data: rows,
    field_notes: [...(field_notes as Result['field_notes']), ...notes],
  };
}

const CURSOR = /^[\w-]+$/;
const DATE_TIME = /^\d{4}-\d\d-\d\dT/;

const isNote = (note: unknown): boolean =>
  hasMembers(
    note,
    ({ field, reason, detail }) =>
      typeof field === 'string' && typeof reason === 'string' && isTextOrNull(detail ?? null),
  );

/** The kind of a looked-up row: sales have a date of sale, rentals a rent. */
function kindOf(kinds: readonly Kind[], row: unknown): Kind {
  const sent = objectOf(row) as { readonly rent_monthly?: unknown };
  const kind = 'sold_date' in sent ? 'sold' : (sent.rent_monthly ?? null) !== null && 'rentals';
  return kinds.find((one) => one === kind) ?? kinds[0] ?? 'listings';
}
