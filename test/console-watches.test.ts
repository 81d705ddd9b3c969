/** The console in a real browser: watches from the search form to their changes on the map. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { expectFit } from './support/open-browser.js';
import { sharedConsole } from './support/open-console.js';

/** Evaluated in the browser: whether the selected home of the log is in the window. */
const IN_WINDOW = `(() => {
  const { top, bottom } = document.querySelector('.log tr.selected').getBoundingClientRect();
  return top > 0 && bottom < innerHeight;
})()`;

const app = sharedConsole();

/** Watches a search of the form by keyboard and waits for the page of the new watch. */
async function watchZip(page: Page, zip: string, name: string): Promise<string> {
  await page.getByRole('combobox', { name: /ZIP code/ }).fill(zip);
  await page.getByRole('button', { name: 'Watch this search' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Watch this search' });
  await dialog.getByText(new RegExp(`Portal A · For sale in ${zip}`)).waitFor();
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Runs').selectOption('every hour');
  await dialog.getByLabel('Maximum credits per run').fill('many');
  assert.equal(
    await dialog.getByLabel('Maximum credits per run').getAttribute('aria-invalid'),
    'true',
  );
  await dialog.getByLabel('Maximum credits per run').fill('0');
  await dialog.getByText('Must be a whole number above 0.').waitFor();
  await dialog.getByLabel('Maximum credits per run').fill('200');
  await dialog.getByText(/^720 runs a month|\(720 runs\)/).waitFor();
  await dialog.getByRole('button', { name: 'Watch', exact: true }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  return /#\/watches\/([0-9a-f-]{36})$/.exec(page.url())?.[1] ?? assert.fail(page.url());
}

test('a search of the form is priced and watched; its page runs, pauses, resumes and deletes it', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  await watchZip(page, '78704', 'South Austin');
  await page.locator('.runs tbody tr', { hasText: 'complete' }).waitFor();
  await page
    .locator('.log')
    .getByText(/^watch started: \d+ homes$/)
    .waitFor();
  await page.getByText(/credits? a run, about [\d,]+ a month \(720 runs\): \d+ homes/).waitFor();
  const [watch] = (await app.client.watches.list()).watches;
  assert.deepEqual([watch?.schedule, watch?.max_credits_per_run], [{ interval_s: 3_600 }, 200]);
  const left = 10_000 - (watch?.last_run?.credits ?? 0);
  await page.locator('.credits', { hasText: left.toLocaleString('en-US') }).waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.locator('.badge', { hasText: 'paused: by you' }).waitFor();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.locator('.badge', { hasText: 'active' }).waitFor();
  // A resumed watch runs at once; only then it can be asked to.
  await page.locator('.runs tbody tr', { hasText: 'complete' }).nth(1).waitFor();
  await page.getByRole('button', { name: 'Run now' }).click();
  await page.locator('.runs tbody tr', { hasText: 'complete' }).nth(2).waitFor();
  await page.getByRole('link', { name: 'Open in the search' }).click();
  assert.match(page.url(), /#\/search\?route=portal_a_listings&zip=78704$/);
  await page.getByRole('link', { name: 'Watches', exact: true }).click();
  const row = page.locator('.watches tbody tr', { hasText: 'South Austin' });
  await row.getByText(/^complete, /).waitFor();
  assert.match(await row.innerText(), /every hour\s+active\s+complete, /);
  await row.getByRole('link', { name: 'South Austin' }).press('Enter');
  await page.locator('main:focus').waitFor();
  const remove = page.getByRole('button', { name: 'Delete', exact: true });
  // Escape is no, from either button, and the focus is back where it was.
  for (const keys of [['Escape'], ['Shift+Tab', 'Escape']]) {
    await remove.press('Enter');
    await page.locator('button:focus', { hasText: 'Keep' }).waitFor();
    for (const key of keys) await page.keyboard.press(key);
    await page.locator('button:focus', { hasText: /^Delete$/ }).waitFor();
  }
  await remove.press('Enter');
  await page.getByRole('button', { name: 'Delete this watch' }).press('Enter');
  await page.getByText('No watches').waitFor();
  await page.locator('main:focus').waitFor();
  assert.deepEqual((await app.client.watches.list()).watches, []);
  await page.goBack();
  await page.getByRole('alert').getByRole('heading', { name: 'Not found' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Run now' }).count(), 0);
});

test('changes are on the map and in the log; a home of the log is selected on the map', async (t) => {
  const page = await app.visit(t, '#/search', { map: 'undrawn' });
  if (page === null) return;
  const id = await watchZip(page, '78745', 'Changes');
  await page.locator('.runs tbody tr', { hasText: 'complete' }).waitFor();
  const rows: Record<string, unknown>[] = [];
  for await (const row of app.client.watches.rows(id)) {
    if (row.location !== null) rows.push({ ...row });
    if (rows.length === 3) break;
  }
  const kinds = ['added', 'changed', 'removed'] as const;
  const changes = kinds.map((kind, at) => {
    const row = { ...rows[at], list_price: { amount: 440_000, currency: 'USD' } };
    const previous = { list_price: { amount: 460_000, currency: 'USD' } };
    return { kind, source_id: String(rows[at]?.source_id), row, previous };
  });
  await page.route('**/v1/events?*watch=*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const seq = body.last_seq + 1;
    const timestamp = '2026-11-22T12:00:00.000Z';
    const event = { seq, event_id: 'e1', type: 'watch.changed', timestamp, watch_id: id };
    await route.fulfill({
      json: { ...body, events: [{ ...event, data: { changes } }, ...body.events] },
    });
  });
  await page.reload();
  await page.locator('.watch-map .maplibregl-canvas').waitFor();
  const key = page.getByRole('list', { name: 'Homes on the map' });
  assert.deepEqual(await key.getByRole('listitem').allInnerTexts(), [
    '1 added',
    '1 changed',
    '1 removed',
  ]);
  const lines = page.locator('.log tbody tr');
  assert.match(
    await lines.nth(1).innerText(),
    /Changed\s+.*, Austin, 78745\s+List price: \$460,000 → \$440,000/,
  );
  assert.match(await lines.nth(3).innerText(), /watch started: \d+ homes/);
  const home = lines.nth(0).getByRole('button');
  const address = await home.innerText();
  await home.press('Enter');
  await page.locator('.log tr.selected').waitFor();
  const card = page.locator('.watch-map .selected-card');
  assert.ok((await card.innerText()).includes(address.split(',')[0] ?? '?'));
  await page.evaluate('scrollTo(0, 0)');
  await page.setViewportSize({ width: 1280, height: 500 });
  await card.getByRole('button', { name: 'Show in the table' }).click();
  await page.waitForFunction(IN_WINDOW);
  await app.client.watches.remove(id);
});

test('a search that cannot be watched is marked in the form, or explained in the dialog', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  const zip = page.getByRole('combobox', { name: /ZIP code/ });
  const watch = page.getByRole('button', { name: 'Watch this search' });
  await zip.fill('7870');
  await watch.click();
  assert.equal(await zip.getAttribute('aria-invalid'), 'true');
  await zip.fill('00000');
  await watch.click();
  const dialog = page.getByRole('dialog', { name: 'Watch this search' });
  assert.match(
    // The code is in the folded details.
    (await dialog.getByRole('alert').first().textContent()) ?? '',
    /unsupported_or_invalid_query on query\.zip/,
  );
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  const { watches } = await app.client.watches.list();
  assert.ok(!watches.some(({ query }) => query.zip === '00000'));
});

test('the pages of watches fit a phone', async (t) => {
  const phone = { viewport: { width: 360, height: 780 } };
  const page = await app.visit(t, '#/search', { map: 'undrawn', ...phone });
  if (page === null) return;
  const id = await watchZip(page, '78745', 'A phone');
  await page.locator('.runs tbody tr', { hasText: 'complete' }).waitFor();
  const header = (await page.locator('.top').boundingBox()) ?? assert.fail();
  assert.ok(header.height < 80, `${header.height}: the pages are on one line`);
  const fits = async () => {
    await expectFit(page);
  };
  await fits();
  await page.getByRole('link', { name: 'All watches' }).click();
  await page.locator('.watches tbody tr').waitFor();
  await fits();
  await app.client.watches.remove(id);
});
