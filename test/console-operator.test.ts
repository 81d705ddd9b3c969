/** The operator's page in a real browser, on a whole application in this process. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { asking } from './support/ask-admin.js';
import { envelopeOf, freshSearch, ROUTE } from './support/expect.js';
import { openView, sharedOperator, signIn } from './support/open-operator.js';
import { ADMIN_TOKEN, type TestAccount } from './support/open-test-app.js';

const app = sharedOperator({ startMs: Date.now() });
let account: TestAccount;
before(async () => {
  account = await app.t.account({ name: 'Acme', plan_credits: 100, extra_credits: 7 });
  await app.t.settled(`${ROUTE}?zip=78704`, account.api_key);
});

const ask = (method: 'GET' | 'POST', path: string, body?: object) =>
  asking(app.t)(method, path, body);

test('a wrong token is reported, the right one opens the page and is stored in the tab only', async (t) => {
  const page = await app.visit(t, '');
  if (page === null) return;
  const alert = page.getByRole('alert');
  for (const wrong of [`${ADMIN_TOKEN}x`, account.api_key, 'ö ö']) {
    await page.getByLabel('Admin token').fill(wrong);
    await page.keyboard.press('Enter');
    await alert.getByText('This token is wrong. It is in the file admin-token').waitFor();
  }
  assert.equal(await page.evaluate('sessionStorage.length'), 0);
  await signIn(page, 'Zoë');
  await page.getByRole('heading', { level: 1, name: 'Sources' }).waitFor();
  const kept = 'JSON.stringify([{ ...localStorage }, document.cookie, location.href])';
  assert.ok(!(await page.evaluate<string>(kept)).includes(ADMIN_TOKEN));
  await page.reload();
  await page.getByRole('heading', { name: 'Portal A', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Admin token').waitFor();
  assert.equal(await page.evaluate(`sessionStorage.getItem('rowhouse-admin-token')`), null);
});

test('a token that ends while the page is open leads back to the sign-in, with the reason', async (t) => {
  const page = await app.visit(t, '#/queue');
  if (page === null) return;
  await signIn(page);
  await page.route('**/admin/**', (route) =>
    route.fulfill({ status: 401, json: { error: { message: 'no' } } }),
  );
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByText('You were signed out: This token is wrong.').waitFor();
});

test('a source is paused with a reason and resumed, by keyboard, and the audit log has who did it', async (t) => {
  const page = await app.visit(t, '#/sources');
  if (page === null) return;
  await signIn(page, 'Zoë');
  const source = page.locator('section[aria-labelledby="source-portal_a"]');
  await source.getByText('working', { exact: true }).waitFor();
  assert.match(await source.locator('.pace').innerText(), /^[1-9]\d* requests? in the last minute/);
  await source.getByRole('button', { name: 'Pause Portal A' }).press('Enter');
  assert.equal(await page.evaluate('document.activeElement.tagName'), 'INPUT');
  const pause = source.getByRole('button', { name: 'Pause Portal A now' });
  assert.equal(await pause.isDisabled(), true, 'no pause without a reason');
  await page.keyboard.type('their site is down');
  await page.keyboard.press('Enter');
  await page.getByText('Portal A is paused.').waitFor();
  await source.getByText(/^Paused by an operator since .+: their site is down$/).waitFor();
  const rejected = await app.t.get(freshSearch(), account.api_key);
  assert.match(rejected.body, /paused by the operator: their site is down/);

  await source.getByRole('button', { name: 'Resume Portal A' }).press('Enter');
  await source.getByRole('button', { name: 'Keep it paused' }).press('Enter');
  await source.getByRole('button', { name: 'Resume Portal A' }).press('Enter');
  await source.getByRole('button', { name: 'Allow requests to Portal A again' }).press('Enter');
  await source.getByText('working', { exact: true }).waitFor();

  await openView(page, 'Failures');
  await page.getByText('No rejected collections.').waitFor();
  const calls = page.getByRole('region', { name: 'Failed calls' }).locator('tbody tr');
  await calls.first().waitFor();
  assert.match(
    await calls.first().innerText(),
    /503\s+GET \/v1\/portal_a\/listings\s+collection_unavailable/,
  );
  const entries = page
    .getByRole('region', { name: 'Entries of the audit log' })
    .locator('tbody tr');
  assert.match(await entries.nth(0).innerText(), /Zoë\s+source\.resume\s+–\s+portal_a/);
  assert.match(
    await entries.nth(1).innerText(),
    /Zoë\s+source\.pause\s+–\s+portal_a.+their site is down/,
  );
});

/** Holds the calls of an action until what it returns is called. */
async function holdCalls(page: Page, action: string): Promise<() => void> {
  let answer = () => {};
  const answered = new Promise<void>((done) => {
    answer = done;
  });
  await page.route(`**/admin/**/${action}`, async (route) => {
    await answered;
    await route.continue();
  });
  return answer;
}

