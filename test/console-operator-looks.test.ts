/** The operator's page: figures as they age, axe-core, and the width of a phone. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { createKey } from '#service/accounts/keys.js';
import { freshSearch, ROUTE } from './support/expect.js';
import { expectFit } from './support/open-browser.js';
import { openView, sharedOperator, signIn } from './support/open-operator.js';
import type { TestAccount } from './support/open-test-app.js';

const app = sharedOperator({ startMs: Date.now() });
let account: TestAccount;
before(async () => {
  account = await app.t.account({ name: 'Acme', plan_credits: 100, extra_credits: 7 });
  await app.t.settled(`${ROUTE}?zip=78704`, account.api_key);
});

test('a service out of reach is said with its time, the old figures stay and are marked as old', async (t) => {
  const page = await app.visit(t, '#/sources', { unanswered: true });
  if (page === null) return;
  await signIn(page);
  const heading = page.getByRole('heading', { level: 2, name: 'Portal A' });
  await heading.waitFor();
  assert.equal(await page.getByText('old', { exact: true }).count(), 0);
  await app.down();
  await page.getByRole('button', { name: 'Refresh' }).click();
  const alert = page.getByRole('alert');
  await alert.getByText('The service cannot be reached.').waitFor();
  assert.match(
    await alert.innerText(),
    /Calls have failed since \d\d:\d\d:\d\d\. The figures below are old, from \d\d:\d\d:\d\d\./,
  );
  assert.match(await heading.innerText(), /old$/);
  await app.up();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await alert.waitFor({ state: 'detached' });
  assert.equal(await page.getByText('old', { exact: true }).count(), 0);
});

test('figures are loaded again while the page is visible, one call at a time', async (t) => {
  const page = await app.visit(t, '#/queue', { ownClock: true });
  if (page === null) return;
  await page.clock.install();
  let atOnce = 0;
  let most = 0;
  let calls = 0;
  const waiting: (() => void)[] = [];
  await signIn(page);
  await page.route('**/admin/queue', async (route) => {
    calls += 1;
    atOnce += 1;
    most = Math.max(most, atOnce);
    await new Promise<void>((done) => waiting.push(done));
    atOnce -= 1;
    await route.continue();
  });
  const refresh = page.getByRole('button', { name: 'Refresh' });
  await page.clock.runFor(10_000);
  await until(() => calls === 1);
  await refresh.click();
  await refresh.click();
  await page.clock.runFor(25_000);
  assert.deepEqual([calls, most], [1, 1], 'a call that takes long is waited for');
  waiting.shift()?.();
  await page.locator('button[aria-busy="false"]', { hasText: 'Refresh' }).waitFor();
  await page.evaluate(turned('hidden'));
  await page.clock.runFor(60_000);
  assert.equal(calls, 1, 'a hidden page asks nothing');
  await page.evaluate(turned('visible'));
  await until(() => calls === 2);
  assert.equal(most, 1);
  for (const done of waiting) done();
});

test('the button that signs out has its name where its words have no place', async (t) => {
  const page = await app.visit(t, '#/queue', { viewport: { width: 360, height: 780 } });
  if (page === null) return;
  await signIn(page);
  await page.getByRole('button', { name: 'Sign out: forget the token', exact: true }).waitFor();
});

test('the name of an account without a space to break at fits a narrow page', async (t) => {
  const page = await app.visit(t, '#/accounts', { viewport: { width: 360, height: 780 } });
  if (page === null) return;
  const name = 'W'.repeat(200);
  const { account_id } = await app.t.account({ name });
  await signIn(page);
  await page.getByLabel('Name or id').fill(name);
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('heading', { name: `Accounts with “${name}”` }).waitFor();
  await expectFit(page);
  await page.goto(`${app.url}/operator#/accounts/${account_id}`);
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await expectFit(page);
});

test('names of keys and accounts leave the next columns of their tables in sight', async (t) => {
  const page = await app.visit(t, '#/accounts', { viewport: { width: 400, height: 780 } });
  if (page === null) return;
  const name = 'W'.repeat(200);
  const { account_id } = await app.t.account({ name });
  await createKey(app.t.app, account_id, { label: 'W'.repeat(100) });
  await signIn(page);
  await page.getByLabel('Name or id').fill(account_id);
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('heading', { name: `Accounts with “${account_id}”` }).waitFor();
  await expectInSight(page, 'Status');
  await page.goto(`${app.url}/operator#/accounts/${account_id}`);
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await expectInSight(page, 'State');
});

/** The heading of a column begins inside the page. */
async function expectInSight(page: Page, heading: string): Promise<void> {
  const box = await page.getByRole('columnheader', { name: heading, exact: true }).boundingBox();
  const { width } = page.viewportSize() ?? assert.fail('a size');
  assert.ok(box !== null && box.x < width, `${heading} begins at ${box?.x} of ${width}`);
}

/** Evaluated in the browser: the page turns hidden or visible, as a browser has it. */
const turned = (to: 'hidden' | 'visible'): string =>
  `Object.defineProperty(document, 'visibilityState', { value: '${to}', configurable: true });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`;

const TRIES_MAX = 300;

/** Waits until it holds. */
async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds() && tries < TRIES_MAX; tries += 1)
    await new Promise((done) => setTimeout(done, 50));
  assert.ok(holds());
}

interface Report {
  readonly passed: number;
  readonly found: readonly string[];
}

const AXE = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations, passes }) => ({
  passed: passes.length,
  found: violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 160)).slice(0, 3).join(' | ')),
}))`;
/** What each view shows when it is looked at. */
const VIEWS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  Sources: async (page) => {
    await page.getByText('Fill rates by field and day').first().click();
    await page.locator('.fill-days li').first().waitFor();
    await page.getByRole('button', { name: 'Pause Portal A' }).click();
    await page.getByLabel('Reason').waitFor();
  },
  Queue: async (page) => {
    await page.getByRole('button', { name: 'Cancel' }).first().click();
    await page.getByText('It fails, uncharged.').waitFor();
  },
  Accounts: (page) => page.getByText('Usage of this month (UTC) as of').waitFor(),
  Ledger: async (page) => {
    await page.getByRole('button', { name: 'Check the ledger' }).click();
    await page.getByText('no violations').waitFor();
  },
  Failures: (page) => page.getByRole('region', { name: 'Entries of the audit log' }).waitFor(),
};

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe-core finds nothing, and no view is wider than a phone, in the ${colorScheme} theme`, async (t) => {
    const page = await app.visit(t, '', {
      colorScheme,
      viewport: { width: 360, height: 780 },
      unanswered: true,
    });
    if (page === null) return;
    const look = async (view: string) => {
      await page.evaluate(axe.source);
      const { passed, found } = await page.evaluate<Report>(AXE);
      assert.deepEqual(found, [], view);
      assert.ok(passed > 10, `${view}: ${passed} rules passed`);
      await expectFit(page, view);
    };
    await look('sign-in');
    await app.t.hold();
    await app.t.get(freshSearch(), account.api_key);
    await signIn(page);
    for (const [view, show] of Object.entries(VIEWS)) {
      await openView(page, view);
      await show(page);
      await look(view);
    }
    await page.evaluate(`location.hash = '#/accounts/${account.account_id}'`);
    await page.getByRole('region', { name: 'Usage by day' }).waitFor();
    await look('one account');
    await page.route('**/admin/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('alert').waitFor();
    await look('a service out of reach');
    app.t.release();
  });
}
