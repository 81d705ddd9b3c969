/** The application that one process's fuzzers share, and the rules that all its answers obey. */
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import inject from 'light-my-request';
import { ERRORS, type ErrorCode, retryAfterSeconds } from '#contract/errors.js';
import { adminServer } from '#http/admin/server.js';
import { apiServer } from '#http/server.js';
import type { FileReader } from '#service/files/file-reader.js';
import { expectSoundLedger, UUID_V7 } from '../support/expect.js';
import {
  ADMIN_TOKEN,
  type Answer,
  openTestApp,
  QUIET,
  type TestAccount,
  type TestApp,
} from '../support/open-test-app.js';
import { DOCUMENT, expectDocumented, templateOf } from '../support/openapi-check.js';
import { Canary, type FuzzOptions } from './fuzzer.js';

/** What the caller of a canary sends to set it off. */
export const CANARY_MARK = 'chirp';

export interface Sent {
  readonly method?: string;
  /** The request target as it stands in the request line. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface FuzzWorld {
  readonly t: TestApp;
  readonly account: TestAccount;
  /** Calls the API, its fast path too; the answer has kept the rules of every answer. */
  ask(sent: Sent): Promise<Answer>;
  /** Calls the operator's listener. */
  askAdmin(sent: Sent): Promise<Answer>;
  /** Reads a job to its end; the last answer. */
  settle(answer: Answer): Promise<Answer>;
  /** The ledger is sound, and what was captured is what answers said. */
  checkCharges(): Promise<void>;
  /** The ledger is sound. */
  checkLedger(): Promise<void>;
  /** Throws what was logged as an error since the last call. */
  requireQuiet(): void;
  close(): Promise<void>;
}

/** Less than a case may take, so that a file that never ends is rejected in time. */
const IMPORT_READ_S = 5;

/** Damaged Parquet may be decoded without end: only a separate process can be ended. */
const withoutProcess = (here: FileReader, apart: FileReader): FileReader => ({
  read: (file, order, signal) =>
    (file.name.endsWith('.parquet') ? apart : here).read(file, order, signal),
});

interface Base {
  readonly t: TestApp;
  readonly logged: unknown[];
}

let opened: Promise<Base> | undefined;
let users = 0;

async function openBase(): Promise<Base> {
  const logged: unknown[] = [];
  const t = await openTestApp({
    limits: {
      READ_AHEAD: 0,
      PAGE_ROWS: 20,
      COLLECT_CONCURRENCY: 4,
      WEBHOOK_TIMEOUT_S: 2,
      IMPORT_READ_S,
    },
    env: { ROWHOUSE_WEBHOOK_PRIVATE: 'on' },
    allowedOrigins: ['https://allowed.example'],
    log: { ...QUIET, error: (fields, message) => logged.push(fields.err ?? message) },
  });
  return { t, logged };
}

/** The application, opened by the first fuzzer that needs it and closed by the last. */
export async function openWorld({ canary, files }: FuzzOptions): Promise<FuzzWorld> {
  users += 1;
  opened ??= openBase();
  const { t, logged } = await opened;
  const account = await t.account({
    extra_credits: 1_000_000_000,
    rate_limit: 1_000_000_000,
    max_pending: 1_000_000,
  });
  const server = canary ? faulty(apiServer(t.app, serverOptions)) : t.server;
  const ownAdmin = adminServer(
    { ...t.app, ...(files && { files: withoutProcess(files, t.app.files) }) },
    { token: ADMIN_TOKEN },
  );
  const admin = canary ? faulty(ownAdmin) : ownAdmin;
  await Promise.all([server.ready(), admin.ready()]);
  const charged = new Set<string>();
  const requireQuiet = () => {
    const [first] = logged.splice(0);
    if (first !== undefined) throw new Error(`logged as an error: ${textOf(first)}`);
  };
  const ask: FuzzWorld['ask'] = async (sent) => {
    const answer = await send(server, canary ? offFastPath(sent) : sent);
    requireQuiet();
    checkAnswer(sent, answer);
    noteCharge(answer, charged);
    return answer;
  };
  const authorization = `Bearer ${account.api_key}`;
  const checkLedger = async () => {
    requireQuiet();
    await expectSoundLedger(t);
  };
  return {
    t,
    account,
    ask,
    askAdmin: async (sent) => {
      const answer = await send(admin, sent);
      requireQuiet();
      checkAdminAnswer(answer);
      return answer;
    },
    settle: async (first) => {
      let answer = first;
      for (let polls = 0; answer.statusCode === 202 && polls < POLLS_MAX; polls += 1) {
        const target = `${answer.json<{ poll_url: string }>().poll_url}?wait=5`;
        answer = await ask({ target, headers: { authorization } });
      }
      return answer;
    },
    checkLedger,
    checkCharges: async () => {
      await checkLedger();
      const rows = await t.app.db.rows<{ request_id: string }>(
        `select request_id from ledger where account_id = $1 and kind = 'capture'`,
        [account.account_id],
      );
      const captured = rows.map(({ request_id }) => request_id);
      assert.equal(new Set(captured).size, captured.length, 'an id is captured twice');
      assert.deepEqual(captured.filter((id) => !charged.has(id)).slice(0, 5), [], 'captured alone');
      const ids = new Set(captured);
      assert.deepEqual([...charged].filter((id) => !ids.has(id)).slice(0, 5), [], 'answered alone');
    },
    requireQuiet,
    close: async () => {
      await admin.close();
      if (canary) await server.close();
      users -= 1;
      if (users > 0) return;
      opened = undefined;
      await t.close();
    },
  };
}

const POLLS_MAX = 4;
const serverOptions = {
  allowedOrigins: ['https://allowed.example'],
  mcp: { version: '0.0.0-test' },
};

