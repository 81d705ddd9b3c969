/**
 * The console in Chromium against the compiled service on loopback: how many requests and bytes the
 * first view and the first rows take, and how long. The baseline is curl's way to the same rows:
 * one search and its polls without a browser.
 * Usage: npm run bench -- console      (CONSOLE_ROUNDS, default 5)
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { knowing, openBrowser } from '../test/support/open-browser.js';
import { startService } from './support/service.js';

const ROUNDS = Number(process.env.CONSOLE_ROUNDS ?? 5);
/** One ZIP a round, so that no round meets the cache of another; both ways ask for the same. */
const ZIPS = [
  '78704',
  '78745',
  '77007',
  '98115',
  '60614',
  '33139',
  '94110',
  '80205',
  '30307',
  '10025',
];

/** Run in the browser, so written as text. */
const NOTE_FIRST_ROW = `new MutationObserver((_, observer) => {
  if (document.querySelector('tbody tr') === null) return;
  window.firstRowMs = performance.now();
  observer.disconnect();
}).observe(document, { subtree: true, childList: true })`;
const AFTER_THE_ANSWER = `window.firstRowMs - Math.max(...performance
  .getEntriesByType('resource')
  .filter(({ name }) => /[/]v1[/](jobs|portal_a)[/]/.test(name))
  .map(({ responseEnd }) => responseEnd))`;

/** What the page itself names: it is shown when these are there. */
const FIRST_VIEW = /^\/$|\/(?:first-view|rolldown-runtime)-[^/]+\.(?:js|css)$/;

const browser = await openBrowser();
if (browser === null) {
  console.log('skipped: no Chromium on this machine');
} else {
  await measure(browser);
}

async function measure(chromium: Browser): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rowhouse-console-'));
  const service = await startService({
    ROWHOUSE_DATA_DIR: dataDir,
    ROWHOUSE_RATE_LIMIT_PER_MINUTE: '100000',
    // Whoever asks second must not find what the first has read.
    ROWHOUSE_UPSTREAM_CACHE_BYTES: '0',
    ROWHOUSE_CACHE_LISTINGS_S: '0',
    ROWHOUSE_READ_AHEAD: 'off',
  });
  const key = /demo key\s+(\S+)/.exec(service.output())?.[1] ?? '';
  const visits: Visit[] = [];
  const plain: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const zip = ZIPS[round % ZIPS.length] ?? '';
    // By turns, since the sandbox makes its homes for whoever asks first.
    if (round % 2 === 1) plain.push(await fetchRows(service.url, key, zip));
    visits.push(await visit(chromium, { url: service.url, key, zip }));
    if (round % 2 === 0) plain.push(await fetchRows(service.url, key, zip));
  }
  const of = (pick: (one: Visit) => number) => median(visits.map(pick));
  console.log(`rounds ${ROUNDS}, an empty browser cache in each; medians`);
  console.log(`first view   ${of((one) => one.formMs).toFixed(0)} ms to the form`);
  console.log(
    `             ${of((one) => one.viewRequests)} requests, ${kb(of((one) => one.viewBytes))} before the map's code, map included ${kb(of((one) => one.mapBytes))}`,
  );
  console.log(`first row    ${of((one) => one.rowMs).toFixed(0)} ms from the press of Search`);
  console.log(
    `             ${of((one) => one.ownMs).toFixed(0)} ms of it after the answer is there`,
  );
  console.log(`baseline     ${median(plain).toFixed(0)} ms for the same without a browser`);
  console.log(
    `whole visit  ${of((one) => one.requests)} requests, ${kb(of((one) => one.bytes))} on the wire`,
  );
  await service.end('SIGINT');
  await chromium.close();
  rmSync(dataDir, { recursive: true, force: true });
}

interface Visit {
  readonly formMs: number;
  readonly rowMs: number;
  /** Of that, from the last byte of the answer to the first row in the document. */
  readonly ownMs: number;
  readonly viewRequests: number;
  /** Page, style sheet and script that the first view waits for. */
  readonly viewBytes: number;
  /** The same and all that was loaded until the map stood. */
  readonly mapBytes: number;
  readonly requests: number;
  readonly bytes: number;
}

async function visit(
  chromium: Browser,
  { url, key, zip }: { readonly url: string; readonly key: string; readonly zip: string },
): Promise<Visit> {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(knowing(key));
  await page.addInitScript(NOTE_FIRST_ROW);
  const wire = await watch(page);
  const began = performance.now();
  await page.goto(`${url}/#/search`, { waitUntil: 'commit' });
  await page.waitForSelector('.search-form');
  const formMs = performance.now() - began;
  await page.waitForSelector('.maplibregl-canvas');
  await page.waitForLoadState('networkidle');
  const viewed = wire.sent();
  const mapBytes = viewed.reduce((sum, { bytes }) => sum + bytes, 0);
  const view = viewed.filter(({ path }) => FIRST_VIEW.test(path));
  await page.getByRole('combobox', { name: /ZIP code/ }).fill(zip);
  const asked = performance.now();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.waitForSelector('tbody tr');
  const rowMs = performance.now() - asked;
  const ownMs = await page.evaluate<number>(AFTER_THE_ANSWER);
  await page.waitForLoadState('networkidle');
  const all = wire.sent();
  await context.close();
  return {
    formMs,
    rowMs,
    ownMs,
    viewRequests: view.length,
    viewBytes: view.reduce((sum, { bytes }) => sum + bytes, 0),
    mapBytes,
    requests: all.length,
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** What came over the wire, encoded as it was sent, headers included. */
async function watch(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const paths = new Map<string, string>();
  const sent: { path: string; bytes: number }[] = [];
  session.on('Network.requestWillBeSent', ({ requestId, request }) =>
    paths.set(requestId, new URL(request.url).pathname),
  );
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    sent.push({ path: paths.get(requestId) ?? '', bytes: encodedDataLength }),
  );
  return { sent: () => [...sent] };
}

/** The baseline: the same search and its polls, up to the rows as an object. */
async function fetchRows(url: string, key: string, zip: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  const began = performance.now();
  let path: string | null = `/v1/portal_a/listings?zip=${zip}`;
  while (path !== null) {
    const answer = await fetch(url + path, { headers, signal: AbortSignal.timeout(30_000) });
    const envelope = (await answer.json()) as { poll_url: string | null };
    path = envelope.poll_url === null ? null : `${envelope.poll_url}?wait=20`;
  }
  return performance.now() - began;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

function kb(bytes: number): string {
  return `${(bytes / 1000).toFixed(0)} kB`;
}
