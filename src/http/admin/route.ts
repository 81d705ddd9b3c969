/** A route of the operator's listener: its input, and the use case that handles it. */

import type { Operator } from '#service/accounts/audit-log.js';
import type { TestService } from '#service/accounts/test-keys.js';
import type { App } from '#service/app.js';
import type { MakeBackup } from '#service/operations/download.js';

export interface AdminInput {
  readonly params: Readonly<Record<string, string>>;
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
