/**
 * What is written down of calls, collections and requests to sources where an operator collects traces: names of
 * tables, ids of ours, outcomes and hosts: never a query, a key, an address of a home or a cursor.
 */
import type { Log } from './log.js';

export interface Traces {
  /** Runs the rest of a call in its span. A call that is answered without it is written whole by `called`. */
  begin(request: TracedRequest, work: () => void): void;
  /** A call was answered: ends its span. The id of its trace where it is collected. */
  called(request: TracedRequest, call: TracedCall): string | undefined;
  /** What a collection is linked with to the call in hand (W3C traceparent); null outside of one. */
  current(): string | null;
  /** Runs a collection in a span of its own; `work` notes how it ended. */
  collect<T>(
    collection: TracedCollection,
    work: (note: (ended: EndedCollection) => void) => Promise<T>,
  ): Promise<T>;
  /** What begins the span of a request to a source below the span that runs now, when it is sent. */
  asking(request: TracedAsk): () => AskSpan;
  /** The log with the id of the trace that runs. */
  log(log: Log): Log;
  /** Sends what is not sent yet. */
  close(): Promise<void>;
}

/** A request as it came, and as the key of its span. */
export interface TracedRequest {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

export interface TracedCall {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  /** The template of the path; undefined for a path that is none of ours. */
  readonly route: () => string | undefined;
  readonly status: number;
  readonly tookMs: number;
  readonly accountId: string | undefined;
  readonly credits: number | undefined;
}

export interface TracedCollection {
  readonly collection_id: string;
  readonly route: string;
  readonly attempts: number;
  /** The calls that asked for it, as `current` gave them. */
  readonly asked_by: readonly string[];
}

export interface EndedCollection {
  readonly outcome: string;
  readonly rows?: number;
  /** All calls that asked for it until its end. */
  readonly asked_by?: readonly string[];
}

export interface TracedAsk {
  readonly source: string;
  readonly method: string;
  /** The address of the upstream; only its host and port are used. */
  readonly upstream: string;
}

export interface AskSpan {
  /** The status that came back. */
  answered(status: number): void;
  ended(outcome: string): void;
}

const NO_SPAN: AskSpan = { answered: () => undefined, ended: () => undefined };
const noSpan = (): AskSpan => NO_SPAN;

/** Where no traces are collected. */
export const UNTRACED: Traces = {
  begin: (_request, work) => work(),
  called: () => undefined,
  current: () => null,
  collect: (_collection, work) => work(() => undefined),
  asking: () => noSpan,
  log: (log) => log,
  close: () => Promise.resolve(),
};
