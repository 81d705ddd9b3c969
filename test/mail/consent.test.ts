/** Consent to alerts by mail: who gets mails, and who ends them (docs/mail.md#consent). */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EndpointBody } from '#contract/operations/endpoints.js';
import { ADDRESS_CONFIRMATIONS_PER_DAY } from '#service/mail/mail-bounds.js';
import {
  app,
  closeMailing,
  confirmed,
  follow,
  homeOf,
  linkIn,
  logRun,
  mailsTo,
  newAddress,
  openMailing,
  server,
} from '../support/mailing.js';
import { openTestApp } from '../support/open-test-app.js';
import { send } from '../support/watching.js';
import { addEndpoint, deliverAll, log } from '../support/webhooks.js';

const HOUR = 3_600_000;
before(openMailing);
after(closeMailing);

test('nothing is sent to an address until its owner presses the button; opening the link is not enough', async () => {
  const account = await app.account();
  const address = newAddress();
  const made = await addEndpoint(app, account.api_key, `mailto:${address}`);
  assert.deepEqual([made.state, made.disabled_reason], ['disabled', 'unconfirmed']);
  assert.deepEqual([made.last_attempt?.code, made.last_attempt?.error], [250, null]);
  assert.deepEqual(made.types, ['watch.changed', 'watch.failed', 'watch.paused']);
  await log(app, account, ['watch.changed']);
  await deliverAll(app);
  assert.equal(mailsTo(address), 1, 'the confirmation mail alone');
  const link = linkIn(server.lastTo(address).text, 'confirm');
  for (let times = 0; times < 2; times += 1) {
    const page = await follow('GET', link);
    assert.match(page.body, /<form method="post">/);
    assert.match(page.body, new RegExp(address));
  }
  await deliverAll(app);
  assert.equal(mailsTo(address), 1);
  assert.match((await follow('POST', link)).body, /Confirmed/);
  assert.match((await follow('POST', link)).body, /Confirmed/, 'a second press is harmless');
  await deliverAll(app);
  assert.equal(mailsTo(address), 1, 'what happened before the consent is not sent');
  await log(app, account, ['watch.changed']);
  await deliverAll(app);
  assert.equal(mailsTo(address), 2);
});

test('a confirmation ends after 48 hours, and one of another endpoint or purpose does not verify', async () => {
  const account = await app.account();
  const address = newAddress();
  await addEndpoint(app, account.api_key, `mailto:${address}`);
  const mail = server.lastTo(address);
  const token = linkIn(mail.text, 'confirm').split('/').at(-1) ?? '';
  const [id = '', ends = '', mac = ''] = token.split('.');
  const unsubscribe = linkIn(mail.text, 'unsubscribe').split('/').at(-1) ?? '';
  for (const wrong of [
    `${app.app.ids.uuid()}.${ends}.${mac}`,
    `${id}.${Number(ends) + 1}.${mac}`,
    `${id}.${ends}.`,
    unsubscribe,
    'nothing',
  ]) {
    assert.equal((await follow('POST', `/mail/confirm/${wrong}`)).statusCode, 404, wrong);
  }
  app.clock.advance(49 * HOUR);
  assert.equal((await follow('POST', `/mail/confirm/${token}`)).statusCode, 404);
});

test('one POST without a key unsubscribes, as mail programs send it; opening the link does not', async () => {
  const { account, address, shown, change } = await confirmed();
  await logRun(account, [[homeOf(1)]]);
  await deliverAll(app);
  const mail = server.lastTo(address);
  assert.equal(mail.header('List-Unsubscribe-Post'), 'List-Unsubscribe=One-Click');
  const link = linkIn(mail.header('List-Unsubscribe'), 'unsubscribe');
  assert.equal(linkIn(mail.text, 'unsubscribe'), link);
  assert.match((await follow('GET', link)).body, /End these alerts/);
  assert.equal((await shown()).state, 'enabled');
  for (let times = 0; times < 2; times += 1) {
    const ended = await follow('POST', link, 'List-Unsubscribe=One-Click');
    assert.deepEqual([ended.statusCode, /Unsubscribed/.test(ended.body)], [200, true]);
  }
  const before = mailsTo(address);
  await logRun(account, [[homeOf(2)]]);
  await deliverAll(app);
  assert.equal(mailsTo(address), before);
  const again = (await change({ state: 'enabled' })).json<EndpointBody>();
  assert.deepEqual([again.state, again.disabled_reason], ['disabled', 'unconfirmed']);
  assert.equal(server.lastTo(address).header('Subject'), 'Confirm alerts about homes');
});

test('nobody is flooded with confirmation mails, whichever accounts ask', async () => {
  const address = newAddress();
  const answers: (string | null | undefined)[] = [];
  for (let nth = 0; nth <= ADDRESS_CONFIRMATIONS_PER_DAY; nth += 1) {
    const account = await app.account();
    const made = await addEndpoint(app, account.api_key, `mailto:${address}`);
    answers.push(made.last_attempt?.error);
  }
  assert.equal(mailsTo(address), ADDRESS_CONFIRMATIONS_PER_DAY);
  assert.match(answers.at(-1) ?? '', /confirmation mails today/);
});

test('only one plain address is accepted, and it cannot be changed afterwards', async () => {
  const { account, change } = await confirmed();
  for (const url of [
    'mailto:',
    'mailto:a@example.com,b@example.com',
    'mailto:a@example.com?bcc=b@example.com',
    'mailto:a@example.com\r\nBcc: b@example.com',
    'mailto:a%0d%0a@example.com',
    'mailto:<a@example.com>',
    'mailto:a@localhost',
    `mailto:${'a'.repeat(250)}@example.com`,
  ]) {
    const answer = await send(app, account.api_key, 'POST', '/v1/endpoints', { url });
    const { error } = answer.json<{ error: { code: string } }>();
    assert.deepEqual([answer.statusCode, error.code], [422, 'endpoint_not_allowed'], url);
  }
  const changed = await change({ url: `mailto:${newAddress()}` });
  assert.equal(changed.statusCode, 422, changed.body);
  assert.equal((await change({ url: 'https://hooks.example.com/' })).statusCode, 422);
});

test('repeating the call that created an endpoint sends no second confirmation', async () => {
  const { api_key } = await app.account();
  const url = `mailto:${newAddress()}`;
  const key = { 'idempotency-key': app.app.ids.uuid() };
  const call = () => send(app, api_key, 'POST', '/v1/endpoints', { url }, key);
  assert.deepEqual([(await call()).statusCode, (await call()).statusCode], [201, 200]);
  assert.equal(mailsTo(url.slice(7)), 1);
});

test('without a mail server a mail address is refused with what the operator must set', async () => {
  const plain = await openTestApp({ idle: true });
  try {
    const { api_key } = await plain.account();
    const answer = await send(plain, api_key, 'POST', '/v1/endpoints', {
      url: 'mailto:somebody@example.com',
    });
    assert.equal(answer.statusCode, 422);
    assert.match(answer.body, /ROWHOUSE_SMTP_URL, ROWHOUSE_MAIL_FROM and ROWHOUSE_PUBLIC_URL/);
  } finally {
    await plain.close();
  }
});
