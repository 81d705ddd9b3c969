/** One home in the console, in a real browser: panel, groups of fields, marks and history. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { SEARCH_ROUTES, type SearchRoute } from '#contract/routes.js';
import { consoleModule } from './support/console-module.js';
import { search, sharedConsole, streets } from './support/open-console.js';

interface Column {
  readonly name: string;
}

interface Note {
  readonly field: string;
  readonly reason: string;
  readonly detail: string | null;
}

const { groupsOf } = (await consoleModule('home/groups.js')) as {
  groupsOf: (columns: readonly Column[]) => { title: string; columns: Column[] }[];
};
const { columnsOf, isSaid } = (await consoleModule('results/fields.js')) as {
  columnsOf: (route: SearchRoute) => Column[];
  isSaid: (row: object, column: Column) => boolean;
};

const { reasonsOf } = (await consoleModule('results/reasons.js')) as {
  reasonsOf: (notes: readonly Note[]) => ReadonlyMap<string, readonly unknown[]>;
};
const { whyAbsent } = (await consoleModule('home/why-absent.js')) as {
  whyAbsent: (row: object, name: string, reasons: readonly unknown[] | undefined) => string;
};

const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  'Price and status': ['list_price', 'sale_price', 'rent_monthly', 'status', 'extras.current_bid'],
  Home: ['beds', 'living_area_sqft', 'property_type', 'extras.year_built', 'extras.units'],
  Dates: ['list_date', 'sold_date', 'days_on_market', 'extras.auction_end'],
  Address: ['address.line1', 'address.zip', 'location', 'extras.neighborhood'],
  'Agent and broker': ['agent_name', 'broker_name', 'extras.list_agent_name'],
  Source: ['source', 'source_id', 'source_url', 'extras.imported_at', 'extras.document_id'],
};

test('every field of every route is in one group, and where one looks for it', () => {
  for (const route of SEARCH_ROUTES) {
    const columns = columnsOf(route);
    const groups = groupsOf(columns);
    const grouped = groups.flatMap((group) => group.columns.map(({ name }) => name));
    assert.deepEqual(grouped.toSorted(), columns.map(({ name }) => name).toSorted(), route.id);
    for (const { title, columns: found } of groups) {
      for (const { name } of found) {
        const wanted = Object.entries(EXAMPLES).find(([, names]) => names.includes(name))?.[0];
        if (wanted !== undefined) assert.equal(title, wanted, name);
      }
    }
  }
});

test('of rents alone it is said whether one is the lowest of several, of buildings alone what units they have', () => {
  for (const route of SEARCH_ROUTES.filter(({ kind }) => kind !== 'sold')) {
    const unsaid = (row: object) =>
      columnsOf(route).flatMap((column) => (isSaid(row, column) ? [] : [column.name]));
    const rent = { amount: 1900, currency: 'USD' };
    const of = (rent_monthly: object | null, units: readonly object[]) =>
      unsaid({ rent_monthly, extras: { units } });
    const hasUnits = columnsOf(route).some(({ name }) => name === 'extras.units');
    const withUnits = hasUnits ? ['extras.units'] : [];
    assert.deepEqual(of(null, []), ['rent_is_from_price', ...withUnits], route.id);
    assert.deepEqual(of(rent, []), withUnits, route.id);
    assert.deepEqual(of(rent, [{ beds: 1, rent_from: rent }]), [], route.id);
  }
});

const app = sharedConsole();

const panel = (page: Page) => page.locator('.home-panel');

test('the street of a row opens its home: fields by group, reasons of empty ones, and Escape', async (t) => {
  const page = await app.visit(t, '#/search', { map: 'undrawn' });
  if (page === null) return;
  await search(page, '78704');
  const at = await firstWithoutBroker('78704');
  await page.locator('tbody td[tabindex="0"]').focus();
  for (let row = 0; row < at; row += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await panel(page).waitFor();
  const heading = panel(page).getByRole('heading', { level: 2 });
  assert.equal(await heading.innerText(), (await streets(page))[at]);
  assert.deepEqual(await panel(page).getByRole('heading', { level: 3 }).allInnerTexts(), [
    'What happened',
    'Price and status',
    'Home',
    'Dates',
    'Address',
    'Source',
    'History in your watches',
    'This home on other sources',
  ]);
  await readsAsStory(page, '78704');
  await panel(page).getByText('None of your watches has seen this home').waitFor();
  assert.equal(await page.locator('tbody tr[aria-selected="true"]').count(), 1);
  await page.keyboard.press('Escape');
  await panel(page).waitFor({ state: 'detached' });
  // The focus is back on the row.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  assert.equal(await heading.innerText(), (await streets(page))[at + 1]);
});

/** The homes change every day: the first one that has what the story shows, and no broker. */
async function firstWithoutBroker(zip: string): Promise<number> {
  const { result } = await app.client.portalA.listings({ zip });
  const at = result.data.findIndex(
    ({ list_price, beds, baths, living_area_sqft, broker_name, agent_name }) =>
      [list_price, beds, baths, living_area_sqft].every(Boolean) &&
      broker_name === null &&
      agent_name === null,
  );
  assert.ok(at >= 0 && at < result.count - 1, `row ${at} of ${result.count}`);
  return at;
}

