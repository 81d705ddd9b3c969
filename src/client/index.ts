/** The client of a Rowhouse service: Node 20 or newer, and browsers. It needs only fetch. */
export type { Candidate, FieldNote, ListingSummary, SoldSummary } from '#contract/envelope.js';
export type {
  AreaSource,
  HomeLine,
  HomeOffer,
  HomesQuery,
  PriceCut,
} from '#contract/operations/area-homes.js';
export type { ComparablesQuery } from '#contract/operations/comparables.js';
export type {
  AttemptBody,
  DeliveryBody,
  EndpointBody,
  EndpointChanges,
  NewEndpoint,
} from '#contract/operations/endpoints.js';
export type { EventBody } from '#contract/operations/events.js';
export type { HomeState, WatchedHome, WatchGap } from '#contract/operations/history.js';
export type {
  DerivedSale,
  Disagreement,
  Member,
  MembersOfHome,
  ObservedState,
  PossibleMember,
  ReportedEvent,
} from '#contract/operations/homes.js';
export type {
  LookupBatchBody,
  NewLookupBatch,
} from '#contract/operations/lookups.js';
export type {
  NewSnapshot,
  SnapshotBody,
  SnapshotChange,
} from '#contract/operations/snapshots.js';
export type { SqlQuery } from '#contract/operations/sql.js';
export type {
  PublishedFigures,
  StatisticsCell,
  StatisticsQuery,
  StatisticsSeries,
} from '#contract/operations/statistics.js';
export type {
  WatchChanges,
  WatchEstimate,
  WatchRunBody,
} from '#contract/operations/watches.js';
export type { Address, Location, Money } from '#contract/values.js';
export type { ChangeKind, HomeChange } from '#contract/watches.js';
export type {
  AccountAnswer,
  AreaHomesAnswer,
  ComparablesAnswer,
  HomeAnswer,
  HomeHistoryAnswer,
  HomeMembersAnswer,
  HomeStoryAnswer,
  JobAnswer,
  Meta,
  PendingJob,
  RateLimit,
  SearchAnswer,
  SearchResult,
  SearchRow,
  SourcesAnswer,
  SqlAnswer,
  StatisticsAnswer,
} from './answers.js';
export { RETRIES_MAX, RETRY_PAUSE_S_MAX, type Retry } from './call.js';
export type {
  DeliveriesQuery,
  EndpointAnswer,
  EndpointSecretAnswer,
  Endpoints,
  EndpointsAnswer,
  EventAnswer,
} from './endpoints.js';
export { type ClientErrorCode, RowhouseError } from './errors.js';
export {
  changesOf,
  type DeliveriesAnswer,
  type Events,
  type EventsAnswer,
  type EventsQuery,
  type FollowOptions,
  type NewestQuery,
} from './events.js';
export { type CallOptions, type JobOptions, type SearchOptions, TIMEOUT_MS } from './job.js';
export type {
  BatchHome,
  BatchHomesAnswer,
  EndedOptions,
  LookupBatchAnswer,
  LookupBatches,
  LookupBatchesAnswer,
} from './lookups.js';
export type { Bbox, HomeParams, RoutePath, SearchParams } from './params.js';
export { Rowhouse, type RowhouseOptions, type RowsFormat } from './rowhouse.js';
export { type ChainOptions, PAGES_MAX, type SearchOf } from './searches.js';
export type { CreateOptions } from './send.js';
export type {
  SnapshotAnswer,
  SnapshotDifferenceAnswer,
  Snapshots,
  SnapshotsAnswer,
  SnapshotsQuery,
} from './snapshots.js';
export type {
  EstimateAnswer,
  WatchAnswer,
  Watches,
  WatchesAnswer,
  WatchInput,
  WatchRunAnswer,
  WatchRunsAnswer,
} from './watches.js';
