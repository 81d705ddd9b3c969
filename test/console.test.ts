/** The console in a real browser, against the compiled service on a small sandbox. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { NOTE_REASONS } from '#contract/values.js';
import { openBrowser, visitConsole } from './support/open-browser.js';
import { endAll, type Service, settingsOf, startService } from './support/run-rowhouse.js';

const PAGE_ROWS = 15;
/** Asked in the browser, so written as text: this side knows no document. */
const ON_EMPTY_CELL = "document.activeElement?.hasAttribute('data-why')";
const WIDTHS = '[document.documentElement.scrollWidth, document.documentElement.clientWidth]';

let service: Service;
let browser: Browser | null;
let dataDir: string;

before(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'rowhouse-console-'));
  service = await startService({
    ...settingsOf(dataDir),
    // A world full enough for several pages in one ZIP; homes cost nothing until they are asked for.
    ROWHOUSE_SANDBOX_HOMES: '1000000',
    ROWHOUSE_SANDBOX_LATENCY_MIN_MS: '0',
    ROWHOUSE_SANDBOX_LATENCY_MAX_MS: '5',
    ROWHOUSE_PAGE_ROWS: String(PAGE_ROWS),
    ROWHOUSE_RATE_LIMIT_PER_MINUTE: '1000',
  });
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  endAll();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The console at an address of its own, or null after a skip. */
const visit = (t: TestContext, hash: string, options: BrowserContextOptions = {}) =>
  visitConsole(t, browser, `${service.apiUrl}/${hash}`, options);

async function search(page: Page, zip: string): Promise<void> {
  await page.getByRole('combobox', { name: /ZIP code/ }).fill(zip);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.waitForSelector('tbody tr');
}

const streets = (page: Page): Promise<string[]> =>
  page.locator('tbody tr td:first-child').allInnerTexts();

