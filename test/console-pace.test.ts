/** Many pages with a key of few calls a minute: the console waits and continues by itself. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { search, sharedConsole } from './support/open-console.js';

const app = sharedConsole();

/** More than the client repeats one call by itself. */
const REFUSALS = 6;

test('all pages are loaded although the limit of the key is reached, and the page says how long it waits', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  await search(page, '78702');
  let refused = 0;
  await page.route('**/v1/portal_a/listings?*', async (route) => {
    if (refused === REFUSALS) return route.continue();
    refused += 1;
    return route.fulfill({
      status: 429,
      headers: {
        'retry-after': '1',
        'ratelimit-limit': '60',
        'ratelimit-remaining': '0',
        'ratelimit-reset': '1',
      },
      json: { error: { code: 'rate_limited', message: 'Too many calls.', param: null } },
    });
  });
  await page.getByRole('button', { name: /^Load all/ }).click();
  await page.getByText(/Waiting( \d+ s)?: this key may make 60 calls a minute\./).waitFor();
  await page.locator('.status', { hasText: /All \d+ results shown/ }).waitFor();
  assert.equal(refused, REFUSALS);
  assert.equal(await page.getByRole('alert').count(), 0);
});
