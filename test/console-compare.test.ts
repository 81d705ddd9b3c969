/** Two console pages in a real browser: the lookup of one home, and two searches side by side. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { expectFit } from './support/open-browser.js';
import { search, sharedConsole, waitForValue } from './support/open-console.js';

const app = sharedConsole();

const available = async (): Promise<number> => (await app.client.account()).balance.available;

/** A home with a street, as the source lists it. */
async function listedHome() {
  const { result } = await app.client.portalA.listings({ zip: '78704' });
  const row = result.data.find(({ address }) => address.line1 !== '' && address.unit === null);
  return row ?? assert.fail('a home with a street');
}

const input = (page: Page) => page.locator('#lookup-value');
const lookUp = (page: Page) => page.getByRole('button', { name: 'Look up for 1 credit' });
const NO_REQUEST = '01a20000-0000-7000-8000-000000000000';

test('a home is looked up by its address for the price on the button; its link opens it again, free', async (t) => {
  const { address, source_id, source_url } = await listedHome();
  const page = await app.visit(t, '#/home');
  if (page === null) return;
  const before = await available();
  await input(page).fill('1 Nowhere St, Austin, TX 78704');
  await lookUp(page).click();
  const alert = page.getByRole('alert');
  await alert.getByRole('heading', { name: 'Home not found' }).waitFor();
  assert.match(await alert.innerText(), /nothing was charged/);
  await page.getByText('homes for sale, homes for rent and sold homes').waitFor();
  assert.equal(await available(), before);

  await input(page).fill(`${address.line1}, ${address.city}, ${address.state} ${address.zip}`);
  await page.keyboard.press('Enter');
  const home = page.locator('.found-home');
  await home.getByText('1 credit charged').waitFor();
  assert.equal(await home.getByRole('heading', { level: 2 }).innerText(), address.line1);
  await home.getByRole('heading', { level: 3, name: 'History in your watches' }).waitFor();
  assert.equal(await home.getByText(source_id, { exact: true }).count(), 1);
  const link = home.getByRole('link', { name: 'Portal A', exact: true });
  assert.equal(await link.getAttribute('href'), source_url);
  await home.getByText(/^\d+ facts that this source did not give$/).click();
  assert.ok((await home.locator('dd.absent:visible').count()) > 0);
  assert.equal(await home.getByText('Empty, without a reason').count(), 0);
  await home.getByText('None of your watches has seen this home').waitFor();
  assert.equal(await available(), before - 1);
  await page.reload();
  await home.getByText('Opened again, no charge').waitFor();
  assert.equal(await home.getByRole('heading', { level: 2 }).innerText(), address.line1);
  assert.match(await input(page).inputValue(), new RegExp(address.line1));
  assert.equal(await available(), before - 1);

  // The way on fills in the form, and searches nothing.
  await home.getByRole('link', { name: 'Search around this home' }).click();
  await page.getByRole('textbox', { name: 'Radius, miles' }).waitFor();
  await page.getByRole('button', { name: 'Run this search (1 credit)' }).waitFor();
  assert.equal(await available(), before - 1);
  await page.goBack();
  await home.getByText('Opened again, no charge').waitFor();
});

test('an input that cannot be used is marked before and after it is sent, uncharged', async (t) => {
  const page = await app.visit(t, '#/home');
  if (page === null) return;
  const before = await available();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/v1/portal_a/home')) sent.push(request.url());
  });
  await input(page).fill('no number');
  await lookUp(page).click();
  await page.getByText('Must be a street address with its ZIP code').waitFor();
  assert.equal(await input(page).getAttribute('aria-invalid'), 'true');
  assert.deepEqual(sent, []);
  await input(page).fill('1 Main St, 00000');
  await lookUp(page).click();
  await page.getByRole('alert').getByText('00000 does not exist').waitFor();
  assert.equal(await input(page).getAttribute('aria-invalid'), 'true');
  await page.getByText('Source ID', { exact: true }).click();
  assert.equal(await input(page).inputValue(), '');
  await input(page).fill('never-seen');
  await lookUp(page).click();
  await page.getByRole('alert').getByText('this service has not seen never-seen').waitFor();
  assert.equal(await available(), before);
});

