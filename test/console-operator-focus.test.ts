/** The focus on the operator's page, by keyboard alone: it is never lost with what was pressed. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { envelopeOf, freshSearch } from './support/expect.js';
import { sharedOperator } from './support/open-operator.js';
import { ADMIN_TOKEN, type TestAccount } from './support/open-test-app.js';

const app = sharedOperator({ startMs: Date.now() });
let account: TestAccount;
before(async () => {
  account = await app.t.account({ name: 'Acme', plan_credits: 100 });
});

async function signInByKeyboard(page: Page): Promise<void> {
  await page.getByLabel('Admin token').focus();
  await page.keyboard.type(ADMIN_TOKEN);
  await page.keyboard.press('Enter');
  await page.getByText(/^As of/).waitFor();
}

/** Waits until the content has the focus. */
const contentFocused = (page: Page) => page.locator('#main:focus').waitFor();

test('the focus goes to the content after a sign-in, after a link of a table, and after a sign-out', async (t) => {
  const page = await app.visit(t, '#/accounts');
  if (page === null) return;
  assert.equal(await page.locator(':focus').count(), 0, 'a page that is opened begins at its top');
  await signInByKeyboard(page);
  await contentFocused(page);
  await page.getByRole('link', { name: 'Acme' }).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Acme' }).waitFor();
  await contentFocused(page);
  await page.getByRole('link', { name: 'Queue' }).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Queue' }).waitFor();
  assert.equal(await page.locator('a:focus', { hasText: 'Queue' }).count(), 1, 'it is still there');
  await page.getByRole('button', { name: 'Sign out' }).press('Enter');
  await page.getByLabel('Admin token').waitFor();
  await contentFocused(page);
});

test('a source that is paused and resumed keeps the focus at its button', async (t) => {
  const page = await app.visit(t, '#/sources');
  if (page === null) return;
  await signInByKeyboard(page);
  await page.getByRole('button', { name: 'Pause Portal B' }).press('Enter');
  await page.keyboard.type('their site is down');
  await page.keyboard.press('Enter');
  await page.locator('button:focus', { hasText: 'Resume Portal B' }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await page.locator('button:focus', { hasText: 'Pause Portal B' }).waitFor();
});

test('Escape closes a form and gives the focus back to its button', async (t) => {
  const page = await app.visit(t, '#/sources');
  if (page === null) return;
  await signInByKeyboard(page);
  const closed = async (name: string) => {
    await page.getByRole('button', { name }).press('Enter');
    const form = page.locator(`form[aria-label="${name}"]`);
    await form.locator('input').first().press('Escape');
    await form.waitFor({ state: 'detached' });
    await page.locator('button:focus', { hasText: name }).waitFor();
  };
  await closed('Pause Portal B');
  await page.getByRole('link', { name: 'Accounts' }).press('Enter');
  await closed('New account');
});

test('the focus stays in the table of a job that is cancelled, and goes to the content with the last', async (t) => {
  const page = await app.visit(t, '#/queue');
  if (page === null) return;
  await app.t.hold();
  const call = async () => envelopeOf(await app.t.get(freshSearch(), account.api_key)).request_id;
  const ids = [await call(), await call()];
  await signInByKeyboard(page);
  for (const [at, id] of ids.entries()) {
    const row = page.locator('tr', { hasText: id });
    await row.getByRole('button', { name: 'Cancel' }).press('Enter');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await row.waitFor({ state: 'detached' });
    const next = at === 0 ? '[aria-label="Pending jobs, newest first"]' : '#main';
    await page.locator(`${next}:focus`).waitFor();
  }
  app.t.release();
});
