/** Settings of the sources' upstreams: addresses, credentials, options, feeds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OperatorError } from '#base/operator-error.js';
import { readConfig } from '../src/config.js';

const rejects = (env: Record<string, string>, description: RegExp) =>
  assert.throws(
    () => readConfig(env),
    (error) =>
      error instanceof OperatorError &&
      description.test(error.message) &&
      !error.message.includes('\n'),
  );

test('headers of an upstream are a JSON object of strings', () => {
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

test('an invalid header stops the start with one line that quotes no value', () => {
  for (const [headers, words] of [
    ['{"x y":"a-secret"}', /invalid header name/],
    ['{"":"a-secret"}', /invalid header name/],
    ['{"x\\ny":"a-secret"}', /invalid header name/],
    ['{"x-ключ":"a-secret"}', /invalid header name/],
    ['{"Host":"a-secret"}', /may not set "host"/],
    ['{"Content-Length":"a-secret"}', /may not set "content-length"/],
    ['{"transfer-encoding":"a-secret"}', /may not set "transfer-encoding"/],
    ['{"CONNECTION":"a-secret"}', /may not set "connection"/],
    ['{"x-token":""}', /has no value for "x-token"/],
    ['{"x-token":" \\t"}', /has no value for "x-token"/],
    ['{"x-token":"a-secret\\r\\nx-other: 1"}', /invalid value for "x-token"/],
    ['{"x-token":"a-secret\\u0000"}', /invalid value for "x-token"/],
    ['{"x-token":"a-secret€"}', /invalid value for "x-token"/],
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

test('an upstream with a broken percent sign in its path stops the start without quoting it', () => {
  for (const url of [
    'https://host/%zz/odata',
    'https://host/a?b=5%',
    'rowhouse+https://k@host/%',
  ]) {
    rejects({ ROWHOUSE_UPSTREAM_MLS: url }, /^ROWHOUSE_UPSTREAM_MLS\b.*percent sign(?!.*zz)/);
  }
});

test('another installation whose address has a query stops the start without quoting it', () => {
  rejects(
    { ROWHOUSE_UPSTREAM_MLS: 'rowhouse+https://k@host/?zip=78704' },
    /^ROWHOUSE_UPSTREAM_MLS has a question mark\. Leave it out(?!.*78704)/,
  );
});

test('an upstream with two authorizations stops the start without quoting either', () => {
  const env = {
    ROWHOUSE_UPSTREAM_AUCTION: SECRET_URL,
    ROWHOUSE_UPSTREAM_AUCTION_HEADERS: '{"Authorization":"Bearer hidden"}',
  };
  rejects(env, /Set only one of them/);
  const ROWHOUSE_UPSTREAM_AUCTION_OAUTH =
    '{"token_url":"https://id.example.com","client_id":"a","client_secret":"hidden"}';
  for (const [ROWHOUSE_UPSTREAM_AUCTION, headers] of [
    [SECRET_URL, '{}'],
    ['https://listings.example.com', '{"Authorization":"Bearer hidden"}'],
  ] as const) {
    const ROWHOUSE_UPSTREAM_AUCTION_HEADERS = headers;
    const both = { ROWHOUSE_UPSTREAM_AUCTION, ROWHOUSE_UPSTREAM_AUCTION_HEADERS };
    rejects({ ...both, ROWHOUSE_UPSTREAM_AUCTION_OAUTH }, /_OAUTH .*authorization(?!.*hidden)/);
  }
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
    ['{"top":"0"}', /top must be rows per page/],
    ['{"top":5}', /JSON object of strings: top, filter/],
    ['{"query":"a=b c"}', /query must be/],
    ['{"without":"City,InternetAddressDisplayYN"}', /without must be comma-separated fields/],
    ['{"without":"ListingKey"}', /never ListingKey/],
    ['{"pages":"5"}', /no option "pages"/],
    ['[]', /JSON object of strings/],
  ] as const) {
    assert.throws(() => read(text), wrong, text);
  }
  assert.throws(() => read('{}', 'PORTAL_B'), /this source has none/);
  assert.deepEqual(read('{"entry":"page"}', 'PORTAL_A').portal_a?.options, { entry: 'page' });
  assert.throws(
    () => read('{"entry":"map"}', 'PORTAL_A'),
    /entry must be state for the search state/,
  );
});

test('a source may have its own pace, timeout and client credentials', () => {
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
        assert.ok(error instanceof OperatorError);
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
        error instanceof OperatorError &&
        words.test(error.message) &&
        !/hidden/.test(error.message),
    );
  wrong({}, /JSON object with feeds/);
  wrong([], /JSON object with feeds/);
  wrong({ 'A B': { url: 'https://a.example.com' } }, /name of a feed/);
  wrong({ a: { headers: { authorization: 'hidden' } } }, /without ROWHOUSE_UPSTREAM_MLS_FEEDS\.a/);
  wrong({ a: {} }, /a has no url/);
  wrong({ a: { url: 'https://a.example.com', token: 'hidden' } }, /must have url, headers/);
  wrong(feeds, /both set/, { ROWHOUSE_UPSTREAM_MLS: 'https://a.example.com' });
});

test('a header may hold {uuid}; any other placeholder stops the start without quoting the rest', () => {
  const read = (value: string) => ({
    ROWHOUSE_UPSTREAM_AUCTION: 'https://listings.example.com',
    ROWHOUSE_UPSTREAM_AUCTION_HEADERS: JSON.stringify({ 'x-cid': value }),
  });
  const headers = (value: string) => readConfig(read(value)).upstreams.auction?.headers;
  assert.deepEqual(headers('a {uuid}'), { 'x-cid': 'a {uuid}' });
  assert.deepEqual(headers('{"a":1}'), { 'x-cid': '{"a":1}' });
  rejects(read('hidden {foo}'), /placeholder \{foo\} for "?x-cid"?: only \{uuid\} is supported/);
  assert.throws(
    () => readConfig(read('hidden {foo}')),
    (error) => !/hidden/.test(String(error)),
  );
});
