/** A test application whose admin listener a browser can reach, and a browser on its page. */
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { FastifyInstance } from 'fastify';
import type { Page } from 'playwright-core';
import { adminServer } from '#http/admin/server.js';
import { forFile } from './for-file.js';
import { type PageOptions, visitConsole } from './open-browser.js';
import { ADMIN_TOKEN, openTestApp, type TestApp, type TestAppOptions } from './open-test-app.js';
import { sharedBrowser } from './shared-browser.js';

export interface OperatorApp {
  readonly t: TestApp;
  readonly url: string;
  /** Opens the page; null after a skip, where the machine has no browser. */
  visit(t: TestContext, hash: string, options?: PageOptions): Promise<Page | null>;
  /** Ends the listener: nobody answers at its port. */
  down(): Promise<void>;
  /** Listens at the same port again. */
  up(): Promise<void>;
  close(): Promise<void>;
}

export async function openOperator(options: TestAppOptions = {}): Promise<OperatorApp> {
  const t = await openTestApp(options);
  const browser = await sharedBrowser();
  let admin: FastifyInstance = t.admin;
  await admin.listen({ host: '127.0.0.1', port: 0 });
  const { port } = admin.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const down = async () => {
    admin.server.closeAllConnections();
    await admin.close();
  };
  return {
    t,
    url,
    visit: (test, hash, context = {}) =>
      visitConsole(test, browser, `${url}/operator${hash}`, context, null, '#main'),
    down,
    up: async () => {
      admin = adminServer(t.app, { token: ADMIN_TOKEN });
      await admin.listen({ host: '127.0.0.1', port });
    },
    close: async () => {
      await down();
      await t.close();
    },
  };
}

/** The same for all tests of a file. */
export const sharedOperator = (options: TestAppOptions = {}): OperatorApp =>
  forFile(() => openOperator(options));

/** Fills in the token and waits until the figures are there. */
export async function signIn(page: Page, name = ''): Promise<void> {
  await page.getByLabel('Admin token').fill(ADMIN_TOKEN);
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText(/^As of/).waitFor();
}

/** Shows a view by its link. */
export async function openView(page: Page, view: string): Promise<void> {
  await page.getByRole('link', { name: view, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: view }).waitFor();
}
