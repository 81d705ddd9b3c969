/** Messages of JSON-RPC to the MCP endpoint, and the arguments of every tool. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { toolList } from '#mcp/serve.js';
import { editedBytes, editedJson, oddText, oddValue, written } from './arbitraries.js';
import type { Fuzzer, OpenFuzzer } from './fuzzer.js';
import { CANARY_MARK, type FuzzWorld, openWorld } from './world.js';

interface Call {
  readonly message: unknown;
  readonly bytes: Buffer | null;
  readonly headers: Readonly<Record<string, string>>;
}

const UUID = '01a1f94f-2a01-7d02-9c11-0b6f3d2e8c57';
/** Values of arguments that mean something. */
const GOOD: Readonly<Record<string, readonly unknown[]>> = {
  route: ['portal_a_listings', 'portal_a_sold', '/auction/listings', 'nowhere'],
  zip: ['78704', 78704],
  job_id: [UUID],
  page: [1],
  pages: [1],
  rows: ['none', 'all'],
  estimate: [true],
  kind: ['listings', 'rentals'],
  price_cut_within_days: [30],
  columns: [['list_price'], 'list_price,beds'],
  fields: [['list_price'], 'list_price,beds'],
  limit: [1, 5],
  after: [0],
};

const TOOLS = toolList();

const argumentsOf = (names: readonly string[]): fc.Arbitrary<unknown> =>
  fc
    .array(
      fc
        .constantFrom(...names, 'odd')
        .chain((name) =>
          fc.tuple(
            fc.constant(name),
            fc.oneof(fc.constantFrom(...(GOOD[name] ?? [null])), oddText(), oddValue()),
          ),
        ),
      { maxLength: 4 },
    )
    .map((pairs) => Object.fromEntries(pairs));

const toolCall = (): fc.Arbitrary<unknown> =>
  fc.constantFrom(...TOOLS).chain(({ name, inputSchema }) => {
    const names = Object.keys((inputSchema as { properties?: object }).properties ?? {});
    const required = (inputSchema as { required?: readonly string[] }).required ?? [];
    const needed = Object.fromEntries(required.map((one) => [one, GOOD[one]?.[0] ?? '1']));
    return fc
      .oneof(
        {
          weight: 4,
          arbitrary: argumentsOf(names).map((own) => ({ ...needed, ...(own as object) })),
        },
        { weight: 2, arbitrary: argumentsOf(names) },
        { weight: 1, arbitrary: oddValue() },
      )
      .map((sent) => ({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: sent },
      }));
  });

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'fuzz', version: '1' },
  },
};
const MESSAGES: readonly object[] = [
  INITIALIZE,
  { jsonrpc: '2.0', id: 'a', method: 'tools/list', params: {} },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: 2, method: 'ping' },
  { jsonrpc: '2.0', id: 3, method: 'server/discover', params: {} },
  { jsonrpc: '2.0', id: 4, method: 'resources/list' },
  { jsonrpc: '2.0', id: 6, method: 'resources/read', params: { uri: 'rowhouse://guide' } },
  { jsonrpc: '2.0', id: 5, result: {} },
];

const call = (): fc.Arbitrary<Call> =>
  fc.record({
    message: fc.oneof(
      { weight: 8, arbitrary: toolCall() },
      {
        weight: 4,
        arbitrary: fc.constantFrom(...MESSAGES).chain((message) => editedJson(message)),
      },
      { weight: 2, arbitrary: toolCall().chain((message) => editedJson(message)) },
      { weight: 1, arbitrary: oddValue() },
      { weight: 1, arbitrary: fc.constant({ ...INITIALIZE, method: CANARY_MARK }) },
    ),
    bytes: fc.oneof(
      { weight: 15, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: editedBytes(Buffer.from(JSON.stringify(INITIALIZE))) },
    ),
    headers: fc.oneof(
      { weight: 6, arbitrary: fc.constant({}) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(
            fc.constantFrom(
              'mcp-protocol-version',
              'mcp-method',
              'mcp-name',
              'accept',
              'content-type',
            ),
            fc.oneof(
              fc.constantFrom('2025-11-25', '2026-07-28', 'tools/call', '*/*', 'text/html'),
              oddText().map((text) => text.replaceAll(/[^\x21-\x7e]/g, '')),
            ),
          )
          .map(([name, value]) => ({ [name]: value })),
      },
    ),
  });

const HEADERS = {
  host: 'localhost',
  accept: 'application/json, text/event-stream',
  'content-type': 'application/json',
};

export const MCP: Fuzzer = {
  name: 'mcp',
  about: 'messages to the MCP endpoint',
  share: 3,
  open: async (options): Promise<OpenFuzzer<Call>> => {
    const world = await openWorld(options);
    return {
      cases: call(),
      check: (input) => check(world, input),
      // The tools charge too, but name their jobs differently: only the ledger is checked.
      checkAll: world.checkLedger,
      close: world.close,
    };
  },
};

interface Reply {
  readonly error?: { readonly code: unknown; readonly message: unknown };
  readonly result?: { readonly isError?: boolean; readonly content?: readonly { text: string }[] };
}

async function check(world: FuzzWorld, { message, bytes, headers }: Call): Promise<void> {
  const answer = await world.ask({
    method: 'POST',
    target: '/mcp',
    headers: { ...HEADERS, authorization: `Bearer ${world.account.api_key}`, ...headers },
    body: bytes ?? written(JSON.stringify(message) ?? ''),
  });
  const said = answer.body.slice(0, 300);
  const type = String(answer.headers['content-type']);
  if (answer.body === '') return;
  assert.ok(type.startsWith('application/json') || type.startsWith('text/event-stream'), said);
  // A line of events ends at CR or LF alone: a name may have U+2028.
  const text = type.startsWith('text/')
    ? (/^data: ([^\r\n]*)/m.exec(answer.body)?.[1] ?? '{}')
    : answer.body;
  const { error, result } = JSON.parse(text) as Reply;
  if (error !== undefined && answer.statusCode < 400) {
    assert.equal(typeof error.code, 'number', said);
    // The protocol's package says so of a message whose shape it rejects, and lists what is wrong.
    assert.ok(error.code !== INTERNAL || String(error.message).startsWith('['), said);
  }
  const words = result?.content?.[0]?.text;
  if (result?.isError !== true || words === undefined) return;
  const failed = (JSON.parse(words) as { error: { code: string; message: string } }).error;
  assert.doesNotMatch(failed.message, /node_modules|\.[jt]s:\d|The service failed/, said);
}

/** What JSON-RPC says of a handler that threw. */
const INTERNAL = -32_603;
