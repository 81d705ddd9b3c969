/** What the calls of the client return: the answers of the contract, typed by route. */

import type { Candidate, FieldNote, ListingSummary, SoldSummary } from '#contract/envelope.js';
import type { ErrorCode } from '#contract/errors.js';
import type { AreaHomesBody } from '#contract/operations/area-homes.js';
import type { ComparablesBody } from '#contract/operations/comparables.js';
import type { HomeHistoryBody } from '#contract/operations/history.js';
import type { HomeBody, HomeMembersBody } from '#contract/operations/homes.js';
import type { AccountBody, SourcesBody } from '#contract/operations/service.js';
import type { SqlAnswerBody } from '#contract/operations/sql.js';
import type { StatisticsBody } from '#contract/operations/statistics.js';
import type { RowOf } from '#contract/rows.js';
import type { Completeness, NoteReason, OrOther } from '#contract/values.js';
import type { LookupAt, LookupPath, RouteAt, RoutePath } from './params.js';

/** The rate limit of the key. */
export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the minute starts again. */
  readonly reset_s: number;
}

/** The headers of the last answer, and how it was produced. */
export interface Meta {
  /** HTTP status of the last answer. */
  readonly status: number;
  /** X-Request-Id: identifies this answer in the log of the service. */
  readonly request_id: string | null;
  /** Credits that this request has cost in total; null on answers without a job. */
  readonly credits_charged: number | null;
  /** Null before the key is known, and in a browser that cannot read the headers. */
  readonly rate_limit: RateLimit | null;
  /** RFC 9211: a hit, a miss, or a search that joined another's. */
  readonly cache_status: string | null;
  readonly retry_after_s: number | null;
  /** Calls made for this answer: tries and polls. */
  readonly calls: number;
}

/** The body of an answer with its meta. */
export type WithMeta<Body> = Body & { readonly meta: Meta };

/** A row of the route; `source` may be unknown to this version. */
export type SearchRow<P extends RoutePath> = P extends RoutePath
  ? Widened<RowOf<RouteAt<P>['source'], RouteAt<P>['kind']>>
  : never;
type Widened<R extends { readonly source: string }> = Omit<R, 'source'> & {
  /** Source of the row; tolerate unknown values. */
  readonly source: OrOther<R['source']>;
};

/** A row of the kind that a lookup tries first; its other kinds have other fields. */
type LookupRow<P extends LookupPath> = Widened<
  RowOf<LookupAt<P>['source'], LookupAt<P>['kinds'][0]>
>;

type SummaryAt<P extends RoutePath> = RouteAt<P>['kind'] extends 'sold'
  ? SoldSummary
  : ListingSummary;

interface ResultOf<Row, Summary> {
  readonly source: string;
  /** The inputs as the service read them. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly count: number;
  /** Matches that the source reported for the entire search. */
  readonly reported_total: number | null;
  /** The next page; null on the last one. */
  readonly next_cursor: string | null;
  readonly collected_at: string;
  readonly schema_version: number;
  readonly completeness: Completeness;
  readonly summary: Summary;
  readonly data: readonly Row[];
  readonly field_notes: readonly (Omit<FieldNote, 'reason'> & {
    readonly reason: OrOther<NoteReason>;
  })[];
}
export type SearchResult<P extends RoutePath> = P extends RoutePath
  ? ResultOf<SearchRow<P>, SummaryAt<P>>
  : never;

interface EnvelopeStart {
  readonly request_id: string;
  readonly credits: number;
  readonly cached: boolean;
  readonly meta: Meta;
}
interface Complete<Result> extends EnvelopeStart {
  readonly status: 'complete';
  readonly poll_url: null;
  readonly error: null;
  readonly result: Result;
}
/** The envelope of a finished search. */
export type SearchAnswer<P extends RoutePath> = Complete<SearchResult<P>>;
/** The envelope of a finished lookup: one row, no summary, no next page. */
export type HomeAnswer<P extends LookupPath = LookupPath> = Complete<ResultOf<LookupRow<P>, null>>;

/** The error object of a failure. */
export interface FailureBody {
  readonly code: OrOther<ErrorCode>;
  readonly message: string;
  readonly param: string | null;
  readonly candidates?: readonly Candidate[];
}
/** A job that is not finished yet. */
export interface PendingJob extends EnvelopeStart {
  readonly status: 'pending';
  readonly poll_url: string;
  readonly error: null;
  readonly result: null;
}
/** The state of a job: check `status`. */
export type JobAnswer<P extends RoutePath = RoutePath> =
  | SearchAnswer<P>
  | PendingJob
  | (EnvelopeStart & {
      readonly status: 'failed';
      readonly poll_url: null;
      readonly error: FailureBody;
      readonly result: null;
    });

/** Balance, plan, limits and use of the account that the key belongs to. */
export type AccountAnswer = WithMeta<AccountBody>;
/** What the watches of the account saw of a home. */
export type HomeHistoryAnswer = WithMeta<HomeHistoryBody>;
/** One home across all sources and over time. */
export type HomeStoryAnswer = WithMeta<HomeBody>;
/** The sources that list some homes now. */
export type HomeMembersAnswer = WithMeta<HomeMembersBody>;
/** What is for sale or for rent in an area, one line a home. */
export type AreaHomesAnswer = WithMeta<AreaHomesBody>;
/** Figures of an area over time. */
export type StatisticsAnswer = WithMeta<StatisticsBody>;
/** The rows of a statement in SQL, with the names and types of their columns. */
export type SqlAnswer = WithMeta<SqlAnswerBody>;
/** Comparable sales of a home, the estimate made of them, and its error. */
export type ComparablesAnswer = WithMeta<ComparablesBody>;
/** The health of every source. */
export type SourcesAnswer = WithMeta<SourcesBody>;
