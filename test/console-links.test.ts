/** Addresses in the console, in a real browser: one that names nothing, and that of a lookup. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeReport } from './support/axe.js';
import { sharedConsole, waitForValue } from './support/open-console.js';

const app = sharedConsole();

test('an address that names no page, or no id, says so above the page in its place', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  const notice = page.getByRole('alert').filter({ hasText: 'has this address' });
  for (const [hash, title] of [
    ['#/nonsense', 'Homes'],
    ['#/watches/nonsense', 'Watches'],
  ]) {
    await page.evaluate(`location.hash = '${hash}'`);
    await notice.getByText(`this is the page ${title}.`).waitFor();
  }
  await page.getByRole('heading', { level: 1, name: 'Watches' }).waitFor();
  assert.deepEqual((await axeReport(page)).found, []);
  await page.evaluate("location.hash = '#/usage'");
  await notice.waitFor({ state: 'detached' });
});

test('a lookup that finds nothing is in the address: a reload fills in the form and sends nothing', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  await page.evaluate("location.hash = '#/home'");
  const field = page.locator('#lookup-value');
  await field.fill('1 Nowhere St, Austin, TX 78704');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('Home not found').waitFor();
  assert.match(page.url(), /#\/home\?route=portal_a_home&address=1\+Nowhere\+St[^&]*$/);
  await page.reload();
  await waitForValue(field, '1 Nowhere St, Austin, TX 78704');
  assert.equal(await page.getByRole('alert').count(), 0);
  await page.goBack();
  await waitForValue(field, '');
});

test('a page is shown as new after another test: without motion, in its size and colours', async (t) => {
  const seen = (query: string) => `matchMedia('(${query})').matches`;
  const STATE = `[innerWidth, ${seen('prefers-reduced-motion: reduce')}, ${seen('prefers-color-scheme: dark')}, localStorage.left ?? null]`;
  await t.test('one with motion, dark and narrow, leaves something', async (first) => {
    const page = await app.visit(first, '#/search', {
      reducedMotion: 'no-preference',
      colorScheme: 'dark',
      viewport: { width: 400, height: 800 },
    });
    if (page === null) return;
    assert.deepEqual(await page.evaluate(STATE), [400, false, true, null]);
    await page.evaluate("localStorage.left = 'this'");
  });
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  assert.deepEqual(await page.evaluate(STATE), [1280, true, false, null]);
});
