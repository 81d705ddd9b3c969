/** One browser for all files of a process: it takes longer to start than most tests. */
import type { Browser } from 'playwright-core';
import { afterFiles } from './after-files.js';
import { openBrowser } from './open-browser.js';

let opened: Promise<Browser | null> | undefined;
afterFiles(async () => (await opened)?.close());

/** Null on a machine without Chromium. A user takes a page of it, or closes what it opens. */
export function sharedBrowser(): Promise<Browser | null> {
  opened ??= openBrowser();
  return opened;
}
