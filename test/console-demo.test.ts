/** The console of a public demo in a real browser: one press, and a key for this visit. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeReport } from './support/axe.js';
import { ownConsole, search } from './support/open-console.js';

const app = ownConsole({ ROWHOUSE_DEMO: 'on', ROWHOUSE_RATE_LIMIT_PER_MINUTE: '60' });

const SIZES = {
  'a wide window': { width: 1440, height: 900 },
  'a phone': { width: 390, height: 844 },
};

for (const [size, viewport] of Object.entries(SIZES)) {
  test(`in ${size}, one press gets a key that searches, and that other tabs have too`, async (t) => {
    const page = await app.visitAnew(t, '#/search');
    if (page === null) return;
    await page.setViewportSize(viewport);
    const button = page.getByRole('button', { name: 'Get a key for this visit' });
    await button.waitFor();
    assert.equal((await axeReport(page)).found.join('\n'), '');
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    assert.ok(wide <= 0, 'nothing is wider than the window');
    await button.click();
    await button.waitFor({ state: 'detached' });
    await search(page, '78704');
    const other = await page.context().newPage();
    await other.goto(`${app.service.apiUrl}/#/usage`);
    await other.getByText('Available').first().waitFor();
    assert.equal(await other.getByRole('dialog').count(), 0);
  });
}

test('a key that has ended is replaced by one press', async (t) => {
  const page = await app.visitAnew(t, '#/search');
  if (page === null) return;
  const button = page.getByRole('button', { name: 'Get a key for this visit' });
  await page.evaluate(`localStorage.setItem('rowhouse-key', '"rh_live_${'0'.repeat(36)}"')`);
  await page.reload();
  await button.click();
  await button.waitFor({ state: 'detached' });
  await search(page, '78704');
});

test('an address with all its keys is asked to come again later', async (t) => {
  const press = () => fetch(`${app.service.apiUrl}/v1/demo/keys`, { method: 'POST' });
  let answer = await press();
  for (let n = 0; answer.status === 201 && n < 10; n += 1) answer = await press();
  const page = await app.visitAnew(t, '#/search');
  if (page === null) return;
  await page.getByRole('button', { name: 'Get a key for this visit' }).click();
  await page.getByText('Your address has got all its keys of this hour.').waitFor();
});
