/** The console in a real browser: the table of an analyst, its columns and its presets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Row } from '#contract/rows.js';
import {
  arrange,
  type ColumnLayout,
  DEFAULT_LAYOUT,
  emptyColumns,
  pinnedThatFit,
  readLayout,
  widthsOf,
} from '../console/src/results/column-layout.js';
import { columnsOf } from '../console/src/results/fields.js';
import { routeOr } from '../console/src/text/labels.js';
import { search, sharedConsole } from './support/open-console.js';

const app = sharedConsole();

const COLUMNS = columnsOf(routeOr('portal_a_listings'));
const NONE: ReadonlySet<string> = new Set();
const names = (layout: ColumnLayout): string[] =>
  arrange(COLUMNS, layout, NONE).shown.map(({ name }) => name);

test('pinned columns come after the first one, and what a route does not have is left out', () => {
  const layout: ColumnLayout = {
    shown: ['beds', 'extras.of_another_source', 'baths', 'address.line1', 'list_price'],
    pinned: ['list_price'],
    widths: {},
  };
  assert.deepEqual(names(layout), ['address.line1', 'list_price', 'beds', 'baths']);
  assert.equal(arrange(COLUMNS, layout, NONE).pinned, 2);
  const withoutFirst = { ...layout, shown: ['beds', 'baths'], pinned: [] };
  assert.deepEqual(
    [names(withoutFirst), arrange(COLUMNS, withoutFirst, NONE).pinned],
    [['beds', 'baths'], 1],
  );
  assert.deepEqual(
    names({ ...DEFAULT_LAYOUT, shown: ['gone'] }),
    names(DEFAULT_LAYOUT),
    'never none',
  );
});

test('a column that no row fills is hidden at first, and shown where columns were chosen', () => {
  const rows = [
    { beds: null, baths: 2 },
    { beds: null, baths: null },
  ] as unknown as Row[];
  const some = COLUMNS.filter(({ name }) => ['beds', 'baths'].includes(name));
  const empty = emptyColumns(rows, some);
  assert.deepEqual([...empty], ['beds']);
  const atFirst = arrange(some, DEFAULT_LAYOUT, empty);
  assert.deepEqual([atFirst.shown.map(({ name }) => name), atFirst.emptyHidden], [['baths'], 1]);
  const chosen = arrange(some, { ...DEFAULT_LAYOUT, shown: ['beds'] }, empty);
  assert.deepEqual([chosen.shown.map(({ name }) => name), chosen.emptyHidden], [['beds'], 0]);
  const all = new Set(['beds', 'baths']);
  assert.equal(arrange(some, DEFAULT_LAYOUT, all).shown.length, 2, 'a table has columns');
});

test('columns fill the room until a width is set, and pinned ones leave some of it', () => {
  const { shown } = arrange(COLUMNS, { ...DEFAULT_LAYOUT, shown: ['address.line1', 'beds'] }, NONE);
  const plain = widthsOf(shown, DEFAULT_LAYOUT, 0);
  const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0);
  assert.ok(Math.abs(sum(widthsOf(shown, DEFAULT_LAYOUT, 1000)) - 1000) <= 2);
  assert.deepEqual(widthsOf(shown, { widths: { beds: 70 } }, 1000), [plain[0], 70]);
  assert.equal(pinnedThatFit(3, [190, 100, 100, 100], 900), 3);
  assert.equal(pinnedThatFit(3, [190, 100, 100, 100], 340), 1);
  assert.equal(pinnedThatFit(2, [900, 900], 340), 1, 'the first one stays');
});

test('a layout is read from any JSON', () => {
  for (const kept of [undefined, null, 'beds,baths', 7]) assert.equal(readLayout(kept), null);
  assert.deepEqual(
    readLayout({ shown: 'beds', pinned: [1, 'beds'], widths: { beds: 1, x: 'y' } }),
    {
      shown: null,
      pinned: ['beds'],
      widths: { beds: 56 },
    },
  );
});

const headings = async (page: Page): Promise<string[]> =>
  (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim());

const heading = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });

/** The place of an element in the window. */
async function boxOf(locator: ReturnType<Page['locator']>) {
  return (await locator.boundingBox()) ?? assert.fail('is shown');
}

