/** Alerts by mail: one digest for a run, refusals and bounds (docs/mail.md). */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ADDRESS_MAILS_PER_DAY } from '#service/mail/mail-bounds.js';
import { serveEndpoint } from '#service/webhooks/serve-endpoint.js';
import { insertEvents } from '#store/events.js';
import {
  app,
  closeMailing,
  confirmed,
  homeOf,
  logRun,
  mailsTo,
  newAddress,
  openMailing,
  server,
} from '../support/mailing.js';
import { eventsAfter, runDue, watch } from '../support/watching.js';
import { claimTurn, deliverAll } from '../support/webhooks.js';

const DAY = 86_400_000;
before(openMailing);
after(closeMailing);

test('a run with several events is one digest: counts in the subject, at most 50 homes, nothing unescaped', async () => {
  const { account, address } = await confirmed();
  const cut = homeOf(1, {
    kind: 'changed',
    previous: { list_price: { amount: 550_000, currency: 'USD' } },
  });
  const evil = homeOf(2, {
    row: {
      source_id: 'h2',
      address: { line1: '2 <b>"Oak"\r\nBcc: x@example.com\u202e' },
      source_url: 'javascript:alert(1)',
    },
  });
  const gone = homeOf(3, { kind: 'removed' });
  const many = Array.from({ length: 60 }, (_each, at) => homeOf(100 + at));
  await logRun(account, [[cut, evil, gone], many.slice(0, 20), many.slice(20, 40), many.slice(40)]);
  await deliverAll(app);
  assert.equal(mailsTo(address), 2, 'the confirmation and one digest');
  const mail = server.lastTo(address);
  assert.equal(mail.header('Subject'), '78704: 61 new, 1 price cut, 1 gone');
  assert.equal(mail.header('Bcc'), '0 lines');
  assert.equal(mail.text.match(/^- /gm)?.length, 50);
  assert.match(mail.text, /And 13 more: see the watch in the console\.\r?\n {2}https:\/\/homes/);
  assert.match(mail.text, /^- New: 2 <b>"Oak" {1,2}Bcc: x@example\.com *, no price\r?$/m);
  assert.match(mail.html, /2 &lt;b&gt;&quot;Oak&quot;/);
  assert.ok(!mail.raw.includes('javascript:') && !mail.html.includes('<b>'));
  assert.match(mail.html, /<a href="https:\/\/portal\.example\.com\/h100">New: 100 Oak St, Austin/);
});

test('a price cut shows the price before, and a later run is another mail', async () => {
  const { account, address } = await confirmed();
  const previous = { list_price: { amount: 550_000, currency: 'USD' } };
  await logRun(account, [[homeOf(1, { kind: 'changed', previous })]]);
  await logRun(account, [[homeOf(2)]]);
  await deliverAll(app);
  assert.equal(mailsTo(address), 3);
  const cut = server.mails.find(({ to, text }) => to === address && text.includes('was'));
  assert.match(
    cut?.text ?? '',
    /- Price cut: 1 Oak St, Austin, TX, 78704, \$500,001, was \$550,000\r?\n {2}https/,
  );
  assert.equal(server.lastTo(address).header('Subject'), '78704: 1 new');
});

test('the reason of another event is one sentence, whether it is written as one or as a word', async () => {
  const { account, address } = await confirmed({ types: ['watch.paused', 'endpoint.disabled'] });
  const eventOf = (type: string, reason: string) => ({
    event_id: app.app.ids.uuid(),
    type,
    watch_id: null,
    data: { reason, endpoint_id: app.app.ids.uuid() },
  });
  const events = [
    eventOf('watch.paused', 'A run may cost 2 credits (max_credits_per_run).'),
    eventOf('endpoint.disabled', 'gone'),
  ];
  await insertEvents(app.app.db, account.account_id, events, new Date(app.clock.nowMs()));
  await deliverAll(app);
  const said = server.mails.flatMap(({ to, text }) =>
    to === address ? (/Reason: .*[^\r\n]/.exec(text) ?? []) : [],
  );
  assert.deepEqual(said, [
    'Reason: A run may cost 2 credits (max_credits_per_run).',
    'Reason: gone.',
  ]);
});

test('a temporary refusal is retried with the same Message-ID, a permanent one disables the endpoint', async () => {
  const { account, address, shown } = await confirmed({
    types: ['watch.changed'],
  });
  const other = await confirmed({ account, types: ['endpoint.disabled'] });
  server.answer({ rcpt: '450 later' });
  await logRun(account, [[homeOf(1)]]);
  await deliverAll(app);
  const failed = await shown();
  assert.deepEqual([failed.state, failed.last_attempt?.code], ['enabled', 450]);
  assert.equal(mailsTo(address), 1);
  server.answer({});
  app.clock.advance(10_000);
  await deliverAll(app);
  assert.equal(mailsTo(address), 2);
  assert.match(server.lastTo(address).header('Message-ID'), /_.*@homes\.example\.com>$/);
  server.answer({ rcpt: '550 nobody of this name', of: address });
  await logRun(account, [[homeOf(2)]]);
  await deliverAll(app);
  assert.deepEqual([(await shown()).disabled_reason, mailsTo(address)], ['gone', 2]);
  const events = await eventsAfter(app, account.api_key, 0);
  assert.equal(events.at(-1)?.type, 'endpoint.disabled');
  server.answer({});
  app.clock.advance(10_000);
  await deliverAll(app);
  assert.match(server.lastTo(other.address).text, /receives nothing more/);
});

