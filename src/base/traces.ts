/**
 * What is recorded of calls, collections and requests to sources where an operator collects traces:
 * names of tables, our ids, outcomes and hosts; never a query, a key, a home's address or a cursor.
 */
import type { Log } from './log.js';

export interface Traces {
  /** Runs the rest of a call in its span. A call answered without it is written by `called`. */
  begin(request: TracedRequest, work: () => void): void;
  /** Ends the span of an answered call. Returns the id of its trace where it is collected. */
  called(request: TracedRequest, call: TracedCall): string | undefined;
  /** The current call's W3C traceparent, to link a collection with; null outside of a call. */
  current(): string | null;
  /** Runs a collection in its own span; `work` reports how it ended. */
  collect<T>(
    collection: TracedCollection,
    work: (note: (ended: EndedCollection) => void) => Promise<T>,
  ): Promise<T>;
  /** Returns what starts the span of a source request, below the current span, when it is sent. */
  asking(request: TracedAsk): () => AskSpan;
  /** The log with the id of the current trace. */
  log(log: Log): Log;
  /** Sends the spans that are not sent yet. */
  close(): Promise<void>;
}

/** A request as received; also the key of its span. */
export interface TracedRequest {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

export interface TracedCall {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  /** The template of the path; undefined for an unknown path. */
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
  /** The calls that requested it, as `current` returned them. */
  readonly asked_by: readonly string[];
}

export interface EndedCollection {
  readonly outcome: string;
  readonly rows?: number;
  /** All calls that requested it before it ended. */
  readonly asked_by?: readonly string[];
}

export interface TracedAsk {
  readonly source: string;
  readonly method: string;
  /** The address of the upstream; only its host and port are used. */
  readonly upstream: string;
}

export interface AskSpan {
  /** A response came, with this status. */
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
