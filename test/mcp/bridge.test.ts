/** `rowhouse mcp`: the official clients start it as a command, and what is said to it by hand. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { runBridge } from '#cli/mcp-bridge.js';
import { callTool, type McpClient } from '../support/mcp-clients.js';
import { openTestApp, type TestApp } from '../support/open-test-app.js';
import { flagsFor } from '../support/own-process.js';
import { scriptedServer } from '../support/scripted-server.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAIN = import.meta.resolve('../../src/main.js');
const INFO = { name: 'rowhouse-tests', version: '1.0.0' };

let t: TestApp;
let url: string;
before(async () => {
  t = await openTestApp();
  url = await t.server.listen({ host: '127.0.0.1', port: 0 });
});
after(() => {
  // Commands that have ended leave their side of a connection closed; the service keeps its own for
  // a while.
  t.server.server.closeAllConnections();
  return t.close();
});

/** The command as a client starts it, from the sources. */
const command = (key: string) => ({
  command: process.execPath,
  args: [
    ...flagsFor(MAIN),
    '--eval',
    `import('${MAIN}').then(({ main }) => main(['mcp', '--url', '${url}']))`,
  ],
  env: { ...(process.env as Record<string, string>), ROWHOUSE_API_KEY: key },
  cwd: ROOT,
});

const CLIENTS: Readonly<Record<string, (key: string) => Promise<McpClient>>> = {
  'client 2 by default': async (key) => {
    const client = new Client(INFO);
    await client.connect(new StdioClientTransport(command(key)));
    return client;
  },
  'client 2 with 2026-07-28': async (key) => {
    const client = new Client(INFO, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new StdioClientTransport(command(key)));
    return client;
  },
  'sdk 1': async (key) => {
    const client = new FirstClient(INFO);
    await client.connect(new FirstTransport(command(key)));
    return client as McpClient;
  },
};

for (const [name, connect] of Object.entries(CLIENTS)) {
  test(`${name} over the bridge: lists the tools, searches, reads an error and a resource`, async () => {
    const { api_key } = await t.account();
    const client = await connect(api_key);
    const { tools } = await client.listTools();
    assert.equal(tools.length, 14);
    const sent = { route: 'portal_a_listings', zip: '78704', limit: 3 };
    const answers = await Promise.all([
      callTool(client, 'search_listings', sent),
      callTool(client, 'account'),
      callTool(client, 'search_listings', { route: 'portal_a_listings', zip: '1' }),
    ]);
    assert.equal(answers[0].rows.length, 4, answers[0].text);
    assert.equal(typeof answers[1].facts.credits_available, 'number');
    assert.equal(answers[2].isError, true);
    const { resources } = await client.listResources();
    assert.equal(resources[0]?.uri, 'rowhouse://guide');
    const { contents } = await client.readResource({ uri: 'rowhouse://guide' });
    assert.match(JSON.stringify(contents), /find_homes/);
    await client.close();
  });
}

/** A bridge in this process: what is written to it, and the lines and words that come back. */
function open(key: string, baseUrl: string) {
  const input = new PassThrough();
  const out = new PassThrough();
  const said: string[] = [];
  let interrupt = () => {};
  const terminal = {
    out,
    err: { write: (text: string) => said.push(text) },
    nowMs: () => 0,
    onInterrupt: (stop: () => void) => {
      interrupt = stop;
    },
    setExitCode: () => undefined,
  };
  let text = '';
  out.on('data', (data) => {
    text += String(data);
  });
  return {
    say: (message: unknown) =>
      input.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`),
    answer: async () => {
      while (!text.includes('\n')) await once(out, 'data');
      const [line = '', ...rest] = text.split('\n');
      text = rest.join('\n');
      return JSON.parse(line) as { id: unknown; result?: object; error?: { message: string } };
    },
    ended: runBridge({ apiKey: key, baseUrl }, terminal, input),
    end: () => input.end(),
    interrupt: () => interrupt(),
    rest: () => text,
    said,
  };
}

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

test('a wrong key is an error of the request and a line on standard error', async () => {
  const bridge = open('rh_live_wrong', url);
  bridge.say(PING);
  const { id, error } = await bridge.answer();
  assert.equal(id, 1);
  assert.match(String(error?.message), /^invalid_api_key: The API key/);
  assert.match(bridge.said.join(''), /^rowhouse: invalid_api_key/);
  bridge.end();
  assert.equal(await bridge.ended, 0);
});

test('a service that is not there is tried again, then named', async () => {
  const bridge = open('rh_live_x', 'http://127.0.0.1:9');
  bridge.say(PING);
  assert.match(String((await bridge.answer()).error?.message), /connection_failed.*Check --url/);
  bridge.end();
  await bridge.ended;
});

test('a request gets an answer from whatever is at the address: no content, or a redirect', async () => {
  for (const answer of [
    { status: 502, body: '' },
    { status: 301, headers: { location: '/moved' }, body: '' },
  ]) {
    const server = await scriptedServer([answer, { status: 405, body: '{}' }]);
    const bridge = open('rh_live_x', server.url);
    bridge.say(PING);
    bridge.end();
    await bridge.ended;
    await server.close();
    const expected = `unreadable_answer: Something other than the service answered ${answer.status}.`;
    assert.ok(bridge.rest().includes(expected), bridge.rest());
    assert.equal(server.heard.length, 1);
  }
});

test('an invalid message is a parse error; a notification gets no line', async () => {
  const { api_key } = await t.account();
  const bridge = open(api_key, `${url}/mcp/`);
  bridge.say('{');
  assert.match(String((await bridge.answer()).error?.message), /Parse error/);
  bridge.say({ jsonrpc: '2.0', method: 'notifications/initialized' });
  bridge.say('');
  bridge.say({ ...PING, id: 'two' });
  assert.deepEqual(await bridge.answer(), { jsonrpc: '2.0', id: 'two', result: {} });
  bridge.end();
  await bridge.ended;
  assert.equal(bridge.rest(), '');
});

test('several messages on one line are an error: the service takes one per call', async () => {
  const { api_key } = await t.account();
  const bridge = open(api_key, url);
  bridge.say([PING, { ...PING, id: 2 }]);
  bridge.say(PING);
  bridge.end();
  await bridge.ended;
  const answers = bridge
    .rest()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  assert.deepEqual(answers, [
    {
      jsonrpc: '2.0',
      id: null,
      error: { code: -32_600, message: 'Send one message per line, not an array.' },
    },
    { jsonrpc: '2.0', id: 1, result: {} },
  ]);
});

test('a call that the client cancels gets no answer; an interrupt ends the rest', async () => {
  const { api_key } = await t.account();
  await t.hold();
  const bridge = open(api_key, url);
  const search = (id: number) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: {
      name: 'search_listings',
      arguments: { route: 'portal_a_listings', zip: '78704', max_price: 900_000_000 + id },
    },
  });
  bridge.say(search(1));
  bridge.say(search(2));
  await new Promise((done) => setTimeout(done, 300));
  bridge.say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
  bridge.say({ ...PING, id: 3 });
  assert.equal((await bridge.answer()).id, 3, 'a ping does not wait behind a search');
  bridge.interrupt();
  assert.equal(await bridge.ended, 130);
  assert.equal(bridge.rest(), '');
  t.release();
});
