/** What is synthetic is marked in the console: everything in the header, else source by source. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { expectFit } from './support/open-browser.js';
import { search, sharedConsole } from './support/open-console.js';

const NOTE = 'synthetic data';

const app = sharedConsole();

test('on the sandbox every page is labelled as synthetic data, also on a phone', async (t) => {
  for (const width of [1280, 360]) {
    const page = await app.visit(t, '#/search', { viewport: { width, height: 780 } });
    if (page === null) return;
    for (const name of ['Search', 'Usage', 'Sources']) {
      const link = page.locator('.top').getByRole('link', { name, exact: true });
      if (!(await link.isVisible())) await page.getByText('More', { exact: true }).click();
      await link.click();
      const chip = (await page.getByText(NOTE).boundingBox()) ?? assert.fail(name);
      assert.ok(chip.x >= 0 && chip.x + chip.width <= width, `${name} at ${width}: ${chip.x}`);
      await expectFit(page, `${name} at ${width}`);
    }
  }
});

test('without the sandbox nothing is labelled, unless a test key reads it', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  await page.route('**/console-config.json', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), sandbox: false } });
  });
  await page.reload();
  await page.locator('.credits').waitFor();
  await search(page, '78704');
  assert.equal(await page.getByText(/synthetic|sandbox/i).count(), 0);
  await page.evaluate("sessionStorage.setItem('rowhouse-key', 'rh_test_anything')");
  await page.reload();
  await page.getByText('Test key: synthetic data').waitFor();
});

/** Answers as a service where some sources have their own addresses. */
const withReal = (page: Page, ...real: string[]) =>
  page.route('**/v1/sources', async (route) => {
    const answer = (await (await route.fetch()).json()) as { sources: { source: string }[] };
    const sources = answer.sources.map((one) =>
      real.includes(one.source) ? { ...one, configured: true, sandbox: false } : one,
    );
    await route.fulfill({ json: { sources } });
  });

test('where some sources are real, the others are marked: in the form, the results and the list', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  await withReal(page, 'portal_b');
  await page.reload();
  const hint = page.getByText('From the sandbox: none of these homes exists.');
  await hint.waitFor();
  assert.equal(await page.getByText(NOTE).count(), 0);
  await search(page, '78704');
  const head = page.locator('.status');
  await head.getByText('Sandbox', { exact: true }).waitFor();
  await page.getByLabel('Source', { exact: true }).selectOption('portal_b_sold');
  assert.equal(await hint.count(), 0);
  await search(page, '78704');
  await head.getByText(/^Portal B, collected/).waitFor();
  assert.equal(await head.getByText('Sandbox', { exact: true }).count(), 0);

  await page.getByRole('link', { name: 'Sources', exact: true }).click();
  const chipOf = (source: string) =>
    page.locator(`section[aria-labelledby="source-${source}"] .badge.sandbox`);
  await chipOf('portal_a').waitFor();
  assert.equal(await chipOf('portal_b').count(), 0);
});
