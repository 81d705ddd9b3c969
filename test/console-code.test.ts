/** The code that the console shows for a search: copied and run, it prints the rows and ends. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { ROOT } from './architecture/read-tree.js';
import { consoleModule } from './support/console-module.js';
import { openTestApp, type TestApp } from './support/open-test-app.js';
import { findPython, pythonFolder, runPython } from './support/python.js';

const { snippet } = (await consoleModule('results/snippets.js')) as {
  snippet: (language: string, asked: object) => string;
};
const { routeOr } = (await consoleModule('text/labels.js')) as { routeOr: (id: string) => object };

const run = promisify(execFile);
const RUN_MS_MAX = 60_000;
const folder = pythonFolder();
let t: TestApp;
let origin: string;
let key: string;
before(async () => {
  t = await openTestApp();
  origin = await t.server.listen({ port: 0, host: '127.0.0.1' });
  key = (await t.account()).api_key;
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(ROOT, 'dist/rowhouse-client'), join(folder, 'node_modules/rowhouse'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
});
after(async () => {
  await t.close();
  rmSync(folder, { recursive: true, force: true });
});

const codeOf = (language: string, zip: string): string =>
  snippet(language, {
    origin,
    route: routeOr('portal_a_listings'),
    query: [
      ['zip', zip],
      // A list, and an amount: they are written in another way in each language.
      ['property_type', 'single_family,condo'],
      ['max_price', '9000000'],
    ],
    key,
  });

function check(printed: string, zip: string): void {
  assert.match(printed, /source_id'?: '\d{12}'/, printed.slice(0, 300));
  assert.ok(printed.includes(zip));
}

test('curl asks, polls to the end and prints the rows', async () => {
  writeFileSync(join(folder, 'search.sh'), codeOf('curl', '78704'));
  const { stdout } = await run('/bin/sh', ['-eu', 'search.sh'], {
    cwd: folder,
    timeout: RUN_MS_MAX,
    maxBuffer: 2 ** 24,
  });
  const { status, result } = JSON.parse(stdout);
  assert.equal(status, 'complete');
  assert.ok(result.count > 0);
});

test('curl ends with the error of a call that is rejected', async () => {
  writeFileSync(join(folder, 'rejected.sh'), codeOf('curl', 'none'));
  const { stdout } = await run('/bin/sh', ['-eu', 'rejected.sh'], {
    cwd: folder,
    timeout: RUN_MS_MAX,
  });
  assert.equal(JSON.parse(stdout).error.code, 'unsupported_or_invalid_query');
});

test('TypeScript prints the rows and ends', async () => {
  writeFileSync(join(folder, 'search.ts'), codeOf('TypeScript', '78701'));
  const tsx = pathToFileURL(join(ROOT, 'node_modules/tsx/dist/esm/index.mjs')).href;
  const { NODE_OPTIONS: _none, ...own } = process.env;
  const { stdout } = await run(process.execPath, ['--import', tsx, 'search.ts'], {
    cwd: folder,
    env: own,
    timeout: RUN_MS_MAX,
  });
  check(stdout, '78701');
});

test('Python prints the rows and ends, without a package of others', async (t2) => {
  const python = findPython();
  if (python === null) return t2.skip('no Python 3.9 or newer: install python3 to run this test');
  const { code, stdout, stderr } = await runPython(python, folder, codeOf('Python', '10025'), {});
  assert.equal(code, 0, stderr);
  check(stdout, '10025');
});
