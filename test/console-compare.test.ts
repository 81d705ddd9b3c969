/** Two pages of the console in a real browser: one home looked up, and two searches side by side. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { Rowhouse } from '#client/index.js';
import { type ConsoleApp, openConsole } from './support/open-console.js';

let app: ConsoleApp;
let client: Rowhouse;
before(async () => {
  app = await openConsole();
  client = new Rowhouse({ baseUrl: app.service.apiUrl, apiKey: app.service.demoKey });
});
after(() => app.close());

const available = async (): Promise<number> => (await client.account()).balance.available;

/** A home with a street, as the source lists it. */
async function listedHome() {
  const { result } = await client.portalA.listings({ zip: '78704' });
  const row = result.data.find(({ address }) => address.line1 !== '' && address.unit === null);
  return row ?? assert.fail('a home with a street');
}

const input = (page: Page) => page.locator('#lookup-value');
const lookUp = (page: Page) => page.getByRole('button', { name: 'Look up for 1 credit' });
const NO_REQUEST = '01a20000-0000-7000-8000-000000000000';

test('a home is looked up by its address for the price on the button; its link opens it again, free', async (t) => {
  const { address, source_id, source_url } = await listedHome();
  const visited = await app.visit(t, '#/home');
  if (visited === null) return;
  const { page, faults } = visited;
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
  assert.ok((await home.getByRole('heading', { level: 3 }).allInnerTexts()).includes('History'));
  assert.equal(await home.getByText(source_id, { exact: true }).count(), 1);
  assert.equal(await home.getByRole('link', { name: 'Portal A' }).getAttribute('href'), source_url);
  assert.ok((await home.locator('dd.absent').count()) > 0);
  assert.equal(await home.getByText('empty, without a reason').count(), 0);
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
  await page.getByRole('heading', { name: 'Every listing source, one typed row' }).waitFor();
  assert.equal(await available(), before - 1);
  await page.goBack();
  await home.getByText('Opened again, no charge').waitFor();
  assert.deepEqual(faults, []);
});

test('an input that cannot be used is marked before and after it is sent, uncharged', async (t) => {
  const visited = await app.visit(t, '#/home');
  if (visited === null) return;
  const { page, faults } = visited;
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
  await page.getByRole('alert').getByText('there is no 00000').waitFor();
  assert.equal(await input(page).getAttribute('aria-invalid'), 'true');
  await page.getByText('Source ID', { exact: true }).click();
  assert.equal(await input(page).inputValue(), '');
  await input(page).fill('never-seen');
  await lookUp(page).click();
  await page.getByRole('alert').getByText('this service has not seen never-seen').waitFor();
  assert.equal(await available(), before);
  assert.deepEqual(faults, []);
});

test('an address of several homes lists them, and a click looks up the chosen one by its page', async (t) => {
  const { address, source_id, source_url } = await listedHome();
  const visited = await app.visit(t, '#/home');
  if (visited === null) return;
  const { page, faults } = visited;
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
  assert.deepEqual(faults, []);
});

test('a link whose lookup is no longer kept fills in the form and says what it costs', async (t) => {
  const visited = await app.visit(t, `#/home?address=12+Main+St%2C+78704&request=${NO_REQUEST}`);
  if (visited === null) return;
  const { page, faults } = visited;
  const before = await available();
  await page
    .getByRole('alert')
    .getByText(/looking it up again costs 1 credit/)
    .waitFor();
  assert.equal(await input(page).inputValue(), '12 Main St, 78704');
  assert.equal(await available(), before);
  assert.deepEqual(faults, []);
});
