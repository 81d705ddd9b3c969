/** The console in a real browser: its table, the reasons of empty cells, the files of its rows. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { NOTE_REASONS } from '#contract/values.js';
import {
  type ConsoleApp,
  openConsole,
  PAGE_ROWS,
  search,
  streets,
} from './support/open-console.js';

/** Evaluated in the browser. */
const ON_EMPTY_CELL = "document.activeElement?.hasAttribute('data-reason-of')";

let app: ConsoleApp;
before(async () => {
  app = await openConsole();
});
after(() => app.close());

test('an empty cell shows its reason on hover, on focus and to screen readers', async (t) => {
  const visited = await app.visit(t, '#/search');
  if (visited === null) return;
  const { page, faults } = visited;
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
  assert.deepEqual(faults, []);
});

test('a column sorts both ways with empty cells last, and a click selects a row', async (t) => {
  const visited = await app.visit(t, '#/search');
  if (visited === null) return;
  const { page, faults } = visited;
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
  assert.deepEqual(faults, []);
});

/** Saves a format; returns the file and the message shown. */
async function saveAs(page: Page, format: string) {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: format, exact: true }).click();
  const file = await saving;
  const said = page.locator('.downloads [role="status"]', { hasText: `${format} saved` });
  const text = readFileSync(await file.path(), 'utf8');
  return { name: file.suggestedFilename(), text, said: await said.innerText() };
}

const headings = (page: Page): Promise<string[]> => page.getByRole('columnheader').allInnerTexts();

test('the CSV of a page holds the rows and the columns of the table in its order', async (t) => {
  const visited = await app.visit(t, '#/search');
  if (visited === null) return;
  const { page, faults } = visited;
  await search(page, '78704');
  const asFound = await streets(page);
  await page.getByRole('columnheader', { name: 'Living area' }).getByRole('button').click();
  assert.notDeepEqual(await streets(page), asFound);
  const { name, text, said } = await saveAs(page, 'CSV');
  assert.match(name, /^portal_a-listings-\w{8}\.csv$/);
  const [head = '', ...lines] = text.trim().split('\r\n');
  // A price is two columns: the amount and its currency.
  assert.equal(
    head.split(',').filter((column) => !column.endsWith('.currency')).length,
    (await headings(page)).length,
  );
  assert.match(head, /^address\.line1,address\.city,list_price\.amount,list_price\.currency,/);
  assert.deepEqual(
    lines.map((line) => line.split(',')[0]),
    // An empty cell of the file is a dash in the table.
    (await streets(page)).map((street) => (street === '–' ? '' : street)),
  );
  assert.match(said, new RegExp(`^CSV saved: ${PAGE_ROWS} rows, 12 of \\d+ columns$`));
  assert.deepEqual(faults, []);
});

test('with several pages every format saves all of their rows and shows their number', async (t) => {
  const visited = await app.visit(t, '#/search');
  if (visited === null) return;
  const { page, faults } = visited;
  await search(page, '78745');
  for (const pages of [2, 3]) {
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.locator('.facts', { hasText: `${pages} credits charged` }).waitFor();
  }
  // A page may have fewer rows than it has room for, but not these three together.
  const rows = (await streets(page)).length;
  assert.ok(rows > 2 * PAGE_ROWS, `${rows} rows`);
  assert.match(await page.locator('.status h2').innerText(), new RegExp(`^${rows} homes for sale`));
  await page.getByRole('group', { name: `Download the ${rows} rows shown` }).waitFor();
  const csv = await saveAs(page, 'CSV');
  const geojson = await saveAs(page, 'GeoJSON');
  const ndjson = await saveAs(page, 'NDJSON');
  assert.match(csv.name, /^portal_a-listings-\w{8}-3-pages\.csv$/);
  assert.match(csv.said, new RegExp(`^CSV saved: ${rows} rows, 12 of`));
  assert.equal(geojson.said, `GeoJSON saved: ${rows} rows`);
  assert.equal(ndjson.said, `NDJSON saved: ${rows} rows`);
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
  assert.deepEqual(faults, []);
});

test('a long table keeps few rows in the document, and its keys and its sort reach all', async (t) => {
  const visited = await app.visit(t, '#/search');
  if (visited === null) return;
  const { page, faults } = visited;
  // From now on the search is in the cache, and answered without a job.
  await search(page, '78704');
  // Pages of 100 rows that the service never sent: only the table is looked at.
  const PAGES = 20;
  let sent = 0;
  await page.route(/\/v1\/portal_a\/listings\?/, async (route) => {
    const response = await route.fetch({
      url: route
        .request()
        .url()
        .replace(/&cursor=.*/, ''),
    });
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
  assert.deepEqual(faults, []);
});
