/** Work whose failure fails nothing: it is logged, and its result is null. */
import type { Parts } from './app.js';

export const bestEffort = <T>(
  { log }: Parts<'log'>,
  failure: string,
  work: Promise<T>,
): Promise<T | null> =>
  work.catch((error: unknown) => {
    log.warn({ err: error }, failure);
    return null;
  });
