/** Statistics of an area in the console: what is drawn, what is a gap, and the link. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { axeReport } from './support/axe.js';
import { ownConsole } from './support/open-console.js';

const TOKEN = 'a-token-of-the-test-0000';
const app = ownConsole({ ROWHOUSE_ADMIN_TOKEN: TOKEN });
before(async () => {
  await importSales();
});

const MAPPING = {
  dataset: 'county-sales',
  licence: 'Public record',
  licence_url: 'https://county.example.invalid/terms',
  attribution: 'A county',
  key: ['id'],
  fields: {
    sold_date: 'sold',
    sale_price: 'price',
    beds: 'beds',
    zip: 'zip',
    state: { value: 'TX' },
    county_fips: { value: '48453' },
  },
};

/** Eight sales a month in 2025; two in April, none in July, and the last one on 10 October. */
const SALES_OF: Readonly<Record<number, number>> = { 4: 2, 7: 0 };

async function importSales(): Promise<void> {
  const lines = Array.from({ length: 10 }, (_month, at) => at + 1).flatMap((month) =>
    Array.from({ length: SALES_OF[month] ?? 8 }, (_sale, nth) => {
      const sold = `2025-${String(month).padStart(2, '0')}-${String(3 + nth).padStart(2, '0')}`;
      return `${month}-${nth},${sold},${300_000 + month * 10_000 + nth * 1_000},${nth % 2 === 0 ? 2 : 3},78704`;
    }),
  );
  const file = `id,sold,price,beds,zip\n${lines.join('\n')}\n`;
  const answer = await fetch(`${app.service.adminUrl}/admin/datasets/records?file_name=sales.csv`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${TOKEN}`,
      'content-type': 'application/x-rowhouse-import',
    },
    body: `${JSON.stringify(MAPPING)}\n${file}`,
  });
  assert.equal(answer.status, 200, await answer.text());
}

const YEAR = 'from=2025-01&to=2025-12';
const series = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const titles = (page: Page) => page.locator('.series-line circle title').allTextContents();
const line = (page: Page, month: string) => page.locator('.series-table tr', { hasText: month });

test('a month below the floor is a gap that is explained, a month in part looks so, and an unread one has no figures', async (t) => {
  const page = await app.visit(t, `#/statistics?zip=78704&kind=sold&${YEAR}`);
  if (page === null) return;
  await page.getByText('Sold homes in 78704, Jan 2025 to Dec 2025').waitFor();
  const own = series(page, 'county-sales');
  await own
    .getByText('9 months read completely, 1 month read in part, 2 months not read.')
    .waitFor();
  const { series: answers } = await app.client.statistics({
    zip: '78704',
    kind: 'sold',
    from: '2025-01',
    to: '2025-12',
  });
  const { periods } = answers.find(({ dataset }) => dataset === 'county-sales') ?? { periods: [] };
  const medians = periods.flatMap(({ cells }) => cells[0]?.median_price?.amount ?? []);
  const drawn = await titles(page);
  assert.equal(drawn.length, 8, 'neither April nor July nor an unread month');
  assert.deepEqual(
    drawn.map((text) => Number(/\$([\d,]+),/.exec(text)?.[1]?.replace(',', ''))),
    medians.map(Math.round),
  );
  // Three runs: before April, between it and July, after July.
  assert.equal(await page.locator('.series-line line').count(), 2 + 1 + 2);
  assert.equal(await page.locator('.series-plot .band').count(), 3);
  assert.equal(await page.locator('.series-line circle.partial').count(), 1);
  assert.equal(await page.locator('.series-line line.partial').count(), 1);
  assert.equal(await page.locator('.series-plot .unread').count(), 2);
  await own.getByText('No median price in Apr 2025, Jul 2025. A median needs 5 homes').waitFor();
  assert.match(await line(page, 'Apr 2025').innerText(), /completely\s+2\s+2\s+–/);
  assert.match(await line(page, 'Jul 2025').innerText(), /completely\s+0\s+0\s+–/);
  assert.equal((await line(page, 'Dec 2025').innerText()).trim(), 'Dec 2025\tnot read');
  assert.equal(
    await own.getByRole('link', { name: 'Public record' }).getAttribute('href'),
    MAPPING.licence_url,
  );
  assert.deepEqual((await axeReport(page)).found, []);
});

