/** One home over all sources in the console: its panel section, the homes of two searches. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { axeReport } from './support/axe.js';
import { fullHome, type ShownRow } from './support/full-home.js';
import { ownConsole } from './support/open-console.js';

interface Sold extends ShownRow {
  readonly address: { readonly line1: string };
  readonly beds: number | null;
}

const app = ownConsole({ ROWHOUSE_PAGE_ROWS: '100' });
let sold: readonly [a: Sold[], b: Sold[]];
let ids: readonly [a: string, b: string];
before(async () => {
  const a = await app.client.portalA.sold({ zip: '78704' });
  const b = await app.client.portalB.sold({ zip: '78704' });
  sold = [[...a.result.data], [...b.result.data]];
  ids = [a.request_id, b.request_id];
});

const homeId = ({ extras }: Sold) => extras.home_id;
/** A home that both portals show as sold. */
function soldByBoth() {
  const [a, b] = sold;
  const both = a.find((row) => homeId(row) !== null && b.some((o) => homeId(o) === homeId(row)));
  return both ?? assert.fail('a home that both portals have sold');
}

const SOLD_A = () => `#/search?route=portal_a_sold&zip=78704&request=${ids[0]}`;
const story = (page: Page) => page.locator('.story');
async function openHome(page: Page, { source, source_id }: Sold): Promise<void> {
  await page.locator(`tr[data-key="${source}/${source_id}"] .open`).click();
  await page.locator('.home-panel').waitFor();
}

test('the panel of a home names the sources that show it, with what they report, for one free request', async (t) => {
  const page = await app.visit(t, SOLD_A());
  if (page === null) return;
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/v1/homes/')) asked.push(new URL(request.url()).pathname);
  });
  const row = soldByBoth();
  const before = (await app.client.account()).balance.available;
  await openHome(page, row);
  await story(page).getByText('Shown by Portal A and Portal B.').waitFor();
  const other = sold[1].find((each) => homeId(each) === homeId(row)) ?? assert.fail();
  const link = story(page).getByRole('link', { name: 'Portal B · Sold' });
  assert.equal(await link.getAttribute('href'), other.source_url);
  assert.equal(await link.getAttribute('rel'), 'noreferrer noopener');
  assert.match(await story(page).getByRole('listitem').first().innerText(), /Same address; seen /);
  assert.match(
    await story(page).locator('.part', { hasText: 'Reported' }).innerText(),
    /Sold[\s\S]*says Portal B/,
  );
  assert.equal(await story(page).getByText('Observed').count(), 0);
  assert.deepEqual(asked, [`/v1/homes/${homeId(row)}`]);
  assert.equal((await app.client.account()).balance.available, before);
});

const FOCUSED = 'document.activeElement?.textContent';
const PANEL_WIDTHS =
  "((panel) => [panel.scrollWidth, panel.clientWidth])(document.querySelector('.home-panel'))";
const PHONE = { width: 360, height: 780 };

for (const [theme, options] of [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark', viewport: PHONE }],
] as const) {
  test(`observed, reported, derived and possible are apart, each with its source, in the ${theme} theme`, async (t) => {
    const page = await app.visit(t, SOLD_A(), options);
    if (page === null) return;
    const row = soldByBoth();
    await page.route('**/v1/homes/*', (route) => route.fulfill({ json: fullHome(row) }));
    if (theme === 'dark')
      await page.locator('.layout-bar .narrow-only', { hasText: 'Table' }).click();
    await openHome(page, row);
    const part = (title: string) =>
      story(page).locator('.part', { has: page.getByRole('heading', { level: 4, name: title }) });
    await part('Observed').waitFor();
    await page.getByRole('button', { name: 'Other sources' }).click();
    assert.equal(await page.evaluate(FOCUSED), 'This home on other sources');
    const chart = page.getByRole('img', {
      name: 'Asking price on Portal A over time, in the list below',
    });
    await chart.waitFor();
    assert.equal(
      await story(page)
        .getByRole('img', { name: /^Asking price/ })
        .count(),
      2,
    );
    const states = await part('Observed').locator('ol li').allInnerTexts();
    assert.equal(states.length, 4);
    assert.match(states[0] ?? '', /^\$775,000, for sale\s+Portal A · For sale: 12 Oct 2026/);
    assert.match(states[0] ?? '', /A sale of the home was reported \(derived\)/);
    const events = await part('Reported').locator('li').allInnerTexts();
    assert.match(
      events[0] ?? '',
      /^Sold for \$752,500\s+30 Oct 2026, says Portal B \(price: public record\)/,
    );
    assert.match(events[1] ?? '', /^Listed\s+30 Aug 2026, says Portal A$/);
    assert.match(await part('Derived').locator('li').innerText(), /97\.1%\s+derived/);
    assert.match(
      await part('Where the sources disagree').innerText(),
      /Beds\s+3 \(Portal A\), 4 \(Portal B\)/,
    );
    const possible = await part('Possibly the same home').innerText();
    assert.match(
      possible,
      /Not merged[\s\S]*12 Oak St # 4, 78704[\s\S]*living area: 1200 and 1900/,
    );
    await story(page).getByText('3 older entries not shown.').waitFor();
    // What is no address of a page is not linked.
    const member = story(page).getByRole('listitem').filter({ hasText: 'Same county and parcel' });
    assert.equal(await member.getByRole('link').count(), 0);
    const [wide, room] = await page.evaluate<[number, number]>(PANEL_WIDTHS);
    assert.equal(wide, room);
    const { found } = await axeReport(page);
    assert.deepEqual(found, []);
  });
}

