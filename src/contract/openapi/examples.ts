/** Examples: complete answers with synthetic data, typed by the contract; a test validates them. */
import { SAMPLES } from '../../sources/manifests.js';
import {
  BASE_PATH,
  type Candidate,
  type ErrorBody,
  type JobEnvelope,
  type Result,
  SCHEMA_VERSION,
} from '../envelope.js';
import { ERRORS, type ErrorCode } from '../errors.js';
import { JOBS_PATH, type LookupRoute, type RouteId, SEARCH_ROUTES } from '../routes.js';
import type { Row } from '../rows.js';
import type { Sample } from '../sample.js';

type AnySample = Sample<Row>;

/** Routes that the examples of pages use. */
const FIRST = SEARCH_ROUTES[0];
const LAST = SEARCH_ROUTES.at(-1) ?? FIRST;

/** The sample of a route; its type no longer depends on the route. */
export const sampleOf = (id: RouteId): AnySample => SAMPLES[id];

const REQUEST_ID = '01a1f943-a5cf-7400-980f-428580d9d4fd';
const JOB_PATH = `${BASE_PATH}${JOBS_PATH}${REQUEST_ID}`;

/** The complete envelope of a search, with one row in full. */
export function completeExample(id: RouteId): JobEnvelope {
  const { query, next_cursor, collected_at, summary, row, field_notes } = sampleOf(id);
  return envelope('complete', {
    result: {
      source: row.source,
      query,
      count: 1,
      reported_total: null,
      next_cursor,
      collected_at,
      schema_version: SCHEMA_VERSION,
      completeness: 'complete',
      summary,
      data: [row],
      field_notes,
    },
  });
}

/** A lookup returns one row, without statistics or a next page. */
export function lookupExample(lookup: LookupRoute): JobEnvelope {
  const { row, field_notes, collected_at } = lookupSample(lookup);
  const result: Result = {
    source: row.source,
    query: { source_id: row.source_id },
    count: 1,
    reported_total: null,
    next_cursor: null,
    collected_at,
    schema_version: SCHEMA_VERSION,
    completeness: 'complete',
    summary: null,
    data: [row],
    field_notes,
  };
  return envelope('complete', { result });
}

/** The sample of the kind that a lookup tries first. */
function lookupSample({ id, source, kinds }: LookupRoute): AnySample {
  const route = SEARCH_ROUTES.find((row) => row.source === source && row.kind === kinds[0]);
  if (route === undefined) throw new TypeError(`${id} looks among rows that no route of it has`);
  return sampleOf(route.id);
}

export const pendingExample = (): JobEnvelope => envelope('pending', { poll_url: JOB_PATH });

export const failedExample = (): JobEnvelope =>
  envelope('failed', { error: errorExample('collection_unavailable').error });

/** The error envelope of a code with its default message. */
export function errorExample(code: ErrorCode): { readonly error: ErrorBody } {
  const candidates = code === 'address_ambiguous' ? { candidates: CANDIDATES } : {};
  const error = { code, message: ERRORS[code].message, param: PARAM_OF[code] ?? null };
  return { error: { ...error, ...candidates } };
}

/** The input that the error names, where it does not depend on the request. */
const PARAM_OF: Readonly<Partial<Record<ErrorCode, string>>> = {
  unsupported_or_invalid_query: 'beds_min',
  duplicate_parameter: 'zip',
  invalid_wait: 'wait',
  location_required: 'location',
  location_too_large: 'bbox',
  lookup_required: 'lookup',
  invalid_cursor: 'cursor',
  events_expired: 'after',
  invalid_body: 'interval_s',
  watch_not_allowed: 'route',
};

/** Two homes in the building of the first route's sample. */
const CANDIDATES: readonly Candidate[] = ['APT 121E', 'APT 122E'].map((unit, index) => {
  const { source_id, source_url, address } = sampleOf(FIRST.id).row;
  const id = `${source_id.slice(0, -1)}${index}`;
  return {
    address: `${address.line1} ${unit}, ${address.city}, ${address.state} ${address.zip}`,
    source_id: id,
    source_url: source_url.replace(source_id, id),
  };
});

/** The request of a route's example: path and query. */
export function requestExample(id: RouteId): string {
  const route = SEARCH_ROUTES.find((row) => row.id === id);
  const query = Object.entries(sampleOf(id).query).map(
    ([name, value]) => `${name}=${String(value)}`,
  );
  return `${BASE_PATH}${route?.path ?? ''}?${query.join('&')}`;
}

function envelope(
  status: JobEnvelope['status'],
  { poll_url = null, error = null, result = null }: Partial<JobEnvelope>,
): JobEnvelope {
  const credits = status === 'complete' ? 1 : 0;
  return { request_id: REQUEST_ID, status, credits, cached: false, poll_url, error, result };
}

export const ACCOUNT_EXAMPLE = {
  account_id: '01a1f93e-0c11-7a40-9d6b-52f1c1f0a7d3',
  name: 'demo',
  status: 'active',
  balance: { plan: 2_400, extra: 10_000, reserved: 1, available: 12_399 },
  plan: { credits_per_month: 2_500, period: '2026-11', resets_at: '2026-12-01T00:00:00.000Z' },
  limits: { calls_per_minute: 60, pending_searches: 20 },
  key: {
    key_id: '01a1f3c5-7d10-7a31-8f4e-0c5d7b6a9e21',
    scopes: ['read', 'search', 'watches', 'webhooks', 'secrets'],
    credits_max: null,
    credits_used: null,
    expires_at: null,
  },
  endpoints: { enabled: 1, disabled_by_caller: 0, disabled_by_service: 0 },
  usage: [
    {
      date: '2026-11-20',
      route: FIRST.id,
      path: `${BASE_PATH}${FIRST.path}`,
      complete: 100,
      failed: 2,
      pending: 1,
      credits: 100,
    },
  ],
} as const;

export const SOURCES_EXAMPLE = {
  sources: [
    {
      source: LAST.source,
      configured: true,
      sandbox: false,
      place_audits: { audits: 3, homes: 284, homes_outside: 0 },
      feeds: [],
      replicas: [],
      datasets: [],
      circuit: { state: 'closed', failures_in_a_row: 0, open_until: null },
      feed_circuits: [],
      routes: [
        {
          route: LAST.id,
          path: `${BASE_PATH}${LAST.path}`,
          readings: 40,
          success_rate: 0.975,
          last_success_at: '2026-11-20T14:02:03.122Z',
          last_failure_at: '2026-11-19T09:40:11.604Z',
          last_error: 'The source did not answer in 15 s.',
          median_ms: 151,
          rows_read: 2_960,
          fill_rates: { sale_price: 0.083, beds: 0.857 },
          lost_fields: { 'extras.hoa_fee_monthly': '2026-11-20T09:14:02.000Z' },
        },
      ],
    },
  ],
} as const;
