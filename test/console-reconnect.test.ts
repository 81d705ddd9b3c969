/** What a page of the console reads is read again by itself once the server answers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedConsole } from './support/open-console.js';

const app = sharedConsole();

test('the figures of the header and of a page come by themselves once the server answers again', async (t) => {
  const page = await app.visit(t, '#/usage', { unanswered: true });
  if (page === null) return;
  const credits = page.locator('.credits');
  await credits.waitFor();
  await page.route('**/v1/**', (route) => route.abort());
  await page.reload();
  const line = page.locator('.connection');
  await line.getByText(/The server does not answer\. Trying again/).waitFor();
  assert.equal(await page.getByRole('alert').count(), 0);
  await page.unroute('**/v1/**');
  await credits.waitFor();
  await line.waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('alert').count(), 0);
});
