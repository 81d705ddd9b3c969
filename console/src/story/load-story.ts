/** One home over all sources, by its id. Free. */
import { Rowhouse, RowhouseError } from '#client/index.js';
import type { HomeBody } from '#contract/operations/homes.js';

/** Longest wait for the answer: it is read from the store alone, and there is a button to try again. */
const ANSWER_MS_MAX = 30_000;

/**
 * The home, or null where the service knows nothing of it that the key may read. Throws RowhouseError, or the reason of
 * the signal.
 */
export async function loadStory(
  homeId: string,
  apiKey: string,
  signal: AbortSignal,
): Promise<HomeBody | null> {
  const client = new Rowhouse({
    baseUrl: location.origin,
    apiKey,
    timeoutMs: ANSWER_MS_MAX,
    retries: 0,
  });
  try {
    return await client.home(homeId, { signal });
  } catch (error) {
    if (error instanceof RowhouseError && error.code === 'home_not_found') return null;
    throw error;
  }
}
