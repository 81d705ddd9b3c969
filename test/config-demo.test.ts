import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspectConfig, readConfig } from '../src/config.js';

/** Settings that are right alone. */
const REFUSED: Readonly<Record<string, string>> = {
  ROWHOUSE_UPSTREAM_PORTAL_A: 'https://listings.example.com',
  ROWHOUSE_UPSTREAM_PORTAL_B: 'rowhouse+https://KEY@core.example.com',
  ROWHOUSE_UPSTREAM_MLS_FEEDS: '{"actris":{"url":"https://feed.example.com"}}',
  ROWHOUSE_UPSTREAM_OPEN_DATA: 'https://data.example.gov/sales.csv',
  ROWHOUSE_SITE_AUCTION: 'https://auction.example.com',
  ROWHOUSE_SANDBOX: 'off',
  ROWHOUSE_OPEN_SET_HOSTS: 'data.internal',
  ROWHOUSE_SMTP_URL: 'smtps://mail.example.com',
  ROWHOUSE_MAIL_FROM: 'alerts@example.com',
  ROWHOUSE_PUBLIC_URL: 'https://homes.example.com',
  ROWHOUSE_WEBHOOK_PRIVATE: 'on',
  ROWHOUSE_ADMIN_HOSTS: 'admin.internal',
  ROWHOUSE_METRICS_ADDRESS: '10.0.0.5:9464',
};
const demoFaults = (env: Readonly<Record<string, string>>) =>
  inspectConfig({ ROWHOUSE_DEMO: 'on', ...env }).faults.filter(({ part }) => part === 'demo');

test('each setting that leads out of a demo, or into it, is refused by name in one line', () => {
  for (const [name, value] of Object.entries(REFUSED)) {
    const [fault, ...more] = demoFaults({ [name]: value });
    assert.match(
      fault?.message ?? '',
      new RegExp(`^Unset ${name} \\(.+\\), or unset ROWHOUSE_DEMO: they exclude each other\\.$`),
    );
    assert.ok(!fault?.message.includes(value), 'no value is quoted');
    assert.deepEqual(more, []);
  }
  const [all] = demoFaults(REFUSED);
  for (const name of Object.keys(REFUSED)) assert.ok(all?.message.includes(name), name);
});

test('the same settings with harmless values are accepted', () => {
  const { demo, trustedProxies } = readConfig({
    ROWHOUSE_DEMO: 'on',
    ROWHOUSE_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8, fd00::/8',
    HOST: '0.0.0.0',
    ROWHOUSE_SANDBOX: 'on',
    ROWHOUSE_WEBHOOK_PRIVATE: 'off',
    ROWHOUSE_METRICS_ADDRESS: '127.0.0.1:9464',
  });
  assert.deepEqual([demo, trustedProxies], [true, ['127.0.0.1', '10.0.0.0/8', 'fd00::/8']]);
});

test('bounds of a demo may be lowered, not raised', () => {
  const { limits } = readConfig({ ROWHOUSE_DEMO: 'on', ROWHOUSE_SNAPSHOTS_MAX: '1' });
  assert.deepEqual(
    [limits.WATCHES_MAX, limits.SNAPSHOTS_MAX, limits.LOOKUP_BATCHES_MAX, limits.PENDING_MAX],
    [2, 1, 5, 8],
  );
  assert.throws(
    () => readConfig({ ROWHOUSE_DEMO: 'on', ROWHOUSE_WATCHES_MAX: '3' }),
    /ROWHOUSE_WATCHES_MAX must be a whole number from 0 to 2/,
  );
  assert.equal(readConfig({ ROWHOUSE_WATCHES_MAX: '3' }).limits.WATCHES_MAX, 3);
});

test('a trusted proxy is an address or a block', () => {
  for (const wrong of ['proxy.internal', '10.0.0.0/40', 'loopback', '*']) {
    assert.throws(
      () => readConfig({ ROWHOUSE_TRUSTED_PROXIES: wrong }),
      /^OperatorError: ROWHOUSE_TRUSTED_PROXIES takes IP addresses and blocks/,
    );
  }
});
