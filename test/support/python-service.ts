/** Programs of the Python clients against a server with scripted replies. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { ERRORS } from '#contract/errors.js';
import { withoutAsync } from '../../scripts/python/without-async.js';
import { findPython, type PythonRun, runPython } from './python.js';

/** Both clients, and the modules that they need. */
export const PYTHON_CLIENTS = [
  { name: 'Rowhouse', modules: [] },
  { name: 'AsyncRowhouse', modules: ['httpx'] },
] as const;
export type PythonClient = (typeof PYTHON_CLIENTS)[number]['name'];

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly atMs: number;
}
export type Reply = (response: ServerResponse) => void;

/** A server that gives these replies in their order, the last one again and again. */
export async function scripted(t: TestContext, replies: readonly Reply[]) {
  const asked: Asked[] = [];
  const server = createServer(({ method = '', url = '', headers }, response) => {
    const reply = replies[Math.min(asked.length, replies.length - 1)];
    asked.push({ method, url, headers, atMs: performance.now() });
    reply?.(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { asked, url: `http://127.0.0.1:${port}` };
}

const JOB = { request_id: 'job-1', credits: 0, cached: false, poll_url: null, error: null };
const RESULT = {
  source: 'portal_a',
  query: {},
  count: 0,
  reported_total: null,
  next_cursor: null,
  collected_at: '2026-11-20T14:02:02.712Z',
  completeness: 'complete',
  summary: null,
  data: [],
  field_notes: [],
};

export const json =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply =>
  (response) =>
    response.writeHead(status, headers).end(JSON.stringify(body));
/** A finished job; `more` changes its result. */
export const complete = (more: object = {}): Reply =>
  json(200, { ...JOB, status: 'complete', credits: 1, result: { ...RESULT, ...more } });
export const pending = json(
  202,
  { ...JOB, status: 'pending', result: null },
  { 'retry-after': '1' },
);
export const failed = json(200, {
  ...JOB,
  status: 'failed',
  error: { code: 'collection_unavailable', message: 'The source failed.', param: null },
  result: null,
});
export const failing = (status: number, code: keyof typeof ERRORS, retryAfter = '0'): Reply =>
  json(
    status,
    { error: { code, message: ERRORS[code].message, param: null } },
    { 'retry-after': retryAfter },
  );
export const broken: Reply = (response) => response.destroy();

/** Runs asynchronous lines with `rowhouse` in them; for the synchronous client without `async`. */
export async function runClient(
  client: PythonClient,
  folder: string,
  url: string,
  lines: string,
  { options = '', needs = [] }: { readonly options?: string; readonly needs?: string[] } = {},
): Promise<PythonRun> {
  const { modules } = PYTHON_CLIENTS.find(({ name }) => name === client) ?? assert.fail();
  const body = lines.trim().replaceAll('\n', '\n            ');
  const program = `
import asyncio
from rowhouse import *
from rowhouse import AsyncRowhouse

async def main():
    async with AsyncRowhouse("${url}", "key"${options}) as rowhouse:
        try:
            ${body}
        except RowhouseError as error:
            print(error.code, error.status, error.request_id, error.retry_after_s)
`;
  const run =
    client === 'Rowhouse'
      ? `${withoutAsync(program)}\nmain()\n`
      : `${program}\nasyncio.run(main())\n`;
  const done = await runPython(findPython(...modules, ...needs) ?? assert.fail(), folder, run);
  assert.equal(done.code, 0, `${done.stderr}\n${done.stdout}`);
  return done;
}
