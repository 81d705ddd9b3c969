/** Addresses in the console, in a real browser: one that names nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeReport } from './support/axe.js';
import { sharedConsole } from './support/open-console.js';

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
