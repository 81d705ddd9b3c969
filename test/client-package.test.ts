/** The client as its users get it: packed, installed without a network, typed, and run. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import ts from 'typescript';
import { sourceExtras } from '#contract/extras.js';
import { ADDRESS_FIELDS } from '#contract/field.js';
import { LISTING_FIELDS, SOLD_FIELDS } from '#contract/fields.js';
import { SOURCES } from '#contract/sources.js';
import { KINDS } from '#contract/values.js';
import { SETUP } from '../scripts/docs/operations.js';
import { packedFiles } from '../scripts/program-files.js';
import { filesOf, ROOT, textOf } from './architecture/read-tree.js';
import { codeBlocks } from './support/code-blocks.js';
import { OLDER_TSC, TSC } from './support/compile-typescript.js';
import { openTestApp, type TestApp } from './support/open-test-app.js';

const run = promisify(execFile);
const project = mkdtempSync(join(tmpdir(), 'rowhouse-user-'));
const rename = (text: string) => text.replaceAll("'#client/index.js'", "'rowhouse/client'");

let t: TestApp;
let env: NodeJS.ProcessEnv;
before(async () => {
  t = await openTestApp({
    sandbox: {
      places: [
        { zip: '78704', homes: 60 },
        { zip: '98103', homes: 60 },
      ],
    },
  });
  const ROWHOUSE_BASE_URL = await t.server.listen({ port: 0, host: '127.0.0.1' });
  const { api_key } = await t.account();
  env = { ...process.env, NODE_OPTIONS: '', ROWHOUSE_BASE_URL, ROWHOUSE_API_KEY: api_key };
  await run(process.execPath, [join(ROOT, 'scripts/pack-client.js'), project], { cwd: tmpdir() });
  const [tarball = ''] = readdirSync(project).filter((name) => name.endsWith('.tgz'));
  write('package.json', JSON.stringify({ private: true, type: 'module' }));
  const install = ['install', '--offline', '--no-audit', '--no-fund', `rowhouse@file:./${tarball}`];
  await run('npm', install, {
    cwd: project,
    env: { ...env, npm_config_cache: join(project, 'no') },
  });
});
after(async () => {
  await t.close();
  rmSync(project, { recursive: true, force: true });
});

const write = (name: string, text: string) => writeFileSync(join(project, name), text);

/** Compiles and gives what the compiler says; nothing when it is content. */
async function compile(folder: string, options: object, tsc = TSC): Promise<string> {
  const all = { strict: true, target: 'es2022', rootDir: '.', outDir: 'out' };
  const compilerOptions = { ...all, skipDefaultLibCheck: true, ...options };
  write(`${folder}/tsconfig.json`, JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  const done = run(process.execPath, [tsc, '-p', '.'], { cwd: join(project, folder) });
  return done.then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  );
}

/** A folder of the project with these sources. */
function folderOf(name: string, files: Readonly<Record<string, string>>): string {
  mkdirSync(join(project, name));
  for (const [file, text] of Object.entries(files)) write(join(name, file), text);
  return name;
}

const NODE = { module: 'nodenext', moduleResolution: 'nodenext' };
const BROWSER = {
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2022', 'dom'],
  types: [],
};

