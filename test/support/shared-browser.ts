/** One browser for all files of a process: it takes longer to start than most tests. */
import type { Browser } from 'playwright-core';
import { openBrowser } from './open-browser.js';

export const { afterFiles }: { afterFiles(end: () => Promise<void>): void } = await import(
  new URL('../../scripts/test-group.js', import.meta.url).href
);

let opened: Promise<Browser | null> | undefined;
afterFiles(async () => (await opened)?.close());

/** Null on a machine without Chromium. Users open a context of their own and close it. */
export function sharedBrowser(): Promise<Browser | null> {
  opened ??= openBrowser();
  return opened;
}
