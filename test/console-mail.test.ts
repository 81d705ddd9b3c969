/** Alerts by mail in a real browser: an address is added, and confirmed on the page of its mail. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type MailServer, startMailServer } from './support/mail-server.js';
import { type ConsoleApp, openConsole } from './support/open-console.js';

let server: MailServer;
let app: ConsoleApp;
before(async () => {
  server = await startMailServer();
  app = await openConsole({
    ROWHOUSE_SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    ROWHOUSE_MAIL_FROM: 'alerts@example.com',
    ROWHOUSE_PUBLIC_URL: 'https://homes.example.com',
  });
});
after(async () => {
  await app.close();
  await server.close();
});

test('a mail address is added as people write it, and is not confirmed until its owner presses the button', async (t) => {
  const page = await app.visit(t, '#/webhooks');
  if (page === null) return;
  await page.getByRole('button', { name: 'Add an endpoint' }).click();
  const form = page.getByRole('form', { name: 'New endpoint' });
  await form.getByLabel('Address').fill('reader@example.com');
  assert.equal(await form.getByLabel('watch.partial').isChecked(), false);
  await form.getByRole('button', { name: 'Add the endpoint' }).click();
  await page.getByText('The address got a mail.').waitFor();
  assert.equal(await page.getByLabel('The secret').count(), 0);
  await page.locator('.endpoints').getByText('not confirmed yet').waitFor();
  const { text } = server.lastTo('reader@example.com');
  const [, path = ''] = /https:\/\/homes\.example\.com(\/mail\/confirm\/\S+)/.exec(text) ?? [];
  const owner = await page.context().newPage();
  await owner.goto(app.service.apiUrl + path);
  await owner.getByRole('button', { name: 'Yes, send alerts to this address' }).click();
  await owner.getByText('Confirmed.').waitFor();
  await page.reload();
  await page.locator('.endpoints').getByText('enabled').waitFor();
});
