/** The MCP endpoint on the wire: keys, methods, sites, bounds, and clients of every generation. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { countTokens } from 'gpt-tokenizer';
import { apiServer } from '#http/server.js';
import { openCaches } from '#service/caches.js';
import { CLIENTS, callTool } from '../support/mcp-clients.js';
import { sharedApp } from '../support/open-test-app.js';
import { startProxy } from '../support/round-robin.js';

const SITE = 'https://partner.example';
/** What the list of tools may cost in the context of every conversation. */
const LIST_TOKENS_MAX = 3_300;
/** The same with the schemas of structured content, which some clients pass on to the model. */
const SCHEMAS_TOKENS_MAX = 4_600;
/** Models choose worse among more. */
const TOOLS_MAX = 14;

const t = sharedApp({ allowedOrigins: [SITE], limits: { READ_AHEAD: 0 } });
let url: string;
before(async () => {
  url = await t.server.listen({ host: '127.0.0.1', port: 0 });
});

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** One message without a client, in the way of 2025-11-25. */
async function post(
  key: string | null,
  message: unknown,
  headers: Readonly<Record<string, string>> = {},
) {
  return t.server.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(key !== null && bearer(key)),
      ...headers,
    },
    payload: typeof message === 'string' ? message : JSON.stringify(message),
  });
}

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

for (const [name, connect] of Object.entries(CLIENTS)) {
  test(`${name}: lists the tools, searches and reads an error`, async () => {
    const { api_key } = await t.account();
    const client = await connect(`${url}/mcp`, bearer(api_key));
    assert.equal(client.getServerVersion()?.name, 'rowhouse');
    assert.match(String(client.getInstructions()), /partial/);
    const { tools: ofTools, resources } = client.getServerCapabilities() ?? {};
    const announced = [ofTools?.listChanged, resources?.listChanged];
    assert.deepEqual(announced, [false, false], 'nothing is announced: no stream is held open');
    const { tools } = await client.listTools();
    const golden = new URL('./tools.json', import.meta.url);
    assert.deepEqual(tools, JSON.parse(readFileSync(golden, 'utf8')), 'test/mcp/tools.json');
    const found = await callTool(client, 'search_listings', {
      route: 'portal_a_listings',
      zip: '78704',
    });
    assert.equal(found.isError, false, found.text);
    assert.equal(found.facts.completeness, 'complete');
    assert.equal(found.facts.credits, 1);
    assert.ok(found.rows.length > 20, 'a header and rows');
    const failed = await callTool(client, 'search_listings', {
      route: 'portal_a_listings',
      zip: '1',
    });
    assert.equal(failed.isError, true);
    assert.equal(failed.facts.error?.param, 'zip');
    await client.close();
  });
}

test(`the list of tools is below ${LIST_TOKENS_MAX} tokens, and names at most ${TOOLS_MAX}`, async () => {
  const { api_key } = await t.account();
  const client = await CLIENTS['sdk 1']?.(`${url}/mcp`, bearer(api_key));
  const { tools } = (await client?.listTools()) ?? { tools: [] };
  assert.ok(tools.length > 0 && tools.length <= TOOLS_MAX);
  const bare = tools.map((tool) => ({ ...tool, outputSchema: undefined }));
  const tokens = countTokens(JSON.stringify(bare));
  assert.ok(tokens < LIST_TOKENS_MAX, `${tokens} tokens`);
  const whole = countTokens(JSON.stringify(tools));
  assert.ok(whole < SCHEMAS_TOKENS_MAX, `${whole} tokens with schemas`);
  await client?.close();
});

test('two processes behind a round robin answer one client: nothing is stored between messages', async () => {
  const { api_key } = await t.account();
  const other = apiServer(
    { ...t.app, caches: openCaches(t.app) },
    { allowedOrigins: [], mcp: { version: '0.0.0-test' } },
  );
  const second = await other.listen({ host: '127.0.0.1', port: 0 });
  const proxy = await startProxy([url, second]);
  for (const connect of Object.values(CLIENTS)) {
    const client = await connect(`${proxy.url}/mcp`, bearer(api_key));
    const first = await callTool(client, 'search_listings', {
      route: 'portal_a_sold',
      zip: '78704',
      limit: 5,
    });
    const more = await callTool(client, 'get_job', { job_id: first.facts.job_id, offset: 5 });
    assert.equal(more.facts.job_id, first.facts.job_id, more.text);
    assert.match(String(more.facts.rows), /^6-/);
    await client.close();
  }
  assert.ok(Math.min(...proxy.counts()) >= 6, `both were asked: ${proxy.counts().join(', ')}`);
  await proxy.close();
  await other.close();
});

