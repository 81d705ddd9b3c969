/** Debian's Chromium, driven without a window, and pages of the console in it. */
import assert from 'node:assert/strict';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Browser, chromium, type Page } from 'playwright-core';
import { type TakenPageOptions, takePage } from './take-page.js';

/** The first has no windows at all, and costs half of the others. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** The message of a test that skips without a browser. */
export const NO_BROWSER = `none of ${NAMES.join(', ')} is installed (apt-get install ${NAMES[0]})`;

function findChromium(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const FLAGS = [
  // Software WebGL, so that the map draws without a screen.
  '--enable-unsafe-swiftshader',
  // No page of a test lives long enough to regain what optimizing its code costs.
  '--js-flags=--no-opt,--no-maglev',
];

/** Null where the machine has no Chromium. */
export async function openBrowser(): Promise<Browser | null> {
  const executablePath = findChromium();
  if (executablePath === null) return null;
  // Chromium rejects its sandbox to root, which is who runs in a container.
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, args: [...root, ...FLAGS] });
}

const WAIT_MS = 90_000;

export interface PageOptions extends TakenPageOptions {
  /** Whether there is a map, and draws: in software it takes longer than the rest of the page. */
  readonly map?: boolean | 'undrawn';
  /** Whether the test leaves calls without an answer, each of which the browser reports. */
  readonly unanswered?: boolean;
}

/** As in a browser without WebGL, where the console says so in place of the map. */
const WITHOUT_WEBGL = `HTMLCanvasElement.prototype.getContext = new Proxy(
  HTMLCanvasElement.prototype.getContext,
  { apply: (get, canvas, [kind, ...more]) =>
      /^webgl/.test(kind) ? null : Reflect.apply(get, canvas, [kind, ...more]) },
)`;

/** A quarter of the map's pixels: in software each costs time, and no test looks at one. */
const COARSE_MAP = "Object.defineProperty(window, 'devicePixelRatio', { value: 0.5 });";

/** The map does all but draw: a WebGL that takes every call, and has no pixels. */
const UNDRAWN_MAP = `{
  const { getContext } = HTMLCanvasElement.prototype;
  const answers = {
    checkFramebufferStatus: WebGL2RenderingContext.FRAMEBUFFER_COMPLETE, getError: 0,
    getExtension: null, getParameter: 4096, getProgramParameter: true, getShaderParameter: true,
    isContextLost: false,
  };
  const members = Object.getOwnPropertyDescriptors(WebGL2RenderingContext.prototype);
  const idle = Object.fromEntries(Object.entries(members).map(([name, { value }]) =>
    [name, typeof value === 'function' ? () => (name in answers ? answers[name] : {}) : value]));
  HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
    if (!/^webgl/.test(kind)) return getContext.call(this, kind, ...more);
    return Object.defineProperties({ ...idle, canvas: this }, {
      drawingBufferWidth: { get: () => this.width },
      drawingBufferHeight: { get: () => this.height },
    });
  };
}`;

const SEARCH_FORM = 'form[aria-label="Search"]';

/**
 * A page at an address of the console, or null after a skip. `ready` appears once it is shown.
 * Errors of the page and calls to another host fail the test at its end. The map jumps unless the
 * options request motion: in software each frame is expensive.
 */
export async function visitConsole(
  t: TestContext,
  browser: Browser | null,
  address: string,
  { map = false, unanswered = false, ...options }: PageOptions,
  demoKey: string | null = null,
  ready = SEARCH_FORM,
): Promise<Page | null> {
  if (browser === null) {
    t.skip(NO_BROWSER);
    return null;
  }
  const { origin } = new URL(address);
  const faults: string[] = [];
  const { page, leave } = await takePage(browser, options);
  const mapScript = map === 'undrawn' ? COARSE_MAP + UNDRAWN_MAP : COARSE_MAP;
  const scripts = [await page.context().addInitScript(map ? mapScript : WITHOUT_WEBGL)];
  t.after(async () => {
    await leave(origin, scripts);
    assert.deepEqual(faults, []);
  });
  page.setDefaultTimeout(WAIT_MS);
  page.on('pageerror', (error) => faults.push(`page error: ${error.message}`));
  page.on('console', (line) => {
    const isExpected = isHttpError(line.text()) || (unanswered && isUnanswered(line.text()));
    if (line.type() === 'error' && !isExpected) faults.push(`console: ${line.text()}`);
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && url.origin !== origin) {
      faults.push(`a call to ${url.origin}`);
    }
  });
  if (demoKey !== null) scripts.push(await page.addInitScript(knowing(demoKey)));
  await page.goto(address);
  await page.waitForSelector(ready, { state: 'attached' });
  return page;
}

/** Nothing on the page is wider than the screen. */
export async function expectFit(page: Page, message?: string): Promise<void> {
  const [wide, screen] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  );
  assert.equal(wide, screen, message);
}

/** As in a tab that was opened with the printed link before. */
export const knowing = (demoKey: string): string =>
  `sessionStorage.setItem('rowhouse-demo-key', ${JSON.stringify(demoKey)})`;

/** The browser reports every answer of 400 and above: an answer of the service, not an error. */
const isHttpError = (text: string): boolean => /server responded with a status of \d+/.test(text);

/** A call without an answer, or a part of the console that could not be loaded. */
const isUnanswered = (text: string): boolean =>
  /net::ERR_|Failed to fetch dynamically imported module|Unable to preload/.test(text);