test('a search by ZIP shows its rows, says how many they are and what they cost', async (t) => {
  const visited = await visit(t, '');
  if (visited === null) return;
  const { page, faults } = visited;
  await search(page, '78704');
  assert.equal((await streets(page)).length, PAGE_ROWS);
  const said = await page.locator('.status').innerText();
  assert.match(said, new RegExp(`^${PAGE_ROWS} homes for sale`));
  assert.match(said, /There are more; the source does not say how many/);
  assert.match(said, /This page is complete/);
  assert.match(said, /1 credit charged/);
  assert.match(said, /Freshly read/);
  await page.waitForSelector('.maplibregl-canvas');
  assert.match(page.url(), /#\/search\?route=R1&zip=78704&request=[0-9a-f-]{36}$/);
  assert.ok(!page.url().includes('rh_live_'), 'the key is not in the address');
  assert.deepEqual(faults, []);
});

test('an empty cell says why, to the pointer, to the keyboard and to a screen reader', async (t) => {
  const visited = await visit(t, '');
  if (visited === null) return;
  const { page, faults } = visited;
  await search(page, '78704');
  const cell = page.locator('td[data-why="agent_name"]').first();
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

test('the next page follows, earlier ones stay, and the link opens both without a charge', async (t) => {
  const visited = await visit(t, '');
  if (visited === null) return;
  const { page, faults } = visited;
  await search(page, '78745');
  const first = await streets(page);
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.locator('.status h2', { hasText: `${PAGE_ROWS + 1}–` }).waitFor();
  const second = await streets(page);
  assert.notDeepEqual(second, first);
  await page.getByRole('button', { name: 'Page 1' }).click();
  assert.deepEqual(await streets(page), first);
  await page.getByRole('button', { name: 'All loaded' }).click();
  assert.deepEqual(await streets(page), [...first, ...second]);

  const again = await visit(t, new URL(page.url()).hash);
  assert.ok(again !== null);
  const calls: string[] = [];
  again.page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await again.page.reload();
  await again.page.waitForSelector('tbody tr');
  assert.deepEqual(await streets(again.page), first);
  assert.deepEqual(
    calls.filter((path) => path === '/v1/portal_a/listings'),
    [],
    'opening a link starts no search',
  );
  assert.deepEqual([...faults, ...again.faults], []);
});

test('a column sorts both ways with empty cells last, and the row is ringed on the map', async (t) => {
  const visited = await visit(t, '');
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
    assert.ok(known.length > 5);
    assert.deepEqual(
      known,
      [...known].sort((a, b) => sign * (a - b)),
    );
    assert.deepEqual(shown.slice(0, known.length), known, 'empty cells come last');
  }
  const row = page.locator('tbody tr').first();
  await row.click();
  assert.equal(await row.getAttribute('aria-selected'), 'true');
  assert.deepEqual(faults, []);
});

test('the CSV of a page holds the rows of the table', async (t) => {
  const visited = await visit(t, '');
  if (visited === null) return;
  const { page, faults } = visited;
  await search(page, '78704');
  const answered = page.waitForResponse((response) => response.url().endsWith('/rows.csv'));
  const saved = page.waitForEvent('download').catch(() => null);
  await page.getByRole('button', { name: 'CSV', exact: true }).click();
  const answer = await answered;
  if (answer.status() === 404) {
    await page.locator('.downloads', { hasText: 'nothing at this path' }).waitFor();
    return t.skip(
      'this service has no rows.csv yet: the route answers 404, and the console says so',
    );
  }
  const file = await saved;
  assert.match(file?.suggestedFilename() ?? '', /^portal_a-listings-\w+\.csv$/);
  const [head = '', ...lines] = readFileSync((await file?.path()) ?? '', 'utf8')
    .trim()
    .split('\r\n');
  const at = head.split(',').findIndex((name) => /^address[._]line1$/.test(name));
  assert.ok(at >= 0, head);
  assert.deepEqual(
    lines.map((line) => line.split(',')[at]),
    await streets(page),
  );
  assert.deepEqual(faults, []);
});

test('a refused search says why in the words of the service; a bad value is said before', async (t) => {
  const visited = await visit(t, '');
  if (visited === null) return;
  const { page, faults } = visited;
  const field = page.getByRole('combobox', { name: /ZIP code/ });
  await field.fill('7870');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  assert.equal(await field.getAttribute('aria-invalid'), 'true');
  assert.match(await page.locator('.problem').innerText(), /a ZIP code of five digits/);
  await field.fill('00000');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const box = page.getByRole('alert');
  await box.waitFor();
  assert.match(await box.innerText(), /unsupported_or_invalid_query on zip · HTTP 422/);
  assert.match(await box.innerText(), /Nothing was charged/);
  assert.deepEqual(faults, []);
});

test('without the demo key the console asks for one and keeps it in the tab alone', async (t) => {
  const visited = await visit(t, '', { extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.7' } });
  if (visited === null) return;
  const { page, faults } = visited;
  const dialog = page.getByRole('dialog', { name: 'API key' });
  await dialog.getByLabel('Key').fill(`${service.demoKey.slice(0, -1)}~`);
  await dialog.getByRole('button', { name: 'Use this key' }).click();
  await page.getByRole('combobox', { name: /ZIP code/ }).fill('78704');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  assert.match(await page.getByRole('alert').innerText(), /invalid_api_key/);
  await page.getByRole('button', { name: 'Change the key' }).click();
  await dialog.getByLabel('Key').fill(service.demoKey);
  await dialog.getByRole('button', { name: 'Use this key' }).click();
  await search(page, '78704');
  assert.equal(await page.evaluate('Object.values(localStorage).join()'), '');
  const code = await page.locator('.code pre').innerText();
  assert.ok(code.includes('/v1/portal_a/listings?zip=78704') && !code.includes(service.demoKey));
  await page.getByLabel('Show the key').check();
  assert.ok((await page.locator('.code pre').innerText()).includes(service.demoKey));
  assert.deepEqual(faults, []);
});

test('usage and sources load, also at 360 pixels, where nothing is wider than the screen', async (t) => {
  const narrow = { viewport: { width: 360, height: 780 } };
  const visited = await visit(t, '#/sources', narrow);
  if (visited === null) return;
  const { page, faults } = visited;
  await page.getByRole('heading', { name: 'Portal A', exact: true }).waitFor();
  const reading = page.waitForResponse((response) => response.url().endsWith('/v1/account'));
  await page.getByRole('link', { name: 'Usage' }).click();
  if ((await reading).status() === 404) {
    await page.getByRole('alert').waitFor();
    t.diagnostic('this service has no /v1/account yet: the page says so');
  } else {
    await page.getByText('Can be spent').waitFor();
  }
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await search(page, '78704');
  const [wide, screen] = await page.evaluate<[number, number]>(WIDTHS);
  assert.equal(wide, screen);
  assert.deepEqual(faults, []);
});