test('the link carries the question; a complete month without homes counts zero, an unread one nothing', async (t) => {
  const page = await app.visit(t, '#/statistics', { colorScheme: 'dark' });
  if (page === null) return;
  await page.getByRole('heading', { name: 'Which area?' }).waitFor();
  await page.getByRole('combobox', { name: 'ZIP code or city' }).fill('78704');
  await page.keyboard.press('Enter');
  await page.locator('#statistics-from').fill('2025-01');
  await page.locator('#statistics-to').fill('2025-12');
  await page.locator('#statistics-measure').selectOption('Number of homes');
  await page.locator('#statistics-group').selectOption('bedrooms');
  await page.waitForURL(/zip=78704&from=2025-01&to=2025-12&measure=count&group=beds$/);
  await page.reload();
  await series(page, 'county-sales').locator('.series-legend', { hasText: '3 bedrooms' }).waitFor();
  const drawn = await titles(page);
  assert.equal(drawn.length, 2 * 10, 'two lines of ten months');
  assert.equal(drawn.filter((text) => /^Jul 2025, \d bedrooms: 0; /.test(text)).length, 2);
  await page.locator('#statistics-by').selectOption('quarter');
  await page.locator('.series-table td', { hasText: 'Q1 2025' }).first().waitFor();
  assert.deepEqual((await axeReport(page)).found, []);
});

/** Two choices before the event of the first one's link. */
const CHOSEN_AT_ONCE = `(async () => {
  for (const [id, value] of [['by', 'quarter'], ['group', 'beds']]) {
    const field = document.querySelector('#statistics-' + id);
    field.value = value;
    field.dispatchEvent(new Event('change', { bubbles: true }));
    await null;
  }
})()`;

test('of two changes right after each other both are in the link', async (t) => {
  const page = await app.visit(t, '#/statistics?zip=78704');
  if (page === null) return;
  await page.locator('#statistics-by').waitFor();
  await page.evaluate(CHOSEN_AT_ONCE);
  await page.waitForURL(/zip=78704&by=quarter&group=beds$/, { timeout: 10_000 });
});

test('the first page and the menu lead to it, for the same place', async (t) => {
  await app.client.portalA.listings({ zip: '78704' });
  const page = await app.visit(t, '#/homes?kind=listings&zip=78704');
  if (page === null) return;
  await page.getByRole('link', { name: 'Statistics over time' }).click();
  await page.waitForURL(/#\/statistics\?zip=78704&kind=listings$/);
  await series(page, 'Portal A')
    .getByText(/1 month read in part, 11 months not read/)
    .waitFor();
  assert.equal(await page.locator('.series-line circle').count(), 1);
  const more = page.getByRole('button', { name: 'More', exact: true });
  assert.equal(await more.getAttribute('aria-current'), 'true', 'the page is in the menu');
  await more.click();
  const link = page.getByRole('link', { name: 'Statistics', exact: true });
  assert.equal(await link.getAttribute('aria-current'), 'page');
  await link.click();
  await page.getByRole('heading', { name: 'Which area?' }).waitFor();
  await page.getByText('County', { exact: true }).click();
  await page.getByRole('combobox', { name: 'County' }).fill('Nosuchplace');
  await page.keyboard.press('Enter');
  await page.getByText('No county is called that.').waitFor();
  await page.getByRole('combobox', { name: 'County' }).fill('Travis, TX');
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/statistics\?county=Travis(\+County)?&state=TX$/);
  await series(page, 'county-sales').waitFor();
});
