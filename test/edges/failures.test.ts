/** What a core does to its edge is shown as what it is; cached pages go on, nothing is charged. */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { JobEnvelope } from '#contract/envelope.js';
import { ERRORS } from '#contract/errors.js';
import { changeStatus } from '#service/accounts/manage.js';
import { expectSoundLedger, usageOf } from '../support/expect.js';
import { type Core, coreUpstreams, openCore, openEdge } from '../support/open-edge.js';
import type { TestAccount, TestApp } from '../support/open-test-app.js';

/** Passes calls on to the core, or does what a test wants in its place. */
type Between = (
  path: string,
) => { status: number; body: string; headers?: object } | 'pass' | 'cut';

let core: Core;
let between: Server;
let way: Between = () => 'pass';
let ofEdge: TestAccount;
let edge: TestApp;
let caller: TestAccount;
before(async () => {
  core = await openCore({ limits: { READ_AHEAD: 0 } });
  between = createServer(async (request, response) => {
    const does = way(request.url ?? '');
    if (does === 'cut') {
      response.destroy();
      return;
    }
    if (does !== 'pass') {
      response.writeHead(does.status, { 'content-type': 'application/json', ...does.headers });
      response.end(does.body);
      return;
    }
    const { host: _host, ...headers } = request.headers;
    const passed = await fetch(`${core.url}${request.url}`, {
      headers: headers as Record<string, string>,
    });
    const {
      'content-encoding': _coding,
      'content-length': _length,
      ...sent
    } = Object.fromEntries(passed.headers);
    response.writeHead(passed.status, sent);
    response.end(await passed.text());
  }).listen(0, '127.0.0.1');
  await new Promise((done) => between.once('listening', done));
  ofEdge = await core.edgeAccount();
  edge = await openEdge({ url: urlOf(between), clock: core.clock }, ofEdge.api_key, {
    limits: { CIRCUIT_FAILURES: 1000, UPSTREAM_ATTEMPTS_MAX: 2 },
  });
  caller = await edge.account();
});
after(async () => {
  await edge.close();
  between.close();
  await core.close();
});

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

let searches = 0;
const search = () => {
  searches += 1;
  return `/v1/portal_a/listings?zip=78704&max_price=${90_000_000 + searches}`;
};

const errorOf = (code: string, message = 'A message of the core.') => ({
  error: { code, message, param: null },
});

/** The error of a search at the edge, which is charged nowhere. */
async function failureWhile(does: Between, path = search()): Promise<string> {
  const [here, there] = [await usageOf(edge, caller), await usageOf(core, ofEdge)];
  way = does;
  const answer = await edge.settled(path, caller.api_key);
  way = () => 'pass';
  const { status, credits, error } = answer.json<JobEnvelope>();
  assert.equal(status, 'failed', answer.body.slice(0, 300));
  assert.equal(credits, 0);
  assert.equal((await usageOf(edge, caller)).credits_captured, here.credits_captured);
  assert.equal((await usageOf(core, ofEdge)).credits_captured, there.credits_captured);
  assert.equal(error?.code, 'collection_unavailable');
  return error?.message ?? '';
}

const answering =
  (status: number, body: object, headers = {}): Between =>
  () => ({ status, body: JSON.stringify(body), headers });

test('a core that cannot be reached, breaks off or fails is named, and not its source', async (t) => {
  assert.match(await failureWhile(() => 'cut'), /^The core of portal_a broke the connection/);
  const bad: Between = () => ({ status: 502, body: '<html>Bad gateway</html>' });
  assert.match(await failureWhile(bad), /^The core of portal_a is failing \(HTTP 502\)/);
  // Another test could listen by now on a port that was closed.
  const url = 'http://127.0.0.1:1';
  const alone = await openEdge({ url, clock: core.clock }, ofEdge.api_key);
  t.after(() => alone.close());
  const own = await alone.account();
  const { error } = (await alone.settled(search(), own.api_key)).json<JobEnvelope>();
  assert.match(error?.message ?? '', /^The core of portal_a cannot be reached/);
});