test('an address of several homes lists them, and a click looks up the chosen one by its page', async (t) => {
  const { address, source_id, source_url } = await listedHome();
  const page = await app.visit(t, '#/home');
  if (page === null) return;
  await page.route('**/v1/portal_a/home?address=*', (route) =>
    route.fulfill({
      json: {
        request_id: NO_REQUEST,
        status: 'failed',
        credits: 0,
        cached: false,
        poll_url: null,
        error: {
          code: 'address_ambiguous',
          message: 'The address matches more than one home. Pick one of the candidates.',
          param: null,
          candidates: [
            { address: 'Unit 1', source_id: '1', source_url: 'https://portal.example/1' },
            { address: 'Unit 2', source_id, source_url },
          ],
        },
        result: null,
      },
    }),
  );
  await input(page).fill('12 Main St, 78704');
  await lookUp(page).click();
  await page
    .getByRole('alert')
    .getByText(/2 or more homes.*You were not charged/)
    .waitFor();
  const before = await available();
  await page.getByRole('button', { name: /^Unit 2.*look up for 1 credit$/ }).click();
  const home = page.locator('.found-home');
  await home.getByText('1 credit charged').waitFor();
  assert.equal(await home.getByRole('heading', { level: 2 }).innerText(), address.line1);
  assert.equal(await input(page).inputValue(), source_url);
  assert.equal(await available(), before - 1);
});

test('a link with an expired lookup fills in the form and shows the cost', async (t) => {
  const page = await app.visit(t, `#/home?address=12+Main+St%2C+78704&request=${NO_REQUEST}`);
  if (page === null) return;
  const before = await available();
  await page
    .getByRole('alert')
    .getByText(/looking it up again costs 1 credit/)
    .waitFor();
  assert.equal(await input(page).inputValue(), '12 Main St, 78704');
  assert.equal(await available(), before);
});

/** The link of a search with its loaded pages, as one side of a comparison. */
const sideOf = (query: Readonly<Record<string, string>>, ids: readonly string[]) =>
  new URLSearchParams({ route: 'portal_a_listings', ...query, request: ids.join(',') }).toString();
const compareLink = (left: string, right: string) =>
  `#/compare?${new URLSearchParams({ left, right })}`;

/** The pages of a search, from the first on. */
async function pagesOf(query: { zip: string; beds_min?: number }, pagesMax: number) {
  const pages: Awaited<ReturnType<typeof app.client.portalA.listings>>[] = [];
  for await (const page of app.client.portalA.listings.pages(query, { pagesMax })) pages.push(page);
  return pages;
}
type Pages = Awaited<ReturnType<typeof pagesOf>>;
const idsOf = (pages: Pages) => pages.map(({ request_id }) => request_id);
const rowsOf = (pages: Pages) => pages.flatMap(({ result }) => result.data);

function medianOf(values: readonly (number | undefined)[]): number {
  const sorted = values.filter((value) => value !== undefined).sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}
const medianPrice = (pages: Pages) =>
  medianOf(rowsOf(pages).map(({ list_price }) => list_price?.amount));
