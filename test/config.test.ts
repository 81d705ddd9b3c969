import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultLimits, LIMITS } from '#contract/limits.js';
import { ConfigError, readConfig } from '../src/config.js';

test('without settings the service runs on the defaults that the documents promise', () => {
  const { limits, upstreams, ...config } = readConfig({});
  assert.deepEqual(limits, defaultLimits());
  assert.deepEqual(upstreams, {});
  assert.deepEqual(config, {
    host: '127.0.0.1',
    port: 8080,
    adminPort: 8081,
    adminToken: null,
    dataDir: './data',
    databaseUrl: null,
    role: 'all',
    secret: null,
    allowedOrigins: [],
    consoleTilesUrl: null,
    sandbox: { seed: 1, homes: 1_000_000 },
    logLevel: 'info',
    caller: { apiKey: null, baseUrl: 'http://127.0.0.1:8080' },
  });
});

const refuses = (env: Record<string, string>, says: RegExp) =>
  assert.throws(
    () => readConfig(env),
    (error) =>
      error instanceof ConfigError && says.test(error.message) && !error.message.includes('\n'),
  );

test('a setting that is not known stops the start and is named', () => {
  refuses({ ROWHOUSE_NOPE: '1' }, /^ROWHOUSE_NOPE is not a setting/);
  refuses({ ROWHOUSE_UPSTREAM_ZILLOW: 'http://x' }, /ROWHOUSE_UPSTREAM_ZILLOW/);
  refuses({ rowhouse_port: '', ROWHOUSE_port: '1' }, /ROWHOUSE_port/);
  assert.doesNotThrow(() => readConfig({ PATH: '/bin', OTHER: '1' }));
});

test('every limit is a setting with its own bounds', () => {
  for (const [name, { value, min, max }] of Object.entries(LIMITS)) {
    const setting = `ROWHOUSE_${name}`;
    assert.ok(min <= value && value <= max, name);
    const read = (text: string) =>
      readConfig({ [setting]: text }).limits[name as keyof typeof LIMITS];
    assert.equal(read(String(min)), min);
    assert.equal(read(String(max)), max);
    refuses({ [setting]: String(max + 1) }, new RegExp(`^${setting} must be a whole number`));
    if (min > 0) refuses({ [setting]: String(min - 1) }, new RegExp(setting));
  }
});

for (const [name, value] of [
  ['PORT', 'abc'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['PORT', '1e3'],
  ['ROWHOUSE_ADMIN_PORT', '0x50'],
  ['ROWHOUSE_ROLE', 'boss'],
  ['ROWHOUSE_LOG_LEVEL', 'loud'],
  ['ROWHOUSE_SECRET', 'short'],
  ['ROWHOUSE_ADMIN_TOKEN', 'short'],
  ['DATABASE_URL', 'mysql://host/db'],
  ['ROWHOUSE_ALLOWED_ORIGINS', 'app.example.com'],
  ['ROWHOUSE_ALLOWED_ORIGINS', 'https://app.example.com/path'],
  ['ROWHOUSE_CONSOLE_TILES_URL', 'https://tiles.example.com/one.png'],
  ['ROWHOUSE_CONSOLE_TILES_URL', 'https://tiles.example.com;script-src/{z}/{x}/{y}.png'],
  ['ROWHOUSE_UPSTREAM_AUCTION', 'ftp://host'],
  ['ROWHOUSE_SANDBOX_SEED', 'x'],
] as const) {
  test(`${name}=${value} stops the start with one line that names it`, () => {
    refuses({ [name]: value }, new RegExp(`^${name} `));
  });
}

test('headers of an upstream are a JSON object of texts', () => {
  const env = (headers: string) => ({
    ROWHOUSE_UPSTREAM_PORTAL_A: 'https://listings.example.com/base',
    ROWHOUSE_UPSTREAM_PORTAL_A_HEADERS: headers,
  });
  assert.deepEqual(readConfig(env('{"x-token":"a"}')).upstreams.portal_a, {
    url: 'https://listings.example.com/base',
    headers: { 'x-token': 'a' },
  });
  for (const bad of ['{', '[]', '"x"', '{"a":1}', 'null']) refuses(env(bad), /_HEADERS must be/);
  const alone = (headers: string) => ({ ROWHOUSE_UPSTREAM_AUCTION_HEADERS: headers });
  refuses(alone('{'), /_HEADERS must be/);
  refuses(alone('{"a":"b"}'), /set without ROWHOUSE_UPSTREAM_AUCTION/);
});

test('an empty setting is a setting that is not there', () => {
  assert.equal(readConfig({ PORT: '', ROWHOUSE_SECRET: ' ' }).port, 8080);
});

test('the settings cannot be changed after reading', () => {
  const config = readConfig({});
  assert.ok(Object.isFrozen(config) && Object.isFrozen(config.limits));
});
