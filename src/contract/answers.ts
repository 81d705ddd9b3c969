/** The free pages: what an account has and has used, and how the sources do. */

/** Known words, and any other that a newer service may send. */
export type OrOther<T extends string> = T | (string & {});

/** Credits of an account, now. */
export interface Balance {
  readonly plan: number;
  readonly extra: number;
  readonly reserved: number;
  readonly available: number;
}

/** What an account used of a route on a UTC day. */
export interface UsageEntry {
  readonly date: string;
  readonly route: string;
  readonly path: string;
  readonly complete: number;
  readonly failed: number;
  readonly pending: number;
  readonly credits: number;
}

/** How many webhook endpoints of an account are sent to, and how many are not. */
export interface EndpointCounts {
  readonly enabled: number;
  readonly disabled_by_caller: number;
  /** After a 410, or after five days without a success. */
  readonly disabled_by_service: number;
}

/** Balance, plan, limits and use of the account that a key belongs to. */
export interface AccountBody {
  readonly account_id: string;
  readonly name: string;
  readonly status: OrOther<'active' | 'suspended'>;
  readonly balance: Balance;
  readonly plan: {
    readonly credits_per_month: number;
    readonly period: string;
    readonly resets_at: string;
  };
  readonly limits: { readonly calls_per_minute: number; readonly pending_searches: number };
  /** The key of the call, and what it may do. */
  readonly key: {
    readonly key_id: string;
    readonly scopes: readonly string[];
    /** Credits that it may spend in all; null for no ceiling. */
    readonly credits_max: number | null;
    /** Credits that it has spent or reserved; null without a ceiling. */
    readonly credits_used: number | null;
    readonly expires_at: string | null;
  };
  /** Webhook endpoints by their state. */
  readonly endpoints: EndpointCounts;
  /** One entry a UTC day and route, newest day first. */
  readonly usage: readonly UsageEntry[];
}

/** How readings of a route went; rates lie between 0 and 1. */
export interface RouteHealth {
  readonly route: string;
  readonly path: string;
  readonly readings: number;
  readonly success_rate: number | null;
  readonly last_success_at: string | null;
  readonly last_failure_at: string | null;
  readonly last_error: string | null;
  readonly median_ms: number | null;
  readonly rows_read: number;
  readonly fill_rates: Readonly<Record<string, number>>;
  /** Fields that the source no longer sends as it did, and since when. */
  readonly lost_fields: Readonly<Record<string, string>>;
}

export interface SourceHealth {
  readonly source: string;
  readonly configured: boolean;
  /** Whether the built-in sandbox serves it: its homes are synthetic data. */
  readonly sandbox: boolean;
  /** Places of the source's own that were also read by boxes, the homes there, and those outside the place. */
  readonly place_audits: {
    readonly audits: number;
    readonly homes: number;
    readonly homes_outside: number;
  };
  /** Its licensed feeds; an account needs a grant for each. Empty where it needs none. */
  readonly feeds: readonly string[];
  /** Those of its feeds whose rows are kept here; the others are asked by searches. */
  readonly replicas: readonly ReplicaHealth[];
  /** Of a source with several feeds the worst of theirs. */
  readonly circuit: Circuit;
  /** The circuit of each of its licensed feeds: one that is open holds up only searches that read the feed. */
  readonly feed_circuits: readonly FeedCircuit[];
  readonly routes: readonly RouteHealth[];
}

/** Whether a source or a feed may be asked: an open circuit, and an operator's pause, reject new searches. */
export interface Circuit {
  readonly state: OrOther<'open' | 'closed' | 'paused'>;
  readonly failures_in_a_row: number;
  readonly open_until: string | null;
}

export interface FeedCircuit extends Circuit {
  readonly feed: string;
  /** Why it failed last; null when it never did. */
  readonly last_error: string | null;
}

/** How a feed does whose rows are kept here. */
export interface ReplicaHealth {
  readonly feed: string;
  /** Whether it can be searched: its first pull has ended. */
  readonly ready: boolean;
  readonly rows: number;
  /** The rows are those of the feed at this moment; null before the first pull has ended. */
  readonly last_pull_at: string | null;
  readonly lag_s: number | null;
  /** When its keys were last compared, to find rows that are gone. */
  readonly last_compared_at: string | null;
  /** Why the last pull failed; null when it did not. */
  readonly last_error: string | null;
}

/** How every source does. */
export interface SourcesBody {
  readonly sources: readonly SourceHealth[];
}