const dollars = (amount: number): string => `$${Math.round(amount).toLocaleString('en-US')}`;
test('two past searches are compared: what part each is, medians with their difference, one scale', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  await search(page, '78702');
  await search(page, '78704');
  await page.getByRole('button', { name: /^Load all/ }).click();
  await page.locator('.status', { hasText: /All \d+ results shown/ }).waitFor();
  const before = await available();
  await page.getByRole('link', { name: /^Compare the search .*78704 with another/ }).click();
  const second = page.getByRole('combobox', { name: 'Search B' });
  await second.waitFor();
  const names = await second.locator('option').allInnerTexts();
  await second.selectOption({ index: names.findIndex((name) => name.includes('78702')) });
  await page.locator('.compare-headline').waitFor();
  assert.equal(await available(), before);

  const [all, part] = [await pagesOf({ zip: '78704' }, 100), await pagesOf({ zip: '78702' }, 1)];
  const [left, right] = [medianPrice(all), medianPrice(part)];
  const more = right > left ? 'higher' : 'lower';
  const change = `${right > left ? '+' : '-'}${(Math.abs(right / left - 1) * 100).toFixed(1)}%`;
  assert.equal(
    await page.locator('.compare-headline').innerText(),
    `Median asking price: ${dollars(Math.abs(right - left))} ${more} in 78702 (B) than in 78704 (A), ${change}.`,
  );
  const price = await page.getByRole('row', { name: /^List price/ }).innerText();
  for (const words of [dollars(left), dollars(right), change]) assert.ok(price.includes(words));
  assert.match(
    await page.getByRole('region', { name: 'Search A' }).innerText(),
    /All \d+ results shown[\s\S]*collected[\s\S]*No filters/,
  );
  const limits = await page.locator('.limits li').allInnerTexts();
  assert.equal(limits.length, 1, limits.join(' | '));
  assert.match(limits[0] ?? '', /^B covers part of its area: 15 homes loaded.*not a random sample/);
  await page.getByText('No home is in both.').waitFor();
  const labels = async (side: string) =>
    (await page.locator(`.chart.${side} text`).allTextContents()).filter(
      (text) => !text.includes('median'),
    );
  assert.deepEqual(
    (await labels('left')).map((text) => text.replace('+', '')),
    (await labels('right')).map((text) => text.replace('+', '')),
  );
  await page.getByLabel('Field of the histograms').selectOption('living_area_sqft');
  await page.getByRole('img', { name: /^A: Living area of \d+ homes/ }).waitFor();

  // In another browser, which knows neither search.
  const { hash } = new URL(page.url());
  const phone = (await app.visit(t, hash, { viewport: PHONE })) ?? assert.fail();
  const bought = await available();
  await phone.locator('.compare-headline').waitFor();
  assert.match(
    (await phone.locator('#compare-left option:checked').textContent()) ?? '',
    /78704, from the link$/,
  );
  await expectFit(phone);
  const [first, below] = await Promise.all(
    ['left', 'right'].map((side) => phone.locator(`.side.${side}`).boundingBox()),
  );
  assert.ok((below?.y ?? 0) >= (first?.y ?? 0) + (first?.height ?? 0), 'stacked');
  assert.equal(await available(), bought);
});

const PHONE = { width: 360, height: 780 };

test('homes that are in both, other filters and hidden homes are counted', async (t) => {
  const [all, large] = [
    await pagesOf({ zip: '78704' }, 100),
    await pagesOf({ zip: '78704', beds_min: 4 }, 100),
  ];
  const link = compareLink(
    sideOf({ zip: '78704' }, idsOf(all)),
    sideOf({ zip: '78704', beds_min: '4' }, idsOf(large)),
  );
  const page = await app.visit(t, link);
  if (page === null) return;
  const known = new Set(rowsOf(all).map(({ source_id }) => source_id));
  const both = rowsOf(large).filter(({ source_id }) => known.has(source_id));
  assert.ok(both.length > 1);
  await page.getByText(`${both.length} homes are in both`).waitFor();
  await page.getByText('A and B have different filters.').waitFor();
  await page.getByRole('region', { name: 'Search B' }).getByText('4+ beds').waitFor();
  const hidden = `portal_a/${both[0]?.source_id}`;
  await page.evaluate(
    `localStorage.setItem('rowhouse-homes', JSON.stringify([['${hidden}', 'hidden']]))`,
  );
  await page.reload();
  await page
    .getByText(`${both.length - 1} home`)
    .first()
    .waitFor();
  assert.equal(await page.getByText('1 hidden home left out').count(), 2);
  await page.getByRole('button', { name: 'Swap' }).click();
  await page.getByRole('region', { name: 'Search A' }).getByText('4+ beds').waitFor();
});

test('expired rows and another route are named; the link to the form searches nothing', async (t) => {
  const side = sideOf({ zip: '78704' }, [NO_REQUEST]);
  const page = await app.visit(t, compareLink(side, side.replace('listings', 'rentals')));
  if (page === null) return;
  const before = await available();
  await page.getByText('These are searches of different routes').waitFor();
  const first = page.getByRole('region', { name: 'Search A' });
  await first.getByText('These rows have expired').waitFor();
  await first.getByRole('link', { name: 'open the search form with these inputs' }).click();
  const zip = page.getByRole('combobox', { name: /ZIP code/ });
  await waitForValue(zip, '78704');
  await page.getByRole('button', { name: 'Run this search (1 credit)' }).waitFor();
  assert.equal(await available(), before);
  await page.goto(`${app.service.apiUrl}/#/compare`);
  await page.getByText('A comparison needs two searches').waitFor();
});
