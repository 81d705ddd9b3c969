/** One home over all sources, by its id. Free. */
import { RowhouseError } from '#client/index.js';
import { BASE_PATH } from '#contract/envelope.js';
import { HOME_PATH, type HomeBody } from '#contract/homes.js';

/** Longest wait for the answer: it is read from the store alone. */
const ANSWER_MS_MAX = 30_000;

/**
 * The home, or null where the service knows nothing of it that the key may read. One request. Throws
 * RowhouseError, or the reason of the signal.
 */
export async function loadStory(
  homeId: string,
  apiKey: string,
  signal: AbortSignal,
): Promise<HomeBody | null> {
  const path = `${BASE_PATH}${HOME_PATH.replace('{home_id}', encodeURIComponent(homeId))}`;
  const response = await fetch(new URL(path, location.origin), {
    headers: { authorization: `Bearer ${apiKey}` },
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS_MAX)]),
  }).catch((cause: unknown) => {
    if (signal.aborted) throw signal.reason;
    const message = 'The service gave no answer. Check that it runs, and try again.';
    throw new RowhouseError({ code: 'connection_failed', message, cause });
  });
  const body: unknown = await response.json().catch(() => null);
  if (response.ok && isHome(body)) return body;
  const error = errorOf(response, body);
  if (error.code === 'home_not_found') return null;
  throw error;
}

const isHome = (body: unknown): body is HomeBody =>
  typeof body === 'object' && body !== null && 'members' in body && 'observed' in body;

function errorOf({ status, headers }: Response, body: unknown): RowhouseError {
  const { error } = (body ?? {}) as { readonly error?: { code: string; message: string } };
  const after = headers.get('retry-after');
  return new RowhouseError({
    code: error?.code ?? 'unreadable_answer',
    message: error?.message ?? `Something other than the service answered ${status}.`,
    status,
    requestId: headers.get('x-request-id'),
    retryAfterS: after !== null && /^\d+$/.test(after) ? Number(after) : null,
  });
}
