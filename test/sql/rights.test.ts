/** Statements whose rights change while they wait or run. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { SqlAnswerBody } from '#contract/operations/sql.js';
import { changeFeed } from '#service/accounts/feeds.js';
import { endKey } from '#service/accounts/keys.js';
import { SqlSessions } from '#service/sql/sessions.js';
import { apiServer } from '../../src/http/server.js';
import type { Answer } from '../support/ask-server.js';
import { sharedApp } from '../support/open-test-app.js';

const t = sharedApp({ feeds: 'none', limits: { PAGE_ROWS: 20, READ_AHEAD: 0 } });

/** A server with other parts and its own processes; both end with the test. */
function openServer(one: TestContext, parts: Partial<typeof t.app>) {
  const sql = new SqlSessions(t.app);
  const server = apiServer({ ...t.app, ...parts, sql }, { allowedOrigins: [] });
  one.after(async () => {
    sql.close();
    await server.close();
  });
  const post = (statement: string, key: string): Promise<Answer> =>
    server.inject({
      method: 'POST',
      url: '/v1/sql',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ sql: statement }),
    });
  return { sql, post };
}

const OF_MLS = `select count(*) from listings where source = 'mls'`;

test('a statement that waits for its turn reads what its account may read then', async (one) => {
  const client = { ...t.app.client, isSandbox: () => false };
  const [mls] = client.feeds('mls');
  assert.ok(mls !== undefined);
  const { account_id, key_id, api_key } = await t.account();
  await changeFeed(t.app, account_id, mls, true);
  await t.settled('/v1/mls/listings?zip=78704', api_key);
  const { sql, post } = openServer(one, { client });
  /** The answer to a statement that waits for another while something changes. */
  const answerAfter = async (change: () => Promise<unknown>): Promise<Answer> => {
    let leave: () => void = () => undefined;
    const other = sql.inTurn(
      account_id,
      () =>
        new Promise<void>((done) => {
          leave = done;
        }),
    );
    const answer = post(OF_MLS, api_key);
    await t.clock.sleep(200);
    await change();
    leave();
    await other;
    return answer;
  };
  const granted = await answerAfter(async () => undefined);
  assert.ok(Number(granted.json<SqlAnswerBody>().rows[0]?.[0]) > 0, granted.body);
  const ended = await answerAfter(() => changeFeed(t.app, account_id, mls, false));
  assert.deepEqual(ended.json<SqlAnswerBody>().rows, [[0]], ended.body);
  const revoked = await answerAfter(() => endKey(t.app, key_id));
  assert.equal(revoked.statusCode, 401, revoked.body);
});

test('a statement whose key ends while its rows are read gets none', async (one) => {
  const { key_id, api_key } = await t.account();
  const db: typeof t.app.db = {
    ...t.app.db,
    rows: async (text, values, name) => {
      const rows = await t.app.db.rows<never>(text, values, name);
      if (text.includes('cached_pages')) await endKey(t.app, key_id);
      return rows;
    },
  };
  const { post } = openServer(one, { db, dbOf: () => db });
  const answer = await post('select 1', api_key);
  assert.equal(answer.statusCode, 401, answer.body);
});
