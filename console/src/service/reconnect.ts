/** Repeats a call while the server does not answer, or the key has used its calls of the minute. */
import type { Retry, RowhouseError } from '#client/index.js';
import { toError } from './client.js';

/** Waits between the tries of one call while the server does not answer: about five minutes. */
export const RECONNECT_WAITS_S: readonly number[] = [2, 5, 10, 20, 30, 60, 60, 60, 60];

/** Waits of one call for the next minute of its key; others may use the same key. */
const PACE_WAITS_MAX = 10;
/** The longest of them. */
const PACE_WAIT_S_MAX = 120;

const BAD_GATEWAYS: readonly number[] = [502, 504];

/** Nothing answered, or only a proxy in front of the server. */
export const isUnreachable = ({ code, status }: RowhouseError): boolean =>
  code === 'connection_failed' ||
  BAD_GATEWAYS.includes(status) ||
  (status === 503 && code === 'unreadable_answer');

/** The key has used its calls of this minute. */
export const isPaced = ({ code }: RowhouseError): boolean => code === 'rate_limited';

interface Options {
  readonly signal: AbortSignal;
  readonly onRetry?: ((retry: Retry) => void) | undefined;
  readonly waitsS?: readonly number[] | undefined;
}

/** What the work returns at last. Throws its error after the last wait, or the signal's reason. */
export async function reconnect<T>(work: () => Promise<T>, options: Options): Promise<T> {
  const { signal, onRetry, waitsS = RECONNECT_WAITS_S } = options;
  const left = { lost: [...waitsS], paced: PACE_WAITS_MAX };
  for (let attempt = 2; ; attempt += 1) {
    try {
      return await work();
    } catch (cause) {
      if (signal.aborted) throw cause;
      const error = toError(cause);
      const waitS = nextWait(error, left);
      if (waitS === undefined) throw cause;
      onRetry?.({ error, pauseMs: waitS * 1000, attempt });
      await pause(waitS * 1000, signal);
    }
  }
}

/** Takes one of the waits that are left; undefined where none is. */
function nextWait(error: RowhouseError, left: { lost: number[]; paced: number }) {
  if (isUnreachable(error)) return left.lost.shift();
  const asked = Math.max(1, error.retryAfterS ?? 1);
  if (!isPaced(error) || left.paced === 0 || asked > PACE_WAIT_S_MAX) return undefined;
  left.paced -= 1;
  return asked;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', stop, { once: true });
  });
}