/** The selected row, beside what the service sends of it. */
async function readsAsStory(page: Page, zip: string): Promise<void> {
  const [source, sourceId] = (
    (await page.locator('tbody tr[aria-selected="true"]').getAttribute('data-key')) ?? ''
  ).split('/');
  const { result } = await app.client.portalA.listings({ zip });
  const row = result.data.find((one) => one.source === source && one.source_id === sourceId);
  const { list_price: price, beds, baths, extras, address } = row ?? assert.fail('the row');
  const headline = await panel(page).locator('.home-headline').innerText();
  assert.ok(headline.startsWith(`$${price?.amount.toLocaleString('en-US')}\n`), headline);
  assert.match(headline, new RegExp(`${beds} bd · ${baths} ba · [\\d,]+ sqft`));
  assert.ok((await panel(page).locator('header').innerText()).includes(address.zip ?? ''));
  const link = panel(page).getByRole('link', { name: 'Page of this home' });
  assert.equal(await link.getAttribute('href'), `#/homes/${extras.home_id}`);
  await panel(page).locator('.home-place .maplibregl-canvas').waitFor();
  await panel(page)
    .locator('.timeline')
    .getByText(/^First seen for sale, \$/)
    .waitFor();

  const absent = panel(page).locator('dd.absent');
  const many = await absent.count();
  assert.ok(many > 1);
  const folded = panel(page).getByText(`${many} facts that this source did not give`);
  assert.equal(await absent.first().isVisible(), false);
  await folded.click();
  assert.equal(await absent.first().isVisible(), true);
  const labels = await panel(page).locator('dl div:has(dd.absent) dt').allInnerTexts();
  assert.equal(labels.length, many);
  // All of a group: it has no heading among the facts.
  for (const label of ['Agent name', 'Broker name']) assert.ok(labels.includes(label), label);
  for (const words of [...labels, ...(await absent.allInnerTexts())])
    assert.match(words, /^[A-Z][^_]*$/);
  assert.ok((await absent.getByText('The source withholds it').count()) > 0);
  assert.equal(await panel(page).getByText('Empty, without a reason').count(), 0);
  // Neither what describes a rent, nor that a home for sale has no rent.
  const ofRents = panel(page).locator('dt', {
    hasText: /^(Rent \/ month|Lowest of several rents)$/,
  });
  assert.equal(await ofRents.count(), 0);
}

test('a reason is chosen by what the row says of its price; else the reasons are joined by "or"', () => {
  const reasons = reasonsOf([
    { field: 'sale_price', reason: 'not_disclosed', detail: null },
    { field: 'sale_price', reason: 'unreadable', detail: 'text "25,000"' },
  ]).get('sale_price');
  const why = (disclosure: string | null, name = 'sale_price') =>
    whyAbsent({ sale_price_disclosure: disclosure }, name, reasons);
  assert.equal(why('not_disclosed'), 'Hidden by law or by the parties of the sale');
  assert.equal(
    why('public_record'),
    'The source sent a value that could not be read (text "25,000")',
  );
  const both =
    'Hidden by law or by the parties of the sale or the source sent a value that could not be read';
  assert.equal(why(null), both);
  assert.equal(why('not_disclosed', 'beds'), both);
  assert.equal(whyAbsent({}, 'beds', undefined), 'Empty, without a reason');
});

test('viewed, starred and hidden homes are remembered in this browser; hidden ones are left out', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  await search(page, '78704');
  const all = await streets(page);
  const open = (row: number) => page.locator('tbody tr').nth(row).locator('.open').click();
  await open(0);
  await panel(page).getByRole('button', { name: 'Star' }).click();
  await open(1);
  await panel(page).getByRole('button', { name: 'Hide' }).click();
  await panel(page).getByRole('button', { name: 'Close this home' }).click();
  assert.deepEqual(await streets(page), [all[0], ...all.slice(2)]);
  assert.match(
    await page.locator('.summary h2').innerText(),
    new RegExp(`${all.length - 1} of ${all.length} loaded homes`),
  );
  await page.reload();
  await page.getByRole('button', { name: 'Show 1 hidden home' }).click();
  assert.deepEqual(await streets(page), all);
  assert.match(
    (await page.locator('tbody tr').nth(0).getAttribute('class')) ?? '',
    /viewed starred/,
  );
  assert.match((await page.locator('tbody tr').nth(1).getAttribute('class')) ?? '', /hidden/);
  await open(1);
  await panel(page).getByRole('button', { name: 'Hide' }).click();
  await page.getByRole('button', { name: /hidden home/ }).waitFor({ state: 'detached' });
});

test('a home that a watch has seen has its history in the panel', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  const { watch_id } = await app.client.watches.create({
    route: 'portal_a_listings',
    query: { zip: '78702' },
    interval_s: 3_600,
  });
  const RUNS_SHOWN_MAX = 100;
  for (let look = 0; look < RUNS_SHOWN_MAX; look += 1) {
    const { runs } = await app.client.watches.runs(watch_id);
    if (runs.some(({ state }) => state === 'complete')) break;
    await page.waitForTimeout(200);
  }
  await search(page, '78702');
  const price = await page.locator('tbody tr').nth(0).locator('td').nth(2).innerText();
  await page.locator('tbody tr').nth(0).locator('.open').click();
  const history = panel(page).locator('.history');
  await history.getByText(/^Watched since/).waitFor();
  assert.match(
    await history.locator('li').innerText(),
    new RegExp(`${price.replace('$', '\\$')}.*\\s+since `),
  );
});