test('without a key: 401 in the shape of the contract, and no invitation to OAuth', async () => {
  const answer = await post(null, PING);
  assert.equal(answer.statusCode, 401);
  assert.equal(answer.json<{ error: { code: string } }>().error.code, 'invalid_api_key');
  assert.equal(answer.headers['www-authenticate'], 'Bearer');
  for (const path of ['oauth-protected-resource', 'oauth-protected-resource/mcp']) {
    const found = await t.server.inject({ method: 'GET', url: `/.well-known/${path}` });
    assert.equal(found.statusCode, 404);
  }
});

test('GET and DELETE, of sessions that do not exist here, answer 405 with Allow: POST', async () => {
  for (const method of ['GET', 'DELETE', 'PUT'] as const) {
    const answer = await t.server.inject({ method, url: '/mcp' });
    assert.equal(answer.statusCode, 405);
    assert.equal(answer.headers.allow, 'POST');
  }
});

test('a page of a foreign site, or of a name that was pointed at this machine, is rejected', async () => {
  const { api_key } = await t.account();
  const of = (origin: string, host: string) => post(api_key, PING, { origin, host });
  assert.equal((await of('https://evil.example', '127.0.0.1:8080')).statusCode, 403);
  assert.equal((await of('http://evil.example:8080', 'evil.example:8080')).statusCode, 403);
  assert.equal((await of('http://127.0.0.1:8080', '127.0.0.1:8080')).statusCode, 200);
  const allowed = await of(SITE, 'listings.example');
  assert.equal(allowed.statusCode, 200);
  assert.equal(allowed.headers['access-control-allow-origin'], SITE);
  const preflight = await t.server.inject({
    method: 'OPTIONS',
    url: '/mcp',
    headers: { origin: SITE },
  });
  assert.equal(preflight.statusCode, 204);
  assert.match(String(preflight.headers['access-control-allow-headers']), /Mcp-Method/);
});

test('a message is JSON, one, and at most 16 KiB', async () => {
  const { api_key } = await t.account();
  const code = (answer: Awaited<ReturnType<typeof post>>) =>
    answer.json<{ error: { code: string } }>().error.code;
  assert.equal(code(await post(api_key, '{')), 'invalid_body');
  assert.equal(code(await post(api_key, [PING, PING])), 'invalid_body');
  assert.equal(code(await post(api_key, { ...PING, x: 'y'.repeat(17_000) })), 'body_too_large');
  const text = await post(api_key, PING, { 'content-type': 'text/plain' });
  assert.equal(code(text), 'unsupported_media_type');
});

test('arguments as a list, a text or a number are an error of the tool, and null counts as nothing sent', async () => {
  const { api_key } = await t.account();
  const ask = async (sent: unknown) => {
    const params = { name: 'account', arguments: sent };
    return (await post(api_key, { jsonrpc: '2.0', id: 1, method: 'tools/call', params })).body;
  };
  for (const sent of [[], 'zip=78704', 5]) {
    const body = await ask(sent);
    assert.match(body, /"isError":true/);
    assert.match(body, /The arguments of account must be one JSON object\./);
  }
  assert.match(await ask(null), /"structuredContent":\{[^}]*"credits/);
});

test('a call that names no tool gets the names of the tools', async () => {
  const { api_key } = await t.account();
  for (const params of [undefined, {}, { name: 5 }, { name: null, arguments: {} }]) {
    const { body } = await post(api_key, { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    assert.match(body, /The tools are find_homes, search_listings.*"isError":true/, body);
  }
});

test('calls count in the minute of the key; a tool beyond it says when to call again', async () => {
  const { api_key } = await t.account({ rate_limit: 3 });
  const account = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'account' } };
  for (let calls = 0; calls < 3; calls += 1) {
    const answer = await post(api_key, account);
    assert.equal(answer.headers['ratelimit-remaining'], String(2 - calls));
  }
  const over = await post(api_key, account);
  assert.equal(over.statusCode, 200);
  assert.match(over.body, /"isError":true/);
  assert.match(over.body, /rate_limited.*retry_after_s/);
  const ping = await post(api_key, PING);
  assert.equal(ping.statusCode, 429);
  assert.ok(Number(ping.headers['retry-after']) > 0);
});

test('a suspended account is rejected before any tool runs', async () => {
  const { api_key, account_id } = await t.account();
  await t.app.db.rows(`update accounts set status = 'suspended' where account_id = $1`, [
    account_id,
  ]);
  assert.equal((await post(api_key, PING)).statusCode, 403);
});

test('no stream is held open: subscriptions are rejected', async () => {
  const { api_key } = await t.account();
  const answer = await post(
    api_key,
    {
      jsonrpc: '2.0',
      id: 7,
      method: 'subscriptions/listen',
      params: {
        notifications: { toolsListChanged: true },
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    },
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
  );
  assert.match(answer.body, /"error"/);
});

test('ROWHOUSE_MCP=off: the path is unknown', async () => {
  const off = apiServer(t.app, { allowedOrigins: [] });
  const answer = await off.inject({ method: 'POST', url: '/mcp', payload: PING });
  assert.equal(answer.statusCode, 404);
  await off.close();
});