test('last_attempt distinguishes a rejected address from a rejected mail', async () => {
  for (const [replies, error] of [
    [{ rcpt: '550 nobody of this name' }, 'answered 550: it refuses this address.'],
    [{ data: '554 looks like spam' }, 'answered 554: it refuses the content of this mail.'],
  ] as const) {
    const { account, shown } = await confirmed();
    server.answer(replies);
    await logRun(account, [[homeOf(1)]]);
    await deliverAll(app);
    const { disabled_reason, last_attempt } = await shown();
    assert.deepEqual([disabled_reason, last_attempt?.error], ['gone', `The mail server ${error}`]);
  }
});

test("a server that refuses the operator's sender disables nobody", async () => {
  const { account, shown } = await confirmed();
  server.answer({ mail: '550 unknown sender' });
  await logRun(account, [[homeOf(1)]]);
  await deliverAll(app);
  const { state, last_attempt } = await shown();
  assert.deepEqual([state, last_attempt?.code], ['enabled', 550]);
  server.answer({});
  app.clock.advance(10_000);
  await deliverAll(app);
  assert.equal((await shown()).last_attempt?.code, 250);
});

test('a delivery that a dying process did not record is sent again as the same mail; no other is', async () => {
  const { account, address } = await confirmed();
  await logRun(account, [[homeOf(1)]]);
  await logRun(account, [[homeOf(2)], [homeOf(3)]]);
  const endpoint = await claimTurn(app.app);
  assert.ok(endpoint);
  // The process loses its lease before it records its first delivery.
  app.clock.advance(app.app.limits.LEASE_S * 1_000 + 1);
  const successor = await claimTurn(app.app);
  assert.ok(successor);
  const signal = new AbortController().signal;
  await serveEndpoint(app.app, endpoint, signal);
  await serveEndpoint(app.app, successor, signal);
  await deliverAll(app);
  const ids = server.mails
    .filter(({ to, raw }) => to === address && raw.includes('78704'))
    .map((mail) => mail.header('Message-ID'));
  assert.equal(ids.length, 3, 'the first run twice, the second once');
  assert.equal(new Set(ids).size, 2);
});

test('an address gets a bounded number of mails a day over all accounts; other addresses of them still do', async () => {
  const address = newAddress();
  const one = await confirmed({ address });
  const two = await confirmed({ address: address.replace('@', '+tag@') });
  const free = await confirmed({ account: two.account });
  const half = ADDRESS_MAILS_PER_DAY / 2;
  for (let nth = 0; nth < half + 1; nth += 1) {
    await logRun(one.account, [[homeOf(nth)]]);
    await logRun(two.account, [[homeOf(nth)]]);
    await deliverAll(app);
  }
  const digests = (to: string) =>
    server.mails.filter((mail) => mail.to === to && mail.header('Subject').startsWith('78704'))
      .length;
  assert.equal(digests(one.address) + digests(two.address), ADDRESS_MAILS_PER_DAY);
  assert.equal(digests(free.address), half + 1);
  const held = await two.shown();
  assert.equal(held.state, 'enabled');
  assert.match(held.last_attempt?.error ?? '', /The address has got 50 mails today/);
  app.clock.advance(DAY);
  await deliverAll(app);
  assert.equal(digests(one.address) + digests(two.address), 2 * half + 2, 'the next day continues');
});

const DAYS = 6;

test('a watch of the sandbox ends in one mail a run, with what its events say', async () => {
  const { account, address } = await confirmed();
  app.release();
  const { watch_id } = await watch(app, account.api_key);
  const before = mailsTo(address);
  await runDue(app);
  for (let day = 0; day < DAYS; day += 1) {
    app.clock.advance(DAY);
    await runDue(app);
    await deliverAll(app);
  }
  await app.hold();
  const events = (await eventsAfter(app, account.api_key)).filter(
    (event) => event.type === 'watch.changed' && event.watch_id === watch_id,
  );
  const runs = new Map<string, number>();
  for (const { data } of events) {
    const { run_id, changes } = data as { run_id: string; changes: readonly object[] };
    runs.set(run_id, (runs.get(run_id) ?? 0) + changes.length);
  }
  assert.ok(runs.size > 0, `something changed in ${DAYS} days`);
  const mails = server.mails.filter(({ to }) => to === address).slice(before);
  assert.equal(mails.length, runs.size, 'one mail for each run that found changes');
  const counts = mails.map((mail) =>
    [...mail.header('Subject').matchAll(/(\d+) (?:new|price|gone|back|changed)/g)]
      .map(([, count]) => Number(count))
      .reduce((sum, count) => sum + count, 0),
  );
  assert.deepEqual(counts, [...runs.values()], mails.map((mail) => mail.header('Subject')).join());
  for (const mail of mails) assert.match(mail.text, /^- .*Austin, TX, 78704/m);
});
