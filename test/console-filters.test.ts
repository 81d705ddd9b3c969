/** Filters of loaded rows: what a text matches; the table, charts and map in a real browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { SEARCH_ROUTES, type SearchRoute } from '#contract/routes.js';
import { consoleModule } from './support/console-module.js';
import { search, sharedConsole, streets } from './support/open-console.js';

interface Column {
  readonly name: string;
}

const { passing, rangeOf, readFilter } = (await consoleModule('results/filters.js')) as {
  passing: (rows: readonly object[], columns: readonly Column[], filters: object) => object[];
  rangeOf: (text: string) => readonly [low: number, high: number] | null;
  readFilter: (text: string, column: Column) => ((row: object) => boolean) | null;
};
const { columnsOf } = (await consoleModule('results/fields.js')) as {
  columnsOf: (route: SearchRoute) => Column[];
};

const route = SEARCH_ROUTES.find(({ kind }) => kind === 'sold') ?? assert.fail();
const COLUMNS = columnsOf(route);
const columnOf = (name: string) => COLUMNS.find((each) => each.name === name) ?? assert.fail(name);

const ROW = {
  beds: 3,
  baths: 2.5,
  living_area_sqft: null,
  sold_date: '2026-10-31',
  sale_price: { amount: 450_000, currency: 'USD' },
  property_type: 'single_family',
  address: { line1: '12 Oak St', city: '' },
};

/** Filters by field: texts that this row passes, and texts that it does not. */
const CASES: Readonly<Record<string, readonly [passes: string[], fails: string[]]>> = {
  beds: [
    [
      '3',
      '=3',
      '>=3',
      '<= 3',
      '≥ 3',
      '≤3',
      '>=  3',
      '3+',
      '2–4',
      '2-3',
      '3 to 5',
      '3..3',
      '>2',
      'any',
    ],
    ['2', '>3', '<3', '4+', '4-5', '≥ 4', '≤ 2', 'empty'],
  ],
  baths: [
    ['2.5', '2.5+', '2-3'],
    ['2', '3+'],
  ],
  sale_price: [
    [
      '450k',
      '$450,000',
      '400-500k',
      '$0.4–1m',
      '1.2k to 1m',
      '500k-400k',
      '≤ 450k',
      '≤450000',
      '≥ $400k',
      '400k–500k',
      '400,000–450,000',
      '>= 0.4m',
    ],
    ['>450k', '451k+', '300-400k', '900k-700k', '1-2m', '≤ 300k', '100k-200k'],
  ],
  living_area_sqft: [['empty'], ['any', '>0', '0-9999']],
  sold_date: [
    [
      '2026',
      '2026-10',
      '2026-10-31',
      '>= 2026-10',
      '<= 2026-10',
      '2026-09 to 2026-10',
      '2026-11 to 2026-10',
      '2026-10 to 2026',
      '2026-10-01–2026-11-01',
      '> 2026-09',
      'since 2026-10',
      'Until 2026-10',
      'since 2026-09 until 2026-11',
    ],
    ['2025', '> 2026-10', '< 2026-10', 'since 2026-11', 'until 2026-09', '2026-11 to 2026-12'],
  ],
  property_type: [['family', 'Single F'], ['condo']],
  'address.line1': [['oak', '12'], ['elm']],
  'address.city': [['empty'], ['any', 'a']],
};

test('a filter is a number, a range, a comparison, a date, a part of a text, empty or any', () => {
  for (const [name, [passes, fails]] of Object.entries(CASES)) {
    for (const text of passes) {
      assert.equal(readFilter(text, columnOf(name))?.(ROW), true, `${name} passes ${text}`);
    }
    for (const text of fails) {
      assert.equal(readFilter(text, columnOf(name))?.(ROW), false, `${name} fails ${text}`);
    }
  }
});

test('the ends of a range stand in either order, and a unit at its end is that of both', () => {
  assert.deepEqual(rangeOf('300-500k'), [300_000, 500_000]);
  assert.deepEqual(rangeOf('$1–1.5M'), [1_000_000, 1_500_000]);
  assert.deepEqual(rangeOf('1000-2k'), [1_000, 2_000]);
  assert.deepEqual(rangeOf('900k-700k'), [700_000, 900_000]);
  assert.deepEqual(rangeOf('≥ 300k'), null);
});

