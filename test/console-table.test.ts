/** The console in a real browser: its table, the reasons of empty cells, the files of its rows. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parquetReadObjects } from 'hyparquet';
import type { Page } from 'playwright-core';
import { SEARCH_ROUTES, type SearchRoute } from '#contract/routes.js';
import { NOTE_REASONS } from '#contract/values.js';
import { axeReport } from './support/axe.js';
import { consoleModule } from './support/console-module.js';
import { LATER_MS } from './support/double-click.js';
import { PAGE_ROWS, search, sharedConsole, streets } from './support/open-console.js';

const { fileName } = (await consoleModule('results/row-files.js')) as {
  fileName: (route: SearchRoute, inputs: object, collectedAt: string) => string;
};

/** Evaluated in the browser. */
const ON_EMPTY_CELL = "document.activeElement?.hasAttribute('data-reason-of')";

const app = sharedConsole();

test('an empty cell shows its reason on hover, on focus and to screen readers', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  await search(page, '78704');
  const cell = page.locator('td[data-reason-of="agent_name"]').first();
  await cell.hover();
  const tip = page.getByRole('tooltip');
  assert.match(await tip.innerText(), /Agent name is empty/);
  assert.ok((await tip.innerText()).includes(NOTE_REASONS.hidden_by_source));
  const described = await cell.getAttribute('aria-describedby');
  const text = await page.locator(`[id="${described}"]`).textContent();
  assert.ok(text?.includes(NOTE_REASONS.hidden_by_source), text ?? '');

  await page.mouse.move(0, 0);
  await tip.waitFor({ state: 'detached' });
  await page.locator('tbody td[tabindex="0"]').focus();
  await page.keyboard.press('End');
  for (let row = 0; row < PAGE_ROWS; row += 1) {
    if (await page.evaluate<boolean>(ON_EMPTY_CELL)) break;
    await page.keyboard.press('ArrowDown');
  }
  await tip.waitFor();
  await page.keyboard.press('Escape');
  await tip.waitFor({ state: 'detached' });
  assert.equal(await page.locator('tbody td[tabindex="0"]').count(), 1, 'one tab stop');
});

test('a column sorts both ways with empty cells last, and a click selects a row', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  await search(page, '78704');
  const heading = page.getByRole('columnheader', { name: 'Living area' });
  const titles = await page.getByRole('columnheader').allInnerTexts();
  const place = titles.findIndex((title) => title.trim() === 'Living area');
  const areas = async () => {
    const texts = await page.locator(`tbody tr td:nth-child(${place + 1})`).allInnerTexts();
    return texts.map((text) => (text === '–' ? null : Number(text.replaceAll(',', ''))));
  };
  for (const [word, sign] of [
    ['descending', -1],
    ['ascending', 1],
  ] as const) {
    await heading.getByRole('button').click();
    assert.equal(await heading.getAttribute('aria-sort'), word);
    const shown = await areas();
    const known = shown.filter((area) => area !== null);
    const sorted = [...known].sort((a, b) => sign * (a - b));
    assert.ok(known.length > 5);
    assert.deepEqual(known, sorted);
    assert.deepEqual(shown.slice(0, known.length), known, 'empty cells come last');
  }
  const row = page.locator('tbody tr').first();
  await row.click();
  assert.equal(await row.getAttribute('aria-selected'), 'true');
});

/** Saves a format with the given choices; returns the file and the message shown. */
async function saveAs(page: Page, format: string, ...choices: RegExp[]) {
  const menu = page.getByRole('dialog', { name: 'Download' });
  if (!(await menu.isVisible())) await page.getByRole('button', { name: 'Download' }).click();
  const formats = menu.getByRole('radiogroup', { name: 'Format' });
  await formats.getByText(format, { exact: true }).click();
  for (const choice of choices) await menu.getByText(choice).click();
  const saving = page.waitForEvent('download');
  await menu.getByRole('button', { name: `Save as ${format}` }).click();
  const file = await saving;
  const name = file.suggestedFilename();
  const said = menu.getByRole('status').filter({ hasText: `${name} saved` });
  const bytes = readFileSync(await file.path());
  return { name, bytes, text: bytes.toString('utf8'), said: await said.innerText() };
}

const parquetRows = ({ buffer, byteOffset, byteLength }: Buffer) =>
  parquetReadObjects({ file: buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer });

const DAY = '\\d{4}-\\d\\d-\\d\\d';

