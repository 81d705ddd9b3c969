/** Blocked, empty and drifted are three different things, on every source. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportUsage } from '#service/accounts/manage.js';
import { sharedApp } from '../support/open-test-app.js';

const t = sharedApp({
  limits: {
    UPSTREAM_TIMEOUT_S: 1,
    UPSTREAM_ATTEMPTS_MAX: 2,
    UPSTREAM_RETRY_AFTER_S_MAX: 0,
    CIRCUIT_FAILURES: 1000,
    UPSTREAM_CACHE_S: 0,
    READ_AHEAD: 0,
  },
  sandbox: { places: ['10025', '10024', '78704', '78745'].map((zip) => ({ zip, homes: 300 })) },
});

const ROUTES = [
  '/v1/portal_a/listings?zip=78704',
  '/v1/portal_a/sold?zip=78704',
  '/v1/portal_a/rentals?zip=78704',
  '/v1/portal_b/sold?zip=78704',
  '/v1/nyc_portal/listings?zip=10025',
  '/v1/nyc_portal/rentals?zip=10025',
  '/v1/auction/listings?city=Austin&state=TX',
  '/v1/mls/listings?zip=78704',
  '/v1/mls/sold?zip=78704',
  '/v1/mls/rentals?zip=78704',
  '/v1/open_data/listings?zip=78704',
  '/v1/open_data/sold?zip=78704',
];

/** What a caller is returned of each fault: the words that the message must hold. */
const FAULTS: Readonly<Record<string, RegExp>> = {
  error: /failing|HTTP 500/,
  busy: /busy|requests a pause/,
  busy_silent: /busy|requests a pause/,
  not_found: /rejected|HTTP 404/,
  refuse: /rejected/,
  challenge: /challenge|refused|web page/,
  drift: /format|changed/,
  empty_fields: /format|changed|missing/,
  cut: /truncated|cut/,
  hang: /in time/,
};

let searches = 0;
const LEFT_ALONE_MS = 61_000;

async function underFault(mode: string, paths: readonly string[]): Promise<void> {
  const description = FAULTS[mode] ?? assert.fail(mode);
  await t.faults(mode);
  const failed = Promise.all(paths.map((path) => failsFree(path, description)));
  await failed.finally(() => t.faults('ok'));
  // A source that was busy is left alone for a while, by the database's clock where processes
  // share it.
  t.clock.advance(LEFT_ALONE_MS);
  await t.app.db.rows('delete from source_pace');
}

async function failsFree(path: string, description: RegExp): Promise<void> {
  const { api_key, account_id } = await t.account();
  searches += 1;
  const answer = await t.settled(`${path}&sqft_max=${100_000 + searches}`, api_key);
  const { status, error, credits, result } = answer.json();
  assert.equal(status, 'failed', `${path}: ${JSON.stringify(result)?.slice(0, 300)}`);
  assert.equal(error.code, 'collection_unavailable');
  assert.match(error.message, description, path);
  assert.equal(credits, 0);
  const { balance } = await reportUsage(t.app, account_id);
  assert.deepEqual([balance.available, balance.reserved], [1000, 0]);
}

// All at once: each waits until its time is over.
test('every route under hang: the job fails, says why, and costs nothing', () =>
  underFault('hang', ROUTES));

for (const path of ROUTES) {
  for (const mode of Object.keys(FAULTS).filter((one) => one !== 'hang')) {
    // In Texas sales without prices are what the law makes of them: the sales of a feed are then
    // rows.
    if (mode === 'empty_fields' && path.startsWith('/v1/mls/sold')) continue;
    test(`${path.split('?')[0]} under ${mode}: the job fails, says why, and costs nothing`, () =>
      underFault(mode, [path]));
  }

  test(`${path.split('?')[0]} where nothing is for sale: an empty, complete page`, async () => {
    const { api_key } = await t.account();
    const { status, result, credits } = (
      await t.settled(`${path}&sqft_min=900000`, api_key)
    ).json();
    assert.equal(status, 'complete');
    assert.equal(result.count, 0);
    assert.equal(result.next_cursor, null);
    assert.equal(credits, 1);
  });
}

test('sales of a feed without prices are rows in Texas, each null with its cause, and fail in New York', async () => {
  const { api_key } = await t.account();
  const uncached = { 'cache-control': 'no-cache' };
  await t.faults('empty_fields');
  const texas = (await t.settled('/v1/mls/sold?zip=78704', api_key, uncached)).json();
  const newYork = (await t.settled('/v1/mls/sold?zip=10025', api_key, uncached)).json();
  await t.faults('ok');
  assert.equal(texas.status, 'complete', texas.error?.message);
  assert.ok(texas.result.count > 50, `${texas.result.count} rows`);
  for (const { sale_price, sale_price_disclosure } of texas.result.data) {
    assert.deepEqual([sale_price, sale_price_disclosure], [null, 'not_disclosed']);
  }
  assert.deepEqual([newYork.status, newYork.credits], ['failed', 0]);
  assert.match(newYork.error.message, /ClosePrice/);
});
