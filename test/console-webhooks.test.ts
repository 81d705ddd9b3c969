/** Webhooks in a real browser's console: added, tested, resent, rotated, disabled, deleted. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { doubleClick } from './support/double-click.js';
import { expectFit } from './support/open-browser.js';
import { type ConsoleApp, openConsole } from './support/open-console.js';
import { type Consumer, PRIVATE, startConsumer, status } from './support/webhooks.js';

let app: ConsoleApp;
let consumer: Consumer;
before(async () => {
  app = await openConsole(PRIVATE);
  consumer = await startConsumer();
});
after(async () => {
  await consumer.close();
  await app.close();
});

/** Adds an endpoint by the form and opens its page. */
async function add(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Add an endpoint' }).click();
  const form = page.getByRole('form', { name: 'New endpoint' });
  await form.getByLabel('Address').fill(consumer.url);
  await form.getByLabel('Name').fill(name);
  await form.getByRole('button', { name: 'Add the endpoint' }).click();
  await page.getByLabel('The secret').waitFor();
  await page.locator('.endpoints').getByRole('link', { name }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  return /#\/webhooks\/([0-9a-f-]{36})$/.exec(page.url())?.[1] ?? assert.fail(page.url());
}

const secretOf = (page: Page): Promise<string> => page.getByLabel('The secret').innerText();

test('an endpoint is added with its secret, tested, rotated, disabled, enabled and deleted', async (t) => {
  const page = await app.visit(t, '#/webhooks', { permissions: ['clipboard-write'] });
  if (page === null) return;
  await page.getByText('No endpoints').waitFor();
  await page.getByRole('button', { name: 'Add an endpoint' }).click();
  const form = page.getByRole('form', { name: 'New endpoint' });
  await form.getByLabel('Address').fill('ftp://example.com/');
  await form.getByRole('button', { name: 'Add the endpoint' }).press('Enter');
  assert.match(
    await form.getByRole('alert').innerText(),
    /Address not allowed\s+url must start with https:/,
  );
  await form.getByLabel('Address').fill(consumer.url);
  await form.getByLabel('Name').fill('Hook');
  await form.getByLabel('watch.started').uncheck();
  await form.getByLabel('job.failed').check();
  await form.getByRole('button', { name: 'Add the endpoint' }).press('Enter');
  const first = await secretOf(page);
  assert.match(first, /^whsec_/);
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByText('Copied').waitFor();
  await page.getByRole('button', { name: 'I have stored it' }).click();
  assert.equal(await page.getByText(first).count(), 0);
  const [made] = (await app.client.endpoints.list()).endpoints;
  assert.ok(made?.types.includes('job.failed') === true && !made.types.includes('watch.started'));
  await page.locator('.endpoints').getByRole('link', { name: 'Hook' }).click();

  await doubleClick(page.getByRole('button', { name: 'Send a test event' }), () =>
    page.waitForResponse(/\/test$/),
  );
  await page.getByText('Event 1, a test, was written.').waitFor();
  await page.locator('.figures').getByText('delivered, just now').waitFor();
  await page.locator('.figures').getByText('HTTP 204').waitFor();
  assert.deepEqual(consumer.seqs(), [1]);

  await page.getByRole('button', { name: 'Rotate the secret' }).click();
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Keep the secret');
  await page.getByRole('button', { name: 'Create a new secret' }).click();
  const second = await secretOf(page);
  assert.notEqual(second, first);
  await page.getByText('Old secret signs until').waitFor();
  await page.reload();
  await page.getByText('Old secret signs until').waitFor();
  assert.equal(await page.getByLabel('The secret').count(), 0);

  await page.getByRole('button', { name: 'Disable', exact: true }).click();
  await page.getByRole('button', { name: 'Keep it enabled' }).click();
  await page.getByRole('button', { name: 'Disable', exact: true }).click();
  await page.getByRole('button', { name: 'Disable this endpoint' }).click();
  await page.locator('.badge', { hasText: 'disabled: by you' }).waitFor();
  assert.equal(await page.locator('.top .alert').count(), 0, 'what one did oneself is no alarm');
  await page.getByRole('button', { name: 'Send a test event' }).click();
  await page.getByText('was written and is sent once the endpoint is enabled.').waitFor();
  assert.deepEqual(consumer.seqs(), [1]);
  await page.getByRole('button', { name: 'Enable' }).click();
  await page.locator('.badge', { hasText: 'enabled' }).waitFor();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete this endpoint' }).click();
  await page.getByText('No endpoints').waitFor();
  assert.deepEqual((await app.client.endpoints.list()).endpoints, []);
});

test('a failed delivery is listed with its next attempt and sent again; events are sent again since a moment', async (t) => {
  const page = await app.visit(t, '#/webhooks');
  if (page === null) return;
  consumer.answer(status(500, { 'retry-after': '1' }));
  const id = await add(page, 'Failing');
  const before = consumer.received.length;
  await page.getByRole('button', { name: 'Send a test event' }).click();
  const row = page.locator('.deliveries tbody tr').first();
  await row.getByText('pending').waitFor();
  const seq = Number(await row.locator('td').first().innerText());
  const [delivery] = (await app.client.endpoints.deliveries(id)).deliveries;
  assert.equal(delivery?.seq, seq);
  assert.match(
    await row.innerText(),
    /endpoint\.test\s+pending\s+1\s+HTTP 500\s+\d+ \w+ \d{4}, \d\d:\d\d\s+\d+ \w+ \d{4}, \d\d:\d\d/,
  );
  await page.locator('.figures').getByText('Failing since').waitFor();
  consumer.answer(status(204));
  await row.getByRole('button', { name: `Send again: event ${seq}` }).click();
  await page.getByText(`Event ${seq} is sent again to 1 endpoint.`).waitFor();
  await row.getByText('delivered').waitFor();
  await page.getByLabel('Status').selectOption('failed');
  await page.getByText('None.').waitFor();

  const since = new Date((await app.client.events.newest({ limit: 1 })).events[0]?.timestamp ?? '');
  const local = (ms: number) =>
    new Date(ms - since.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  const seen = consumer.received.length;
  await page.getByLabel('All events since').fill(local(since.getTime() + 120_000));
  await page.getByRole('button', { name: 'Send all again' }).click();
  await page.getByText(`It receives the events from number ${seq + 1} on.`).waitFor();
  await page.getByLabel('All events since').fill(local(since.getTime() - 3_600_000));
  await page.getByRole('button', { name: 'Send all again' }).click();
  await page.getByText('It receives the events from number 1 on.').waitFor();
  for (let looks = 0; consumer.received.length === seen && looks < 100; looks += 1) {
    await page.waitForTimeout(100);
  }
  assert.equal(consumer.seqs().at(-1), seq);
  assert.ok(consumer.received.length >= before + 3);
  await page.getByLabel('One event, by its number').fill('99999');
  await page.getByRole('button', { name: 'Send one again' }).click();
  assert.match(
    await page.getByRole('alert').innerText(),
    /The log of this account has no event with this number/,
  );
  await app.client.endpoints.remove(id);
});

test('an endpoint that the service disabled is in the header, and on a phone on the page Usage', async (t) => {
  const page = await app.visit(t, '#/webhooks');
  if (page === null) return;
  consumer.answer(status(410));
  const id = await add(page, 'Gone');
  await page.getByRole('button', { name: 'Send a test event' }).click();
  await page.locator('.badge', { hasText: 'disabled: it answered 410' }).waitFor();
  await page.getByRole('link', { name: '1 webhook disabled' }).click();
  await page.locator('.endpoints').getByText('failed, just now').waitFor();
  consumer.answer(status(204));
  const phone = await app.visit(t, '#/usage', { viewport: { width: 360, height: 780 } });
  assert.ok(phone !== null);
  await phone.getByText('1 webhook endpoint disabled after failures').waitFor();
  await phone.getByRole('link', { name: 'See webhooks' }).click();
  const fits = async () => {
    await expectFit(phone);
  };
  await phone.locator('.endpoints').waitFor();
  await fits();
  await phone.getByRole('button', { name: 'Add an endpoint' }).click();
  await fits();
  await phone.locator('.endpoints').getByRole('link', { name: 'Gone' }).click();
  await phone.getByRole('button', { name: 'Enable' }).click();
  await phone.locator('.badge', { hasText: 'enabled' }).waitFor();
  await fits();
  const header = (await phone.locator('.top').boundingBox()) ?? assert.fail();
  assert.ok(header.height < 80, `${header.height}: the pages are on one line`);
  await app.client.endpoints.remove(id);
});

const LOOK_MS = 100;
const LOOKS_MAX = 300;

/** Returns when an attempt to deliver has failed: a page that is open does not look again. */
async function untilFailing(endpointId: string): Promise<void> {
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    const { failing_since } = await app.client.endpoints.get(endpointId);
    if (failing_since !== null) return;
    await sleep(LOOK_MS);
  }
  assert.fail('no attempt has failed');
}

test('an endpoint without a name fits on a phone, and says that it is failing', async (t) => {
  consumer.answer(status(500));
  const { endpoint_id } = await app.client.endpoints.create({
    url: `${consumer.url}/${'long'.repeat(20)}`,
  });
  await app.client.endpoints.test(endpoint_id);
  await untilFailing(endpoint_id);
  const page = await app.visit(t, `#/webhooks/${endpoint_id}`, {
    viewport: { width: 390, height: 844 },
  });
  if (page === null) return;
  await page.getByRole('heading', { level: 1, name: /longlong/ }).waitFor();
  await expectFit(page);
  await page.locator('.badge.bad', { hasText: 'enabled, failing' }).waitFor();
  await app.client.endpoints.remove(endpoint_id);
  consumer.answer(status(204));
});
