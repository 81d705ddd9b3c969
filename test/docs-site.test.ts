/** The documents at /docs: every page and link of them, and the pages in a browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { ERRORS } from '#contract/errors.js';
import { LISTING_FIELDS } from '#contract/fields.js';
import { addDocsPage } from '#http/docs-page.js';
import { type Rendered, render } from '../scripts/docs/render.js';
import { ENTRIES, hrefOf, isPrinted, linkOf, markdownOf } from '../scripts/docs/site.js';
import { filesOf } from './architecture/read-tree.js';
import { NOT_BUILT, serveDocs } from './support/serve-docs.js';

const PHONE = { width: 390, height: 800 };
/** A page enlarged to 400 % on a wide screen (WCAG 2.2, 1.4.10). */
const NARROWEST = { width: 320, height: 640 };

const rendered = new Map<string, Rendered>(
  ENTRIES.map(({ name }) => [hrefOf(name), render(name, markdownOf(name))]),
);

test('every document but the decisions is a page', () => {
  const names = ENTRIES.filter(({ name }) => !isPrinted(name)).map(({ name }) => `docs/${name}.md`);
  const files = filesOf(['docs'], ['.md']).filter((path) => !path.startsWith('docs/decisions/'));
  assert.deepEqual(names.sort(), files.sort(), 'list it in GROUPS of scripts/docs/site.ts');
});