/** Waits until the headings begin so. */
async function begins(page: Page, first: readonly string[]): Promise<void> {
  const cells = first.map((title, at) => `:has(> th:nth-child(${at + 1}) :text-is("${title}"))`);
  await page.locator(`.grid thead tr${cells.join('')}`).waitFor();
}

async function openChooser(page: Page) {
  await page.locator('.chooser').click();
  await page.getByRole('dialog', { name: 'Columns' }).waitFor();
}

test('columns are moved by keys and by dragging, and stay so after a reload', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  await search(page, '78704');
  const asFound = await headings(page);
  assert.deepEqual(asFound.slice(0, 3), ['Street', 'City', 'List price']);
  await openChooser(page);
  const handle = page.getByRole('button', { name: 'Move Beds' });
  await handle.focus();
  await page.keyboard.press('Home');
  await begins(page, ['Street', 'Beds', 'City', 'List price']);
  await page.getByText(`Beds, place 2 of ${asFound.length}`).waitFor();
  await page.keyboard.press('ArrowDown');
  await begins(page, ['Street', 'City', 'Beds', 'List price']);
  assert.equal(
    await page.evaluate('document.activeElement?.getAttribute("aria-label")'),
    'Move Beds',
  );
  assert.equal(await page.getByRole('button', { name: 'Move Street' }).isDisabled(), true);

  const from = await boxOf(page.getByRole('button', { name: 'Move Living area' }));
  const to = await boxOf(page.getByRole('button', { name: 'Move City' }));
  await page.mouse.move(from.x + 5, from.y + 5);
  await page.mouse.down();
  await page.mouse.move(to.x + 5, to.y + 20, { steps: 4 });
  await page.locator('.column-order .drop-above').waitFor();
  await page.mouse.up();
  const wanted = ['Street', 'Living area', 'City', 'Beds', 'List price'];
  await begins(page, wanted);
  const street = await page.locator('tbody tr').first().locator('td').first().innerText();
  await page.reload();
  await begins(page, wanted);
  assert.equal(await page.locator('tbody tr').first().locator('td').first().innerText(), street);

  // The first cell opens its home, wherever the others moved; the keys follow the new order.
  await page.locator('tbody td[tabindex="0"]').focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate('document.activeElement.cellIndex'), 1);
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.locator('.home-panel').waitFor();
});

test('a pinned column stays at the left of a table that scrolls sideways', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  await search(page, '78704');
  await openChooser(page);
  await page.getByRole('button', { name: 'Pin Beds' }).click();
  await begins(page, ['Street', 'Beds', 'City']);
  await page.keyboard.press('Escape');
  const before = await boxOf(heading(page, 'Beds'));
  const city = await boxOf(heading(page, 'City'));
  await page.evaluate("document.querySelector('.grid').scrollLeft = 200");
  const gone = await boxOf(heading(page, 'City'));
  assert.equal(Math.round(city.x - gone.x), 200, 'the others scroll');
  assert.deepEqual(await boxOf(heading(page, 'Beds')), before);
  const cell = await boxOf(page.locator('tbody tr').first().locator('td').nth(1));
  assert.equal(cell.x, before.x);

  // A cell below the pinned ones comes out when it takes the focus.
  await page.locator('tbody tr').first().locator('td').nth(4).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  const focused = await boxOf(page.locator('tbody td:focus'));
  assert.ok(focused.x >= before.x + before.width - 1, `${focused.x} ${before.x + before.width}`);
});

