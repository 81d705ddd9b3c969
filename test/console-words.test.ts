/** The console in a real browser: what it says of errors, waits and empty results, in words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { DAY_S } from '#contract/durations.js';
import { SEARCH_ROUTES, type SearchRoute } from '#contract/routes.js';
import { consoleModule } from './support/console-module.js';
import { sharedConsole } from './support/open-console.js';

const { columnsOf, textOf } = (await consoleModule('results/fields.js')) as {
  columnsOf: (route: SearchRoute) => { name: string; title: string; type: unknown }[];
  textOf: (value: unknown, type: unknown, name: string) => string;
};

const { streetOf } = (await consoleModule('text/format.js')) as {
  streetOf: (address: { line1: string; unit: string | null }) => string;
};

test('no field has a title in the words of a program, and no two of a route have the same', () => {
  for (const route of SEARCH_ROUTES) {
    const columns = columnsOf(route);
    const titles = columns.map(({ title }) => title);
    const odd = titles.filter((title) =>
      /\b(id|Id|Hoa|Mls|Fips|[uU]rl|raw|sha256|zillow)\b|_/.test(title),
    );
    assert.deepEqual(odd, [], route.id);
    assert.equal(new Set(titles).size, titles.length, route.id);
    for (const { name, type } of columns) {
      if (!Array.isArray(type)) continue;
      for (const value of type) assert.match(textOf(value, type, name), /^[a-z]+( [a-z]+| MLS)*$/);
    }
  }
  const titleOf = (name: string) =>
    SEARCH_ROUTES.flatMap(columnsOf).find((column) => column.name === name)?.title;
  assert.equal(titleOf('extras.hoa_fee_monthly'), 'HOA fee / month');
  assert.equal(titleOf('extras.mls_status'), 'MLS status');
  assert.equal(titleOf('extras.lot_area_sqft'), 'Lot area');
});

test('the street of a home has its unit once, with a word or a sign before it', () => {
  const street = '4455 W Lanternhill St';
  assert.equal(streetOf({ line1: street, unit: 'APT 2' }), `${street} APT 2`);
  assert.equal(streetOf({ line1: street, unit: '2' }), `${street} # 2`);
  assert.equal(streetOf({ line1: `${street} APT 2`, unit: 'APT 2' }), `${street} APT 2`);
  assert.equal(streetOf({ line1: street, unit: null }), street);
  assert.equal(streetOf({ line1: '', unit: null }), '');
});

const app = sharedConsole();

const SEARCHES = '**/v1/portal_a/listings?*';

/** Answers every search with an error. */
const failing = (page: Page, status: number, error: object, headers = {}) =>
  page.route(SEARCHES, (route) =>
    route.fulfill({ status, headers, json: { error: { param: null, ...error } } }),
  );

async function press(page: Page, zip: string): Promise<void> {
  await page.getByRole('combobox', { name: /ZIP code/ }).fill(zip);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
}

test('a wait of days has its day and no button; one of minutes counts down to the button', async (t) => {
  const page = await app.visit(t, '#/search', { ownClock: true });
  if (page === null) return;
  const box = page.getByRole('alert');
  const error = { code: 'quota_exceeded', message: 'The account has no credits left.' };
  await failing(page, 429, error, { 'retry-after': String(4.3 * DAY_S) });
  await press(page, '78704');
  await box.waitFor();
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
  const end = day.format(Date.now() + 4.3 * DAY_S * 1000);
  assert.ok((await box.innerText()).includes(`Try again on ${end}, in 4 days.`));
  assert.equal(await box.getByRole('button').count(), 0);

  await page.clock.install();
  await page.unroute(SEARCHES);
  await failing(page, 429, error, { 'retry-after': '125' });
  await press(page, '78702');
  const again = box.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  assert.equal(await again.isDisabled(), true);
  assert.match(await again.innerText(), /^Try again in 2:0\d$/);
  await page.clock.runFor(64_000);
  assert.match(await again.innerText(), /^Try again in (1:0\d|0:59)$/);
  await page.clock.runFor(64_000);
  await page.unroute(SEARCHES);
  await again.click();
  await page.waitForSelector('.rows tbody tr');
});

