/** Reads of areas hold many homes in memory: each account has one at a time, in its turn. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiServer } from '#http/server.js';
import { endKey } from '#service/accounts/keys.js';
import { sharedApp, type TestAccount } from '../support/open-test-app.js';

const t = sharedApp({ idle: true });

/** A server on which statements about stored homes wait for `release`, counted by account. */
function openHeld(one: { after: (work: () => unknown) => void }) {
  const begun: string[] = [];
  let release: () => void = () => undefined;
  const held = new Promise<void>((done) => {
    release = done;
  });
  const dbOf: typeof t.app.dbOf = (account) => {
    const db = t.app.dbOf(account);
    const rows: typeof db.rows = async (text, values, name) => {
      if (text.includes('from home_members') && !text.includes('join home_observations')) {
        begun.push(account);
        await held;
      }
      return db.rows(text, values, name);
    };
    return { ...db, rows };
  };
  const server = apiServer({ ...t.app, dbOf }, { allowedOrigins: [] });
  one.after(() => server.close());
  const get = (path: string, { api_key }: TestAccount) =>
    server.inject({ method: 'GET', url: path, headers: { authorization: `Bearer ${api_key}` } });
  return { begun, get, release: () => release() };
}

const until = async (isSo: () => boolean) => {
  for (let tries = 0; tries < 500 && !isSo(); tries += 1) await t.clock.sleep(10);
  assert.ok(isSo());
};

for (const path of ['/v1/homes?zip=78704&kind=listings', '/v1/statistics?zip=78704&kind=rentals']) {
  test(`${path}: an account's second call waits for its first, and no other account does`, async (one) => {
    const [heavy, other, ended] = [await t.account(), await t.account(), await t.account()];
    const { begun, get, release } = openHeld(one);
    const calls = [heavy, heavy, heavy, ended, ended].map((account) => get(path, account));
    const reads = (account: TestAccount) => begun.filter((id) => id === account.account_id).length;
    await until(() => reads(heavy) > 0 && reads(ended) > 0);
    calls.push(get(path, other));
    await until(() => reads(other) > 0);
    const once = reads(other);
    assert.equal(reads(heavy), once, 'no further read of the account has begun');
    await endKey(t.app, ended.key_id);
    release();
    const codes = (await Promise.all(calls)).map(({ statusCode }) => statusCode);
    assert.deepEqual(codes, [200, 200, 200, 200, 401, 200]);
  });
}
