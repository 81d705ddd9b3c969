/** The console's table grouped by home: other sources' rows below each row, differences marked. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { HomeMembersBody, Member } from '#contract/operations/homes.js';
import { axeReport } from './support/axe.js';
import { ownConsole } from './support/open-console.js';

interface Listed {
  readonly source_id: string;
  readonly address: { readonly line1: string };
  readonly beds: number | null;
  readonly extras: { readonly home_id: string | null };
}

const app = ownConsole({ ROWHOUSE_PAGE_ROWS: '60' });
let rows: readonly Listed[];
let link: string;
let known: HomeMembersBody;
before(async () => {
  await app.client.portalB.sold({ zip: '78704' });
  const { result, request_id } = await app.client.portalA.sold({ zip: '78704' });
  rows = result.data;
  link = `#/search?route=portal_a_sold&zip=78704&request=${request_id}`;
  known = await app.client.homeMembers([
    ...new Set(rows.flatMap(({ extras }) => extras.home_id ?? [])),
  ]);
});

const elsewhere = ({ source }: Member) => source !== 'portal_a';
const byHome = (page: Page) => page.getByRole('button', { name: 'By home' });
const bar = (page: Page) => page.locator('.by-home-bar');
const lines = (page: Page) => page.locator('.grid tbody tr');

test('other sources stand below each row for free, stay there when it is sorted, and go again', async (t) => {
  const page = await app.visit(t, link);
  if (page === null) return;
  await lines(page).first().waitFor();
  const before = (await app.client.account()).balance.available;
  await byHome(page).click();
  const on = known.homes.filter(({ members }) => members.some(elsewhere)).length;
  assert.ok(on > 3, `${on} homes on both portals`);
  await bar(page).getByText(`${on} of ${known.homes.length} homes also seen`).waitFor();
  const others = known.homes.flatMap(({ members }) => members).filter(elsewhere).length;
  assert.equal(
    await lines(page).locator('xpath=self::tr[contains(@class,"member")]').count(),
    others,
  );
  assert.equal(await lines(page).count(), rows.length + others);
  await page.getByRole('button', { name: /^Living area/ }).click();
  const home = known.homes.find(({ members }) => members.some(elsewhere)) ?? assert.fail();
  const row = rows.find(({ extras }) => extras.home_id === home.home_id) ?? assert.fail();
  const below = page.locator(`tr[data-key="portal_a/${row.source_id}"] + tr.member`);
  assert.match(await below.locator('td').first().innerText(), /^Portal B · Sold/);
  assert.equal(await below.locator('td a').first().getAttribute('rel'), 'noreferrer noopener');
  await page.locator(`tr[data-key="portal_a/${row.source_id}"] td`).first().focus();
  await page.keyboard.press('ArrowDown');
  const focused = await page.evaluate<string>('document.activeElement.parentElement.className');
  assert.equal(focused, 'member');
  assert.deepEqual((await axeReport(page)).found, []);
  await byHome(page).click();
  await bar(page).waitFor({ state: 'detached' });
  await lines(page)
    .locator('xpath=self::tr[contains(@class,"member")]')
    .first()
    .waitFor({ state: 'detached' });
  assert.equal(await lines(page).count(), rows.length);
  assert.equal((await app.client.account()).balance.available, before);
});

test('where sources disagree the value is marked, and only those homes can be shown', async (t) => {
  const page = await app.visit(t, link, { colorScheme: 'dark' });
  if (page === null) return;
  const home =
    known.homes.find(({ members }) => members.some((one) => elsewhere(one) && one.beds !== null)) ??
    assert.fail();
  // One source counts a bedroom more.
  await page.route('**/v1/homes/members?*', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as HomeMembersBody;
    const homes = body.homes.map((one) => (one.home_id === home.home_id ? disputed(one) : one));
    await route.fulfill({ response, json: { ...body, homes } });
  });
  await lines(page).first().waitFor();
  await byHome(page).click();
  await page.getByRole('button', { name: 'Show only where they disagree' }).click();
  await page.locator('td.differs').first().waitFor();
  const beds =
    home.members.find((one) => elsewhere(one) && one.beds !== null)?.beds ?? assert.fail();
  const texts = await page.locator('td.differs').allTextContents();
  assert.ok(texts.includes(`${beds + 1} (differs)`), texts.join());
  const shown = await page.locator('.grid tbody tr:not(.member)').count();
  assert.ok(shown >= 1 && shown < rows.length);
  assert.deepEqual((await axeReport(page)).found, []);
  await page.getByRole('button', { name: 'Show all homes' }).click();
  await page.getByRole('button', { name: 'Show only where they disagree' }).waitFor();
  assert.equal(await page.locator('.grid tbody tr:not(.member)').count(), rows.length);
});

const disputed = ({ members, ...home }: HomeMembersBody['homes'][number]) => ({
  ...home,
  members: members.map((one) => (elsewhere(one) ? { ...one, beds: (one.beds ?? 0) + 1 } : one)),
  disagreements: [
    ...home.disagreements.filter(({ field }) => field !== 'beds'),
    {
      field: 'beds',
      values: members.map(({ source, source_id, beds }) => ({
        source,
        source_id,
        value: (beds ?? 0) + (source === 'portal_a' ? 0 : 1),
      })),
    },
  ],
});

test('a question that fails is said, and asked again', async (t) => {
  const page = await app.visit(t, link);
  if (page === null) return;
  let times = 0;
  await page.route('**/v1/homes/members?*', (route) => {
    times += 1;
    if (times > 1) return route.continue();
    const error = { code: 'unsupported_or_invalid_query', message: 'Too many.', param: 'home_ids' };
    return route.fulfill({ status: 422, json: { error } });
  });
  await lines(page).first().waitFor();
  await byHome(page).click();
  await page.getByRole('alert').getByText('Too many.').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await bar(page)
    .getByText(/homes also seen on other sources/)
    .waitFor();
});