test('an error names the source as people do; its code and request are in the details', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  const message = 'portal_a answered 403 to portal_a_listings.';
  await page.route(SEARCHES, (route) =>
    route.fulfill({
      json: {
        request_id: '01a2007d-556b-70d1-98f7-b4507c7622c2',
        status: 'failed',
        credits: 0,
        cached: false,
        poll_url: null,
        result: null,
        error: { code: 'collection_unavailable', message, param: null },
      },
    }),
  );
  await press(page, '78704');
  const box = page.getByRole('alert');
  await box.getByText('Portal A answered 403 to portal_a_listings.').waitFor();
  assert.match(await box.innerText(), /You were not charged/);
  assert.doesNotMatch(await box.innerText(), /collection_unavailable|HTTP/);
  await box.getByText('Details', { exact: true }).press('Enter');
  const details = await box.locator('details').innerText();
  assert.match(details, /Error collection_unavailable\s+Request 01a2007d-/);
  assert.doesNotMatch(details, /HTTP/, 'the job failed, not the call');
});

test('a search without rows says what was asked, that nothing matched, and its cost, once', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  await page.getByRole('textbox', { name: 'Bedrooms, min.' }).fill('10');
  await page.getByRole('textbox', { name: 'to', exact: true }).first().fill('20k');
  await press(page, '78704');
  const head = page.locator('.head');
  await head
    .getByRole('heading', {
      name: 'No home for sale in 78704 matches ≤ $20K and 10+ beds.',
    })
    .waitFor();
  const said = await head.innerText();
  assert.match(said, /The search cost 1 credit\. Try a larger area or fewer filters\./);
  assert.equal(said.match(/credit/g)?.length, 1, said);
  assert.doesNotMatch(said, /0 homes|All 0|No results|Nothing/);
  assert.equal(await head.getByRole('heading').count(), 1);

  const message = 'Collection is unavailable.';
  await failing(page, 500, { code: 'internal_error', message });
  await press(page, '78702');
  await page.getByRole('alert').getByText(message).waitFor();
  assert.doesNotMatch(await head.innerText(), /78704|previous search/, 'nothing old beside it');
  await page.unroute(SEARCHES);
  await page.getByRole('textbox', { name: 'Bedrooms, min.' }).fill('');
  await page.getByRole('textbox', { name: 'to', exact: true }).first().fill('');
  await press(page, '78702');
  await head.getByRole('heading', { name: /homes for sale in 78702$/ }).waitFor();
});

test('who stops before the service answered is not said to have a job', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(SEARCHES, async (route) => {
    await held;
    await route.abort().catch(() => undefined);
  });
  await press(page, '78723');
  await page.getByRole('button', { name: 'Stop waiting' }).click();
  await page.getByText('Stopped before the service answered.').waitFor();
  assert.equal(await page.getByText('The search continues').count(), 0);
  answer();
});

test('an account without a plan has none, and homes without prices no empty statistics', async (t) => {
  const page = await app.visit(t, '#/usage');
  if (page === null) return;
  await page.route('**/v1/account', async (route) => {
    const answer = await route.fetch();
    const account = await answer.json();
    const plan = { ...account.plan, credits_per_month: 0 };
    await route.fulfill({ json: { ...account, plan, balance: { ...account.balance, plan: 0 } } });
  });
  await page.reload();
  await page.locator('.figures').getByText('no monthly plan').waitFor();
  assert.equal(await page.getByText(/renew on|0 of 0/).count(), 0);

  await page.route(/\/v1\/(portal_a|jobs)\//, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    for (const row of answer.result?.data ?? []) row.list_price = null;
    await route.fulfill({ response, json: answer });
  });
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await press(page, '78704');
  const summary = page.locator('.summary');
  await summary.getByText('Portal A shows no price for these homes').waitFor();
  assert.equal(await summary.locator('.figure, svg').count(), 0);
});