test('a home that is not known, and one that cannot be read, are said; the latter is tried again when asked to', async (t) => {
  const page = await app.visit(t, SOLD_A());
  if (page === null) return;
  const answers = [
    { status: 503, code: 'storage_unavailable' },
    { status: 404, code: 'home_not_found' },
  ];
  await page.route('**/v1/homes/*', (route) => {
    const { status, code } = answers.shift() ?? assert.fail('asked once more');
    return route.fulfill({
      status,
      json: { error: { code, message: `It is ${code}.`, param: null } },
    });
  });
  const alert = story(page).getByRole('alert').getByText('It is storage_unavailable.');
  await page.route('**/changes-*.js', async (route) => {
    await alert.waitFor();
    await route.continue();
  });
  await openHome(page, soldByBoth());
  await alert.waitFor();
  await page.locator('.home-panel').getByText('Could not be loaded: see below.').waitFor();
  await story(page).getByRole('button', { name: 'Try again' }).click();
  await story(page).getByText('Nothing else is known about this home yet.').waitFor();
  assert.deepEqual(answers, []);
});

test('a row without a home id is not looked for, and the reason is said', async (t) => {
  const row = sold[0].find((each) => homeId(each) === null);
  const page = await app.visit(
    t,
    row === undefined ? '#/search?route=portal_a_rentals&zip=78704' : SOLD_A(),
  );
  if (page === null) return;
  if (row === undefined) await page.getByRole('button', { name: 'Search', exact: true }).click();
  const { result } =
    row === undefined
      ? await app.client.portalA.rentals({ zip: '78704' })
      : { result: { data: [row] } };
  const without = result.data.find((each) => homeId(each) === null) ?? assert.fail('a building');
  await openHome(page, without);
  await story(page)
    .getByText(/^Not looked up: this row is not a single home\. \S/)
    .waitFor();
});

const SWAPPED_TWICE = `(async () => {
  const buttons = [...document.querySelectorAll('button')];
  const swap = buttons.find(({ textContent }) => textContent === 'Swap');
  swap.click();
  await null;
  swap.click();
  return location.hash;
})()`;

test('two searches of different routes are compared by the homes that are in both', async (t) => {
  const side = (source: string, id: string) => `route=${source}_sold&zip=78704&request=${id}`;
  const query = new URLSearchParams({
    left: side('portal_a', ids[0]),
    right: side('portal_b', ids[1]),
  });
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  // Portal B shows one more bedroom.
  await page.route(`**/v1/jobs/${ids[1]}**`, async (route) => {
    const response = await route.fetch();
    const job = (await response.json()) as { result: { data: Sold[] } };
    const data = job.result.data.map((row) =>
      homeId(row) === homeId(soldByBoth()) ? { ...row, beds: (row.beds ?? 0) + 1 } : row,
    );
    await route.fulfill({ response, json: { ...job, result: { ...job.result, data } } });
  });
  await page.goto(`${app.service.apiUrl}/#/compare?${query}`);
  const [a, b] = sold.map((rows) => new Set(rows.flatMap((row) => homeId(row) ?? [])));
  const both = [...(a ?? [])].filter((id) => b?.has(id)).length;
  assert.ok(both > 1);
  const table = page.locator('.shared-homes');
  await table.getByText(`${both} homes, matched by home ID; 1 of them differ`).waitFor();
  const line = await table.getByRole('row').nth(1).innerText();
  const { address, beds } = soldByBoth();
  assert.ok(line.startsWith(address.line1), line);
  assert.equal(await table.locator('.differs').innerText(), `${beds} / ${(beds ?? 0) + 1}`);
  const { found } = await axeReport(page);
  assert.deepEqual(found, []);
  // The browser's own event of the first link comes later: the second restores the order.
  assert.equal(await page.evaluate<string>(SWAPPED_TWICE), `#/compare?${query}`);
});
