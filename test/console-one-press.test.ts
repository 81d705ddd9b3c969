/** What one press does in the console: at most one charge, and the focus stays where one is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { doubleClick, LATER_MS } from './support/double-click.js';
import { search, sharedConsole, waitForValue } from './support/open-console.js';

const app = sharedConsole();

const ZIP_DIGITS = 5;
const placeField = (page: Page) => page.getByRole('combobox', { name: /ZIP code/ });

/** The calls that a page sends from now on and that may be charged. */
function chargedCalls(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (/^\/v1\/portal_\w+\/(?!home\/history)/.test(pathname)) sent.push(`${pathname}${search}`);
  });
  return sent;
}

test('Enter on a suggestion fills in the field, and only the next Enter searches', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  const calls = chargedCalls(page);
  await placeField(page).pressSequentially('7873');
  // Those for 787, shown until these are there, do not begin so.
  const option = page.locator('.options [role="option"]', { hasText: /^7873/ }).first();
  const zip = (await option.innerText()).slice(0, ZIP_DIGITS);
  await page.keyboard.press('ArrowDown');
  await page.waitForSelector('[aria-activedescendant]');
  await page.keyboard.press('Enter');
  await waitForValue(placeField(page), zip);
  await page.locator('.options').waitFor({ state: 'hidden' });
  assert.equal(await page.locator('.rows, .progress').count(), 0);
  assert.deepEqual(calls, [], 'nothing was sent');
  await Promise.all([page.waitForResponse(/zip=/), page.keyboard.press('Enter')]);
  assert.deepEqual(calls, [`/v1/portal_a/listings?zip=${zip}`]);
});

/** Two clicks that are not counted, as a touched screen sends them. */
const tapTwice = (button: { click(): void }) => {
  button.click();
  setTimeout(() => button.click(), 80);
};

test('a place that is taken with Enter leaves the focus in its field', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  const take = async (name: string) => {
    await page.getByRole('combobox', { name: 'ZIP code or city' }).fill('Austin');
    await page.locator('.options').getByText('Austin, TX').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.waitForSelector('[aria-activedescendant]');
    await page.keyboard.press('Enter');
    const field = page.getByRole('combobox', { name });
    await waitForValue(field, name === 'City or ZIP code' ? 'Austin' : 'Austin, TX');
    assert.equal(
      await page.locator('input:focus').getAttribute('id'),
      await field.getAttribute('id'),
    );
  };
  await take('City or ZIP code');
  await page.goto(`${app.service.apiUrl}/#/statistics`);
  await take('ZIP code or city');
});

test('a double click on Search is charged once, also where the cache answers; a later press searches again', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  await search(page, '78704');
  const calls = chargedCalls(page);
  const button = page.getByRole('button', { name: 'Search', exact: true });
  const answered = () => page.waitForResponse(/zip=78704/);
  await delay(LATER_MS);
  await doubleClick(button, answered);
  await delay(LATER_MS);
  assert.equal(calls.length, 1);
  await Promise.all([answered(), button.evaluate<void, { click(): void }>(tapTwice)]);
  await delay(LATER_MS);
  assert.equal(calls.length, 2, 'a later press');
  await placeField(page).fill('78702');
  await Promise.all([page.waitForResponse(/zip=78702/), button.click()]);
  assert.equal(calls.length, 3, 'other inputs');
});

test('Enter that is held down searches once', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  const calls = chargedCalls(page);
  await placeField(page).fill('78704');
  await Promise.all([page.waitForResponse(/zip=78704/), page.keyboard.down('Enter')]);
  await delay(LATER_MS);
  for (let repeats = 0; repeats < 3; repeats += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  const button = page.getByRole('button', { name: 'Search', exact: true });
  await button.focus();
  await Promise.all([page.waitForResponse(/zip=78704/), page.keyboard.down('Enter')]);
  await delay(LATER_MS);
  for (let repeats = 0; repeats < 3; repeats += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  assert.equal(calls.length, 2);
});

test('a double click on the lookup of a home, and on the next page, is charged once', async (t) => {
  const { result } = await app.client.portalA.listings({ zip: '78704' });
  const { source_url = '' } = result.data[0] ?? {};
  const page = await app.visit(t, `#/home?route=portal_a_home&url=${source_url}`);
  if (page === null) return;
  const lookUp = page.getByRole('button', { name: 'Look up for 1 credit' });
  await lookUp.click();
  await page.locator('.found-home').waitFor();
  const calls = chargedCalls(page);
  await delay(LATER_MS);
  await doubleClick(lookUp, () => page.waitForResponse(/portal_a\/home/));
  await page.locator('.found-home').waitFor();
  assert.equal(calls.length, 1);

  await page.goto(`${app.service.apiUrl}/#/search`);
  await search(page, '78704');
  const pages = chargedCalls(page);
  await doubleClick(page.getByRole('button', { name: 'Next page' }), () =>
    page.waitForResponse(/cursor=/),
  );
  await delay(LATER_MS);
  assert.equal(pages.length, 1);
});