test('two sources are paused and two jobs cancelled, though the first answer is slow', async (t) => {
  const page = await app.visit(t, '#/sources');
  if (page === null) return;
  await signIn(page);
  const answerPauses = await holdCalls(page, 'pause');
  for (const name of ['Portal B', 'MLS']) {
    await page.getByRole('button', { name: `Pause ${name}` }).press('Enter');
    await page.keyboard.type('maintenance');
    await page.keyboard.press('Enter');
  }
  const waiting = page.getByRole('status').filter({ hasText: 'Waiting for the service' });
  await waiting.nth(1).waitFor();
  answerPauses();
  await page.getByText('Portal B is paused.').waitFor();
  await page.getByText('MLS is paused.').waitFor();
  for (const source of ['portal_b', 'mls'])
    await ask('POST', `/sources/${source}/pause`, { paused_reason: null });

  await app.t.hold();
  const call = async () => envelopeOf(await app.t.get(freshSearch(), account.api_key)).request_id;
  const ids = [await call(), await call()];
  await openView(page, 'Queue');
  const answerCancels = await holdCalls(page, 'cancel');
  for (const id of ids) {
    const row = page.locator('tr', { hasText: id });
    await row.getByRole('button', { name: 'Cancel' }).press('Enter');
    await row.getByRole('button', { name: 'Cancel this job' }).press('Enter');
    await row.getByText('Waiting for the service').waitFor();
  }
  answerCancels();
  for (const id of ids) await page.locator('tr', { hasText: id }).waitFor({ state: 'detached' });
  app.t.release();
});

test('fill rates are shown by field and day, those that fell first, and lost fields since when', async (t) => {
  const page = await app.visit(t, '#/sources');
  if (page === null) return;
  await app.t.app.db.rows(
    `insert into route_days
     select route, day - 1, 3, 0, 400, '{"beds": 400, "baths": 40}' from route_days where route = 'portal_a_listings'`,
  );
  await app.t.app.db.rows(
    `update route_days set rows_read = 100, filled = '{"beds": 20, "baths": 11}' where successes < 3`,
  );
  await app.t.app.db.rows(
    `update route_health set lost = '{"beds": "2026-11-01T00:00:00Z"}' where route = 'portal_a_listings'`,
  );
  await signIn(page);
  const source = page.locator('section[aria-labelledby="source-portal_a"]');
  await source.getByText('fields lost').waitFor();
  await source.getByText(/Beds lost .+ ago/).waitFor();
  await source.getByText('Fill rates by field and day').press('Enter');
  const fields = source.locator('.fill-days li');
  await fields.first().waitFor();
  assert.deepEqual(await fields.allInnerTexts(), ['Beds\n20%', 'Baths\n11%']);
  const label = await fields.first().getByRole('img').getAttribute('aria-label');
  assert.match(label ?? '', /^Beds: 20% on \d{4}-\d\d-\d\d; from 20% to 100% in 2 days$/);
  assert.equal(await source.locator('.fill-days .fell').count(), 1);
});

