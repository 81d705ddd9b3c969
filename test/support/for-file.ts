/** Parts that all tests of a file share: applications, stores, the console. */
import { after, before } from 'node:test';

/**
 * Opens a part before the first test of the file that calls this, and closes it after the last.
 * Its members are there from then on: read them in tests and hooks, not while the file is loaded.
 */
export function forFile<T extends { close(): Promise<void> }>(open: () => Promise<T>): T {
  const part = {} as T;
  before(async () => {
    Object.defineProperties(part, Object.getOwnPropertyDescriptors(await open()));
  });
  // Nothing was opened where that failed, which is then the error to show.
  after(() => (part as Partial<T>).close?.());
  return part;
}