const headings = (page: Page): Promise<string[]> => page.getByRole('columnheader').allInnerTexts();

test('the CSV of a page holds the rows and the columns of the table in its order', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  await search(page, '78704');
  const asFound = await streets(page);
  await page.getByRole('columnheader', { name: 'Living area' }).getByRole('button').click();
  assert.notDeepEqual(await streets(page), asFound);
  const { name, text, said } = await saveAs(page, 'CSV');
  assert.match(name, new RegExp(`^portal-a-for-sale-78704-${DAY}\\.csv$`));
  const [head = '', ...lines] = text.trim().split('\r\n');
  // A price is two columns, the amount and its currency, and a street is: itself and its unit.
  assert.equal(
    head.split(',').filter((column) => !/\.(currency|unit)$/.test(column)).length,
    (await headings(page)).length,
  );
  assert.match(
    head,
    /^address\.line1,address\.unit,address\.city,list_price\.amount,list_price\.currency,/,
  );
  const shown = await streets(page);
  assert.equal(lines.length, shown.length);
  lines.forEach((line, at) => {
    const [street = '', unit = ''] = line.split(',');
    // An empty cell of the file is a dash in the table.
    assert.ok(shown[at]?.startsWith(street === '' ? '–' : street), `${line} as ${shown[at]}`);
    assert.ok(shown[at]?.endsWith(unit), `${line} as ${shown[at]}`);
  });
  assert.match(said, new RegExp(`\\.csv saved: ${PAGE_ROWS} rows, 12 of \\d+ columns$`));
});

test('with several pages every format saves all of their rows and shows their number', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  // Its homes fill more than these pages on every day.
  await search(page, '78758');
  for (const pages of [2, 3]) {
    await page.waitForTimeout(LATER_MS);
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.locator('.facts', { hasText: `${pages} credits charged` }).waitFor();
  }
  // A page may have fewer rows than it has room for, but not these three together.
  const rows = (await streets(page)).length;
  assert.ok(rows > 2 * PAGE_ROWS, `${rows} rows`);
  assert.match(await page.locator('.status h2').innerText(), new RegExp(`^${rows} homes for sale`));
  const csv = await saveAs(page, 'CSV');
  const geojson = await saveAs(page, 'GeoJSON', /^All \(/);
  const ndjson = await saveAs(page, 'NDJSON');
  assert.match(csv.said, new RegExp(`${rows} rows, 12 of`));
  assert.match(geojson.said, new RegExp(`${rows} rows, (\\d+) of \\1 columns`));
  assert.match(
    ndjson.said,
    new RegExp(`^portal-a-for-sale-78758-${DAY}.ndjson saved: ${rows} rows`),
  );
  const ids = ndjson.text
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { source_id: string }).source_id);
  assert.equal(new Set(ids).size, rows);
  const collection = JSON.parse(geojson.text) as {
    features: { properties: { source_id: string } }[];
  };
  assert.deepEqual(
    collection.features.map(({ properties }) => properties.source_id),
    ids,
  );
  assert.equal(csv.text.trim().split('\r\n').length, 1 + rows);
  const menu = page.getByRole('dialog', { name: 'Download' });
  await menu.getByText('Parquet', { exact: true }).click();
  await menu.getByText('stores these rows as a snapshot').waitFor();
  const before = await page.locator('.facts', { hasText: 'charged' }).innerText();
  const parquet = await saveAs(page, 'Parquet');
  assert.match(parquet.said, new RegExp(`-78758-${DAY}.parquet saved: ${rows} rows, part of`));
  const written = (await parquetRows(parquet.bytes)).map(({ source_id }) => source_id);
  assert.deepEqual(written, ids, 'the rows of all three pages, in the order of the search');
  assert.equal(await page.locator('.facts', { hasText: 'charged' }).innerText(), before);
  const open = menu.getByRole('link', { name: 'Open the snapshot' });
  const link = await open.getAttribute('href');
  // The same pages are the same snapshot.
  await menu.getByRole('button', { name: 'Save as Parquet' }).click();
  await menu.locator('button:not([aria-busy="true"])', { hasText: 'Save as' }).waitFor();
  assert.equal(await open.getAttribute('href'), link);
  await open.click();
  await page.locator('.snapshot dd', { hasText: new RegExp(`^${rows}$`) }).waitFor();
});