test('a pending job is cancelled after a second press, and its credit is back', async (t) => {
  const page = await app.visit(t, '#/queue');
  if (page === null) return;
  await app.t.hold();
  const id = envelopeOf(await app.t.get(freshSearch(), account.api_key)).request_id;
  await signIn(page);
  const row = page.locator('tr', { hasText: id });
  await row.waitFor();
  const figure = (name: string) =>
    page
      .locator('.figure')
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator('dd')
      .innerText();
  assert.deepEqual([await figure('Queued'), await figure('Credits reserved')], ['1', '1']);
  assert.match(await figure('Queued and running, of at most'), /^1 of 1,000$/);
  await row.getByRole('button', { name: 'Cancel' }).press('Enter');
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Keep it');
  await row.getByRole('button', { name: 'Keep it' }).press('Enter');
  assert.equal((await ask('GET', `/jobs/${id}`)).json.status, 'pending');
  await row.getByRole('button', { name: 'Cancel' }).press('Enter');
  await row.getByRole('button', { name: 'Cancel this job' }).press('Enter');
  await page.getByText(`Job ${id} is cancelled. Nothing is charged.`).waitFor();
  await row.waitFor({ state: 'detached' });
  assert.deepEqual([await figure('Queued'), await figure('Credits reserved')], ['0', '0']);
  assert.equal((await ask('GET', `/jobs/${id}`)).json.status, 'failed');
  app.t.release();
});

test('accounts have balance and usage; one has its days and its keys, and no secret', async (t) => {
  const page = await app.visit(t, '#/accounts');
  if (page === null) return;
  await signIn(page);
  await page.getByText('Usage of this month (UTC) as of').waitFor();
  const row = page.locator('tr', { hasText: 'Acme' });
  assert.match(await row.innerText(), /^Acme\s+active\s+100\s+106\s+0\s+1\s+\d+\s+1\s/);
  await page.getByLabel('Name or id').fill('nobody');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByText('None.').waitFor();
  await page.getByLabel('Name or id').fill(account.account_id);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Acme' }).click();
  await page.getByRole('heading', { level: 1, name: 'Acme' }).waitFor();
  const days = page.getByRole('region', { name: 'Usage by day' }).locator('tbody tr');
  await days.first().waitFor();
  assert.match(await days.first().innerText(), /^\d{4}-\d\d-\d\d\s+1\s+\d+\s+1$/);
  const bars = await page.locator('.days .bar').count();
  assert.equal(bars, 31);
  await page.getByRole('region', { name: 'Keys' }).getByText('valid').waitFor();
  const text = await page.content();
  assert.ok(text.includes(account.api_key.slice(0, 9)) && !text.includes(account.api_key));
});

test('a ledger is right only after a check that says so: a violated one is shown as violated', async (t) => {
  const page = await app.visit(t, '#/ledger', { unanswered: true });
  if (page === null) return;
  await page.getByLabel('Admin token').fill(ADMIN_TOKEN);
  await page.keyboard.press('Enter');
  await page.getByText('not checked').waitFor();
  assert.equal(await page.locator('.badge.good').count(), 0);
  const check = page.getByRole('button', { name: 'Check the ledger' });
  await check.press('Enter');
  await page.getByText('no violations').waitFor();
  assert.match(
    await page.locator('main').innerText(),
    /entries of \d+ account.+ended at \d\d:\d\d/,
  );

  await app.t.app.db.rows('update wallets set extra = extra + 5 where account_id = $1', [
    account.account_id,
  ]);
  await check.click();
  const alert = page.getByRole('alert');
  await alert.getByText('violated: 1 times').waitFor();
  assert.equal(await page.locator('.badge.good').count(), 0);
  const line = page.getByRole('region', { name: 'Violations' }).locator('tbody tr');
  assert.match(await line.innerText(), new RegExp(`balance equals the sum.+${account.account_id}`));
  await app.t.app.db.rows('update wallets set extra = extra - 5 where account_id = $1', [
    account.account_id,
  ]);
  // An answer that does not say that all is right, and none at all.
  await page.route('**/admin/ledger/check', (route) => route.fulfill({ json: {} }));
  await check.click();
  await alert.getByText('The state of the ledger is unknown').waitFor();
  await page.unroute('**/admin/ledger/check');
  await page.route('**/admin/ledger/check', (route) => route.abort());
  await check.click();
  await alert.getByText('The service cannot be reached.').waitFor();
  assert.equal(await page.locator('.badge.good').count(), 0);
});
