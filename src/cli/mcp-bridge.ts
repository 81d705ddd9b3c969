/**
 * MCP over standard input and output, for clients without HTTP: each line is a message, which is
 * sent to the MCP endpoint of a service, and its answers come back as lines. The only state is the
 * protocol's version.
 */
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { bound } from '#client/bound.js';
import { MCP_PATH } from '#contract/routes.js';
import type { KnownCaller } from './caller-options.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import type { Terminal } from './run-search.js';

/** Attempts for a call that the service did not answer, and the first pause between them. */
const TRIES_MAX = 4;
const PAUSE_MS = 500;
/** Longer than the service holds any answer. */
const ANSWER_MS_MAX = 60_000;
/** Where a message of protocol 2026-07-28 and later states its version. */
const META = '_meta';
const VERSION_META = 'io.modelcontextprotocol/protocolVersion';

type JsonObject = Readonly<Record<string, unknown>>;

interface Bridge {
  readonly caller: KnownCaller;
  readonly terminal: Terminal;
  /** The running calls by the ids of their messages. */
  readonly open: Map<unknown, AbortController>;
  /** The version that a handshake agreed on. */
  version: string | null;
}

/** Runs until the input ends and every call is answered, or until it is interrupted. */
export async function runBridge(
  caller: KnownCaller,
  terminal: Terminal,
  input: Readable,
): Promise<ExitCode> {
  const bridge: Bridge = { caller, terminal, open: new Map(), version: null };
  const working = new Set<Promise<void>>();
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  let isInterrupted = false;
  terminal.onInterrupt(() => {
    isInterrupted = true;
    for (const call of bridge.open.values()) call.abort();
    lines.close();
  });
  for await (const line of lines) {
    if (line.trim() === '') continue;
    const work = forward(bridge, line).finally(() => working.delete(work));
    working.add(work);
  }
  await Promise.all(working);
  return isInterrupted ? EXIT.interrupted : EXIT.ok;
}

/** Forwards one message and writes its answers. */
async function forward(bridge: Bridge, line: string): Promise<void> {
  const message = readJson(line);
  if (message === null || Array.isArray(message)) {
    const error =
      message === null
        ? { code: -32_700, message: 'Parse error' }
        : { code: -32_600, message: 'Send one message per line, not an array.' };
    write(bridge, { jsonrpc: '2.0', id: null, error });
    return;
  }
  if (message.method === 'notifications/cancelled') {
    bridge.open.get(membersOf(message.params).requestId)?.abort();
    return;
  }
  const call = new AbortController();
  const { id } = message;
  if (id !== undefined) bridge.open.set(id, call);
  const answers = await send(bridge, message, call.signal).catch((error: unknown) =>
    call.signal.aborted ? [] : failed(bridge, message, 'connection_failed', sayCause(error)),
  );
  bridge.open.delete(id);
  for (const answer of answers) {
    const { protocolVersion } = membersOf(answer.result);
    if (message.method === 'initialize' && typeof protocolVersion === 'string') {
      bridge.version = protocolVersion;
    }
    write(bridge, answer);
  }
}

/** The answers to a message. A call that reached no service is retried: tools charge once. */
async function send(
  bridge: Bridge,
  message: JsonObject,
  signal: AbortSignal,
): Promise<readonly JsonObject[]> {
  const { baseUrl } = bridge.caller;
  const url = `${baseUrl.replace(/\/+$/, '').replace(/\/mcp$/, '')}${MCP_PATH}`;
  const options = {
    method: 'POST',
    headers: headersOf(bridge, message),
    body: JSON.stringify(message),
    redirect: 'manual',
  } as const;
  for (let tries = 1; ; tries += 1) {
    const limit = bound(
      ANSWER_MS_MAX,
      signal,
      () => new Error(`none in ${ANSWER_MS_MAX / 1000} s`),
    );
    const within = limit.signal;
    try {
      const answer = await fetch(url, { ...options, signal: within }).catch((error: unknown) => {
        if (tries < TRIES_MAX && !within.aborted) return null;
        throw error;
      });
      if (answer !== null) return await read(bridge, message, answer);
    } finally {
      limit.end();
    }
    await delay(PAUSE_MS * 2 ** (tries - 1), undefined, { signal });
  }
}

/** The headers that the endpoint needs before it reads a message. */
function headersOf({ caller, version }: Bridge, message: JsonObject): Record<string, string> {
  const params = membersOf(message.params);
  const own = membersOf(params[META])[VERSION_META];
  const name = params.name ?? params.uri;
  return {
    authorization: `Bearer ${caller.apiKey}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(version !== null && { 'mcp-protocol-version': version }),
    ...(isHeader(own) && { 'mcp-protocol-version': own }),
    ...(isHeader(own) && isHeader(message.method) && { 'mcp-method': message.method }),
    ...(isHeader(own) && isHeader(name) && { 'mcp-name': name }),
  };
}

const isHeader = (value: unknown): value is string =>
  typeof value === 'string' && /^[\x21-\x7e]{1,200}$/.test(value);

/** The messages of an answer: one as JSON, or those of an event stream; none for a notification. */
async function read(
  bridge: Bridge,
  message: JsonObject,
  answer: Response,
): Promise<readonly JsonObject[]> {
  const text = await answer.text();
  if (text === '' && answer.ok) return [];
  if (answer.headers.get('content-type')?.startsWith('text/event-stream') === true) {
    const events = text.split('\n').filter((line) => line.startsWith('data:'));
    return events.map((line) => readJson(line.slice('data:'.length))).filter((one) => one !== null);
  }
  const body = readJson(text) ?? {};
  if (body.jsonrpc === '2.0') return [body];
  const { code, message: words } = membersOf(body.error);
  if (typeof code === 'string') return failed(bridge, message, code, String(words));
  const other = `Something other than the service answered ${answer.status}. Check --url.`;
  return failed(bridge, message, 'unreadable_answer', other);
}

/** The error for a request; that of a notification is only written to standard error. */
function failed(
  { terminal }: Bridge,
  { id }: JsonObject,
  code: string,
  words: string,
): readonly JsonObject[] {
  terminal.err.write(`rowhouse: ${code}: ${words}\n`);
  const error = { code: -32_000, message: `${code}: ${words}`, data: { code } };
  return id === undefined ? [] : [{ jsonrpc: '2.0', id, error }];
}

const write = ({ terminal }: Bridge, message: object): boolean =>
  terminal.out.write(`${JSON.stringify(message)}\n`);

const membersOf = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null ? (value as JsonObject) : {};

/** Null for anything but a JSON object or array. */
function readJson(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as JsonObject) : null;
  } catch {
    return null;
  }
}

/** fetch puts the reason into the cause. */
function sayCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : error.message;
  return `no answer from the service (${reason}). Check --url and that it runs.`;
}
