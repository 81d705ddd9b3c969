/** Examples: complete answers of the synthetic world, typed by the contract and held to the schemas by a test. */
import {
  BASE_PATH,
  type Candidate,
  type ErrorBody,
  type JobEnvelope,
  type Result,
  SCHEMA_VERSION,
} from '../envelope.js';
import { ERRORS, type ErrorCode } from '../errors.js';
import { JOBS_PATH, SEARCH_ROUTES } from '../routes.js';
import type { RouteId } from './operation-texts.js';
import { AUCTION_LISTINGS } from './samples/auction-listings.js';
import { NYC_PORTAL_LISTINGS } from './samples/nyc-portal-listings.js';
import { NYC_PORTAL_RENTALS } from './samples/nyc-portal-rentals.js';
import { PORTAL_A_LISTINGS } from './samples/portal-a-listings.js';
import { PORTAL_A_RENTALS } from './samples/portal-a-rentals.js';
import { PORTAL_A_SOLD } from './samples/portal-a-sold.js';
import { PORTAL_B_SOLD } from './samples/portal-b-sold.js';
import type { AnySample, Sample } from './samples/sample.js';

type Routes = (typeof SEARCH_ROUTES)[number];
type Samples = {
  readonly [R in Routes as R['id']]: Sample<R['source'], R['kind']>;
};

/** Of every route a page of the source and kind that it has. */
const SAMPLES: Samples = {
  portal_a_listings: PORTAL_A_LISTINGS,
  portal_a_sold: PORTAL_A_SOLD,
  portal_a_rentals: PORTAL_A_RENTALS,
  auction_listings: AUCTION_LISTINGS,
  nyc_portal_listings: NYC_PORTAL_LISTINGS,
  nyc_portal_rentals: NYC_PORTAL_RENTALS,
  portal_b_sold: PORTAL_B_SOLD,
};

/** The sample of a route; which route it is no longer shows in the type. */
export const sampleOf = (id: RouteId): AnySample => SAMPLES[id] as AnySample;

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

/** A lookup gives one row and neither statistics nor a next page. */
export function lookupExample(): JobEnvelope {
  const { row, field_notes, collected_at } = sampleOf('portal_a_listings');
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

export const pendingExample = (): JobEnvelope => envelope('pending', { poll_url: JOB_PATH });

export const failedExample = (): JobEnvelope =>
  envelope('failed', { error: errorExample('collection_unavailable').error });

/** The error envelope of a code with its default message. */
export function errorExample(code: ErrorCode): { readonly error: ErrorBody } {
  const candidates = code === 'address_ambiguous' ? { candidates: CANDIDATES } : {};
  const error = { code, message: ERRORS[code].message, param: PARAM_OF[code] ?? null };
  return { error: { ...error, ...candidates } };
}

/** The input that the error names, where it is the same whatever was sent. */
const PARAM_OF: Readonly<Partial<Record<ErrorCode, string>>> = {
  unsupported_or_invalid_query: 'beds_min',
  duplicate_parameter: 'zip',
  invalid_wait: 'wait',
  location_required: 'location',
  location_too_large: 'bbox',
  lookup_required: 'lookup',
  invalid_cursor: 'cursor',
};

const CANDIDATES: readonly Candidate[] = ['APT 121E', 'APT 122E'].map((unit, index) => ({
  address: `9431 Walnutgrove St ${unit}, Austin, TX 78704`,
  source_id: `43637783939${index}`,
  source_url: `https://portal-a.example.invalid/homedetails/9431-Walnutgrove-St-Austin-TX-78704/43637783939${index}_zpid/`,
}));

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
  usage: [
    {
      date: '2026-11-20',
      route: 'portal_a_listings',
      path: '/v1/portal_a/listings',
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
      source: 'portal_b',
      configured: true,
      circuit: { state: 'closed', failures_in_a_row: 0, open_until: null },
      routes: [
        {
          route: 'portal_b_sold',
          path: '/v1/portal_b/sold',
          readings: 40,
          success_rate: 0.975,
          last_success_at: '2026-11-20T14:02:03.122Z',
          last_failure_at: '2026-11-19T09:40:11.604Z',
          last_error: 'The source did not answer in 15 s.',
          median_ms: 151,
          rows_read: 2_960,
          fill_rates: { sale_price: 0.083, beds: 0.857 },
        },
      ],
    },
  ],
} as const;
