import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPool } from '#store/db.js';
import { expectHeaders, freshSearch } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

export function register(t: () => TestApp): void {
  test('a database out of reach answers 503 with Retry-After on every route, and readyz reports it', async () => {
    const account = await t().account();
    // Nothing listens on the discard port.
    const db = openPool({ host: '127.0.0.1', port: 9, connectionTimeoutMillis: 1_000 });
    const get = t().answerWith({ db });
    for (const path of [freshSearch(), `/v1/jobs/${t().app.ids.uuid()}?wait=20`]) {
      const answer = await get(path, account.api_key);
      assert.equal(answer.statusCode, 503);
      const { error } = answer.json();
      assert.deepEqual(Object.keys(error), ['code', 'message', 'param']);
      assert.equal(error.code, 'storage_unavailable');
      assert.equal(error.param, null);
      assert.match(String(answer.headers['retry-after']), /^[1-9]\d*$/);
      expectHeaders(answer, 'before the key');
    }
    const ready = await get('/readyz', account.api_key);
    assert.equal(ready.statusCode, 503);
    assert.deepEqual(ready.json().why, ['the database cannot be reached']);
    const alive = await get('/healthz', account.api_key);
    assert.deepEqual([alive.statusCode, alive.json()], [200, { status: 'ok' }]);
    await db.close();
  });

  test('healthz answers 503 when only a restart of the process may bring the database back', async () => {
    const get = t().answerWith({ db: { ...t().app.db, isAlive: () => false } });
    const answer = await get('/healthz', '');
    const why = ['the embedded database stops after each restart'];
    assert.deepEqual([answer.statusCode, answer.json()], [503, { status: 'not ready', why }]);
  });
}
