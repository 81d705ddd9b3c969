/**
 * All pages of one cached search in the console against the same pages by the command line, on one
 * service: seconds for 25, 50 and 100 pages of 100 rows. Baseline: `rowhouse search --max-pages`.
 * Then the table and map of all these rows: presses of keys from Search to the first row, times to
 * sort and to filter, and frames while the map is dragged. Chromium draws it without a GPU here.
 * Usage: npm run bench -- console-pages
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { knowing, openBrowser } from '../test/support/open-browser.js';
import { rowhouse } from '../test/support/run-rowhouse.js';
import { startService } from './support/service.js';
import { framesWhileDragging, useTable } from './support/use-table.js';

/** As PAGES_MAX of the console. */
const PAGES_MAX = 100;
const STEPS = [25, 50, PAGES_MAX];
const PAGE_ROWS = 100;
/** Large enough for all these pages at the sandbox's size below. */
const CITY = { city: 'Chicago', state: 'IL' };
const SANDBOX_HOMES = '10000000';
const WAIT_MS = 600_000;

/** Run in the browser, so written as text: when the table first had so many rows. */
const RECORD_ROWS = `window.rowsAt = [];
setInterval(() => {
  const rows = Number(document.querySelector('.rows table')?.ariaRowCount ?? 0) - 1;
  if (rows > (window.rowsAt.at(-1)?.rows ?? 0)) window.rowsAt.push({ rows, ms: performance.now() });
}, 50)`;

interface RowsAt {
  readonly rows: number;
  readonly ms: number;
}

const browser = await openBrowser();
if (browser === null) console.log('skipped: no Chromium on this machine');
else await measure(browser);

async function measure(chromium: Browser): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rowhouse-console-pages-'));
  const service = await startService({
    ROWHOUSE_DATA_DIR: dataDir,
    ROWHOUSE_RATE_LIMIT_PER_MINUTE: '100000',
    ROWHOUSE_SANDBOX_HOMES: SANDBOX_HOMES,
    ROWHOUSE_SANDBOX_LATENCY_MIN_MS: '0',
    ROWHOUSE_SANDBOX_LATENCY_MAX_MS: '5',
  });
  const key = /demo key\s+(\S+)/.exec(service.output())?.[1] ?? '';
  const filling = await byCommandLine(service.url, key, PAGES_MAX);
  console.log(`${filling.toFixed(1)} s to fill the cache with ${PAGES_MAX} pages`);
  const plain: number[] = [];
  for (const pages of STEPS) plain.push(await byCommandLine(service.url, key, pages));
  const { rows, longestMs, used } = await byConsole(chromium, service.url, key);
  console.log('pages   command line   console    times');
  STEPS.forEach((pages, at) => {
    const line = plain[at] ?? Number.NaN;
    const shown = (rows.find((each) => each.rows >= pages * PAGE_ROWS)?.ms ?? Number.NaN) / 1_000;
    const cells = [
      pages,
      `${line.toFixed(1)} s`,
      `${shown.toFixed(1)} s`,
      (shown / line).toFixed(1),
    ];
    console.log(
      cells.map((cell, place) => String(cell).padStart([5, 15, 10, 9][place] ?? 0)).join(''),
    );
  });
  console.log(`longest time without a response to input: ${longestMs.toFixed(0)} ms`);
  for (const line of used) console.log(line);
  await service.end('SIGINT');
  await chromium.close();
  rmSync(dataDir, { recursive: true, force: true });
}

/** Seconds of `rowhouse search`, its start included. */
async function byCommandLine(url: string, key: string, pages: number): Promise<number> {
  const place = Object.entries(CITY).flatMap(([name, value]) => [`--${name}`, value]);
  const { code, stderr, tookMs } = await rowhouse(
    ['search', 'portal_a/listings', ...place, '--max-pages', String(pages), '--format', 'ndjson'],
    { ROWHOUSE_BASE_URL: `${url}/v1`, ROWHOUSE_API_KEY: key },
    WAIT_MS,
  );
  if (code !== 0) throw new Error(`rowhouse search: ${stderr}`);
  return tookMs / 1_000;
}

/** From the press of "Load": when the table had how many rows, and the longest task of the page. */
async function byConsole(chromium: Browser, url: string, key: string) {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(knowing(key));
  page.setDefaultTimeout(WAIT_MS);
  await page.goto(
    `${url}/#/search?${new URLSearchParams({ route: 'portal_a_listings', ...CITY })}`,
  );
  await page.waitForSelector('.maplibregl-canvas');
  const without = await framesWhileDragging(page);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.waitForSelector('tbody tr');
  await page.waitForLoadState('networkidle');
  await page.evaluate(RECORD_ROWS);
  await page.evaluate(`window.longestMs = 0; new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longestMs = Math.max(window.longestMs, duration);
  }).observe({ type: 'longtask' })`);
  const began = await page.evaluate<number>('performance.now()');
  await page.getByRole('button', { name: /^Load (all|99)/ }).click();
  // The headings are a row too.
  await page.waitForSelector(`.rows table[aria-rowcount="${PAGES_MAX * PAGE_ROWS + 1}"]`);
  await page.waitForSelector('.progress', { state: 'detached' });
  const rows = await page.evaluate<RowsAt[]>('window.rowsAt');
  const longestMs = await page.evaluate<number>('window.longestMs');
  const used = await useTable(page, without);
  await context.close();
  return { used, rows: rows.map((at) => ({ ...at, ms: at.ms - began })), longestMs };
}