test('a file holds the rows in the table or all that are loaded, and the columns shown or all', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  await search(page, '78704');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('textbox', { name: 'Filter Beds' }).fill('3');
  await page.locator('.filter-bar', { hasText: `of ${PAGE_ROWS} loaded rows` }).waitFor();
  const some = (await streets(page)).length;
  assert.ok(some > 0 && some < PAGE_ROWS, `${some} rows`);
  const linesOf = (text: string) => text.trim().split('\n');
  const part = await saveAs(page, 'NDJSON');
  assert.equal(linesOf(part.text).length, some);
  const row = JSON.parse(linesOf(part.text)[0] ?? '') as Record<string, object>;
  assert.equal(row.beds, 3);
  assert.deepEqual(
    Object.keys(row.address ?? {}),
    ['line1', 'unit', 'city'],
    'of the columns shown',
  );
  const whole = await saveAs(page, 'NDJSON', /^All \(/, /^All loaded/);
  assert.equal(linesOf(whole.text).length, PAGE_ROWS);
  assert.ok('source_id' in JSON.parse(linesOf(whole.text)[0] ?? ''));
  assert.deepEqual((await axeReport(page)).found, []);

  const parquet = await saveAs(page, 'Parquet');
  assert.match(parquet.name, /^portal-a-for-sale-78704-.+\.parquet$/);
  const rows = await parquetRows(parquet.bytes);
  assert.equal(rows.length, PAGE_ROWS);
  assert.ok('source_id' in (rows[0] ?? {}));
});

test('a file is named after source, kind, place and day', () => {
  const [route] = SEARCH_ROUTES;
  const draft = (form: string, values: object) => ({ routeId: route.id, form, values });
  const at = '2026-11-26T08:12:05Z';
  const city = draft('city', { city: 'Cañon City', state: 'CO' });
  assert.equal(fileName(route, city, at), 'portal-a-for-sale-canon-city-co-2026-11-26');
  const county = draft('county', { county: 'Travis', state: 'TX' });
  assert.equal(fileName(route, county, at), 'portal-a-for-sale-travis-county-tx-2026-11-26');
  const auctions = SEARCH_ROUTES.find(({ kind }) => kind === 'auctions') ?? assert.fail();
  assert.equal(fileName(auctions, draft('bbox', {}), at), 'auctions-box-2026-11-26');
});

test('a long table keeps few rows in the document, and its keys and its sort reach all', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  // From now on the search is in the cache, and answered without a job.
  await search(page, '78704');
  // Pages of 100 rows that the service never sent: only the table is looked at.
  const PAGES = 20;
  let sent = 0;
  await page.route(/\/v1\/portal_a\/listings\?/, async (route) => {
    const [first = ''] = route.request().url().split('&cursor=');
    const response = await route.fetch({ url: first });
    const answer = (await response.json()) as {
      result: { data: { source_id: string; beds: number }[]; count: number; next_cursor: unknown };
    };
    if (response.status() !== 200) return route.fulfill({ response });
    const [row] = answer.result.data;
    assert.ok(row !== undefined);
    answer.result.data = Array.from({ length: 100 }, (_, at) => {
      const number = sent * 100 + at;
      return { ...row, source_id: `long-${number}`, beds: (number * 7919) % (PAGES * 100) };
    });
    sent += 1;
    answer.result.count = 100;
    answer.result.next_cursor = sent < PAGES ? `next-${sent}` : null;
    return route.fulfill({ response, json: answer });
  });
  await page.waitForTimeout(LATER_MS);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.locator('.status', { hasText: /^100 homes/ }).waitFor();
  await page.getByRole('button', { name: /^Load all/ }).click();
  await page.locator('.status', { hasText: 'All 2,000 results shown' }).waitFor();
  const inDocument = () => page.locator('tbody tr[data-index]').count();
  assert.ok((await inDocument()) < 200, `${await inDocument()} rows`);
  assert.equal(await page.getByRole('grid').getAttribute('aria-rowcount'), '2001');

  const beds = page.getByRole('columnheader', { name: 'Beds' });
  await beds.getByRole('button').click();
  assert.equal(await beds.getAttribute('aria-sort'), 'descending');
  await page.locator('tbody td[tabindex="0"]').first().focus();
  for (let row = 10; row <= 120; row += 10) {
    await page.keyboard.press('PageDown');
    await page.locator(`tbody tr[data-index="${row}"] td:focus`).waitFor({ timeout: 20_000 });
  }
  assert.equal(
    await page.locator('tbody tr[data-index="120"]').getAttribute('aria-rowindex'),
    '122',
  );
  assert.ok((await inDocument()) < 200);
});
