/** axe-core finds nothing on the pages of the console, light and dark. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { axeReport } from './support/axe.js';
import { search, sharedConsole } from './support/open-console.js';

const app = sharedConsole();

/** A home that this service has seen: the views before have searched its ZIP. */
async function idOf78704(): Promise<string> {
  const response = await fetch(`${app.service.apiUrl}/v1/portal_a/listings?zip=78704`, {
    headers: { authorization: `Bearer ${app.service.demoKey}` },
  });
  const { result } = (await response.json()) as { result: { data: { source_id: string }[] } };
  return result.data[0]?.source_id ?? '';
}

/** What the page shows when it is looked at. */
const VIEWS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'the first view': (page) => page.waitForSelector('.maplibregl-canvas'),
  'an unfinished search': async (page) => {
    await page.evaluate(`localStorage.setItem('rowhouse-unfinished', JSON.stringify([{
      requestId: '01a2007d-556b-70d1-98f7-b4507c7622c2', at: '2026-11-01T00:00:00Z',
      link: '#/search?route=portal_a_listings&zip=78704', title: 'Portal A · For sale in 78704' }]))`);
    await page.reload();
    await page.getByRole('region', { name: 'Unfinished searches' }).waitFor();
  },
  'rows, filters and a home': async (page) => {
    await search(page, '78704');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('textbox', { name: 'Filter Beds' }).fill('1+');
    await page.locator('tbody .open').first().click();
    await page.getByText('None of your watches').waitFor();
  },
  'the menu of the columns': async (page) => {
    await page.locator('.home-panel').getByRole('button', { name: 'Close this home' }).click();
    await page.locator('.chooser').click();
    await page.getByRole('button', { name: 'Pin Beds' }).click();
    await page.getByRole('textbox', { name: 'Name of the preset' }).fill('Mine');
    await page.getByRole('button', { name: 'Save as preset' }).click();
    await page.getByRole('button', { name: 'Delete Mine' }).waitFor();
  },
  'an error': async (page) => {
    await page.getByRole('combobox', { name: /ZIP code/ }).fill('00000');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('alert').waitFor();
  },
  'a home that was looked up': async (page) => {
    await page.evaluate("location.hash = '#/home'");
    const form = page.locator('.lookup-form');
    await form.locator('#lookup-value').fill('1 Nowhere St, Austin, TX 78704');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Home not found').waitFor();
    await form.getByText('Source ID', { exact: true }).click();
    await form.locator('#lookup-value').fill(await idOf78704());
    await page.keyboard.press('Enter');
    await page.locator('.found-home').getByText('None of your watches').waitFor();
  },
  'two searches side by side': async (page) => {
    await page.evaluate("location.hash = '#/search'");
    await search(page, '78702');
    await page.locator('.past-searches .compare').first().click();
    await page.locator('#compare-right').selectOption({ index: 2 });
    await page.locator('.compare-headline').waitFor();
  },
  ...Object.fromEntries(
    ['Watches', 'Webhooks', 'Usage', 'Sources'].map((name) => [
      `the page ${name}`,
      async (page: Page) => {
        await page.getByRole('link', { name, exact: true }).first().click();
        await page.getByRole('heading', { level: 1, name }).waitFor();
      },
    ]),
  ),
};

/** The background of the page, which the theme changes. */
const GROUND = 'getComputedStyle(document.body).backgroundColor';

test('axe-core finds nothing in the light theme and in the dark one', async (t) => {
  const page = await app.visit(t, '#/search', { map: 'undrawn' });
  if (page === null) return;
  const schemes: ('light' | 'dark')[] = ['light', 'dark'];
  for (const [view, show] of Object.entries(VIEWS)) {
    await show(page);
    const grounds = new Set<string>();
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      grounds.add(await page.evaluate<string>(GROUND));
      const { passed, found } = await axeReport(page);
      assert.deepEqual(found, [], `${view}, ${colorScheme}`);
      assert.ok(passed > 10, `${view}, ${colorScheme}: ${passed} rules passed`);
    }
    assert.equal(grounds.size, 2, `${view} in two themes`);
    // Each change makes another map: the next view begins with the theme that is shown.
    schemes.reverse();
  }
});

test('axe-core would find a button without a name', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  await page.evaluate("document.querySelector('#main').append(document.createElement('button'))");
  assert.match((await axeReport(page)).found.join('\n'), /button-name/);
});
