/** The console's first page: a question in words over all sources, and a home's own page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { axeReport } from './support/axe.js';
import { consoleModule } from './support/console-module.js';
import { ownConsole, waitForValue } from './support/open-console.js';

const { atPlace } = (await consoleModule('homes/ask.js')) as {
  atPlace: (ask: object, place: object) => object;
};

const app = ownConsole({ ROWHOUSE_PAGE_ROWS: '100' });

const lines = (page: Page) => page.locator('.home-lines li');
const heading = (page: Page, text: string | RegExp) =>
  page.locator('.homes-head h2', { hasText: text });
async function ask(page: Page, words: string): Promise<void> {
  await page.getByLabel('Which homes are you looking for?').fill(words);
  await page.keyboard.press('Enter');
}

test('a question becomes chips; a source is read for the price that was said; each home is one line', async (t) => {
  const page = await app.visit(t, '', { map: 'undrawn' });
  if (page === null) return;
  await ask(page, '3-bed under $900k in 78704 with a pool');
  await page.getByText('Not understood, and left out: pool').waitFor();
  await heading(page, '0 homes for sale').waitFor();
  await page.getByText('The sources above that were not read may have some').waitFor();
  const before = (await app.client.account()).balance.available;
  const source = page.locator('.known-sources li', { hasText: 'Portal A' });
  await source.getByRole('button', { name: 'Read it now: 1 credit a page' }).click();
  await source.getByText('read completely just now').waitFor();
  assert.equal((await app.client.account()).balance.available, before - 1);
  const filters = { beds_min: 3, max_price: 900_000 };
  const { count } = await app.client.homes({ zip: '78704', kind: 'listings', ...filters });
  assert.ok(count > 3, String(count));
  await heading(page, `${count} homes for sale`).waitFor();
  assert.equal(await lines(page).count(), count);
  assert.deepEqual((await axeReport(page)).found, []);

  const price = page.getByLabel(/^up to \$/);
  await price.fill('600000');
  await price.press('Enter');
  const cheaper = await app.client.homes({
    zip: '78704',
    kind: 'listings',
    ...filters,
    max_price: 600_000,
  });
  assert.ok(cheaper.count < count);
  await heading(page, new RegExp(`^${cheaper.count} homes? for sale$`)).waitFor();
  await page.getByRole('button', { name: 'Remove: Bedrooms' }).click();
  await page.waitForURL(/#\/homes\?kind=listings&max_price=600000&zip=78704$/);
});

test('a city without its state gets the largest of that name, and offers the others', async (t) => {
  const page = await app.visit(t, '#/homes?kind=rentals&zip=78704');
  if (page === null) return;
  await ask(page, 'condos in Austin');
  await page.waitForURL(/city=Austin&state=TX$/);
  await page.getByText('Another place of this name?').waitFor();
  await page.getByRole('button', { name: 'Austin, MN' }).click();
  await page.waitForURL(/property_type=condo&city=Austin&state=MN$/);
  await ask(page, '2 or more bedrooms');
  await page.waitForURL(/beds_min=2&city=Austin&state=MN$/);
  await ask(page, 'homes in Nosuchplace');
  await page.getByText('No place is called Nosuchplace.').waitFor();
});

test('after Back the box and its notes are of no other question, and Forward brings them again', async (t) => {
  const page = await app.visit(t, '#/homes?bbox=-97.8,30.2,-97.7,30.3&beds_min=3');
  if (page === null) return;
  const box = page.getByLabel('Which homes are you looking for?');
  const others = page.getByText('Another place of this name?');
  await page.locator('.ask-chip').first().waitFor();
  await ask(page, 'homes for sale in Portland');
  await others.waitFor();
  await page.goBack();
  await page.waitForURL(/bbox=/);
  await others.waitFor({ state: 'detached', timeout: 10_000 });
  assert.equal(await box.inputValue(), '');
  await page.goForward();
  await others.waitFor();
  assert.equal(await box.inputValue(), 'homes for sale in Portland');
});

test('a question about another place has nothing of the place before', () => {
  const filters = { kind: 'rentals', beds_min: '3' };
  const circle = { lat: '30.2', lng: '-97.7', radius_mi: '2' };
  const portland = { kind: 'city', name: 'Portland', state: 'ME' };
  for (const place of [{ bbox: '-97.8,30.2,-97.7,30.3' }, circle, { zip: '78704' }]) {
    const moved = atPlace({ ...filters, ...place }, portland);
    assert.deepEqual(moved, { ...filters, city: 'Portland', state: 'ME' });
  }
});

test('the place of a question is changed in its chip, and its filters stay', async (t) => {
  const page = await app.visit(t, '#/homes?kind=listings&zip=78704&beds_min=3');
  if (page === null) return;
  const place = page.getByRole('textbox', { name: 'in (Place)' });
  assert.equal(await place.inputValue(), '78704');
  await place.fill('Springfield');
  await place.press('Escape');
  assert.equal(await place.inputValue(), '78704', 'Escape leaves it as it was');
  await place.fill('Nosuchplace');
  await place.press('Enter');
  await page.getByText('No place is called Nosuchplace.').waitFor();
  assert.match(page.url(), /zip=78704/);
  await place.fill('Austin');
  await place.press('Enter');
  await page.waitForURL(/kind=listings&beds_min=3&city=Austin&state=TX$/);
  await page.getByText('Another place of this name?').waitFor();
  await page.getByRole('textbox', { name: 'in (Place)' }).fill('Travis County, TX');
  await page.getByRole('textbox', { name: 'in (Place)' }).press('Tab');
  await page.waitForURL(/kind=listings&beds_min=3&county=Travis&state=TX$/);
  await waitForValue(place, 'Travis County, TX');
  await page.goto(`${app.service.apiUrl}/#/homes?bbox=-97.8,30.2,-97.7,30.3`);
  const ofBox = page.getByRole('textbox', { name: 'in the box (Place)' });
  await ofBox.fill('78704');
  await ofBox.press('Enter');
  await page.waitForURL(/homes\?zip=78704$/);
  assert.deepEqual((await axeReport(page)).found, []);
});

test('a question for sold homes leads to a filled-in search, says what that leaves out, and spends nothing', async (t) => {
  const page = await app.visit(t, '');
  if (page === null) return;
  const before = (await app.client.account()).balance.available;
  await ask(page, '3-bed sold in 78704 in the last 60 days with a pool');
  await page.getByText('Not understood, and left out: pool').waitFor();
  await page.getByRole('link', { name: /^fill in .+ · Sold$/ }).click();
  await page.waitForURL(/#\/search\?route=\w+_sold&zip=78704&.*beds_min=3/);
  assert.match(page.url(), /sold_within_days=90/, 'the next longer period that the source has');
  await waitForValue(page.getByRole('combobox', { name: /ZIP code/ }), '78704');
  assert.equal((await app.client.account()).balance.available, before);
});

test('a search of sold homes says its period where that of the question is another', async (t) => {
  const page = await app.visit(t, '');
  if (page === null) return;
  const sentence = page.getByText('Sold homes are searched one source at a time');
  for (const [asked, said] of [
    ['10 years', /; its period will be 3 years instead\.$/],
    ['10 days', /; its period will be 14 days instead\.$/],
    ['90 days', /: fill in Portal A · Sold\.$/],
  ] as const) {
    await ask(page, `sold homes in 78704 in the last ${asked}`);
    await sentence.filter({ hasText: said }).waitFor({ timeout: 10_000 });
  }
});

test('a facet of bedrooms counts what a press then shows', async (t) => {
  const page = await app.visit(t, '#/homes?kind=listings&zip=78704');
  if (page === null) return;
  await page.locator('summary', { hasText: 'Bedrooms' }).click();
  const option = page.locator('.facets').getByRole('button', { name: /^3 or more/ });
  const count = Number(/\d+$/.exec(await option.innerText())?.[0]);
  assert.ok(count > 3, String(count));
  await option.click();
  await heading(page, `${count} homes for sale`).waitFor();
});

test('a word that is left out breaks where the page ends, however long it is', async (t) => {
  const page = await app.visit(t, '', { viewport: { width: 360, height: 740 } });
  if (page === null) return;
  await page.getByRole('textbox').first().fill('x'.repeat(200));
  await page.keyboard.press('Enter');
  await page.getByText('Not understood, and left out').waitFor();
  assert.ok(
    await page.evaluate(
      'document.documentElement.scrollWidth <= document.documentElement.clientWidth',
    ),
  );
});

test('an address that is longer than its column is shown whole', async (t) => {
  const page = await app.visit(t, '#/homes?kind=listings&zip=78704');
  if (page === null) return;
  await page.setViewportSize({ width: 1024, height: 700 });
  await lines(page).first().waitFor();
  const cut = '.filter((link) => link.scrollWidth > link.clientWidth).length';
  const links = "[...document.querySelectorAll('.line-home a')]";
  assert.equal(await page.evaluate(links + cut), 0);
});

test('a home has a page with a link: its price, what happened, who shows it', async (t) => {
  await app.client.portalA.listings({ zip: '78704' });
  await app.client.mls.listings({ zip: '78704' });
  const { homes } = await app.client.homes({ zip: '78704', kind: 'listings' });
  const home = homes.find(({ offers }) => offers.length > 1) ?? assert.fail('shown by two');
  const page = await app.visit(t, `#/homes/${home.home_id}`, {
    colorScheme: 'dark',
    viewport: { width: 390, height: 844 },
  });
  if (page === null) return;
  const title = await page.locator('h1', { hasText: home.address.line1 }).innerText();
  assert.ok(title.endsWith(`${home.address.state} ${home.address.zip}`), title);
  const price = home.lowest_price?.amount ?? assert.fail('has a price');
  await page
    .getByText(`$${price.toLocaleString('en-US')}`)
    .first()
    .waitFor();
  await page.locator('.timeline li', { hasText: 'First seen for sale' }).first().waitFor();
  await page.getByText(/^Shown by /).waitFor();
  await page.getByText('Sale prices are not public in this state.').waitFor();
  await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('The browser blocked copying; copy the address of this page').waitFor();
  await page.getByRole('button', { name: 'Watch 78704' }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  assert.deepEqual((await axeReport(page)).found, []);
  await page.goto(`${app.service.apiUrl}/#/homes/56f687a0-3791-8082-b59b-2e9fbb383d0c`);
  await page.getByRole('heading', { name: 'Home not known' }).waitFor();
});
