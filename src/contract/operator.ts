/** Answers of the operator's listener that its page and its commands read; not part of the API. */
import type { KeyScope } from './keys.js';
import type { Balance } from './operations/service.js';
import type { AccountStatus } from './values.js';

/** A source or a feed: whether it is read, its last result, and how much of its pace is used. */
export interface SourceStateBody {
  readonly source: string;
  /** The feed; null for a whole source with several feeds. */
  readonly feed: string | null;
  readonly state: 'closed' | 'open' | 'paused';
  readonly failures_in_a_row: number;
  readonly open_until: string | null;
  readonly last_success_at: string | null;
  readonly last_failure_at: string | null;
  readonly last_error: string | null;
  readonly paused_at: string | null;
  readonly paused_reason: string | null;
  /** Null where nothing is requested over the network. */
  readonly pace: PaceBody | null;
}

/** Requests against the configured rate, of all processes of the database. */
export interface PaceBody {
  readonly rate_per_s: number;
  readonly last_minute: number;
  readonly last_hour: number;
}

export interface SourceStatesBody {
  readonly states: readonly SourceStateBody[];
}

/** Collections of a route on one day (UTC). */
export interface RouteDayBody {
  readonly route: string;
  readonly date: string;
  readonly readings: number;
  readonly failures: number;
  readonly rows_read: number;
  readonly fill_rates: Readonly<Record<string, number>>;
}

/** Days of a source, oldest first. */
export interface RouteDaysBody {
  readonly from: string;
  readonly to: string;
  readonly days: readonly RouteDayBody[];
}

export interface QueueBody {
  readonly queued: number;
  readonly running: number;
  readonly oldest_queued_at: string | null;
  readonly oldest_queued_s: number;
  readonly pending_jobs: number;
  readonly credits_reserved: number;
  readonly limits: {
    /** Collections queued or running, on all nodes together. */
    readonly queue_max: number;
    /** Collections that one process runs at once. */
    readonly collect_concurrency: number;
    readonly queue_deadline_s: number;
    readonly job_deadline_s: number;
  };
}

export interface FailedCollectionBody {
  readonly collection_id: string;
  readonly route: string;
  readonly source: string;
  readonly code: string;
  readonly message: string;
  readonly attempts: number;
  readonly created_at: string;
  readonly settled_at: string;
}

/** A call answered with a status of 500 or above. */
export interface FailedCallBody {
  readonly at: string;
  readonly request_id: string;
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

/** Calls answered with one error that their callers can correct (a status of 400 to 499). */
export interface RejectedCallsBody {
  readonly code: string;
  readonly status: number;
  readonly calls: number;
  readonly last_at: string;
}

/** Collections of a route that ended with one such error, such as an address without a home. */
export interface RejectedCollectionsBody {
  readonly route: string;
  readonly code: string;
  readonly collections: number;
  readonly last_at: string;
}

/** Failures of the service and its sources, and apart from them what callers can correct. */
export interface FailuresBody {
  /** From the store, all nodes, newest first, as long as jobs are retained. */
  readonly collections: readonly FailedCollectionBody[];
  readonly kept_s: number;
  /** From the memory of this process, newest first. */
  readonly calls: readonly FailedCallBody[];
  readonly calls_max: number;
  /** From the memory of this process since its start, the last one first. */
  readonly rejected_calls: readonly RejectedCallsBody[];
  /** From the store, the last one first. */
  readonly rejected_collections: readonly RejectedCollectionsBody[];
}

export interface AccountBalanceBody {
  readonly account_id: string;
  readonly name: string;
  readonly status: AccountStatus;
  readonly plan_credits: number;
  readonly rate_limit_per_minute: number;
  readonly max_pending: number;
  readonly feeds: readonly string[];
  readonly created_at: string;
  readonly balance: Balance;
  /** Accurate to about a minute; null for an account whose keys were never used. */
  readonly last_used_at: string | null;
}

export interface AccountBalancesBody {
  /** Newest first. */
  readonly accounts: readonly AccountBalanceBody[];
  /** Number of matching accounts, including those left out. */
  readonly total: number;
}

/** A job, as the commands show it. */
export interface OperatorJobBody {
  readonly request_id: string;
  readonly account_id: string;
  readonly route: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly status: 'pending' | 'complete' | 'failed';
  readonly created_at: string;
}

/** A queued or running collection. */
export interface CollectionBody {
  readonly collection_id: string;
  readonly route: string;
  readonly state: 'queued' | 'running' | 'done' | 'failed';
  readonly attempts: number;
  readonly jobs: number;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly lease_until: string | null;
}

/** A key without its secret. */
export interface KeyBody {
  readonly key_id: string;
  readonly key_start: string;
  readonly label: string | null;
  readonly created_at: string;
  readonly revoked_at: string | null;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  readonly scopes: readonly KeyScope[];
  readonly credits_max: number | null;
  readonly credits_used: number;
}

/** A line of a usage report; `date` if grouped by day. */
export interface UsageLineBody {
  readonly account_id: string;
  readonly date?: string;
  readonly complete: number;
  readonly failed: number;
  readonly credits: number;
}

export interface AuditEntryBody {
  readonly entry_id: number;
  readonly created_at: string;
  readonly operator: string;
  readonly action: string;
  readonly account_id: string | null;
  readonly subject: string | null;
  readonly before: object | null;
  readonly after: object | null;
}

/** A request that a probe of a source sent. */
export interface ProbedRequest {
  /** The source, feed or places that received it. */
  readonly to: string;
  readonly method: string;
  readonly path: string;
  readonly body: string | null;
  /** Names of the headers. */
  readonly headers: readonly string[];
  status: number | null;
  media_type: string | null;
  retry_after: string | null;
  bytes: number | null;
  took_ms: number | null;
  /** Rows that the reader found; null where it found no page. */
  rows: number | null;
  /** Why the reader could not read the answer. */
  unreadable: string | null;
}

/** An expected member that the rows lack. */
export interface MissingMember {
  readonly member: string;
  readonly fields: readonly string[];
  readonly rows: number;
  readonly carried_by: number;
  /** The share of rows that normally carry it. */
  readonly normally: number;
  /** Whether the format carries it on every row, so that the place cannot explain its absence. */
  readonly is_lost: boolean;
}

export interface LedgerCheckBody {
  readonly ok: boolean;
  readonly accounts: number;
  readonly entries: number;
  readonly violations: readonly {
    readonly rule: string;
    readonly account_id: string;
    readonly detail: string;
  }[];
}

/** The message for an operator's command with an unknown account id. */
export const NO_ACCOUNT = 'No account has this id. "rowhouse accounts list" shows all accounts.';