/**
 * The call as from a browser, which skips the fast path: the fault is after it, and whether other
 * calls take it depends on what is cached.
 */
const offFastPath = (sent: Sent): Sent => ({
  ...sent,
  headers: { 'sec-fetch-site': 'none', ...sent.headers },
});

/** A server that throws what no error of the contract stands for, at requests with the mark. */
function faulty(server: FastifyInstance): FastifyInstance {
  server.addHook('preHandler', (request, _reply, done) => {
    if (`${request.raw.url} ${JSON.stringify(request.headers)}`.includes(CANARY_MARK)) {
      throw new Canary('a handler threw');
    }
    done();
  });
  return server;
}

/** Calls a server through its listeners, with the target as it is: a client would tidy it up. */
export function send(server: FastifyInstance, sent: Sent): Promise<Answer> {
  const listen = (request: unknown, response: unknown) => {
    (request as IncomingMessage).url = sent.target;
    server.server.emit('request', request, response);
  };
  return inject(listen, {
    method: (sent.method ?? 'GET') as 'GET',
    url: '/',
    headers: { ...sent.headers, ...(sent.body?.includes(CANARY_MARK) && { [CANARY_MARK]: '1' }) },
    ...(sent.body !== undefined && { payload: sent.body }),
  });
}

function noteCharge(answer: Answer, charged: Set<string>): void {
  const credits = answer.headers['x-credits-charged'];
  if (credits === undefined || credits === '0') return;
  assert.equal(answer.statusCode === 304 || answer.statusCode === 200, true, 'only pages cost');
  const type = String(answer.headers['content-type']);
  if (answer.statusCode === 200 && type.startsWith('application/json')) {
    charged.add((JSON.parse(plain(answer).body) as { request_id: string }).request_id);
  }
}

/** Lines of a stack, and paths of files: nothing that a caller may read. */
const INSIDE = /\bat \S+ \(|\.[jt]s:\d+|node_modules|file:\/\/|\/src\/|\/dist\/|\/tmp\//;
const UNAVAILABLE: readonly string[] = ['queue_full', 'collection_unavailable'];
const NOT_OF_THE_TABLE = [400, 408, 431];

/** Throws unless the answer is one of the contract. */
export function checkAnswer({ method = 'GET', target }: Sent, answer: Answer): void {
  const { statusCode: status, headers } = answer;
  const said = `${method} ${target.slice(0, 200)}: ${status} ${answer.body.slice(0, 300)}`;
  assert.match(String(headers['x-request-id']), UUID_V7, said);
  const isOfProtocol = isJsonRpc(target, answer);
  if (status >= 400 && method !== 'HEAD' && !isOfProtocol) checkError(answer, said);
  if (status >= 500) {
    const { code } = answer.json<{ error: { code: string } }>().error;
    assert.ok(UNAVAILABLE.includes(code), said);
  }
  if (isOfProtocol) return;
  const path = target.split('?')[0] ?? '';
  const template = templateOf(path);
  const operations = template === undefined ? {} : (DOCUMENT.paths as Paths)[template];
  const isTyped = !String(headers['content-type']).includes('parquet');
  if (operations?.[method.toLowerCase()] !== undefined && status !== 404 && isTyped) {
    expectDocumented(path, plain(answer), method);
  }
}

/** Errors of the MCP endpoint's own protocol are JSON-RPC's. */
const isJsonRpc = (target: string, { body }: Answer): boolean =>
  target.startsWith('/mcp') && body.includes('"jsonrpc"');

type Paths = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The answer without what a client of HTTP takes away. */
const plain = (answer: Answer): Pick<Answer, 'statusCode' | 'body' | 'headers'> =>
  answer.headers['content-encoding'] === 'gzip'
    ? { statusCode: answer.statusCode, headers: answer.headers, body: unzipped(answer) }
    : answer;

const unzipped = (answer: Answer): string => gunzipSync(answer.rawPayload).toString();

function checkError(answer: Answer, said: string): void {
  const { statusCode: status, headers } = answer;
  assert.equal(headers['content-type'], 'application/json; charset=utf-8', said);
  assert.equal(headers['x-credits-charged'], undefined, said);
  const body = answer.json<{ error: Record<string, unknown> }>();
  assert.deepEqual(Object.keys(body), ['error'], said);
  const { code, message, param, candidates, ...rest } = body.error;
  assert.deepEqual(rest, {}, said);
  assert.ok(typeof code === 'string' && Object.hasOwn(ERRORS, code), said);
  const row = ERRORS[code as ErrorCode];
  if (!NOT_OF_THE_TABLE.includes(status)) assert.equal(status, row.http, said);
  assert.ok(typeof message === 'string' && message.length >= 10 && !INSIDE.test(message), said);
  assert.ok(param === null || (typeof param === 'string' && !INSIDE.test(param)), said);
  assert.ok(candidates === undefined || code === 'address_ambiguous', said);
  assert.equal(
    headers['retry-after'] !== undefined,
    retryAfterSeconds(code as ErrorCode) !== null,
    said,
  );
}

function checkAdminAnswer(answer: Answer): void {
  const said = `${answer.statusCode} ${answer.body.slice(0, 300)}`;
  assert.ok(answer.statusCode < 500, said);
  if (answer.statusCode < 400) return;
  const { error, ...rest } = answer.json<{ error: { message: unknown } }>();
  assert.deepEqual(rest, {}, said);
  assert.deepEqual(Object.keys(error), ['message'], said);
  assert.ok(typeof error.message === 'string' && error.message.length > 3, said);
  assert.doesNotMatch(error.message, INSIDE, said);
}

const textOf = (fields: unknown): string =>
  fields instanceof Error ? String(fields.stack) : (JSON.stringify(fields) ?? 'nothing');