const OF_THE_EDGE: readonly (readonly [status: number, code: string, says: RegExp])[] = [
  [429, 'quota_exceeded', /has no credits left for it/],
  [401, 'invalid_api_key', /rejects its key/],
  [403, 'account_suspended', /has suspended its account/],
  [403, 'scope_missing', /gave it a key without the scope/],
  [508, 'loop_detected', /name each other in a circle/],
];
for (const [status, code, says] of OF_THE_EDGE) {
  test(`${code} at the core is the operator's, and is not sent again`, async () => {
    let calls = 0;
    const message = await failureWhile(() => {
      calls += 1;
      return { status, body: JSON.stringify(errorOf(code)), headers: { 'retry-after': '86400' } };
    });
    assert.match(message, says);
    assert.match(message, /Nothing was charged; the operator of this service has to set it right/);
    assert.equal(calls, 1);
  });
}

for (const code of ['request_not_found', 'idempotency_conflict'] as const) {
  test(`${code} at the core is a failure of the core, and no answer to the caller`, async () => {
    const { http } = ERRORS[code];
    const message = await failureWhile(answering(http, errorOf(code)));
    assert.match(message, new RegExp(`for this one failed \\(${code}\\)`));
  });
}

test('a core that limits the rate is asked again after its pause', async () => {
  let calls = 0;
  way = () => {
    calls += 1;
    const limited = { status: 429, body: JSON.stringify(errorOf('rate_limited')) };
    return calls === 1 ? { ...limited, headers: { 'retry-after': '1' } } : 'pass';
  };
  const answer = await edge.settled(search(), caller.api_key);
  way = () => 'pass';
  assert.equal(answer.json<JobEnvelope>().status, 'complete');
  assert.ok(calls >= 2);
});

test('a core that limits the searches of the edge for too long is named with its limit', async () => {
  const message = await failureWhile(answering(429, errorOf('too_many_pending')));
  assert.match(message, /^The core of portal_a is busy \(HTTP 429, too_many_pending\)\./);
});

test('what the source did to the core is said in its words', async () => {
  await core.faults('refuse');
  const own = await core.account();
  const path = search();
  const there = (await core.settled(path, own.api_key)).json<JobEnvelope>();
  const message = await failureWhile(() => 'pass', path);
  await core.faults('ok');
  assert.equal(message, there.error?.message);
  assert.match(message, /portal_a/);
  assert.doesNotMatch(message, /core/);
});

test('the core out of credit and an account suspended there are what they are', async () => {
  const poor = await core.edgeAccount(1);
  const suspended = await core.edgeAccount();
  await changeStatus(core.app, suspended.account_id, 'suspended');
  for (const [account, says] of [
    [suspended, /has suspended its account/],
    [poor, /has no credits left for it/],
  ] as const) {
    const t = await openEdge(core, account.api_key);
    const own = await t.account();
    if (account === poor) await t.settled(search(), own.api_key);
    const { error } = (await t.settled(search(), own.api_key)).json<JobEnvelope>();
    assert.match(error?.message ?? '', says);
    await t.close();
  }
});

test('while the core is down, cached pages are answered and charged as before', async () => {
  const path = search();
  await edge.settled(path, caller.api_key);
  const spent = await usageOf(edge, caller);
  way = () => 'cut';
  const hit = await edge.get(path, caller.api_key);
  way = () => 'pass';
  assert.equal(hit.statusCode, 200);
  assert.equal(hit.headers['cache-status'], 'rowhouse; hit');
  assert.equal((await usageOf(edge, caller)).credits_captured - spent.credits_captured, 1);
  await expectSoundLedger(edge);
});

test('a core that breaks off after it has charged is charged once for the collection', async () => {
  const there = await usageOf(core, ofEdge);
  let delivered = 0;
  let path = '';
  way = (sent) => {
    path = sent;
    if (!sent.startsWith('/v1/jobs/')) return 'pass';
    delivered += 1;
    return delivered === 2 ? 'cut' : 'pass';
  };
  const answer = await edge.settled(search(), caller.api_key);
  way = () => 'pass';
  assert.equal(answer.json<JobEnvelope>().status, 'complete', path);
  assert.equal((await usageOf(core, ofEdge)).credits_captured - there.credits_captured, 1);
  await expectSoundLedger(core);
});

