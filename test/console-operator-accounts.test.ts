/** Accounts and keys on the operator's page: what its forms do is what the service then knows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import type { AccountBalanceBody, KeyBody } from '#contract/operator.js';
import { asking } from './support/ask-admin.js';
import { axeReport } from './support/axe.js';
import { doubleClick, LATER_MS } from './support/double-click.js';
import { ROUTE } from './support/expect.js';
import { sharedOperator, signIn } from './support/open-operator.js';

const app = sharedOperator({ startMs: Date.now() });

const read = async <T>(path: string): Promise<T> => (await asking(app.t)('GET', path)).json as T;

/** Sends a form twice at once, with input in between: two presses, not one. */
const sendTwice = (form: Locator): Promise<void> =>
  form.evaluate<void, { requestSubmit(): void; dispatchEvent(event: Event): boolean }>(
    (element) => {
      element.requestSubmit();
      element.dispatchEvent(new Event('input'));
      element.requestSubmit();
    },
  );

const focused = (page: Page) => page.evaluate<string>('document.activeElement.innerText');

test('an account is created with a key that works, gets credits and a second key, and is suspended', async (t) => {
  const page = await app.visit(t, '#/accounts');
  if (page === null) return;
  await signIn(page, 'Zoë');
  await page.getByRole('button', { name: 'New account' }).click();
  const layout = await page.evaluate(`getComputedStyle(document.querySelector('.field')).display`);
  assert.equal(layout, 'grid');
  await page.getByLabel('Name', { exact: true }).fill('Acme Homes');
  await page.getByLabel('Credits per month').fill('50');
  assert.deepEqual((await axeReport(page)).found, []);
  await page.getByRole('button', { name: 'Create the account and its first key' }).click();
  const secret = await page.getByLabel('The secret').innerText();
  const { statusCode } = await app.t.get('/v1/account', secret);
  assert.equal(statusCode, 200, 'the key that was shown works');
  await page.getByRole('link', { name: 'Acme Homes' }).click();
  await page.getByRole('heading', { level: 1, name: 'Acme Homes' }).waitFor();
  const accountId = /accounts\/([0-9a-f-]{36})$/.exec(page.url())?.[1] ?? assert.fail(page.url());

  await page.getByRole('button', { name: 'Give credits' }).click();
  await page.getByLabel('Credits that do not expire').fill('7');
  await page.getByRole('button', { name: 'Give them' }).click();
  await page.getByText('The credits were given.').waitFor();
  assert.equal(await focused(page), 'Give credits', 'the form is gone');
  const { balance, plan_credits } = await read<AccountBalanceBody>(`/accounts/${accountId}`);
  assert.deepEqual([plan_credits, balance.available, balance.extra], [50, 57, 7]);

  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Purpose').fill('nightly');
  await page.getByLabel('Credits that it may spend').fill('5');
  await page.getByRole('button', { name: 'Create the key' }).click();
  const second = await page.getByLabel('The secret').innerText();
  await page.getByRole('button', { name: 'I have stored it' }).click();
  assert.equal(await focused(page), 'New key');
  await app.t.settled(`${ROUTE}?zip=78704`, second);
  await page.getByRole('button', { name: 'Refresh' }).click();
  const row = page.locator('tr', { hasText: 'nightly' });
  await row.getByText('1 of 5 used', { exact: true }).waitFor();
  await row.getByRole('button', { name: 'Revoke' }).click();
  await row.getByRole('button', { name: 'Revoke this key' }).click();
  await row.getByText('revoked', { exact: true }).waitFor();
  assert.equal(await row.locator(':focus').count(), 1, 'the focus stays in the row');
  assert.equal((await app.t.get('/v1/account', second)).statusCode, 401);
  const { keys } = await read<{ keys: KeyBody[] }>(`/keys?account_id=${accountId}`);
  assert.deepEqual(
    keys.map(({ label, revoked_at }) => [label, revoked_at === null]),
    [
      [null, true],
      ['nightly', false],
    ],
  );

  await page.locator('tr', { hasText: 'zip 78704' }).waitFor();
  const suspend = page.getByRole('button', { name: 'Suspend', exact: true });
  await suspend.press('Enter');
  await page.getByRole('button', { name: 'Leave it active' }).press('Enter');
  assert.equal(await focused(page), 'Suspend');
  await doubleClick(suspend);
  const confirm = page.getByRole('button', { name: 'Suspend the account and all its keys' });
  await confirm.waitFor();
  await delay(LATER_MS);
  assert.equal((await app.t.get('/v1/account', secret)).statusCode, 200, 'it only asks');
  await confirm.click();
  await page.getByText('The account is suspended.').waitFor();
  assert.match(await focused(page), /^(?:Suspend|Resume)$/);
  assert.equal((await app.t.get('/v1/account', secret)).statusCode, 403);
  const audit = await read<{ changes: { operator: string }[] }>(`/audit?account_id=${accountId}`);
  assert.ok(JSON.stringify(audit).includes('Zoë'), 'the audit log has who did it');
  assert.deepEqual((await axeReport(page)).found, []);
});

