/** One call in the request pipeline: what the steps read, and what they set for later steps. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KnownOperation } from '#contract/resources.js';
import type { Route, RowFormat } from '#contract/routes.js';
import type { RateWindow } from '#domain/rate.js';
import type { ToolCaller } from '#mcp/tool.js';
import { readmit } from '#service/accounts/admit-caller.js';
import type { App } from '#service/app.js';

/** The target of a path. */
export type Target =
  | { readonly to: 'search'; readonly route: Route }
  | { readonly to: 'job'; readonly requestId: string }
  | { readonly to: 'rows'; readonly requestId: string; readonly format: RowFormat }
  | { readonly to: 'openapi' }
  | { readonly to: 'mcp' }
  | {
      readonly to: 'operation';
      /** The methods that the path takes. */
      readonly methods: readonly string[];
      /** What the call's own method does there; undefined for a method that it does not take. */
      readonly operation: KnownOperation | undefined;
      /** The id or the number in the path; empty if none exists. */
      readonly id: string;
    };

export type Caller = ToolCaller;

/** What the MCP endpoint says of the service. */
export interface McpOptions {
  readonly version: string;
}

export interface Call {
  /** From its answer on with the store of its account. */
  app: App;
  readonly allowedOrigins: readonly string[];
  /** Absent: the MCP endpoint is off. */
  readonly mcp: McpOptions | undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly requestId: string;
  /** Path without the query string, and the raw query string without the question mark. */
  readonly path: string;
  readonly queryText: string;
  target?: Target;
  caller?: Caller;
  window?: RateWindow & { readonly over: boolean };
  /** It has waited for something to happen: its allowance of the beginning is old. */
  held?: boolean;
}

/** Checks the caller of a held call again; throws when the key or account has ended meanwhile. */
export function readmitHeld(call: Call) {
  call.held = true;
  return readmit(call.app, header(call, 'authorization'));
}

/** A header as one text; undefined when it was not sent. */
export function header(call: Call, name: string): string | undefined {
  const value = call.request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