test('widths are set by dragging the edge of a heading and by keys, and stay', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  await search(page, '78704');
  const widthOf = async (name: string) => (await boxOf(heading(page, name))).width;
  const [city, price] = [await widthOf('City'), await widthOf('List price')];
  const edge = await boxOf(heading(page, 'City').locator('.edge'));
  await page.mouse.move(edge.x + 4, edge.y + 10);
  await page.mouse.down();
  await page.mouse.move(edge.x + 64, edge.y + 10, { steps: 4 });
  await page.mouse.up();
  assert.equal(await widthOf('City'), city + 60);
  assert.equal(await widthOf('List price'), price, 'the others keep theirs');
  assert.equal(await heading(page, 'City').getAttribute('aria-sort'), 'none', 'it did not sort');

  await heading(page, 'List price').getByRole('button').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.getByText(`List price: ${price + 16} pixels wide`).waitFor();
  assert.equal(await widthOf('List price'), price + 16);
  for (let press = 0; press < 12; press += 1) await page.keyboard.press('Shift+ArrowLeft');
  await page.getByText('List price: 56 pixels wide').waitFor();
  await page.reload();
  await page.waitForSelector('.rows tbody tr');
  assert.equal(await widthOf('City'), city + 60);
  assert.equal(await widthOf('List price'), 56);
  await openChooser(page);
  await page.getByRole('button', { name: 'Reset to default' }).click();
  await page.keyboard.press('Escape');
  assert.equal(await widthOf('City'), city);
});

test('presets of columns are built in or saved, applied and deleted', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  await search(page, '78704');
  const asFound = await headings(page);
  await openChooser(page);
  const presets = page.getByRole('region', { name: 'Presets' });
  const preset = (name: string) => presets.getByRole('button', { name, exact: true });
  assert.equal(await preset('Default').getAttribute('aria-pressed'), 'true');
  await preset('Dates').click();
  await begins(page, ['Street', 'Days on market', 'List date']);
  await page.getByRole('checkbox', { name: 'Baths', exact: true }).check();
  const chosen = await headings(page);
  assert.ok(chosen.includes('Baths') && !chosen.includes('List price'), chosen.join());

  await presets.getByRole('textbox').fill('Default');
  await page.keyboard.press('Enter');
  await presets.getByText('Default is built in').waitFor();
  await presets.getByRole('textbox').fill('My dates');
  await page.keyboard.press('Enter');
  await presets.getByText('Saved as My dates.').waitFor();
  await preset('Default').click();
  await begins(page, asFound);

  // It is of all sources of the kind, and of this browser.
  await page.reload();
  await page.waitForSelector('.rows tbody tr');
  await openChooser(page);
  await preset('My dates').click();
  await begins(page, chosen);
  assert.equal(await preset('My dates').getAttribute('aria-pressed'), 'true');
  await preset('Delete My dates').click();
  await preset('My dates').waitFor({ state: 'detached' });
  await begins(page, chosen);
  await page.getByRole('button', { name: 'Reset to default' }).click();
  await begins(page, asFound);
});

test('the menu says which columns no row fills, and shows one that is chosen', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  await page.route(/\/v1\/(portal_a|jobs)\//, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as {
      result: { data: { agent_name: unknown }[] } | null;
    };
    for (const row of answer.result?.data ?? []) row.agent_name = null;
    return route.fulfill({ response, json: answer });
  });
  await search(page, '78704');
  assert.ok(!(await headings(page)).includes('Agent name'));
  assert.match(await page.locator('.chooser').innerText(), /· 1 empty hidden$/);
  await openChooser(page);
  await page.getByRole('heading', { name: 'Never filled in these rows' }).waitFor();
  await page.getByRole('checkbox', { name: 'Agent name', exact: true }).click();
  await heading(page, 'Agent name').waitFor();
  await page.locator('.column-order li', { hasText: 'Agent name, never filled here' }).waitFor();
  // It moved to the other list, and the focus with it.
  assert.equal(await page.evaluate('document.activeElement.value'), 'agent_name');
  assert.ok(!/hidden/.test(await page.locator('.chooser').innerText()));
});
