import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultLimits, LIMITS } from '#base/limits.js';
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
    adminHosts: [],
    dataDir: './data',
    databaseUrl: null,
    role: 'all',
    secret: null,
    allowedOrigins: [],
    consoleTilesUrl: null,
    sites: {
      portal_a: 'https://portal-a.example.invalid',
      portal_b: 'https://portal-b.example.invalid',
      mls: 'https://mls.example.invalid',
      records: 'https://records.example.invalid',
      nyc_portal: 'https://nyc-portal.example.invalid',
      auction: 'https://auction.example.invalid',
    },
    sandbox: { mode: 'auto', seed: 1, homes: 1_000_000, port: 8082 },
    logLevel: 'info',
    caller: { apiKey: null, baseUrl: 'http://127.0.0.1:8080' },
  });
});

const rejects = (env: Record<string, string>, description: RegExp) =>
  assert.throws(
    () => readConfig(env),
    (error) =>
      error instanceof ConfigError &&
      description.test(error.message) &&
      !error.message.includes('\n'),
  );

test('a setting that is not known stops the start and is named', () => {
  rejects({ ROWHOUSE_NOPE: '1' }, /^ROWHOUSE_NOPE is not a setting/);
  rejects({ ROWHOUSE_UPSTREAM_ZILLOW: 'http://x' }, /ROWHOUSE_UPSTREAM_ZILLOW/);
  rejects({ rowhouse_port: '', ROWHOUSE_port: '1' }, /ROWHOUSE_port/);
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

test('headers of an upstream are a JSON object of texts', () => {
  const env = (headers: string) => ({
    ROWHOUSE_UPSTREAM_PORTAL_A: 'https://listings.example.com/base',
    ROWHOUSE_UPSTREAM_PORTAL_A_HEADERS: headers,
  });
  assert.deepEqual(readConfig(env('{"x-token":"a"}')).upstreams.portal_a, {
    url: 'https://listings.example.com/base',
    headers: { 'x-token': 'a' },
  });
  for (const bad of ['{', '[]', '"x"', '{"a":1}', 'null']) rejects(env(bad), /_HEADERS must be/);
  const alone = (headers: string) => ({ ROWHOUSE_UPSTREAM_AUCTION_HEADERS: headers });
  rejects(alone('{'), /set without ROWHOUSE_UPSTREAM_AUCTION/);
  rejects(alone('{"a":"b"}'), /set without ROWHOUSE_UPSTREAM_AUCTION/);
});

test('what is no header stops the start with one line that quotes no value', () => {
  for (const [headers, words] of [
    ['{"x y":"a-secret"}', /not the name of a header/],
    ['{"":"a-secret"}', /not the name of a header/],
    ['{"x\\ny":"a-secret"}', /not the name of a header/],
    ['{"x-ключ":"a-secret"}', /not the name of a header/],
    ['{"Host":"a-secret"}', /may not set "host"/],
    ['{"Content-Length":"a-secret"}', /may not set "content-length"/],
    ['{"transfer-encoding":"a-secret"}', /may not set "transfer-encoding"/],
    ['{"CONNECTION":"a-secret"}', /may not set "connection"/],
    ['{"x-token":""}', /holds no value for "x-token"/],
    ['{"x-token":" \\t"}', /holds no value for "x-token"/],
    ['{"x-token":"a-secret\\r\\nx-other: 1"}', /value for "x-token" that no header/],
    ['{"x-token":"a-secret\\u0000"}', /value for "x-token" that no header/],
    ['{"x-token":"a-secret€"}', /value for "x-token" that no header/],
    ['{"x-token":"a-secret","X-Token":"b"}', /names "x-token" twice/],
  ] as const) {
    const env = {
      ROWHOUSE_UPSTREAM_PORTAL_A: 'https://listings.example.com',
      ROWHOUSE_UPSTREAM_PORTAL_A_HEADERS: headers,
    };
    rejects(env, words);
    rejects(env, /^ROWHOUSE_UPSTREAM_PORTAL_A_HEADERS (?!.*a-secret)/);
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

const SECRET_URL = 'https://operator:p%40ss%3Aword@listings.example.com:8443/base';

test('user and password of an upstream become a header and are in no address', () => {
  const read = (url: string, headers?: string) =>
    readConfig({
      ROWHOUSE_UPSTREAM_PORTAL_B: url,
      ...(headers !== undefined && { ROWHOUSE_UPSTREAM_PORTAL_B_HEADERS: headers }),
    }).upstreams.portal_b;
  const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;
  assert.deepEqual(read(SECRET_URL, '{"x-token":"a"}'), {
    url: 'https://listings.example.com:8443/base',
    headers: { 'x-token': 'a', authorization: basic('operator:p@ss:word') },
  });
  for (const [userinfo, pair] of [
    ['token', 'token:'],
    [':only', ':only'],
    ['zoë', 'zoë:'],
    ['50%:%zz', '50%:%zz'],
  ] as const) {
    assert.equal(read(`http://${userinfo}@host`)?.headers.authorization, basic(pair), userinfo);
  }
});

test('an upstream with two authorizations stops the start without quoting either', () => {
  const env = {
    ROWHOUSE_UPSTREAM_AUCTION: SECRET_URL,
    ROWHOUSE_UPSTREAM_AUCTION_HEADERS: '{"Authorization":"Bearer hidden"}',
  };
  rejects(env, /Keep one of the two/);
  rejects({ ROWHOUSE_UPSTREAM_AUCTION: 'http://a%3Ab:secret@host' }, /user name/);
  for (const settings of [env, { ROWHOUSE_UPSTREAM_AUCTION: 'http://operator:p@ss@host:x' }]) {
    assert.throws(
      () => readConfig(settings),
      (error) => !/operator|hidden|p@ss/.test(String(error)),
    );
  }
});

test('options of an upstream are those of its source, and each is checked', () => {
  const read = (options: string, source = 'MLS') =>
    readConfig({
      [`ROWHOUSE_UPSTREAM_${source}`]: 'https://feed.example.com/odata',
      [`ROWHOUSE_UPSTREAM_${source}_OPTIONS`]: options,
    }).upstreams;
  const options = { top: '1000', enumerations: 'token', query: 'PrettyEnums=false' };
  assert.deepEqual(read(JSON.stringify(options)).mls?.options, options);
  for (const [text, wrong] of [
    ['{"top":"0"}', /top must be rows of one page/],
    ['{"top":5}', /JSON object of texts: top, filter/],
    ['{"query":"a=b c"}', /query must be/],
    ['{"pages":"5"}', /no option "pages"/],
    ['[]', /JSON object of texts/],
  ] as const) {
    assert.throws(() => read(text), wrong, text);
  }
  assert.throws(() => read('{}', 'PORTAL_B'), /this source has none/);
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

test('a source may have a pace, a timeout and client credentials of its own', () => {
  const oauth = {
    token_url: 'https://id.example.com/token',
    client_id: 'me',
    client_secret: 'a-secret',
    scope: 'api',
  };
  const { upstreams } = readConfig({
    ROWHOUSE_UPSTREAM_AUCTION: 'https://auctions.example.com',
    ROWHOUSE_UPSTREAM_AUCTION_RATE_PER_S: '2',
    ROWHOUSE_UPSTREAM_AUCTION_CONCURRENCY: '1',
    ROWHOUSE_UPSTREAM_AUCTION_TIMEOUT_S: '40',
    ROWHOUSE_UPSTREAM_AUCTION_OAUTH: JSON.stringify(oauth),
    ROWHOUSE_UPSTREAM_AUCTION_PLACES: 'https://places.example.com/x/',
  });
  assert.deepEqual(upstreams.auction, {
    url: 'https://auctions.example.com/',
    headers: {},
    rate_per_s: 2,
    concurrency: 1,
    timeout_s: 40,
    oauth,
    places: 'https://places.example.com/x/',
  });
});

test('settings of a source that cannot be used stop the start, and no secret is quoted', () => {
  const address = { ROWHOUSE_UPSTREAM_AUCTION: 'https://auctions.example.com' };
  const bad: [Record<string, string>, RegExp][] = [
    [{ ROWHOUSE_UPSTREAM_AUCTION_RATE_PER_S: '2' }, /set without ROWHOUSE_UPSTREAM_AUCTION\./],
    [{ ...address, ROWHOUSE_UPSTREAM_AUCTION_RATE_PER_S: '0' }, /whole number from 1/],
    [{ ...address, ROWHOUSE_UPSTREAM_AUCTION_OAUTH: '{"client_secret":"s3cret"}' }, /token_url/],
    [
      {
        ...address,
        ROWHOUSE_UPSTREAM_AUCTION_OAUTH:
          '{"token_url":"ftp://x","client_id":"a","client_secret":"s3cret"}',
      },
      /http or https/,
    ],
    [
      { ...address, ROWHOUSE_UPSTREAM_AUCTION_PLACES: 'https://me:s3cret@places.example.com' },
      /_PLACES must be an http or https address without a user/,
    ],
    [{ ROWHOUSE_SANDBOX: 'maybe' }, /ROWHOUSE_SANDBOX/],
  ];
  for (const [env, message] of bad) {
    assert.throws(
      () => readConfig(env),
      (error) => {
        assert.ok(error instanceof ConfigError);
        assert.match(error.message, message);
        assert.doesNotMatch(error.message, /s3cret/);
        return true;
      },
    );
  }
});

test('several feeds of a source are read from one setting, and nothing secret is quoted', () => {
  const read = (feeds: unknown, more = {}) =>
    readConfig({ ROWHOUSE_UPSTREAM_MLS_FEEDS: JSON.stringify(feeds), ...more }).upstreams.mls;
  const oauth = { token_url: 'https://id.example.com/t', client_id: 'a', client_secret: 'hidden' };
  const feeds = {
    actris: { url: 'https://a.example.com/odata', oauth, options: { top: '500' }, rate_per_s: 2 },
    nwmls: { url: 'https://b.example.com/odata', headers: { authorization: 'Bearer hidden' } },
  };
  assert.deepEqual(read(feeds)?.feeds, {
    actris: { url: feeds.actris.url, headers: {}, rate_per_s: 2, oauth, options: { top: '500' } },
    nwmls: { url: feeds.nwmls.url, headers: feeds.nwmls.headers },
  });
  const wrong = (given: unknown, words: RegExp, more = {}) =>
    assert.throws(
      () => read(given, more),
      (error) =>
        error instanceof ConfigError && words.test(error.message) && !/hidden/.test(error.message),
    );
  wrong({}, /JSON object of feeds/);
  wrong([], /JSON object of feeds/);
  wrong({ 'A B': { url: 'https://a.example.com' } }, /name of a feed/);
  wrong({ a: { headers: { authorization: 'hidden' } } }, /without ROWHOUSE_UPSTREAM_MLS_FEEDS\.a/);
  wrong({ a: {} }, /a has no url/);
  wrong({ a: { url: 'https://a.example.com', token: 'hidden' } }, /must have url, headers/);
  wrong(feeds, /both set/, { ROWHOUSE_UPSTREAM_MLS: 'https://a.example.com' });
});
