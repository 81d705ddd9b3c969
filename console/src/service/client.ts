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

const GONE = [404, 410];

/** Whether the service does not know the job, or no longer. */
export const isGone = ({ status }: RowhouseError): boolean => GONE.includes(status);

/** A failed job is an answer of its own; a lost response says nothing about the job. */
export const hasEnded = (error: RowhouseError): boolean =>
  isGone(error) || (error.status >= 200 && error.status < 300);

const KEY_BYTES = 16;
/** An Idempotency-Key. Not randomUUID, which plain HTTP pages do not have. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