test('what the service rejects is said beside the form, and nothing is made', async (t) => {
  const page = await app.visit(t, '#/accounts');
  if (page === null) return;
  await signIn(page);
  const before = (await read<{ accounts: unknown[] }>('/accounts')).accounts.length;
  await page.getByRole('button', { name: 'New account' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Too many');
  await page.getByLabel('Credits per month').fill('9000000000');
  await page.getByRole('button', { name: 'Create the account and its first key' }).click();
  await page
    .getByRole('alert')
    .getByText(/^“Credits per month” must be a whole number from 0 to/)
    .waitFor();
  assert.equal((await read<{ accounts: unknown[] }>('/accounts')).accounts.length, before);
});

test('a form that is sent twice before it is answered makes one account and gives credits once', async (t) => {
  const page = await app.visit(t, '#/accounts');
  if (page === null) return;
  await signIn(page);
  await page.getByRole('button', { name: 'New account' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Twice');
  await sendTwice(page.getByRole('form', { name: 'New account' }));
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByRole('link', { name: 'Twice' }).click();
  await page.getByRole('heading', { level: 1, name: 'Twice' }).waitFor();
  const { accounts } = await read<{ accounts: { account_id: string }[] }>(
    '/accounts/balances?find=Twice',
  );
  assert.equal(accounts.length, 1);

  await page.getByRole('button', { name: 'Give credits' }).click();
  await page.getByLabel('Credits that do not expire').fill('7');
  await sendTwice(page.getByRole('form', { name: 'Give credits' }));
  await page.getByText('The credits were given.').waitFor();
  const { balance } = await read<AccountBalanceBody>(`/accounts/${accounts[0]?.account_id}`);
  assert.equal(balance.extra, 7);
});

test('a question of a state that another operator changed meanwhile is not answered for the new state', async (t) => {
  const page = await app.visit(t, '#/accounts');
  if (page === null) return;
  const { account_id } = await app.t.account({ name: 'Of two operators' });
  await page.goto(`${app.url}/operator#/accounts/${account_id}`);
  await signIn(page);
  await page.getByRole('button', { name: 'Suspend', exact: true }).press('Enter');
  await page.keyboard.press('Shift+Tab');
  assert.equal(await focused(page), 'Suspend the account and all its keys');
  await asking(app.t)('POST', `/accounts/${account_id}/status`, { status: 'suspended' });
  await page
    .getByRole('button', { name: 'Refresh' })
    .evaluate<void, { click(): void }>((button) => {
      button.click();
    });
  await page.locator('button:focus', { hasText: 'Resume' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Let the account call again' }).count(), 0);
  await page.keyboard.press('Enter');
  assert.equal(await focused(page), 'Leave it suspended', 'the press only asks');
});

test('the copy of an account that moved away is resumed only after a warning', async (t) => {
  const page = await app.visit(t, '#/accounts');
  if (page === null) return;
  const { account_id } = await app.t.account({ name: 'Moved away' });
  await asking(app.t)('POST', `/accounts/${account_id}/status`, { status: 'moved' });
  await page.goto(`${app.url}/operator#/accounts/${account_id}`);
  await signIn(page);
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('Never resume it here once it calls there').waitFor();
  await page.getByRole('button', { name: 'Leave it frozen' }).click();
});

test('an account that does not exist is said to be unknown, without days; a day in the past names its field', async (t) => {
  const page = await app.visit(t, '#/accounts');
  if (page === null) return;
  await signIn(page);
  const { accounts } = await read<{ accounts: { account_id: string }[] }>('/accounts');
  await page.goto(`${app.url}/operator#/accounts/${accounts[0]?.account_id}`);
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Last day (UTC) on which it is valid').fill('2020-01-01');
  await page.getByRole('button', { name: 'Create the key' }).click();
  const problem = await page.getByRole('alert').innerText();
  assert.equal(
    problem,
    '“Last day (UTC) on which it is valid” 2020-01-01 is in the past. Revoke a key to end it now.',
  );
  await page.goto(`${app.url}/operator#/accounts/01a20000-0000-7000-8000-000000000000`);
  await page.getByRole('alert').getByText('No account has this id').waitFor();
  assert.equal(await page.getByText('Credits by day (UTC)').count(), 0);
});
