/** A route of the operator's listener: its input, and the use case that handles it. */

import type { Operator } from '#service/accounts/audit-log.js';
import type { TestService } from '#service/accounts/test-keys.js';
import type { App } from '#service/app.js';
import type { MakeBackup } from '#service/operations/download.js';
import { type AdminField, objectOf } from './fields.js';

export interface AdminInput<Param extends string = string> {
  readonly params: Readonly<Record<Param, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Aborts when the operator's connection is lost. */
  readonly gone: AbortSignal;
  readonly testService: TestService;
  readonly makeBackup: MakeBackup;
  /** The demo key with a link to the console; null if none exists. */
  readonly demoKey: () => object | null;
  /** The version of this service; empty if unknown. */
  readonly version: string;
  /** The name that the caller gives, for the audit log. */
  readonly by: Operator;
}

export interface AdminRoute {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly body?: object;
  readonly params?: object;
  readonly query?: object;
  /** A Download is sent as a file, anything else as JSON. */
  readonly run: (app: App, input: AdminInput) => Promise<unknown>;
}

/** The names in a URL: `job_id` in `/jobs/:job_id`. */
type ParamIn<Url extends string> = Url extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamIn<Rest>
  : Url extends `${string}:${infer Name}`
    ? Name
    : never;

type Run<Url extends string> = (app: App, input: AdminInput<ParamIn<Url>>) => Promise<unknown>;

/** A route whose parameters are those that its URL names. */
function routeOf<Url extends string>(
  method: AdminRoute['method'],
  url: Url,
  takes: Pick<AdminRoute, 'query' | 'body'>,
  run: Run<Url>,
): AdminRoute {
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name]) => name as AdminField);
  const params = names.length > 0 && { params: objectOf(names) };
  return { method, url, ...takes, ...params, run };
}

export const get = <Url extends string>(
  url: Url,
  takes: Pick<AdminRoute, 'query'>,
  run: Run<Url>,
): AdminRoute => routeOf('GET', url, takes, run);

export const post = <Url extends string>(
  url: Url,
  takes: Pick<AdminRoute, 'query' | 'body'>,
  run: Run<Url>,
): AdminRoute => routeOf('POST', url, takes, run);
