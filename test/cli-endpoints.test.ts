/** `rowhouse endpoints` against the application, with a consumer on loopback. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { DeliveriesBody, EndpointSecretBody } from '#contract/operations/endpoints.js';
import { addressOf } from './support/call-app.js';
import { sharedApp, type TestAccount } from './support/open-test-app.js';
import { callerOf, rowhouse } from './support/run-rowhouse.js';
import { deliverAll, log, PRIVATE, startConsumer, status } from './support/webhooks.js';

const t = sharedApp({ env: PRIVATE, idle: true });
before(async () => {
  await t.server.listen({ port: 0, host: '127.0.0.1' });
});

const run = ({ api_key }: Pick<TestAccount, 'api_key'>, ...words: string[]) =>
  rowhouse(['endpoints', ...words], callerOf(api_key, addressOf(t)));

/** A command that succeeds: what it prints. */
async function done(account: TestAccount, ...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(account, ...words);
  assert.deepEqual([code, stderr], [0, ''], stdout);
  return stdout;
}

const json = async <T>(account: TestAccount, ...words: string[]): Promise<T> =>
  JSON.parse(await done(account, ...words, '--json')) as T;
const lines = (text: string) => text.split('\n').filter((line) => line !== '');

test('an endpoint is created, tested, listed, shown, disabled, enabled, rotated and removed', async (c) => {
  const consumer = await startConsumer();
  c.after(consumer.close);
  const account = await t.account();
  assert.equal(await done(account, 'list'), 'none\n');
  const made = await done(
    account,
    'create',
    consumer.url,
    '--name',
    'Hook',
    '--types',
    'watch.changed,watch.failed',
  );
  const [id = '', secret = ''] =
    /^Endpoint (\S+) is enabled: http:\S+\nIt receives watch\.changed, watch\.failed\.\nSecret \(shown only once\): (whsec_\S+)\nTry it/
      .exec(made)
      ?.slice(1) ?? assert.fail(made);
  assert.match(
    await done(account, 'test', id),
    new RegExp(`^Event 1 was written\\. Check its delivery .* endpoints show ${id}\n$`),
  );
  await deliverAll(t);
  assert.equal(consumer.received.length, 1);
  const shown = await done(account, 'show', id);
  assert.match(shown, /^last_attempt\.code: 204$/m);
  assert.ok(!shown.includes(secret));
  const [heading = '', line = ''] = lines(await done(account, 'list'));
  assert.match(heading, /^endpoint_id +name +url +state +next_seq +last_attempt +failing_since$/);
  assert.match(line, new RegExp(`^${id}  Hook  ${consumer.url}  enabled  2 .*Z 204$`));
  assert.match(await done(account, 'disable', id), /is disabled\. Resume with: .* enable \S+\n$/);
  assert.match(lines(await done(account, 'list'))[1] ?? '', / disabled \(by_caller\) /);
  assert.match(
    await done(account, 'test', id),
    /^Event 2 was written\. It is sent once the endpoint is enabled: .* enable \S+\n$/,
  );
  assert.match(await done(account, 'enable', id), /is enabled\. .* from number 2 on\.\n$/);
  const rotated = await done(account, 'rotate', id);
  assert.match(
    rotated,
    /^Secret \(shown only once\): whsec_\S+\nThe old one also signs until .*Z\.\n$/,
  );
  assert.ok(!rotated.includes(secret));
  assert.match(
    await done(account, 'delete', id),
    /was deleted\. The events remain in the log\.\n$/,
  );
  assert.equal(await done(account, 'list'), 'none\n');
});

test('deliveries that failed are listed, sent again and replayed', async (c) => {
  const consumer = await startConsumer();
  c.after(consumer.close);
  const account = await t.account();
  const made = await json<EndpointSecretBody>(account, 'create', consumer.url);
  assert.match(made.secret, /^whsec_/);
  assert.ok(!('meta' in made));
  const id = made.endpoint_id;
  consumer.answer(status(500));
  await log(t, account, ['watch.changed']);
  await deliverAll(t);
  const [heading = '', line = ''] = lines(await done(account, 'deliveries', id));
  assert.match(heading, /^seq +type +status +attempts +next_attempt +last_attempt$/);
  assert.match(line, /^1 +watch\.changed +pending +1 +\S+ \S+Z +\S+ \S+Z It answered 500\.$/);
  const none = await json<DeliveriesBody>(account, 'deliveries', id, '--status', 'failed');
  assert.deepEqual(none.deliveries, []);
  consumer.answer(status(204));
  assert.equal(await done(account, 'redeliver', '1'), 'Event 1 is sent again to 1 endpoint.\n');
  await deliverAll(t);
  assert.match(lines(await done(account, 'deliveries', id))[1] ?? '', /^1 .* delivered .*Z 204$/);
  assert.match(await done(account, 'replay', id, '--after', '0'), /from number 1 on\.\n$/);
  await deliverAll(t);
  assert.deepEqual(consumer.seqs(), [1, 1, 1]);
  await done(account, 'disable', id);
  assert.match(await done(account, 'redeliver', '1'), /^Nothing to send: no enabled/);
  assert.match(await done(account, 'replay', id, '--after', '0'), /on once it is enabled\.\n$/);
});

test('a wrong command on endpoints is one line that names the flag, with the exit code of its kind', async () => {
  const account = await t.account();
  const nobody = '01a1fdfa-5237-7a67-affc-e312d6f48fa6';
  for (const [words, description, code] of [
    [['create', 'ftp://127.0.0.1/'], /\(endpoint_not_allowed\)/, 2],
    [['create', 'http://127.0.0.1/', '--types', 'watch.sold'], /watch\.started,watch\.changed/, 2],
    [['create', 'http://127.0.0.1/', '--name', 'a\u0007b'], /\(invalid_body, --name\)/, 2],
    [['create'], /missing required argument 'url'/, 2],
    [['show', nobody], /"rowhouse endpoints list" lists .* \(endpoint_not_found\)/, 2],
    [['deliveries', nobody, '--status', 'lost'], /pending, delivered, failed/, 2],
    [['replay', nobody], /required option '--after <n>' not specified/, 2],
    [['replay', nobody, '--after', 'x'], /whole number from 0/, 2],
    [['redeliver', 'x'], /whole number from 1/, 2],
    [['redeliver', '7'], /"rowhouse events" lists its events\. \(event_not_found\)/, 2],
    [['list', '--api-key', 'rh_live_nobody'], /\(invalid_api_key\)/, 3],
    [['list', '--base-url', 'http://127.0.0.1:1'], /No answer from .* \(connection_failed\)/, 5],
  ] as const) {
    const wrong = await run(account, ...words);
    assert.match(wrong.stderr, description);
    assert.deepEqual([wrong.code, wrong.stdout], [code, ''], words.join(' '));
    const [, ...more] = lines(wrong.stderr);
    assert.ok(
      more.every((line) => line === '(add --help for the arguments)'),
      wrong.stderr,
    );
  }
});
