/**
 * Open data in the console: offered where there is none, and shown with its licence where there is.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type ConsoleApp, openConsole, search } from './support/open-console.js';
import { someRows } from './support/open-data-rows.js';
import { type OpenServer, startOpenServer } from './support/open-data-server.js';

const TOKEN = 'a-token-of-the-test-0000';
let app: ConsoleApp;
let server: OpenServer;
before(async () => {
  app = await openConsole({
    ROWHOUSE_OPEN_SET_HOSTS: '127.0.0.1',
    ROWHOUSE_ADMIN_TOKEN: TOKEN,
  });
  server = await startOpenServer(someRows(30));
});
after(async () => {
  await app.close();
  await server.close();
});

const SET = {
  name: 'test-sales',
  title: 'Test County: sales',
  protocol: 'esri',
  rows_expected: 30,
  updates: 'never',
  publisher: 'Test County',
  licence: 'Public Domain',
  licence_url: 'https://county.example.invalid/terms',
  attribution: 'Test County Assessor',
  may_redistribute: true,
  checked_on: '2026-11-25',
  mapping: {
    key: ['PARCEL'],
    fields: { sold_date: 'SALEDATE', sale_price: 'PRICE', line1: 'ADDR', zip: 'ZIP' },
  },
};

async function addSet(): Promise<void> {
  const { adminUrl } = app.service;
  const set = { ...SET, url: `${server.url}/arcgis/rest/services/Sales/FeatureServer/0` };
  const answer = await fetch(`${adminUrl}/admin/open`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ set }),
  });
  assert.equal(answer.status, 200, await answer.text());
}

test('real sales are offered until there are some; then each place names their licence', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  await page.getByText('rowhouse open add new-york-city-sales').waitFor();
  await addSet();
  await page.goto(`${app.service.apiUrl}/#/sources`);
  await page.reload();
  await page.getByText('Test County: sales').waitFor();
  const licence = page.getByRole('link', { name: 'Public Domain' });
  assert.equal(await licence.getAttribute('href'), SET.licence_url);
  await page.goto(
    `${app.service.apiUrl}/#/search?route=records_sold&zip=78704&sold_within_days=365`,
  );
  await search(page, '78704');
  await page.getByText('Test County Assessor').waitFor();
  assert.equal(await licence.getAttribute('href'), SET.licence_url);
  assert.equal(await page.getByText('rowhouse open add').count(), 0);
});
