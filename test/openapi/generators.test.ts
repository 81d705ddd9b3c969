/**
 * Clients of three common generators, made from the document of a running service: each compiles
 * under strict types and runs a first search to its end.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from '@hey-api/openapi-ts';
import openapiTypescript, { astToString } from 'openapi-typescript';
import orval from 'orval';
import { ROOT } from '../architecture/read-tree.js';
import { TSC } from '../support/compile-typescript.js';
import { openTestApp, type TestApp } from '../support/open-test-app.js';

const run = promisify(execFile);
const BOX = [-97.8, 30.2, -97.7, 30.3];
const TYPES = ['single_family', 'condo'];
const POLLS_MAX = 20;

const project = mkdtempSync(join(tmpdir(), 'rowhouse-generated-'));
const input = join(project, 'openapi.json');
let t: TestApp;
let baseUrl: string;
let key: string;
/** What the compiler says about all three, a line each. */
let complaints: readonly string[];

before(async () => {
  t = await openTestApp();
  baseUrl = await t.server.listen({ port: 0, host: '127.0.0.1' });
  key = (await t.account()).api_key;
  writeFileSync(input, await (await fetch(`${baseUrl}/v1/openapi.json`)).text());
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'));
  for (const generator of GENERATORS) {
    const folder = join(project, generator);
    mkdirSync(folder);
    await GENERATE[generator](folder);
    writeFileSync(join(folder, 'caller.ts'), CALLERS[generator]);
  }
  complaints = await compile();
});
after(async () => {
  await t.close();
  rmSync(project, { recursive: true, force: true });
});

/** The inputs of the search, as the caller of a generated client writes them. */
const INPUTS = `{ bbox: '${BOX.join(',')}', property_type: '${TYPES.join(',')}', beds_min: 1 }`;

/** A caller of each client: the search, then its job until it has settled. */
const CALLERS = {
  'openapi-typescript': `
import createClient from 'openapi-fetch';
import type { paths } from './client.js';
export async function firstSearch(baseUrl: string, key: string) {
  const client = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${key}\` } });
  const first = await client.GET('/v1/portal_a/listings', { params: { query: ${INPUTS} } });
  let { response } = first;
  let body: unknown = first.data ?? first.error;
  if (first.data?.status === 'pending') {
    const path = { request_id: first.data.request_id };
    for (let polls = 0; response.status === 202 && polls < ${POLLS_MAX}; polls += 1) {
      const params = { path, query: { wait: 20 } };
      const poll = await client.GET('/v1/jobs/{request_id}', { params });
      ({ response } = poll);
      body = poll.data ?? poll.error;
    }
  }
  return { status: response.status, body };
}`,
  orval: `
import { job, portalAListings } from './client.js';
export async function firstSearch(_baseUrl: string, key: string) {
  const options = { headers: { authorization: \`Bearer \${key}\` } };
  const first = await portalAListings(${INPUTS}, options);
  let { status, data }: { status: number; data: unknown } = first;
  if (first.status === 202) {
    const { request_id } = first.data;
    for (let polls = 0; status === 202 && polls < ${POLLS_MAX}; polls += 1) {
      ({ status, data } = await job(request_id, { wait: 20 }, options));
    }
  }
  return { status, body: data };
}`,
  'hey-api': `
import { client } from './client/client.gen.js';
import { job, portalAListings } from './client/index.js';
export async function firstSearch(baseUrl: string, key: string) {
  client.setConfig({ baseUrl, auth: key });
  const first = await portalAListings({ query: ${INPUTS} });
  let body: unknown = first.data ?? first.error;
  let response = first.response;
  if (first.data?.status === 'pending') {
    const path = { request_id: first.data.request_id };
    for (let polls = 0; response?.status === 202 && polls < ${POLLS_MAX}; polls += 1) {
      const poll = await job({ path, query: { wait: 20 } });
      body = poll.data ?? poll.error;
      response = poll.response;
    }
  }
  return { status: response?.status, body };
}`,
} as const;

type Generator = keyof typeof CALLERS;
const GENERATORS = Object.keys(CALLERS) as Generator[];

const GENERATE: Readonly<Record<Generator, (folder: string) => Promise<unknown>>> = {
  'openapi-typescript': async (folder) => {
    const nodes = await openapiTypescript(pathToFileURL(input));
    writeFileSync(join(folder, 'client.ts'), astToString(nodes));
  },
  orval: (folder) => {
    const target = join(folder, 'client.ts');
    const output = { target, client: 'fetch', mode: 'single', baseUrl } as const;
    return orval.generate({ input: { target: input }, output }, project);
  },
  'hey-api': (folder) =>
    createClient({
      input,
      output: { path: join(folder, 'client'), module: { extension: '.js' } },
      plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
      logs: { level: 'silent', file: false },
    }),
};

interface Searched {
  readonly status: number | undefined;
  readonly body: { result?: { query: unknown; count: number } };
}

/** Compiles all clients and their callers at once, since the compiler's start costs most of it. */
async function compile(): Promise<readonly string[]> {
  const compilerOptions = {
    strict: true,
    target: 'es2022',
    module: 'nodenext',
    skipLibCheck: true,
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
    rootDir: '.',
    outDir: 'out',
  };
  const config = { compilerOptions, include: GENERATORS };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config));
  return run(process.execPath, [TSC, '-p', '.', '--pretty', 'false'], { cwd: project }).then(
    () => [],
    (error: { stdout: string }) =>
      error.stdout.split('\n').filter((line) => /: error TS/.test(line)),
  );
}

for (const generator of GENERATORS) {
  test(`a client made by ${generator} compiles and runs a first search by bbox and property_type`, async () => {
    assert.deepEqual(
      complaints.filter((line) => line.startsWith(`${generator}/`)),
      [],
    );
    const caller = pathToFileURL(join(project, 'out', generator, 'caller.js')).href;
    const { firstSearch } = (await import(caller)) as {
      firstSearch(baseUrl: string, key: string): Promise<Searched>;
    };
    const { status, body } = await firstSearch(baseUrl, key);
    assert.equal(status, 200, JSON.stringify(body).slice(0, 300));
    assert.deepEqual(body.result?.query, { bbox: BOX, beds_min: 1, property_type: TYPES });
    assert.ok(body.result.count > 0, 'homes were found');
  });
}
