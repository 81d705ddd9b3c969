/** One call in the request pipeline: what the steps read, and what they set for later steps. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { assert } from '#base/assert.js';
import type { KnownOperation } from '#contract/resources.js';
import type { Route, RowFormat } from '#contract/routes.js';
import type { RateWindow } from '#domain/rate.js';
import type { ToolCaller } from '#mcp/tool.js';
import { readmit } from '#service/accounts/admit-caller.js';
import type { App } from '#service/app.js';
import type { LayerTarget } from './layers/layer-target.js';

/** The target of a path. */
export type Target =
  | { readonly to: 'search'; readonly route: Route }
  | { readonly to: 'job'; readonly requestId: string }
  | { readonly to: 'rows'; readonly requestId: string; readonly format: RowFormat }
  | { readonly to: 'openapi' }
  | { readonly to: 'mcp' }
  | { readonly to: 'visit' }
  | ({ readonly to: 'layers' } & LayerTarget)
  | {
      readonly to: 'operation';
      /** The methods that the path accepts. */
      readonly methods: readonly string[];
      /** The operation of the call's method; undefined for a method the path does not accept. */
      readonly operation: KnownOperation | undefined;
      /** The id or the number in the path; empty if none exists. */
      readonly id: string;
    };

export type Caller = ToolCaller;

/** How the MCP endpoint describes the service. */
export interface McpOptions {
  readonly version: string;
}

export interface Call {
  /** With the account's own store from the answer step on. */
  app: App;
  readonly allowedOrigins: readonly string[];
  /** Absent: the MCP endpoint is off. */
  readonly mcp: McpOptions | undefined;
  /** Whether visitors get keys. */
  readonly isDemo: boolean;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly requestId: string;
  /** Path without the query string, and the raw query string without the question mark. */
  readonly path: string;
  readonly queryText: string;
  target?: Target;
  caller?: Caller;
  window?: RateWindow & { readonly over: boolean };
  /** It has waited for an event: the rate limit read at its start is outdated. */
  held?: boolean;
}

/** The caller; its key was admitted before. */
export function admittedCaller({ caller }: Call): Caller {
  assert(caller !== undefined, 'the key was admitted before');
  return caller;
}

/** Checks a held call's caller again; throws when the key or account has ended meanwhile. */
export function readmitHeld(call: Call) {
  call.held = true;
  return readmit(call.app, header(call, 'authorization'));
}

/** A header as one string; undefined when it was not sent. */
export function header(call: Call, name: string): string | undefined {
  const value = call.request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