test('the package has no dependencies, nothing of the service, and is all that was installed', () => {
  const home = join(project, 'node_modules');
  assert.deepEqual(
    readdirSync(home).filter((name) => !name.startsWith('.')),
    ['rowhouse'],
  );
  const own = join(home, 'rowhouse');
  const manifest = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
  for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies', 'scripts'])
    assert.equal(manifest[kind], undefined, kind);
  assert.equal(manifest.version, JSON.parse(textOf('package.json')).version);
  assert.deepEqual(readdirSync(own).sort(), [
    'LICENSE',
    'README.md',
    'client',
    'contract',
    'package.json',
    'sources',
  ]);
  const files = readdirSync(own, { recursive: true }).map(String);
  const ofSources = files.filter((name) => /^sources\b.*\.js$/.test(name));
  assert.ok(ofSources.length > 2);
  for (const name of ofSources)
    assert.match(name, /^sources\/(manifests|\w+\/(manifest|samples))\.js$/, 'data only');
  const code = files.filter((name) => /\.(js|d\.ts)$/.test(name));
  const size = code.reduce((sum, name) => sum + readFileSync(join(own, name)).length, 0);
  // Types of answers say what each member means.
  assert.ok(size < 360_000, `${size} bytes`);
  for (const name of code)
    assert.doesNotMatch(
      readFileSync(join(own, name), 'utf8'),
      /(from |import\()'(#|node:)|@types/,
      name,
    );
});

test('a typed program of a user compiles and runs against the application', async () => {
  const files = ['program.ts', 'types.ts'] as const;
  const texts = files.map((name) => [name, rename(textOf(`test/client-package/${name}`))] as const);
  const folder = folderOf('program', Object.fromEntries(texts));
  for (const tsc of [OLDER_TSC, TSC])
    assert.equal(await compile(folder, { ...BROWSER, ...NODE }, tsc), '', tsc);
  const program = join(project, folder, 'out/program.js');
  const { stdout } = await run(process.execPath, [program], { env });
  const said = JSON.parse(stdout);
  assert.equal(said.wrong, 'unsupported_or_invalid_query');
  assert.equal(said.first, 'Austin');
  assert.ok(said.count > 20, stdout);
});

test('its types reject what a route does not take, a line each, also through a bundler', async () => {
  const types = rename(textOf('test/client-package/types.ts'));
  const MARK = '// @ts-expect-error';
  const folder = folderOf('types', { 'types.ts': types.replaceAll(MARK, '//') });
  const rejected = (await compile(folder, BROWSER)).matchAll(/^types\.ts\((\d+),\d+\): error/gm);
  const expected = types.split('\n').flatMap((line, at) => (line.includes(MARK) ? [at + 2] : []));
  assert.ok(expected.length > 20);
  assert.deepEqual([...new Set([...rejected].map(([, line]) => Number(line)))], expected);
});

test('an editor shows the meaning of every field of a row, of its address and of its extras', () => {
  const program = `import type { SearchRow } from 'rowhouse/client';
declare const listing: SearchRow<'/portal_a/listings'>;
declare const sold: SearchRow<'/portal_b/sold'>;
`;
  const asked = [
    ...LISTING_FIELDS.map((field) => ['listing', field] as const),
    ...SOLD_FIELDS.map((field) => ['sold', field] as const),
    ...ADDRESS_FIELDS.map((field) => ['listing.address', field] as const),
    ...sourceExtras('portal_a', 'listings').map((field) => ['listing.extras', field] as const),
    ...sourceExtras('portal_b', 'sold').map((field) => ['sold.extras', field] as const),
  ];
  const lines = asked.map(([object, { name }]) => `void ${object}.${name};`);
  const folder = folderOf('comments', { 'rows.ts': `${program}${lines.join('\n')}\n` });
  const shown = quickInfo(join(project, folder, 'rows.ts'), lines);
  assert.ok(asked.length > 50);
  for (const [at, [object, { name, meaning }]] of asked.entries())
    assert.ok(shown[at]?.includes(meaning), `${object}.${name}: ${shown[at]}`);
  const priceAt = asked.findIndex(([, { name }]) => name === 'list_price');
  assert.match(shown[priceAt] ?? '', /In US dollars\. When null, `field_notes` has the reason\.$/);
});

/** What an editor shows beside the last name of each line. */
function quickInfo(file: string, lines: readonly string[]): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
  };
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const text = ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => project,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
  });
  const text = readFileSync(file, 'utf8');
  return lines.map((line) => {
    const info = service.getQuickInfoAtPosition(file, text.indexOf(`${line}\n`) + line.length - 2);
    return ts.displayPartsToString(info?.documentation ?? []);
  });
}

