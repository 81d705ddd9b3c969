/** The site's code of operations, run in all three languages: each makes its operation's call. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { operations, SETUP } from '../scripts/docs/operations.js';
import { snippetsOf } from '../scripts/docs/snippets.js';
import { ROOT } from './architecture/read-tree.js';
import { compileTypeScript } from './support/compile-typescript.js';
import { findPython, pythonFolder, runPython } from './support/python.js';
import { type Recorded, type Recorder, recordCalls } from './support/recording-server.js';

const run = promisify(execFile);
const OPERATIONS = operations();
const ID = '01a1f943-a5cf-7400-980f-428580d9d4fd';
const IDS = [
  'watch_id',
  'endpoint_id',
  'request_id',
  'home_id',
  'snapshot_id',
  'batch_id',
] as const;
const SEQ = 81_342;

/** The answer to every call: a finished job without rows, which is also a page without rows. */
const ANSWER = {
  request_id: ID,
  status: 'complete',
  credits: 1,
  cached: false,
  poll_url: null,
  error: null,
  rows: [],
  next_after: null,
  result: {
    source: 'portal_a',
    query: {},
    count: 0,
    reported_total: null,
    next_cursor: null,
    collected_at: '',
    completeness: 'complete',
    summary: null,
    data: [],
    field_notes: [],
  },
};

const folder = pythonFolder();
let server: Recorder;
let env: Record<string, string>;
before(async () => {
  server = await recordCalls(ANSWER);
  env = { ROWHOUSE_BASE_URL: server.url, ROWHOUSE_API_KEY: 'key' };
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(ROOT, 'dist/rowhouse-client'), join(folder, 'node_modules/rowhouse'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
});
after(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const codeIn = (language: string): string[] =>
  OPERATIONS.map(
    (one) => snippetsOf(one).find((each) => each.language === language)?.code ?? assert.fail(),
  );

/** One call for each operation, with its method and its path. */
function checkCalls(recorded: readonly Recorded[]): readonly Recorded[] {
  const paths = OPERATIONS.map(({ method, path }) => {
    const filled = path
      .replace('{source}', 'portal_a')
      .replace('{seq}', String(SEQ))
      .replace(/\{\w+\}/, ID);
    return `${method} ${filled}`;
  });
  assert.deepEqual(
    recorded.map(({ method, path }) => `${method} ${path}`),
    paths,
  );
  return recorded;
}

async function curlCalls(): Promise<readonly Recorded[]> {
  const ids = [...IDS.map((name) => `${name.toUpperCase()}=${ID}`), `SEQ=${SEQ}`];
  const keys = 'uuidgen() { echo key; }';
  writeFileSync(join(folder, 'calls.sh'), [keys, ...ids, ...codeIn('curl')].join('\n'));
  await run('/bin/sh', ['-e', 'calls.sh'], { cwd: folder, env: { ...process.env, ...env } });
  return checkCalls(server.take());
}

test('curl makes the call of every operation', async () => {
  assert.ok(OPERATIONS.length > 40);
  await curlCalls();
});

test('TypeScript makes the same calls, with the same inputs and bodies', async () => {
  const expected = await curlCalls();
  const ids = `const watchId = '${ID}', endpointId = '${ID}', requestId = '${ID}', homeId = '${ID}', snapshotId = '${ID}', batchId = '${ID}', seq = ${SEQ};`;
  const blocks = codeIn('TypeScript').map((code) => `{\n${code}\n}`);
  writeFileSync(join(folder, 'calls.ts'), [SETUP.TypeScript, ids, ...blocks].join('\n'));
  const tsx = pathToFileURL(join(ROOT, 'node_modules/tsx/dist/esm/index.mjs')).href;
  const { NODE_OPTIONS: _none, ...own } = process.env;
  await run(process.execPath, ['--import', tsx, 'calls.ts'], {
    cwd: folder,
    env: { ...own, ...env },
  });
  assert.deepEqual(checkCalls(server.take()), expected);
});

test('the TypeScript compiles', async () => {
  const ids = `declare const watchId: string, endpointId: string, requestId: string, homeId: string, snapshotId: string, batchId: string, seq: number;`;
  const blocks = codeIn('TypeScript').map((code) => `{\n${code}\n}`);
  writeFileSync(join(folder, 'typed.ts'), [SETUP.TypeScript, ids, ...blocks].join('\n'));
  assert.equal(await compileTypeScript(folder, ['typed.ts']), '');
});

test('Python makes the same calls, with the same inputs and bodies', async (t) => {
  const python = findPython();
  if (python === null) return t.skip('no Python 3.9 or newer: install python3 to run this test');
  const expected = await curlCalls();
  const ids = `watch_id = endpoint_id = request_id = home_id = snapshot_id = batch_id = "${ID}"\nseq = ${SEQ}`;
  const program = [SETUP.Python, ids, ...codeIn('Python')].join('\n');
  const { code, stderr } = await runPython(python, folder, program, env);
  assert.equal(code, 0, stderr);
  assert.deepEqual(checkCalls(server.take()), expected);
});
