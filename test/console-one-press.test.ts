/** What one press does in the console: a key, a click or a double click is at most one charge. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type ConsoleApp, openConsole, waitForValue } from './support/open-console.js';

let app: ConsoleApp;
before(async () => {
  app = await openConsole();
});
after(() => app.close());

const ZIP_DIGITS = 5;
const placeField = (page: Page) => page.getByRole('combobox', { name: /ZIP code/ });

/** The calls that a page sends from now on and that may be charged. */
function chargedCalls(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (/^\/v1\/portal_\w+\//.test(pathname)) sent.push(`${pathname}${search}`);
  });
  return sent;
}

test('Enter on a suggestion fills in the field, and only the next Enter searches', async (t) => {
  const visited = await app.visit(t, '#/search');
  if (visited === null) return;
  const { page, faults } = visited;
  const calls = chargedCalls(page);
  await placeField(page).pressSequentially('7871');
  const option = await page.locator('.options [role="option"]').first().innerText();
  const zip = option.slice(0, ZIP_DIGITS);
  await page.keyboard.press('ArrowDown');
  await page.waitForSelector('[aria-activedescendant]');
  await page.keyboard.press('Enter');
  await waitForValue(placeField(page), zip);
  await page.locator('.options').waitFor({ state: 'hidden' });
  assert.equal(await page.locator('.rows, .progress').count(), 0);
  assert.deepEqual(calls, [], 'nothing was sent');
  await Promise.all([page.waitForResponse(/zip=/), page.keyboard.press('Enter')]);
  assert.deepEqual(calls, [`/v1/portal_a/listings?zip=${zip}`]);
  assert.deepEqual(faults, []);
});
