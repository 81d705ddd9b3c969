/** The guides: every code block runs unchanged, in page order, against a service on the sandbox. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { transform } from 'esbuild';
import { Webhook } from 'standardwebhooks';
import { filesOf, ROOT, textOf } from './architecture/read-tree.js';
import { codeBlocks } from './support/code-blocks.js';
import { compileTypeScript } from './support/compile-typescript.js';
import { findPython, type Python, pythonFolder, runPython } from './support/python.js';
import { MANY_HOMES, type ServiceHere, settingsOf, startHere } from './support/run-rowhouse.js';

const RUN_MS_MAX = 60_000;
const dataDir = mkdtempSync(join(tmpdir(), 'rowhouse-guides-data-'));
const folders: string[] = [dataDir];
let service: ServiceHere;
before(async () => {
  service = await startHere({
    ...settingsOf(dataDir),
    ...MANY_HOMES,
  });
});
after(async () => {
  await service.interrupt();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** What each page must print, and the modules that its Python code needs. */
const PAGES: Readonly<Record<string, { shows: readonly RegExp[]; modules?: readonly string[] }>> = {
  pagination: {
    shows: [/^source,source_id,/m, /^20[02]$/m, /^300 rows, next: true$/m, /^\d{3} homes$/m],
  },
  waiting: { shows: [/^complete, 1 credit$/m, /^complete true$/m] },
  limits: {
    shows: [
      /"balance":\{/,
      /^x-credits-charged: \d/im,
      /^ratelimit-remaining: \d+/im,
      /^\d+ rows, \d spent, \d+ calls left$/m,
    ],
  },
  comps: {
    shows: [
      /^\d{4}-\d\d-\d\d \d+ sq ft [\d,]{6,} .+/m,
      /^median of 8 prices: [\d.]+ USD per sq ft$/m,
      /^8 comps for \w/m,
      /^\d{4}-\d\d-\d\d \d+ \d+ \w/m,
    ],
  },
  'daily-csv': { shows: [/^\d+ rows in homes-DAY\.csv$/m, /^new: 0 gone: 0$/m] },
  pandas: { shows: [/^200 homes$/m, /^single_family +\d/m, /median/], modules: ['pandas'] },
  duckdb: { shows: [/"homes":"\d+"/, /"sales":"\d+"/, /"what":"sold"/, /"street":"/] },
  sql: {
    shows: [
      /^listings$/m,
      /^single_family +\d+ +\d+/m,
      /^month,sales,median_price\s*$/m,
      /^homes_of_several_sources$/m,
    ],
  },
  qgis: { shows: [] },
};
/** Pages whose code is checked by a test of its own, or that have none. */
const OTHERS = ['webhooks', 'README'];

test('every guide is run by a test, and the index lists it', () => {
  const pages = filesOf(['docs/guides'], ['.md']).map((path) => path.replace(/^.*\/|\.md$/g, ''));
  assert.deepEqual(pages.sort(), [...Object.keys(PAGES), ...OTHERS].sort());
  for (const page of Object.keys(PAGES))
    assert.ok(textOf('docs/guides/README.md').includes(`(${page}.md)`), page);
});

for (const [page, { shows, modules = [] }] of Object.entries(PAGES))
  test(`the code of docs/guides/${page}.md runs as it is`, async (t) => {
    const blocks = blocksOf(page);
    assert.ok(blocks.length > 0);
    const python = findPython(...modules);
    if (blocks.some(({ language }) => language === 'python') && python === null) {
      t.skip(`no Python 3.9 or newer${modules.map((name) => ` with ${name}`).join('')}`);
      return;
    }
    const folder = projectFolder();
    let printed = '';
    for (const block of blocks) printed += await runBlock(folder, block, python);
    for (const line of shows) assert.match(printed, line);
    if (page === 'qgis') checkGeoJson(readFileSync(join(folder, 'homes.geojson'), 'utf8'));
  });

test('the TypeScript of every guide compiles', async () => {
  const folder = projectFolder();
  const files = [...Object.keys(PAGES), 'webhooks'].flatMap((page) =>
    codeBlocks(`docs/guides/${page}.md`, 'ts').map((code, at) => {
      writeFileSync(join(folder, `${page}-${at}.ts`), code);
      return `${page}-${at}.ts`;
    }),
  );
  assert.ok(files.length >= 5);
  assert.equal(await compileTypeScript(folder, files), '');
});

interface Block {
  readonly language: string;
  readonly code: string;
}

/** The blocks that are run; `text` is shown only. */
const blocksOf = (page: string): Block[] =>
  [...textOf(`docs/guides/${page}.md`).matchAll(/^```(sh|ts|python|sql)\n([\s\S]*?)^```/gm)].map(
    ([, language = '', code = '']) => ({ language, code }),
  );

/** A folder with both clients and the command line, as a reader has them. */
function projectFolder(): string {
  const folder = pythonFolder();
  folders.push(folder);
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(ROOT, 'dist/rowhouse-client'), join(folder, 'node_modules/rowhouse'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const command = `#!/bin/sh\nexec '${process.execPath}' '${join(ROOT, 'bin/rowhouse.js')}' "$@"\n`;
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/rowhouse'), command);
  chmodSync(join(folder, 'bin/rowhouse'), 0o755);
  return folder;
}

async function runBlock(
  folder: string,
  { language, code }: Block,
  python: Python | null,
): Promise<string> {
  const env = { ROWHOUSE_BASE_URL: service.apiUrl, ROWHOUSE_API_KEY: service.demoKey };
  if (language === 'sql') return sql(folder, code);
  if (language === 'python') {
    const {
      code: exit,
      stdout,
      stderr,
    } = await runPython(python ?? assert.fail(), folder, code, env);
    assert.equal(exit, 0, `${code}\n${stderr}`);
    return stdout;
  }
  if (language === 'sh') return run('/bin/sh', ['-c', `set -e\n${code}`], folder, env);
  writeFileSync(join(folder, 'block.ts'), code);
  const tsx = pathToFileURL(join(ROOT, 'node_modules/tsx/dist/esm/index.mjs')).href;
  return run(process.execPath, ['--import', tsx, 'block.ts'], folder, env);
}

function run(
  file: string,
  args: readonly string[],
  cwd: string,
  settings: Readonly<Record<string, string>>,
): Promise<string> {
  const { NODE_OPTIONS: _none, ...own } = process.env;
  const env = { ...own, ...settings, PATH: `${join(cwd, 'bin')}:${own.PATH ?? ''}` };
  return new Promise((resolve, reject) => {
    execFile(file, args, { cwd, env, timeout: RUN_MS_MAX }, (error, stdout, stderr) =>
      error === null
        ? resolve(stdout)
        : reject(new Error(`${args.join(' ')}\n${stdout}\n${stderr}`)),
    );
  });
}

/** Runs a statement of DuckDB where the files are. */
async function sql(folder: string, code: string): Promise<string> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`SET file_search_path = '${folder}'`);
  const rows = (await connection.runAndReadAll(code)).getRowObjectsJson();
  connection.closeSync();
  instance.closeSync();
  assert.ok(rows.length > 0, code);
  return JSON.stringify(rows);
}

/** RFC 7946: longitude first, a member for each part, and no other reference system. */
function checkGeoJson(text: string): void {
  const { type, features, crs } = JSON.parse(text);
  assert.deepEqual([type, crs], ['FeatureCollection', undefined]);
  assert.ok(features.length > 20, `${features.length} features`);
  for (const feature of features) {
    assert.equal(feature.type, 'Feature');
    assert.equal(typeof feature.properties['address.line1'], 'string');
    if (feature.geometry === null) continue;
    assert.equal(feature.geometry.type, 'Point');
    const [lng, lat] = feature.geometry.coordinates;
    assert.ok(lng > -99 && lng < -97 && lat > 29 && lat < 31, `${lng}, ${lat}`);
  }
}

const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const BODY = '{"type":"endpoint.test"}';
const NOW_S = 1_795_266_134;

/** The headers of a delivery, and of some that are none. */
function deliveries(): { headers: Record<string, string>; body: string; valid: boolean }[] {
  const at = new Date(NOW_S * 1000);
  const signature = new Webhook(SECRET).sign('id-1', at, BODY);
  const other = new Webhook('whsec_b3RoZXIgc2VjcmV0IG9mIDI0IGJ5dGVz').sign('id-1', at, BODY);
  const headers = {
    'webhook-id': 'id-1',
    'webhook-timestamp': String(NOW_S),
    'webhook-signature': signature,
  };
  const old = { ...headers, 'webhook-timestamp': String(NOW_S - 301) };
  const oldSignature = new Webhook(SECRET).sign('id-1', new Date((NOW_S - 301) * 1000), BODY);
  return [
    { headers, body: BODY, valid: true },
    {
      headers: { ...headers, 'webhook-signature': `${other} ${signature}` },
      body: BODY,
      valid: true,
    },
    { headers: { ...headers, 'webhook-signature': other }, body: BODY, valid: false },
    { headers, body: `${BODY} `, valid: false },
    { headers: { ...headers, 'webhook-id': 'id-2' }, body: BODY, valid: false },
    { headers: { ...old, 'webhook-signature': oldSignature }, body: BODY, valid: false },
    { headers: {}, body: BODY, valid: false },
  ];
}

test('both functions of docs/guides/webhooks.md accept a signed delivery and nothing else', async (t) => {
  const [code = ''] = codeBlocks('docs/guides/webhooks.md', 'ts');
  const folder = projectFolder();
  writeFileSync(join(folder, 'verify.js'), (await transform(code, { loader: 'ts' })).code);
  const { verify } = await import(pathToFileURL(join(folder, 'verify.js')).href);
  const valid = deliveries().map((one) => one.valid);
  assert.deepEqual(
    deliveries().map(({ headers, body }) => verify(SECRET, headers, body, NOW_S)),
    valid,
  );
  const python = findPython();
  if (python === null) return t.skip('no Python 3.9 or newer: the TypeScript function was checked');
  const [program = ''] = codeBlocks('docs/guides/webhooks.md', 'python');
  writeFileSync(join(folder, 'deliveries.json'), JSON.stringify(deliveries()));
  const check = `
import json, pathlib
for one in json.loads(pathlib.Path("deliveries.json").read_text()):
    print(verify("${SECRET}", one["headers"], one["body"].encode(), ${NOW_S}))
`;
  const { stdout, stderr } = await runPython(python, folder, program + check);
  assert.deepEqual(
    stdout.trim().split('\n'),
    valid.map((one) => (one ? 'True' : 'False')),
    stderr,
  );
});
