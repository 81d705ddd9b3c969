/** The Python client: its guide's code against a service, its calls against a stub server. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { ERRORS } from '#contract/errors.js';
import { withPythonRows } from '../scripts/python-rows.js';
import { textOf } from './architecture/read-tree.js';
import { codeBlocks } from './support/code-blocks.js';
import { findPython, type PythonRun, pythonFolder, runPython } from './support/python.js';
import { MANY_HOMES, settingsOf } from './support/run-rowhouse.js';
import { type Here, serveHere } from './support/serve-here.js';

const python = findPython();
const skip = python === null && 'no Python 3.9 or newer: install python3 to run this test';
const folder = pythonFolder();
const dataDir = mkdtempSync(join(tmpdir(), 'rowhouse-python-data-'));
let service: Here;
before(async () => {
  if (python === null) return;
  service = await serveHere({
    ...settingsOf(dataDir),
    ...MANY_HOMES,
  });
});
after(async () => {
  await service.stop();
  for (const one of [folder, dataDir]) rmSync(one, { recursive: true, force: true });
});

test('the rows and routes of the client are what the tables print: run `npm run docs:routes`', () => {
  const file = textOf('clients/python/rowhouse.py');
  assert.ok(file === withPythonRows(file), 'run `npm run docs:routes` and commit it');
});

test('the client is plain Python 3.9, and its types can be read', { skip }, async () => {
  const program = `
import ast, pathlib, typing
import rowhouse
ast.parse(pathlib.Path(rowhouse.__file__).read_text(), feature_version=(3, 9))
row = typing.get_type_hints(rowhouse.PortalAListingsRow)
print(sorted(row)[:3], row["list_price"], typing.get_type_hints(row["extras"])["zestimate"])
`;
  const { stdout } = await run(program);
  assert.match(stdout, /^\['address', 'agent_name', 'baths'\] .*Money.* .*Money/);
});

const SHOWN: readonly (readonly RegExp[])[] = [
  [/^\d+ rows, 1 credit, cached: (True|False)$/m, /^\d+ \w.* \d+/m],
  [/^100 rows, complete$/m, /^\d{4}-\d\d-\d\d \w+$/m],
  [/^unsupported_or_invalid_query beds_min 422$/m, /^no such home$/m],
  [/^same job: True$/m, /^left: \d+$/m],
  [/^homes\.csv True$/m, /^homes\.geojson True$/m, /^homes\.parquet True$/m],
  [/^True on several sources$/m, /^\[\('sold', 'portal_[ab]'\)\]$/m, /^list,home_id/m],
  [/^active \['watch\.started'\]$/m],
];

for (const [at, code] of codeBlocks('docs/python.md', 'python').entries())
  test(`block ${at + 1} of docs/python.md runs as it is`, { skip }, async () => {
    assert.equal(codeBlocks('docs/python.md', 'python').length, SHOWN.length);
    const { stdout } = await run(code, {
      ROWHOUSE_BASE_URL: service.apiUrl,
      ROWHOUSE_API_KEY: service.demoKey,
    });
    for (const line of SHOWN[at] ?? assert.fail('a block without a check'))
      assert.match(stdout, line);
  });

interface Asked {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly atMs: number;
}
type Reply = (response: ServerResponse) => void;

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
const json =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply =>
  (response) =>
    response.writeHead(status, headers).end(JSON.stringify(body));
const complete = json(200, { ...JOB, status: 'complete', credits: 1, result: RESULT });
const pending = json(202, { ...JOB, status: 'pending', result: null }, { 'retry-after': '1' });
const failing = (status: number, code: keyof typeof ERRORS, retryAfter = '0'): Reply =>
  json(
    status,
    { error: { code, message: ERRORS[code].message, param: null } },
    { 'retry-after': retryAfter },
  );

/** A server that gives these replies in their order, the last one again and again. */
async function scripted(t: TestContext, replies: readonly Reply[]) {
  const asked: Asked[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    const reply = replies[Math.min(asked.length, replies.length - 1)];
    asked.push({ url, headers, atMs: performance.now() });
    reply?.(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { asked, env: { ROWHOUSE_BASE_URL: `http://127.0.0.1:${port}` } };
}

async function run(
  program: string,
  env: Readonly<Record<string, string>> = {},
): Promise<PythonRun> {
  const done = await runPython(python ?? assert.fail(), folder, program, env);
  assert.equal(done.code, 0, `${done.stderr}\n${done.stdout}`);
  return done;
}

const search = (more = '', options = ''): string => `
import os
from rowhouse import PORTAL_A_LISTINGS, Rowhouse, RowhouseError
rowhouse = Rowhouse(os.environ["ROWHOUSE_BASE_URL"], "key"${options})
try:
    page = rowhouse.search(PORTAL_A_LISTINGS, zip="78704"${more})
    print("credits", page.credits)
except RowhouseError as error:
    print(error.code, error.status, error.request_id, error.retry_after_s)
`;

test('a 503 is sent again after its Retry-After, under the same key', { skip }, async (t) => {
  const { asked, env } = await scripted(t, [failing(503, 'queue_full', '1'), complete]);
  assert.match((await run(search(), env)).stdout, /^credits 1$/m);
  const [first, second, ...more] = asked;
  assert.equal(more.length, 0);
  const key = first?.headers['idempotency-key'];
  assert.match(String(key), /^[0-9a-f]{32}$/);
  assert.equal(second?.headers['idempotency-key'], key);
  assert.ok((second?.atMs ?? 0) - (first?.atMs ?? 0) >= 990);
  assert.equal(first?.headers.authorization, 'Bearer key');
});

test('a connection that breaks is tried again, and no more often than asked', {
  skip,
}, async (t) => {
  const broken: Reply = (response) => response.destroy();
  const once_ = await scripted(t, [broken, complete]);
  assert.match((await run(search(), once_.env)).stdout, /^credits 1$/m);
  const always = await scripted(t, [broken]);
  assert.match(
    (await run(search('', ', retries=2'), always.env)).stdout,
    /^connection_failed 0 None/m,
  );
  assert.equal(always.asked.length, 3);
});

test('what no short wait fixes is raised at once: credits, a long pause, a wrong input', {
  skip,
}, async (t) => {
  for (const [reply, shown] of [
    [failing(429, 'quota_exceeded', '5'), /^quota_exceeded 429 None 5\.0$/m],
    [failing(503, 'queue_full', '61'), /^queue_full 503 None 61\.0$/m],
    [failing(422, 'location_required'), /^location_required 422/m],
    [json(404, 'no JSON of the service'), /^unreadable_answer 404/m],
  ] as const) {
    const { asked, env } = await scripted(t, [reply]);
    assert.match((await run(search(), env)).stdout, shown);
    assert.equal(asked.length, 1);
  }
});

test('a pending job is polled with wait, and a failed one is an error with its id', {
  skip,
}, async (t) => {
  const error = { code: 'collection_unavailable', message: 'The source failed.', param: null };
  const failed = json(200, { ...JOB, status: 'failed', error, result: null });
  const { asked, env } = await scripted(t, [pending, pending, failed]);
  assert.match((await run(search(), env)).stdout, /^collection_unavailable 200 job-1/m);
  assert.deepEqual(
    asked.map(({ url }) => url),
    ['/v1/portal_a/listings?zip=78704', '/v1/jobs/job-1?wait=20', '/v1/jobs/job-1?wait=20'],
  );
});

test('a call ends in time, and its error names the job', { skip }, async (t) => {
  const { env } = await scripted(t, [pending]);
  const began = performance.now();
  const { stdout } = await run(search(', timeout_s=1.5'), env);
  assert.match(stdout, /^timeout 0 job-1/m);
  assert.ok(performance.now() - began < 10_000);
});

test('inputs are sent as the service reads them: lists with commas, nothing for None', {
  skip,
}, async (t) => {
  const { asked, env } = await scripted(t, [complete]);
  const more = ', property_type=["condo", "land"], beds_min=None, max_age_s=0';
  await run(search(more), env);
  assert.equal(asked[0]?.url, '/v1/portal_a/listings?zip=78704&property_type=condo,land');
  assert.equal(asked[0]?.headers['cache-control'], 'no-cache');
});

test('a POST without a key is not sent twice, unless it was not begun', { skip }, async (t) => {
  const program = (key: string) => `
import os
from rowhouse import Rowhouse, RowhouseError
rowhouse = Rowhouse(os.environ["ROWHOUSE_BASE_URL"], "key")
try:
    print(rowhouse.request("POST", "/endpoints/1/test", body={"a": 1}${key}))
except RowhouseError as error:
    print(error.code)
`;
  const done = json(200, { done: true });
  const twice = [failing(503, 'queue_full'), done];
  for (const [replies, key, shown, calls] of [
    [twice, '', 'queue_full', 1],
    [twice, ', idempotency_key="k"', "{'done': True}", 2],
    [[failing(429, 'rate_limited'), done], '', "{'done': True}", 2],
  ] as const) {
    const { asked, env } = await scripted(t, replies);
    assert.equal((await run(program(key), env)).stdout.trim(), shown);
    assert.equal(asked.length, calls);
    assert.equal(asked[0]?.headers['content-type'], 'application/json');
  }
});
