/** What programs and people take from the documents: the list for models, code to copy. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GROUPS } from '../scripts/docs/site.js';
import { NOT_BUILT, serveDocs } from './support/serve-docs.js';

const { app, visit } = serveDocs();

test('tools and people find the description and the documents where they look first', {
  skip: NOT_BUILT,
}, async () => {
  for (const [path, to] of [
    ['/openapi.json', '/v1/openapi.json'],
    ['/llms.txt', '/docs/llms.txt'],
    ['/docs/', '/docs'],
  ] as const) {
    const answer = await app.inject({ url: path });
    assert.deepEqual([answer.statusCode, answer.headers.location], [308, to]);
  }
  const list = (await app.inject({ url: '/docs/llms.txt' })).body;
  const links = [...list.matchAll(/\]\((\/docs\/[^)]+\.md)\): \S/g)].map(([, to = '']) => to);
  const documents = GROUPS.flatMap(({ entries }) => entries);
  assert.equal(links.length, documents.length, 'every document of the list, with words');
  for (const link of links) {
    const { statusCode, headers, body } = await app.inject({ url: link });
    assert.equal(statusCode, 200, link);
    assert.equal(headers['content-type'], 'text/markdown; charset=utf-8');
    assert.match(body, /^# /);
  }
});

test('code is copied with the address of this service and the key of the tab, which is not shown', async (t) => {
  const page = await visit(t, '/docs/area-homes', {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  if (page === null) return;
  await page.evaluate(`sessionStorage.setItem('rowhouse-key', 'rh_live_own')`);
  await page.reload();
  const block = page.locator('.copied', { hasText: '/v1/homes?zip=78704' });
  const shown = await block.locator('code').innerText();
  assert.match(shown, /\$KEY/);
  assert.ok(shown.includes(new URL(page.url()).origin), shown);
  assert.ok((await block.locator('.hljs-string').count()) > 0, 'its parts are coloured');
  await block.getByRole('button', { name: 'Copy with your key' }).click();
  await block.getByText('Copied').waitFor();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  assert.ok(copied.includes('Authorization: Bearer rh_live_own"'), copied);
  assert.ok(!copied.includes('$KEY') && copied.includes(new URL(page.url()).origin));
});

test('the search finds what the documents call by another name', async (t) => {
  const page = await visit(t, '/docs');
  if (page === null) return;
  await page.getByLabel('Search the documentation').fill('price cut');
  await page.locator('#found a', { hasText: 'Homes of an area' }).first().waitFor();
});
