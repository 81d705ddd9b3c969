/** The console in a real browser: code that cannot be loaded, and loading it again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { search, sharedConsole } from './support/open-console.js';

const app = sharedConsole();

/** Breaks the connection for these files until that is undone. */
async function breakFiles(page: Page, files: RegExp): Promise<() => Promise<void>> {
  await page.route(files, (route) => route.abort());
  return () => page.unroute(files);
}

const failure = (page: Page) => page.getByRole('alert').filter({ hasText: 'could not be loaded' });

for (const [name, files] of [
  ['code', /sql-page-.*\.js$/],
  ['styles', /sql-page-.*\.css$/],
] as const) {
  test(`a page whose ${name} cannot be loaded says so below the header, and loads again`, async (t) => {
    const page = await app.visit(t, '#/search', { unanswered: true });
    if (page === null) return;
    await search(page, '78704');
    const restore = await breakFiles(page, files);
    await page.evaluate(`location.hash = '#/sql'`);
    await failure(page).getByText('Check your connection, then try again').waitFor();
    assert.equal(await page.locator('header.top nav').count(), 1);
    await restore();
    await failure(page).getByRole('button', { name: 'Try again' }).click();
    await page.locator('textarea').waitFor();
    assert.equal(await failure(page).count(), 0);
    const styled = await page.evaluate(
      `[...document.styleSheets].some(({ href }) => href?.includes('sql-page'))`,
    );
    assert.ok(styled, 'with its styles');
    // The rows of the search are still there.
    await page.evaluate(`location.hash = '#/search'`);
    await page.waitForSelector('.rows tbody tr');
  });
}

test('a page of another version is loaded by reloading the console', async (t) => {
  const page = await app.visit(t, '#/search', { unanswered: true });
  if (page === null) return;
  // The service has other files by now, and answers as for any address that it does not have.
  const files = /sql-page-.*\.(js|css)$/;
  await page.route(files, (route) => route.fulfill({ status: 404, json: { error: {} } }));
  await page.evaluate(`location.hash = '#/sql'`);
  await failure(page).getByRole('button', { name: 'Try again' }).click();
  await failure(page).getByText('It failed again').waitFor();
  await page.unroute(files);
  await failure(page).getByRole('button', { name: 'Reload the console' }).click();
  await page.locator('textarea').waitFor();
});

test('a map whose code cannot be loaded leaves the homes beside it in place', async (t) => {
  const page = await app.visit(t, '#/search', { map: 'undrawn', unanswered: true });
  if (page === null) return;
  await search(page, '78704');
  const restore = await breakFiles(page, /points-map-.*\.js$/);
  await page.evaluate(`location.hash = '#/homes?zip=78704'`);
  await failure(page).getByText('The map could not be loaded').waitFor();
  assert.ok((await page.locator('a[href^="#/homes/"]').count()) > 0);
  await restore();
  await failure(page).getByRole('button', { name: 'Try again' }).click();
  await page.waitForSelector('.map canvas >> visible=true');
});
