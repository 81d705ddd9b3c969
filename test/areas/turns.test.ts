/** Large reads hold many homes in memory: each account has one at a time, in its turn. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Turns } from '#base/turns.js';
import type { SnapshotBody } from '#contract/operations/snapshots.js';
import { apiServer } from '#http/server.js';
import { endKey } from '#service/accounts/keys.js';
import { envelopeOf } from '../support/expect.js';
import { sharedApp, type TestAccount } from '../support/open-test-app.js';
import { send } from '../support/watching.js';

const t = sharedApp({ limits: { READ_AHEAD: 0 } });

/** A server on which some statements wait for `release`, counted by account. */
function openHeld(
  one: { after: (work: () => unknown) => void },
  isHeld: (text: string) => boolean,
) {
  const begun: string[] = [];
  let release: () => void = () => undefined;
  const held = new Promise<void>((done) => {
    release = done;
  });
  const dbOf: typeof t.app.dbOf = (account) => {
    const db = t.app.dbOf(account);
    const rows: typeof db.rows = async (text, values, name) => {
      if (isHeld(text)) {
        begun.push(account);
        await held;
      }
      return db.rows(text, values, name);
    };
    return { ...db, rows };
  };
  const server = apiServer({ ...t.app, dbOf }, { allowedOrigins: [] });
  one.after(() => server.close());
  const ask = ({ method = 'GET', url, payload }: Question, { api_key }: TestAccount) => {
    const headers = { authorization: `Bearer ${api_key}` };
    return server.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
  };
  return { begun, ask, release: () => release() };
}

interface Question {
  readonly method?: 'GET' | 'POST';
  readonly url: string;
  readonly payload?: object;
}

const until = async (isSo: () => boolean) => {
  for (let tries = 0; tries < 500 && !isSo(); tries += 1) await t.clock.sleep(10);
  assert.ok(isSo());
};

/**
 * Three accounts call at once, one of them three times and one, whose key ends, twice: of each, one
 * call is read at a time, and calls of others beside it.
 */
async function expectTurns(
  one: { after: (work: () => unknown) => void },
  isHeld: (text: string) => boolean,
  questionOf: (account: TestAccount) => Promise<Question>,
) {
  const [heavy, other, ended] = [await t.account(), await t.account(), await t.account()];
  const questions = new Map<TestAccount, Question>();
  for (const account of [heavy, other, ended]) questions.set(account, await questionOf(account));
  const { begun, ask, release } = openHeld(one, isHeld);
  const call = (account: TestAccount) => ask(questions.get(account) ?? { url: '' }, account);
  const calls = [heavy, heavy, heavy, ended, ended].map(call);
  const reads = (account: TestAccount) => begun.filter((id) => id === account.account_id).length;
  await until(() => reads(heavy) > 0 && reads(ended) > 0);
  calls.push(call(other));
  await until(() => reads(other) > 0);
  const once = reads(other);
  assert.equal(reads(heavy), once, 'no further read of the account has begun');
  await endKey(t.app, ended.key_id);
  release();
  const codes = (await Promise.all(calls)).map(({ statusCode }) => statusCode);
  const ok = codes[0] ?? 0;
  assert.equal(Math.floor(ok / 100), 2);
  assert.deepEqual(codes, [ok, ok, ok, ok, 401, ok]);
}

for (const path of ['/v1/homes?zip=78704&kind=listings', '/v1/statistics?zip=78704&kind=rentals']) {
  test(`${path}: an account's second call waits for its first, and no other account does`, (one) =>
    expectTurns(
      one,
      (text) => text.includes('from home_members') && !text.includes('join home_observations'),
      async () => ({ url: path }),
    ));
}

interface Kept {
  readonly request_id: string;
  readonly snapshot_id: string;
}

async function keptOf({ api_key }: TestAccount): Promise<Kept> {
  const { request_id } = envelopeOf(await t.settled('/v1/portal_a/sold?zip=78704', api_key));
  const made = await send(t, api_key, 'POST', '/v1/snapshots', { request_id });
  return { request_id, snapshot_id: made.json<SnapshotBody>().snapshot_id };
}

const LARGE_READS: readonly (readonly [string, string, (kept: Kept) => Question])[] = [
  [
    'a snapshot that is made',
    ') pages order by',
    ({ request_id }) => ({ method: 'POST', url: '/v1/snapshots', payload: { request_id } }),
  ],
  [
    'the rows of a snapshot',
    'from snapshot_rows',
    ({ snapshot_id }) => ({ url: `/v1/snapshots/${snapshot_id}/rows.ndjson` }),
  ],
  [
    'a snapshot as Parquet',
    'from snapshot_rows',
    ({ snapshot_id }) => ({ url: `/v1/snapshots/${snapshot_id}/rows.parquet` }),
  ],
  [
    'the difference of two snapshots',
    'from snapshot_rows',
    ({ snapshot_id: id }) => ({ url: `/v1/snapshots/${id}/difference?to=${id}` }),
  ],
  [
    'features of a snapshot',
    'from snapshot_rows',
    ({ snapshot_id }) => ({ url: `/v1/ogc/collections/snapshot-${snapshot_id}/items` }),
  ],
  [
    'features of a search',
    ') pages order by',
    ({ request_id }) => ({ url: `/v1/ogc/collections/search-${request_id}/items?limit=1` }),
  ],
];

for (const [what, statement, question] of LARGE_READS) {
  test(`${what}: an account's second call waits for its first, and no other account does`, (one) =>
    expectTurns(
      one,
      (text) => text.includes(statement),
      async (account) => question(await keptOf(account)),
    ));
}

test('an agent that keeps a search waits for the turn of its account', async (one) => {
  const account = await t.account();
  const { request_id: job_id, snapshot_id: since } = await keptOf(account);
  const taken: string[] = [];
  const take: Turns['take'] = (id, signal) => {
    taken.push(id);
    return t.app.areaReads.take(id, signal);
  };
  const server = apiServer(
    { ...t.app, areaReads: { ...t.app.areaReads, take } },
    { allowedOrigins: [], mcp: { version: 'test' } },
  );
  one.after(() => server.close());
  const params = { name: 'keep_search', arguments: { job_id, since } };
  const { body } = await server.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      authorization: `Bearer ${account.api_key}`,
      accept: 'application/json, text/event-stream',
    },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
  });
  assert.match(body, /unchanged/);
  assert.deepEqual(taken, [account.account_id]);
});
