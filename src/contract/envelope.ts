/** The job envelope, the result and its parts (docs/api.md#the-envelope). */
import type { ErrorCode } from './errors.js';
import type { FieldNote, ListingSummary, SoldSummary, Summary } from './page-parts.js';
import type { Row } from './rows.js';
import type { SourceName } from './sources.js';
import type { Completeness, JobStatus } from './values.js';

export type { FieldNote, ListingSummary, SoldSummary, Summary };

/** `query` has the inputs as the service parsed them; member order is the order on the wire. */
export interface Result {
  readonly source: SourceName;
  readonly query: Readonly<Record<string, unknown>>;
  readonly count: number;
  readonly reported_total: number | null;
  readonly next_cursor: string | null;
  readonly collected_at: string;
  readonly schema_version: number;
  readonly completeness: Completeness;
  readonly summary: Summary | null;
  readonly data: readonly Row[];
  readonly field_notes: readonly FieldNote[];
}

export interface Candidate {
  readonly address: string;
  readonly source_id: string;
  readonly source_url: string;
}

export interface ErrorBody {
  readonly code: ErrorCode;
  readonly message: string;
  readonly param: string | null;
  readonly candidates?: readonly Candidate[];
}

/** `result` comes last, so that a cached body can follow a small prefix. */
export interface JobEnvelope {
  readonly request_id: string;
  readonly status: JobStatus;
  readonly credits: number;
  readonly cached: boolean;
  readonly poll_url: string | null;
  readonly error: ErrorBody | null;
  readonly result: Result | null;
}

/** Version of the row schema; changes only with a new, opt-in version. */
export const SCHEMA_VERSION = 1;
/** The major version segment that every path starts with. */
export const BASE_PATH = '/v1';