test('a core of another version: new fields are left out, absent ones are null with a note', async () => {
  const answer = await edge.settled(search(), caller.api_key);
  const envelope = answer.json<JobEnvelope>();
  const altered = (change: (row: Record<string, unknown>) => void) => {
    const { result, ...rest } = structuredClone(envelope);
    for (const row of result?.data ?? []) change(row as unknown as Record<string, unknown>);
    return answering(200, { ...rest, status: 'complete', error: null, result });
  };
  way = altered((row) => {
    delete row.broker_name;
    row.a_new_field = 1;
  });
  const fitted = (await edge.settled(search(), caller.api_key)).json<JobEnvelope>().result;
  way = () => 'pass';
  const rows = (fitted?.data ?? []) as unknown as Record<string, unknown>[];
  assert.ok(rows.length > 0);
  assert.ok(rows.every((row) => row.broker_name === null && !('a_new_field' in row)));
  const note = fitted?.field_notes.find(
    ({ field, detail }) => field === 'broker_name' && detail?.includes('installation'),
  );
  assert.equal(note?.reason, 'not_reported');
  const without = altered((row) => delete row.source_id);
  assert.match(await failureWhile(without), /changed format: its core sends no source_id/);
  const newer = answering(200, {
    ...envelope,
    result: { ...envelope.result, schema_version: 2 },
  });
  assert.match(await failureWhile(newer), /its core sends version 2 of the rows/);
});

for (const body of ['', 'null', '[]', '{"status":"pending"}', '{"status":"complete"}', '{{']) {
  test(`an answer without an envelope is a changed format: ${JSON.stringify(body)}`, async () => {
    const message = await failureWhile(() => ({ status: 200, body }));
    assert.match(message, /^portal_a sent a changed format: its core sends no/);
  });
}

test('a sandbox is never read as a real source, nor a real one as a sandbox', async () => {
  const synthetic = { url: core.sandbox.urls.portal_a ?? '', headers: {}, sandbox: true } as const;
  const world = await openCore({ upstreams: { portal_a: synthetic } });
  const key = (await world.edgeAccount()).api_key;
  const wrong = await openEdge(world, key);
  const own = await wrong.account();
  const { error } = (await wrong.settled(search(), own.api_key)).json<JobEnvelope>();
  assert.match(error?.message ?? '', /is a sandbox\. End its address with #sandbox/);
  const asSandbox = (url: string, apiKey: string) => {
    const { portal_a } = coreUpstreams(`${url}/#sandbox`, apiKey, ['portal_a']);
    return openEdge(world, apiKey, { upstreams: { ...(portal_a && { portal_a }) } });
  };
  const right = await asSandbox(world.url, key);
  const other = await right.account();
  const found = (await right.settled(search(), other.api_key)).json<JobEnvelope>();
  assert.equal(found.status, 'complete', found.error?.message);
  const back = await asSandbox(core.url, ofEdge.api_key);
  const third = await back.account();
  const real = (await back.settled(search(), third.api_key)).json<JobEnvelope>();
  assert.match(real.error?.message ?? '', /is not a sandbox\. Leave #sandbox out/);
  for (const t of [wrong, right, back, world]) await t.close();
});

test('installations that name each other in a circle are found, in one round', async () => {
  let calls = 0;
  let second = { url: '', key: '' };
  const around = createServer(async (request, response) => {
    calls += 1;
    const { via = '', 'idempotency-key': key = '' } = request.headers as Record<string, string>;
    const headers = {
      authorization: `Bearer ${second.key}`,
      via,
      ...(key !== '' && { 'idempotency-key': key }),
    };
    const passed = await fetch(`${second.url}${request.url}`, { headers });
    response.writeHead(passed.status, { 'content-type': 'application/json' });
    response.end(await passed.text());
  }).listen(0, '127.0.0.1');
  await new Promise((done) => around.once('listening', done));
  const one = await openEdge({ url: urlOf(around), clock: core.clock }, 'of-the-second');
  await one.server.listen({ host: '127.0.0.1', port: 0 });
  const ofTwo = await one.account();
  const two = await openEdge({ url: urlOf(one.server.server), clock: core.clock }, ofTwo.api_key);
  await two.server.listen({ host: '127.0.0.1', port: 0 });
  second = { url: urlOf(two.server.server), key: (await two.account()).api_key };
  const own = await one.account();
  const { error } = (await one.settled(search(), own.api_key)).json<JobEnvelope>();
  assert.match(error?.message ?? '', /reads the source from this one: they name each other/);
  assert.ok(calls <= 3, `${calls} calls`);
  assert.equal((await usageOf(one, own)).credits_captured, 0);
  for (const t of [two, one]) await t.close();
  around.close();
});
