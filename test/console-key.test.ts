/** The key of the console in a real browser: checked first, kept in the tab or remembered. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { axeReport } from './support/axe.js';
import { search, sharedConsole } from './support/open-console.js';

const app = sharedConsole();

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'API key' });
const stored = (page: Page, where: 'localStorage' | 'sessionStorage') =>
  page.evaluate<string>(`Object.values(${where}).join()`);

async function enter(page: Page, key: string): Promise<void> {
  await dialogOf(page).getByLabel('Key', { exact: true }).fill(key);
  await dialogOf(page).getByRole('button', { name: 'Use this key' }).click();
}

test('without a key the console asks for one, rejects a wrong one, and keeps it in the tab alone', async (t) => {
  const page = await app.visitAnew(t, '#/search');
  if (page === null) return;
  const { demoKey } = app.service;
  const dialog = dialogOf(page);
  for (const wrong of [`${demoKey.slice(0, -1)}~`, 'ö ö', 'rh_live_short']) {
    await enter(page, wrong);
    await dialog.getByText('The service does not accept this key.').waitFor();
    assert.equal(await dialog.getByLabel('Key', { exact: true }).inputValue(), wrong, 'to correct');
  }
  assert.equal((await axeReport(page)).found.join('\n'), '');
  assert.equal(await stored(page, 'sessionStorage'), '');
  await enter(page, demoKey);
  await dialog.waitFor({ state: 'detached' });
  await search(page, '78704');
  const kept = await stored(page, 'localStorage');
  assert.match(kept, /78704/, 'recent searches are kept');
  assert.ok(!kept.includes(demoKey), 'the key is not');
  const code = page.locator('.code pre');
  const hidden = await code.innerText();
  assert.ok(hidden.includes('/v1/portal_a/listings?zip=78704') && !hidden.includes(demoKey));
  await page.getByLabel('Show the key').check();
  assert.ok((await code.innerText()).includes(demoKey));
  const other = await page.context().newPage();
  await other.goto(`${app.service.apiUrl}/`);
  await dialogOf(other).waitFor();
});

test('a check without an answer rejects no key, and a closed dialog uses none', async (t) => {
  const page = await app.visitAnew(t, '#/search');
  if (page === null) return;
  const message = 'This account is suspended.';
  await page.route('**/v1/account', (route) =>
    route.fulfill({
      status: 403,
      json: { error: { code: 'account_suspended', message, param: null } },
    }),
  );
  await enter(page, app.service.demoKey);
  await dialogOf(page).getByText(message).waitFor();
  await page.unroute('**/v1/account');
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/v1/account', async (route) => {
    await held;
    await route.continue();
  });
  const checked = page.waitForResponse('**/v1/account');
  await enter(page, app.service.demoKey);
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
  answer();
  await checked;
  await page.getByRole('button', { name: /^Enter key/ }).waitFor();
  assert.equal(await stored(page, 'sessionStorage'), '');
});

test('a remembered key is that of every tab, and of none once it is forgotten', async (t) => {
  const page = await app.visitAnew(t, '#/search');
  if (page === null) return;
  const { demoKey } = app.service;
  const box = dialogOf(page).getByRole('checkbox', { name: 'Remember on this device' });
  assert.equal(await box.isChecked(), false, 'off unless chosen');
  await box.check();
  await dialogOf(page).getByText('Not for a shared computer.').waitFor();
  await enter(page, demoKey);
  await page.locator('.credits').waitFor();
  assert.ok((await stored(page, 'localStorage')).includes(demoKey));
  assert.equal(await stored(page, 'sessionStorage'), '');

  const second = await page.context().newPage();
  await second.goto(`${app.service.apiUrl}/`);
  await second.locator('.credits').waitFor();
  assert.equal(await dialogOf(second).count(), 0);
  await second.getByRole('button', { name: /^Your key/ }).click();
  await dialogOf(second).getByRole('button', { name: 'Forget the key' }).click();
  for (const tab of [second, page]) {
    await dialogOf(tab).waitFor();
    assert.ok(!(await stored(tab, 'localStorage')).includes(demoKey));
  }
});

test('a key with a limit and an end shows both, and the balance of its account', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  await page.route('**/v1/account', async (route) => {
    const account = await (await route.fetch()).json();
    const key = { ...account.key, credits_max: 5, credits_used: 3 };
    key.expires_at = '2026-12-24T23:59:59.999Z';
    await route.fulfill({ json: { ...account, key } });
  });
  await page.goto(`${app.service.apiUrl}/#/usage`);
  await page.reload();
  await page.getByText('This key can spend', { exact: true }).waitFor();
  const shown = (await page.locator('.figures').innerText()).replace(/\s+/g, ' ');
  assert.match(shown, /Available \d[\d,]+ This key can spend 2 of 5 This key expires 24 Dec 2026/);
  assert.match(await page.locator('.credits').innerText(), /^2 credits/);
});