test('every link within the site leads to a page and to a heading of it', () => {
  const links = [...rendered].flatMap(([page, { html }]) =>
    [...html.matchAll(/<a href="([^"]*)"/g)].map(([, to = '']) => ({ page, to })),
  );
  const within = links
    .map(({ page, to }) => ({ page, to: to.replaceAll('&#38;', '&') }))
    .filter(({ to }) => !/^(https?:|\/docs\/reference(#|$))/.test(to));
  assert.ok(within.length > 150, String(within.length));
  const dead = within.filter(({ page, to }) => {
    const [path = '', place] = to.split('#');
    const target = rendered.get(path === '' ? page : path);
    return target === undefined || (place !== undefined && !target.html.includes(`id="${place}"`));
  });
  assert.deepEqual(dead, []);
});

test('links to other files of the repository lead to the repository', () => {
  const main = 'https://github.com/rowhouse/rowhouse/blob/main';
  assert.equal(linkOf('guides/limits', '../errors.md#rate_limited'), '/docs/errors#rate_limited');
  assert.equal(linkOf('api', 'decisions/0011-client.md'), `${main}/docs/decisions/0011-client.md`);
  assert.equal(linkOf('python', '../clients/python/README.md'), `${main}/clients/python/README.md`);
});

test('text of a document is never markup, and HTML in a document stops the build', () => {
  const { html } = render(
    'x',
    '# A\n\n`<script>` & "quotes"\n\n```sh\n<script>alert(1)</script>\n```\n',
  );
  assert.doesNotMatch(html, /<script/);
  assert.match(html, /&lt;script&gt;alert/);
  assert.throws(() => render('x', '# A\n\n<script>alert(1)</script>\n'), /HTML of its own/);
  assert.throws(
    () => render('x', '# A\n\nwith <img src=x onerror=y> in a line\n'),
    /HTML of its own/,
  );
});

const { app, visit } = serveDocs();

test('every page is served under a policy without inline code, and can be revalidated', {
  skip: NOT_BUILT,
}, async () => {
  for (const path of [
    ...rendered.keys(),
    '/docs/site.css',
    '/docs/first.js',
    '/docs/site.js',
    '/docs/search.json',
  ]) {
    const answer = await app.inject({ url: path });
    assert.equal(answer.statusCode, 200, path);
    const policy = String(answer.headers['content-security-policy']);
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/, path);
    assert.doesNotMatch(policy, /unsafe|https?:|\*/);
    const again = await app.inject({
      url: path,
      headers: { 'if-none-match': String(answer.headers.etag) },
    });
    assert.equal(again.statusCode, 304, path);
    if (answer.headers['content-type'] === 'text/html; charset=utf-8')
      assert.doesNotMatch(answer.body, /<script>|<style|style="|onclick/, path);
  }
});

test('the style needs no function of colours that browsers before 2024 do not know', {
  skip: NOT_BUILT,
}, async () => {
  const { body } = await app.inject({ url: '/docs/site.css' });
  assert.doesNotMatch(body, /light-dark\(/);
  for (const part of ['--ground:', 'prefers-color-scheme', 'scroll-padding-top'])
    assert.ok(body.includes(part), part);
});

test('where there is no console, no page leads there', { skip: NOT_BUILT }, async () => {
  const bare = fastify();
  addDocsPage(bare, { hasConsole: false });
  for (const path of rendered.keys())
    assert.doesNotMatch((await bare.inject({ url: path })).body, /href="\/"/, path);
  assert.match((await app.inject({ url: '/docs' })).body, /href="\/"/);
  await bare.close();
});

test('the search knows every error, every field and every operation', {
  skip: NOT_BUILT,
}, async () => {
  const index = (await app.inject({ url: '/docs/search.json' })).body;
  for (const name of [
    ...Object.keys(ERRORS),
    ...LISTING_FIELDS.map((field) => field.name),
    'GET /v1/portal_a/sold',
  ])
    assert.ok(index.includes(name), name);
});

test('the search is reached, used and left by keyboard, and leads to the place', async (t) => {
  const page = await visit(t, '/docs');
  if (page === null) return;
  await page.keyboard.press('/');
  await page.keyboard.type('invalid cursor');
  const links = page.locator('#found a');
  await links.first().waitFor();
  assert.match((await links.first().textContent()) ?? '', /invalid_cursor/);
  await page
    .locator('#found')
    .getByText(/ places?$/)
    .waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  assert.equal(
    await page.evaluate('document.activeElement === document.querySelectorAll("#found a")[1]'),
    true,
  );
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#found').isVisible(), false);
  await page.keyboard.type('zz');
  await page.locator('#found').getByText('Nothing found').waitFor();
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await links.first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/docs\/errors#invalid_cursor$/);
});

test('an old address of an operation leads to the reference', async (t) => {
  const page = await visit(t, '/docs');
  if (page === null) return;
  await page.route('**/docs/page.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  );
  await page.goto(`${page.url()}#?route=get-/v1/account`);
  await page.reload({ waitUntil: 'commit' });
  await page.waitForURL(/\/docs\/reference#\?route=get-\/v1\/account$/);
});

test('a language is chosen once for all operations and pages, and what was clicked stays in place', async (t) => {
  const page = await visit(t, '/docs/api/watches#watch_runs');
  if (page === null) return;
  const operation = page.locator('#watch_runs ~ .languages').first();
  assert.deepEqual(await operation.locator('.tabs button').allTextContents(), [
    'curl',
    'TypeScript',
    'Python',
  ]);
  const python = operation.getByRole('button', { name: 'Python' });
  const before_ = await python.boundingBox();
  await python.click();
  const after_ = await python.boundingBox();
  assert.ok(Math.abs((before_?.y ?? 0) - (after_?.y ?? 99)) < 2);
  await operation.getByText('rowhouse.watch_runs(watch_id)').waitFor();
  assert.equal(await page.locator('[data-in="curl"]:visible').count(), 0);
  await page.reload();
  await operation.getByText('rowhouse.watch_runs(').waitFor();
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`the documents are ${colorScheme} where the system is, until the theme is chosen`, async (t) => {
    const page = await visit(t, '/docs/api/search', { colorScheme });
    if (page === null) return;
    const grounds = { light: 'rgb(244, 245, 243)', dark: 'rgb(17, 22, 21)' };
    const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    assert.equal(await ground(), grounds[colorScheme]);
    const theme = page.getByRole('button', { name: 'Theme' });
    await theme.click();
    assert.equal(await ground(), grounds.light);
    await theme.click();
    assert.equal(await ground(), grounds.dark);
    await page.reload();
    assert.equal(await ground(), grounds.dark);
  });

test('no page is wider than the narrowest screen, and on a phone the contents and the list of pages are a tap away', async (t) => {
  const page = await visit(t, '/docs', { viewport: NARROWEST });
  if (page === null) return;
  const wide: string[] = [];
  for (const path of rendered.keys()) {
    await page.goto(new URL(path, page.url()).href);
    const width = Number(await page.evaluate('document.documentElement.scrollWidth'));
    if (width > NARROWEST.width) wide.push(`${path}: ${width}`);
  }
  assert.deepEqual(wide, []);
  await page.setViewportSize(PHONE);
  await page.goto(new URL('/docs/api/search', page.url()).href);
  await page.getByText('On this page').locator('visible=true').click();
  await page.locator('.folded').getByRole('link', { name: 'Sold homes', exact: true }).click();
  await page.waitForURL(/\/docs\/api\/search#sold-homes$/);
  await page.getByRole('link', { name: 'Pages' }).click();
  await page.locator('#pages').getByRole('link', { name: 'Errors' }).click();
  await page.waitForURL(/\/docs\/errors$/);
});

test('without scripts every page can be read, with the code of all languages', async (t) => {
  const page = await visit(t, '/docs/api/watches', { javaScriptEnabled: false });
  if (page === null) return;
  for (const language of ['curl', 'TypeScript', 'Python'])
    assert.ok(await page.locator(`[data-in="${language}"]`).first().isVisible());
  assert.equal(await page.locator('form[role="search"]').isVisible(), false);
});

for (const [name, options] of [
  ['wide screen', {}],
  ['phone', { viewport: PHONE }],
] as const)
  test(`nothing moves while a page is loaded on a ${name}`, async (t) => {
    const page = await visit(t, '/docs', options);
    if (page === null) return;
    await page.evaluate(`localStorage.setItem('rowhouse-language', 'Python')`);
    for (const path of [
      '/docs',
      '/docs/api/search',
      '/docs/console',
      '/docs/api/watches#watch_runs',
    ]) {
      await page.goto(new URL(path, page.url()).href);
      await page.waitForTimeout(300);
      const moved = await page.evaluate<number>('window.moved');
      assert.ok(moved < 0.05, `${path}: ${moved}`);
    }
  });
