import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultLimits, LIMITS } from '#base/limits.js';
import { OperatorError } from '#base/operator-error.js';
import { readConfig } from '../src/config.js';

test('without settings the service runs on the defaults that the documents promise', () => {
  const { limits, upstreams, ...config } = readConfig({});
  assert.deepEqual(limits, defaultLimits());
  assert.deepEqual(upstreams, {});
  assert.deepEqual(config, {
    host: '127.0.0.1',
    port: 8080,
    adminPort: 8081,
    metrics: null,
    traces: null,
    adminToken: null,
    operator: null,
    adminHosts: [],
    dataDir: './data',
    databaseUrl: null,
    schema: null,
    role: 'all',
    secret: null,
    allowedOrigins: [],
    consoleTilesUrl: null,
    consolePmtiles: null,
    mcp: true,
    webhookPrivate: false,
    mail: null,
    demo: false,
    trustedProxies: [],
    openSetHosts: [],
    openSetTokens: {},
    sites: {
      portal_a: 'https://portal-a.example.invalid',
      portal_b: 'https://portal-b.example.invalid',
      mls: 'https://mls.example.invalid',
      records: 'https://records.example.invalid',
      nyc_portal: 'https://nyc-portal.example.invalid',
      auction: 'https://auction.example.invalid',
      open_data: 'https://open-data.example.invalid',
    },
    sandbox: { isOn: true, seed: 1, homes: 1_000_000, port: 8082 },
    logLevel: 'info',
    caller: { apiKey: null, baseUrl: 'http://127.0.0.1:8080' },
  });
});

const rejects = (env: Record<string, string>, description: RegExp) =>
  assert.throws(
    () => readConfig(env),
    (error) =>
      error instanceof OperatorError &&
      description.test(error.message) &&
      !error.message.includes('\n'),
  );

test('a setting that is not known stops the start and is named', () => {
  rejects({ ROWHOUSE_NOPE: '1' }, /^ROWHOUSE_NOPE is not a setting/);
  rejects({ ROWHOUSE_UPSTREAM_ZILLOW: 'http://x' }, /ROWHOUSE_UPSTREAM_ZILLOW/);
  rejects({ rowhouse_port: '', ROWHOUSE_port: '1' }, /ROWHOUSE_port/);
  assert.doesNotThrow(() => readConfig({ PATH: '/bin', OTHER: '1' }));
});

test('whatever is turned on or off has one spelling', () => {
  const read = (name: string, text: string) => {
    const { mcp, webhookPrivate, sandbox, limits, demo } = readConfig({ [name]: text });
    return [mcp, webhookPrivate, sandbox.isOn, limits.READ_AHEAD === 1, demo];
  };
  const names = ['MCP', 'WEBHOOK_PRIVATE', 'SANDBOX', 'READ_AHEAD', 'DEMO'].map(
    (one) => `ROWHOUSE_${one}`,
  );
  for (const [place, name] of names.entries()) {
    assert.equal(read(name, 'on')[place], true, name);
    assert.equal(read(name, 'off')[place], false, name);
    for (const other of ['yes', 'true', '1', 'ON', 'auto']) {
      rejects({ [name]: other }, new RegExp(`^${name} must be one of on, off`));
    }
  }
});

