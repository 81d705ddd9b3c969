/** The published client, connected to the service that serves the console. */
import { type Retry, Rowhouse, RowhouseError } from '#client/index.js';

/** Longer than any job may take. */
const TIMEOUT_MS = 1_200_000;

/** Throws RowhouseError for a key that cannot be sent. */
export const connect = (apiKey: string, onRetry?: (retry: Retry) => void): Rowhouse =>
  new Rowhouse({ baseUrl: location.origin, apiKey, timeoutMs: TIMEOUT_MS, onRetry });

/** Whatever was thrown, as an error that can be shown. */
export function toError(cause: unknown): RowhouseError {
  if (cause instanceof RowhouseError) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  return new RowhouseError({ code: 'console_failed', message, cause });
}