test('a filter that is not understood hides nothing; several must all pass', () => {
  for (const text of ['three', '>', '≥', '≤ some', '3-', '-', '1-2-3', '2026-13-1x']) {
    assert.equal(readFilter(text, columnOf('beds')), null, text);
    assert.deepEqual(passing([ROW], COLUMNS, { beds: text }), [ROW]);
  }
  assert.deepEqual(passing([ROW], COLUMNS, { beds: '3', baths: '2' }), []);
  assert.deepEqual(passing([ROW], COLUMNS, { beds: '3', baths: '2.5' }), [ROW]);
});

const app = sharedConsole();

const loadAll = async (page: Page) => {
  await page.getByRole('button', { name: /^Load all/ }).click();
  await page.locator('.status', { hasText: /All \d+ results shown/ }).waitFor();
};

/** The numbers of a column of the table. */
async function numbers(page: Page, heading: string): Promise<number[]> {
  const titles = await page.getByRole('columnheader').allInnerTexts();
  const place = titles.findIndex((title) => title.trim() === heading);
  const texts = await page.locator(`tbody tr td:nth-child(${place + 1})`).allInnerTexts();
  return texts.filter((text) => text !== '–').map((text) => Number(text.replace(/[$,]/g, '')));
}

test('a filter of a column narrows table, figures and files, and can be removed', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  await search(page, '78702');
  await loadAll(page);
  const all = (await streets(page)).length;
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const bar = page.getByRole('group', { name: 'Filters of the rows' });
  await page.getByRole('textbox', { name: 'Filter Beds' }).fill('three');
  await bar.getByText('Beds three not understood').waitFor({ timeout: 10_000 });
  assert.equal((await streets(page)).length, all);
  await page.getByRole('textbox', { name: 'Filter Beds' }).fill('3+');
  await bar.getByText(new RegExp(`^\\d+ of ${all} loaded rows$`)).waitFor();
  const beds = await numbers(page, 'Beds');
  assert.ok(beds.length > 0 && beds.length < all && beds.every((each) => each >= 3), `${beds}`);
  assert.match(
    await page.locator('.summary h2').innerText(),
    new RegExp(`${beds.length} of ${all} loaded homes`),
  );
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByText(`In the table (${beds.length})`).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'Filter Beds' }).fill('three');
  assert.equal((await streets(page)).length, all);
  assert.equal(
    await page.getByRole('textbox', { name: 'Filter Beds' }).getAttribute('aria-invalid'),
    'true',
  );
  await bar.getByRole('button', { name: /Remove the filter Beds/ }).click();
  assert.equal(await bar.getByRole('button').count(), 0);
});

test('dragging across a chart filters rows, figures and the other chart; a click clears it', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  await search(page, '78702');
  await loadAll(page);
  const all = (await streets(page)).length;
  const drag = async (
    chart: RegExp,
    from: readonly [number, number],
    to: readonly [number, number],
  ) => {
    const box = await page.getByRole('img', { name: chart }).boundingBox();
    assert.ok(box !== null);
    const at = ([x, y]: readonly [number, number]) =>
      [box.x + x * box.width, box.y + y * box.height] as const;
    await page.mouse.move(...at(from));
    await page.mouse.down();
    await page.mouse.move(...at(to), { steps: 4 });
    await page.mouse.up();
  };
  await drag(/^Prices in steps/, [0.2, 0.5], [0.5, 0.5]);
  const chip = page.getByRole('button', { name: /Remove the filter List price/ });
  const [low = 0, high = 0] = (await chip.locator('b').innerText())
    .split('–')
    .map((text) => Number(text.replaceAll(',', '')));
  const prices = await numbers(page, 'List price');
  assert.ok(prices.length > 0 && prices.length < all, `${prices.length} rows`);
  assert.ok(
    prices.every((each) => each >= low && each <= high),
    `${low} to ${high}: ${prices}`,
  );
  // The scatter keeps all dots, and dims those that the filter leaves out.
  assert.ok((await page.locator('.dot.faint').count()) > 0);

  await drag(/^Price against living area/, [0.15, 0.05], [0.6, 0.8]);
  await page.getByRole('button', { name: /Remove the filter Living area/ }).waitFor();
  assert.equal(
    (await numbers(page, 'Living area')).length,
    await page.locator('.dot:not(.faint)').count(),
  );
  await page.getByRole('button', { name: 'Clear filters' }).click();
  assert.equal((await streets(page)).length, all);
  await drag(/^Prices in steps/, [0.2, 0.5], [0.5, 0.5]);
  await chip.waitFor();
  await drag(/^Prices in steps/, [0.9, 0.3], [0.9, 0.3]);
  await chip.waitFor({ state: 'detached' });
});