test('the types that carry the comments are those that the field tables give', async () => {
  const pairs = SOURCES.flatMap((source) =>
    KINDS.filter((kind) => sourceExtras(source, kind).length > 0).map((kind) => ({
      written: `ExtrasOf<'${source}', '${kind}'>`,
      table: `FieldsOf<TablesOf<'${source}'>['${kind}']> & HomeExtras<'${kind}'>`,
    })),
  );
  assert.ok(pairs.length > 8);
  const equal = [
    { written: 'Address', table: 'FieldsOf<typeof ADDRESS_FIELDS>' },
    { written: 'ListingRowWith<string, unknown>', table: 'FieldsOf<typeof LISTING_FIELDS>' },
    { written: 'SoldRowWith<string, unknown>', table: 'FieldsOf<typeof SOLD_FIELDS>' },
    ...pairs,
  ];
  const unequal = { written: 'Address', table: 'FieldsOf<typeof SOLD_FIELDS>' };
  const lines = [...equal, unequal].map(
    ({ written, table }, at) =>
      `export const x${at}: Equal<Members<${written}>, Members<${table}>> = true;`,
  );
  const own = '../node_modules/rowhouse';
  const head = `import type { ExtrasOf } from '${own}/contract/extras.js';
import type { HomeExtras } from '${own}/contract/home-extras.js';
import type { ADDRESS_FIELDS, Address, FieldsOf } from '${own}/contract/field.js';
import type { LISTING_FIELDS, ListingRowWith, SOLD_FIELDS, SoldRowWith } from '${own}/contract/fields.js';
import type { MANIFESTS } from '${own}/sources/manifests.js';
type TablesOf<S> = Extract<(typeof MANIFESTS)[number], { readonly name: S }>['extras'];
type Members<T> = { [K in keyof T]: T[K] };
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
`;
  const folder = folderOf('equal', { 'equal.ts': `${head}${lines.join('\n')}\n` });
  const complaints = await compile(folder, { ...NODE, types: [] });
  const last = head.split('\n').length - 1 + lines.length;
  assert.deepEqual(
    [...complaints.matchAll(/^equal\.ts\((\d+),\d+\): error (\w+)/gm)].map(([, at, code]) => [
      at,
      code,
    ]),
    [[String(last), 'TS2322']],
    complaints,
  );
});

test('every example of docs/client.md compiles, and runs against the application', async () => {
  const blocks = [...textOf('docs/client.md').matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(
    ([, code]) => code,
  );
  assert.ok(blocks.length >= 3);
  const files = blocks.map((code, index) => [`block${index}.ts`, `${code}`] as const);
  const folder = folderOf('documents', Object.fromEntries(files));
  cpSync(join(ROOT, 'node_modules/@types/node'), join(project, 'node_modules/@types/node'), {
    recursive: true,
  });
  cpSync(join(ROOT, 'node_modules/undici-types'), join(project, 'node_modules/undici-types'), {
    recursive: true,
  });
  assert.equal(await compile(folder, { ...NODE, lib: ['es2023'], types: ['node'] }), '');
  for (const index of blocks.keys()) {
    const { stdout } = await run(
      process.execPath,
      [join(project, folder, `out/block${index}.js`)],
      { env },
    );
    if (index === 0) assert.match(stdout, /^\d+ rows, 1 credit, cached: false$/m);
    // Pages of sold homes, in a state that publishes their prices.
    if (blocks[index]?.includes('sold.pages')) assert.match(stdout, /^\d+ \d{5,}$/m);
  }
});

/** Code that people copy and that imports the client: documents, operations site, console. */
const SAMPLES: readonly (readonly [from: string, code: string])[] = [
  ...['README.md', ...filesOf(['docs'], ['.md'])].flatMap((page) =>
    codeBlocks(page, 'ts').map((code) => [page, code] as const),
  ),
  ['the site of the operations', SETUP.TypeScript],
  ['the console', textOf('console/src/results/snippets.ts')],
];

test('every sample imports the client by the one name that the packed package has', async () => {
  const folder = join(project, 'whole');
  const home = join(folder, 'node_modules/rowhouse');
  mkdirSync(home, { recursive: true });
  const pack = ['pack', ROOT, '--ignore-scripts', '--silent', '--offline'];
  const { stdout } = await run('npm', pack, { cwd: folder, env });
  const unpack = ['-xzvf', stdout.trim(), '-C', home, '--strip-components=1'];
  const held = (await run('tar', unpack, { cwd: folder })).stdout.trim().split('\n');
  const listed = (await packedFiles(ROOT)).map((path) => `package/${path}`);
  assert.deepEqual(held.sort(), listed.sort(), 'the list of packed files is what npm packs');
  const imports = SAMPLES.flatMap(([from, code]) =>
    [...code.matchAll(/from '(rowhouse[^']*)'/g)].map(([, name = '']) => ({ from, name })),
  );
  assert.ok(imports.length >= 10, `${imports.length} imports`);
  assert.deepEqual(
    imports.filter(({ name }) => name !== 'rowhouse/client'),
    [],
  );
  const code = "const { Rowhouse } = await import('rowhouse/client'); console.log(typeof Rowhouse)";
  const args = ['--input-type=module', '-e', code];
  assert.equal((await run(process.execPath, args, { cwd: folder, env })).stdout.trim(), 'function');
});
