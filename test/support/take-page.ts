/**
 * Pages of the shared browser, one test after the other: a tab that has shown the console before
 * shows it again at half the cost, as its process has compiled it. Each test finds a page as new.
 */
import type { Browser, BrowserContextOptions, Disposable, Page } from 'playwright-core';

export interface TakenPage {
  readonly page: Page;
  /** Empties the page for the next test, once that of the origin and the scripts has ended. */
  leave(origin: string, scripts: readonly Disposable[]): Promise<void>;
}

export interface TakenPageOptions extends BrowserContextOptions {
  /** Whether the test moves the clock of the page, which nothing puts back. */
  readonly ownClock?: boolean;
}

const idle: Page[] = [];

const LISTENED = ['console', 'pageerror', 'request', 'response'];

/** Of each further tab that a test opens beside its page, too. */
const USUAL = { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' } as const;

/** A test with an option that a page cannot change later gets a context that ends with it. */
export async function takePage(
  browser: Browser,
  { viewport, colorScheme, reducedMotion, ownClock = false, ...rest }: TakenPageOptions,
): Promise<TakenPage> {
  const isPlain = !ownClock && Object.keys(rest).length === 0;
  const open = async () => (await browser.newContext({ ...USUAL, ...rest })).newPage();
  const page = (isPlain ? idle.pop() : undefined) ?? (await open());
  await page.setViewportSize(viewport ?? USUAL.viewport);
  await page.emulateMedia({
    colorScheme: colorScheme ?? null,
    // Null is motion, whatever the context says.
    reducedMotion: reducedMotion ?? USUAL.reducedMotion,
  });
  const leave: TakenPage['leave'] = async (origin, scripts) => {
    if (page.isClosed()) return;
    const context = page.context();
    // A route that still answers as the page closes would fail the tests behind it.
    for (const one of context.pages()) await one.unrouteAll({ behavior: 'ignoreErrors' });
    const isEmpty = isPlain && (await empty(page, origin, scripts).catch(() => false));
    if (isEmpty) idle.push(page);
    else await context.close();
  };
  return { page, leave };
}

/** Whether nothing is left of the test, which may have ended its service or gone elsewhere. */
async function empty(page: Page, origin: string, scripts: readonly Disposable[]): Promise<boolean> {
  if (new URL(page.url()).origin !== origin) return false;
  for (const script of scripts) await script.dispose();
  for (const type of LISTENED) page.removeAllListeners(type);
  for (const other of page.context().pages()) if (other !== page) await other.close();
  // A document of the same origin keeps the process, and can clear its storage.
  await page.goto(`${origin}/nothing-here`);
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  await page.context().clearCookies();
  await page.mouse.move(0, 0);
  return true;
}
