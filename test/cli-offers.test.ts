/** Commands against the application: words mean the same as options, mistakes are named. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { addressOf } from './support/call-app.js';
import { sharedApp } from './support/open-test-app.js';
import { callerOf, rowhouse } from './support/run-rowhouse.js';

const t = sharedApp({ limits: { READ_AHEAD: 0 } });
let key: string;
before(async () => {
  await t.server.listen({ port: 0, host: '127.0.0.1' });
  key = (await t.account()).api_key;
  await t.settled('/v1/portal_a/listings?zip=78704', key);
});

test('statistics of an unread area say what stores its homes', async () => {
  const words = ['statistics', '--zip', '99501', '--kind', 'listings'];
  const { code, stdout } = await rowhouse(words, callerOf(key, addressOf(t)));
  assert.equal(code, 0);
  assert.match(stdout, /^Nothing of this kind is stored .*rowhouse search --help/);
});

const run = (...words: string[]) => rowhouse(['offers', ...words], callerOf(key, addressOf(t)));

test('words are read as options, which are printed, and those that mean nothing are named', async () => {
  const asked = await run('3-bed', 'under', '900k', 'in', '78704,', 'with', 'a', 'pool');
  assert.equal(asked.code, 0, asked.stderr);
  const options = ['--kind', 'listings', '--beds-min', '3', '--max-price', '900000'];
  assert.equal(asked.stderr, `Read as: ${options.join(' ')} --zip 78704\nNot read: pool\n`);
  const plain = await run(...options, '--zip', '78704');
  assert.deepEqual([plain.code, plain.stderr], [0, '']);
  assert.equal(asked.stdout, plain.stdout);
  assert.match(plain.stdout, /^[1-9]\d* homes\n/);
});

test('an option takes precedence over the words, and a place without its state is rejected', async () => {
  const asked = await run('homes under 1 in 78704', '--max-price', '900000', '--json');
  assert.ok((JSON.parse(asked.stdout) as { count: number }).count > 0);
  const { code, stderr } = await run('homes', 'in', 'Austin');
  assert.equal(code, 2);
  assert.match(stderr, /city with state/);
  const unkind = await run('--zip', '78704');
  assert.equal(unkind.code, 2);
  assert.match(unkind.stderr, /listings or rentals\. \(unsupported_or_invalid_query, --kind\)\n$/);
});

test('a wrong address of the service is named as such', async () => {
  const words = ['accounts', 'list', '--admin-url', 'nonsense'];
  const { code, stderr } = await rowhouse(words, callerOf(key, addressOf(t)));
  assert.equal(code, 1);
  assert.match(stderr, /--admin-url.*is not an address\. Give one like http:/);
});