test('every limit is a setting with its own bounds', () => {
  for (const [name, { value, min, max }] of Object.entries(LIMITS)) {
    const setting = `ROWHOUSE_${name}`;
    assert.ok(min <= value && value <= max, name);
    const read = (text: string) =>
      readConfig({ [setting]: text }).limits[name as keyof typeof LIMITS];
    assert.equal(read(String(min)), min);
    assert.equal(read(String(max)), max);
    rejects({ [setting]: String(max + 1) }, new RegExp(`^${setting} must be a whole number`));
    if (min > 0) rejects({ [setting]: String(min - 1) }, new RegExp(setting));
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
  ['ROWHOUSE_METRICS_ADDRESS', '9464'],
  ['ROWHOUSE_METRICS_ADDRESS', '10.0.0.5:70000'],
  ['ROWHOUSE_METRICS_ADDRESS', 'a b:1'],
  ['ROWHOUSE_ADMIN_TOKEN', 'short'],
  ['DATABASE_URL', 'mysql://host/db'],
  ['ROWHOUSE_ALLOWED_ORIGINS', 'app.example.com'],
  ['ROWHOUSE_ADMIN_TOKEN', 'sixteen characters and spaces'],
  ['ROWHOUSE_ALLOWED_ORIGINS', 'https://app.example.com/path'],
  ['ROWHOUSE_ALLOWED_ORIGINS', 'https://*.example.com'],
  ['ROWHOUSE_ALLOWED_ORIGINS', '*'],
  ['ROWHOUSE_ALLOWED_ORIGINS', 'null'],
  ['ROWHOUSE_ALLOWED_ORIGINS', 'ftp://files.example.com'],
  ['ROWHOUSE_ALLOWED_ORIGINS', 'https://good.example.com,https://a\nb.example.com'],
  ['ROWHOUSE_ADMIN_HOSTS', 'metrics:8081'],
  ['ROWHOUSE_ADMIN_HOSTS', 'http://metrics'],
  ['ROWHOUSE_ADMIN_HOSTS', '*.internal'],
  ['ROWHOUSE_ROLE', 'a\nb'],
  ['PORT', '80\n80'],
  ['ROWHOUSE_CONSOLE_TILES_URL', 'https://tiles.example.com/one.png'],
  ['ROWHOUSE_CONSOLE_TILES_URL', 'https://tiles.example.com;script-src/{z}/{x}/{y}.png'],
  ['ROWHOUSE_UPSTREAM_AUCTION', 'ftp://host'],
  ['ROWHOUSE_SANDBOX_SEED', 'x'],
] as const) {
  test(`${name}=${value} stops the start with one line that names it`, () => {
    rejects({ [name]: value }, new RegExp(`^${name} `));
  });
}

test('upstream pages are stored at most half as long as results of licensed feeds', () => {
  const env = { ROWHOUSE_UPSTREAM_CACHE_S: '1801', ROWHOUSE_FEED_RETENTION_S: '3600' };
  assert.throws(
    () => readConfig(env),
    /UPSTREAM_CACHE_S \(1801\).*half of ROWHOUSE_FEED_RETENTION_S/,
  );
  assert.doesNotThrow(() => readConfig({ ...env, ROWHOUSE_UPSTREAM_CACHE_S: '1800' }));
});

test('tokens of open sets are by host with its port; no message quotes one', () => {
  const name = 'ROWHOUSE_OPEN_SET_TOKENS';
  const read = (value: object) => readConfig({ [name]: JSON.stringify(value) }).openSetTokens;
  assert.deepEqual(read({ 'Data.Example.gov': 'aB3_x', '10.0.0.7:8443': 'token/2=' }), {
    'data.example.gov': 'aB3_x',
    '10.0.0.7:8443': 'token/2=',
  });
  for (const value of [
    'secret-of-mine',
    '["secret-of-mine"]',
    '{}',
    '{"https://data.example.gov":"secret-of-mine"}',
    '{"data.example.gov/resource":"secret-of-mine"}',
    '{"me@data.example.gov":"secret-of-mine"}',
    '{"data.example.gov":"secret of mine"}',
    '{"data.example.gov":"secret-of-mine\\r\\nX-Other: 1"}',
    '{"data.example.gov":"{uuid}"}',
    '{"data.example.gov":7}',
    '{"data.example.gov":""}',
  ]) {
    assert.throws(
      () => readConfig({ [name]: value }),
      ({ message }: Error) => message.startsWith(`${name} must be`) && !/secret|uuid/.test(message),
      value,
    );
  }
});

test('hosts of the admin listener and allowed sites are lists with commas', () => {
  const { adminHosts, allowedOrigins } = readConfig({
    ROWHOUSE_ADMIN_HOSTS: 'Collector-1, metrics.internal,[fd00::1],10.0.0.7',
    ROWHOUSE_ALLOWED_ORIGINS: 'https://app.example.com, http://localhost:5173,http://[::1]:1',
  });
  assert.deepEqual(adminHosts, ['collector-1', 'metrics.internal', 'fd00::1', '10.0.0.7']);
  assert.deepEqual(allowedOrigins, [
    'https://app.example.com',
    'http://localhost:5173',
    'http://[::1]:1',
  ]);
});

test('the public site of a source is an origin without credentials', () => {
  const site = (value: string) => readConfig({ ROWHOUSE_SITE_AUCTION: value }).sites.auction;
  assert.equal(site('https://www.example.com'), 'https://www.example.com');
  assert.equal(site('HTTP://WWW.example.com:8080/'), 'http://www.example.com:8080');
  for (const bad of [
    'www.example.com',
    'ftp://www.example.com',
    'https://www.example.com/homes',
    'https://www.example.com?x',
    'https://operator:secret@www.example.com',
  ]) {
    rejects({ ROWHOUSE_SITE_AUCTION: bad }, /^ROWHOUSE_SITE_AUCTION must be a site like/);
  }
});

test('an empty setting is a setting that is not there', () => {
  assert.equal(readConfig({ PORT: '', ROWHOUSE_SECRET: ' ' }).port, 8080);
});

test('the settings cannot be changed after reading', () => {
  const config = readConfig({});
  assert.ok(Object.isFrozen(config) && Object.isFrozen(config.limits));
});
