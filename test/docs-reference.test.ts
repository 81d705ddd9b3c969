/** The API reference of the documents: its operations, and how they are found. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '../scripts/docs/operations.js';
import { ENTRIES, isPrinted, markdownOf } from '../scripts/docs/site.js';
import { serveDocs } from './support/serve-docs.js';

const { app, visit } = serveDocs();

test('each operation is described once, with its call, its code and its errors', () => {
  const printed = ENTRIES.filter(({ name }) => isPrinted(name)).map(({ name }) => markdownOf(name));
  const all = printed.join('\n');
  for (const { id, method, path, parameters, needsKey } of operations()) {
    const [section = '', ...others] = printed.flatMap((text) =>
      text.split(/^## /m).filter((part) => part.split('\n')[0]?.endsWith(`{#${id}}`)),
    );
    assert.equal(others.length, 0, id);
    assert.ok(section.includes(`\`${method} ${path}\` · `), id);
    for (const language of ['curl', 'TypeScript', 'Python'])
      assert.ok(section.includes(`\`\`\`${language}\n`), `${id}: ${language}`);
    for (const { name } of parameters) assert.ok(section.includes(`\`${name}\``), `${id}: ${name}`);
    assert.match(section, /\*\*Answer\*\*/, id);
    if (needsKey) assert.match(section, /Every call may (also )?get/, id);
  }
  assert.doesNotMatch(all, /undefined|\[object/);
});

test('an operation lists the errors of what it takes and no others', () => {
  const [, section = ''] = markdownOf('api/watches').split('{#watch}');
  const codes = [...(section.split('\n## ')[0] ?? '').matchAll(/errors\.md#(\w+)/g)].map(
    ([, one]) => one,
  );
  assert.deepEqual(codes, ['not_found', 'watch_not_found']);
});

test('addresses of the pages that the reference replaced lead to the same places', async (t) => {
  const page = await visit(t, '/docs');
  if (page === null) return;
  const moved = await app.inject({ url: '/docs/interface.md' });
  assert.deepEqual([moved.statusCode, moved.headers.location], [308, '/docs/api.md']);
  for (const [from, to] of [
    ['interface#the-envelope', 'api#the-envelope'],
    ['routes#searches-and-lookups', 'api#searches-and-lookups'],
    ['routes#homes-for-sale-portal_a', 'api/search#portal_a_listings'],
    ['operations#watch_runs', 'api/watches#watch_runs'],
    ['fields#sold-homes', 'api/search#sold-homes'],
    ['fields#why-a-field-is-null', 'api#why-a-field-is-null'],
    ['fields#mls', 'api/search#mls_listings'],
  ] as const) {
    await page.goto(new URL(`/docs/${from}`, page.url()).href, { waitUntil: 'commit' });
    await page.waitForURL((url) => `${url.pathname}${url.hash}` === `/docs/${to}`);
    const place = to.split('#')[1];
    if (place !== undefined) await page.locator(`[id="${place}"]`).waitFor({ state: 'attached' });
  }
});

test('the search finds words of the reference', async (t) => {
  const page = await visit(t, '/docs');
  if (page === null) return;
  const found = page.locator('#found a');
  for (const [words, href] of [
    ['cursor', '/docs/api#cursors'],
    ['price cut', '/docs/api/areas#homes'],
  ] as const) {
    await page.locator('input[name="q"]').fill(words);
    await page.locator(`#found a[href="${href}"]`).waitFor();
    assert.ok((await found.count()) > 1);
  }
});
