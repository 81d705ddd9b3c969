/** A service on the sandbox in this process, and a browser to visit its console with. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { Rowhouse } from '#client/index.js';
import { afterFiles } from './after-files.js';
import { forFile } from './for-file.js';
import { type PageOptions, visitConsole } from './open-browser.js';
import { ADMIN_TOKEN } from './open-test-app.js';
import {
  MANY_HOMES,
  type Service,
  type ServiceHere,
  type Settings,
  settingsOf,
  startHere,
  startService,
} from './run-rowhouse.js';
import { sharedBrowser } from './shared-browser.js';

/** Small, so that one ZIP has several pages. */
export const PAGE_ROWS = 15;

export interface ConsoleApp {
  readonly service: ServiceHere;
  /** A client with the demo key, where the service has one. */
  readonly client: Rowhouse;
  /** Opens the console at a link; null after a skip, where the machine has no browser. */
  visit(t: TestContext, hash: string, options?: PageOptions): Promise<Page | null>;
  /** The same in a tab without a key. */
  visitAnew(t: TestContext, hash: string): Promise<Page | null>;
  close(): Promise<void>;
}

/** As the service makes it. */
const DEMO_ACCOUNT = { name: 'demo', extra_credits: 10_000 };

/** A service of its own, with its own data and caches. */
export async function openConsole(more: Settings = {}): Promise<ConsoleApp> {
  const { service, close } = await openService(more);
  return { ...(await consoleOf(service)), close };
}

async function openService(more: Settings) {
  const dataDir = mkdtempSync(join(tmpdir(), 'rowhouse-console-'));
  const service = await startHere({
    ...settingsOf(dataDir),
    ...MANY_HOMES,
    ROWHOUSE_PAGE_ROWS: String(PAGE_ROWS),
    ROWHOUSE_RATE_LIMIT_PER_MINUTE: '1000',
    ...more,
  });
  const close = async () => {
    await service.interrupt();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { service, close };
}

async function consoleOf(service: ServiceHere): Promise<Omit<ConsoleApp, 'close'>> {
  const browser = await sharedBrowser();
  return {
    service,
    client: new Rowhouse({ baseUrl: service.apiUrl, apiKey: service.demoKey || 'none' }),
    visit: (t, hash, options = {}) =>
      visitConsole(t, browser, `${service.apiUrl}/${hash}`, options, service.demoKey),
    visitAnew: (t, hash) => visitConsole(t, browser, `${service.apiUrl}/${hash}`, {}),
  };
}

/** A console for all tests of a file, on a service of its own. */
export const ownConsole = (more: Settings = {}): ConsoleApp => forFile(() => openConsole(more));

/**
 * The same on a service that the files of a process share, as a start costs more than most tests:
 * with an account of the file's own, whose key takes the place of the demo key. Another file may
 * have searched before, so that answers can come from the cache.
 */
export const sharedConsole = (): ConsoleApp =>
  forFile(async () => {
    opened ??= openService({ ROWHOUSE_ADMIN_TOKEN: ADMIN_TOKEN });
    const { service } = await opened;
    const demoKey = await newAccount(service.adminUrl, DEMO_ACCOUNT);
    return { ...(await consoleOf({ ...service, demoKey })), close: () => Promise.resolve() };
  });

let opened: ReturnType<typeof openService> | undefined;
afterFiles(async () => (await opened)?.close());

/** The key of a new account of a console's service. */
export async function newAccount(adminUrl: string, account: object): Promise<string> {
  const created = await fetch(`${adminUrl}/admin/accounts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  const { key } = (await created.json()) as { key: { api_key: string } };
  return key.api_key;
}

/** The link of the greeting in a new tab: of the compiled command, as its user starts it. */
export async function visitGreeting(
  t: TestContext,
): Promise<{ readonly page: Page; readonly apiUrl: string } | null> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rowhouse-greeting-'));
  let service: Service | null = null;
  let page: Page | null = null;
  t.after(async () => {
    // A page that outlives its service reports its next call, which nobody answers.
    await page?.context().close();
    await service?.kill();
    rmSync(dataDir, { recursive: true, force: true });
  });
  service = await startService({ ...settingsOf(dataDir), ...MANY_HOMES });
  const { apiUrl, greeting } = service;
  const link = /http\S+#demo-key=\S+/.exec(greeting)?.[0] ?? '';
  page = await visitConsole(t, await sharedBrowser(), link, {}, null, 'form.question');
  return page && { page, apiUrl };
}

/** Searches the selected route by ZIP and waits for the rows. */
export async function search(page: Page, zip: string): Promise<void> {
  await page.getByRole('combobox', { name: /ZIP code/ }).fill(zip);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  // The previous rows stay, dimmed, until then.
  await page.waitForSelector('.rows:not(.stale) tbody tr');
}

const FILLED_MS_MAX = 10_000;
const FILLED_POLL_MS = 20;

/** Waits until a field shows the value: a form is filled in after the address has changed. */
export async function waitForValue(field: Locator, value: string): Promise<void> {
  const lastMs = performance.now() + FILLED_MS_MAX;
  let shown = await field.inputValue();
  while (shown !== value && performance.now() < lastMs) {
    await delay(FILLED_POLL_MS);
    shown = await field.inputValue();
  }
  assert.equal(shown, value);
}

/** The first column, row by row. */
export const streets = (page: Page): Promise<string[]> =>
  page.locator('tbody tr td:first-child').allInnerTexts();
