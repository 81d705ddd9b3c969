/**
 * What `npm pack` packs, without a registry: who installs it has the documents and no dead links.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { test } from 'node:test';
import { packedFiles } from '../../scripts/program-files.js';
import { ROOT, textOf } from './read-tree.js';

const own = JSON.parse(textOf('package.json')) as {
  readonly homepage?: string;
  readonly repository?: { readonly url: string };
  readonly keywords?: readonly string[];
};
const packed = await packedFiles(ROOT);

test('the package holds documents, deploy files, changelog and licence, and nothing of the build alone', () => {
  const wanted = [
    'README.md',
    'CHANGELOG.md',
    'LICENSE',
    'NOTICE',
    'SECURITY.md',
    'bin/rowhouse.js',
    'clients/python/pyproject.toml',
    'clients/python/src/rowhouse/py.typed',
    'docs/operating.md',
    'docs/decisions/0001-runtime-and-libraries.md',
    'docs/images/console-light.png',
    'deploy/compose.yaml',
    'deploy/nginx/rowhouse.conf',
    'mappings/cook-county-il-sales.json',
  ];
  assert.deepEqual(
    wanted.filter((path) => !packed.includes(path)),
    [],
  );
  const private_ =
    /^(src|test|bench|node_modules|data)\/|\.stamps\.json$|\.tsbuildinfo$|console-data|\/fixtures\//;
  assert.deepEqual(
    packed.filter((path) => private_.test(path)),
    [],
  );
});

test('package.json says where the project is and what it is about', () => {
  const address = 'https://github.com/rowhouse/rowhouse';
  assert.equal(own.repository?.url, `git+${address}.git`);
  assert.ok(own.homepage?.startsWith(address));
  assert.ok((own.keywords ?? []).length >= 5);
});

test('every link of a packed document leads to a packed file, or to an address', () => {
  const pages = packed.filter((path) => path.endsWith('.md') && !path.startsWith('dist/'));
  assert.ok(pages.length > 20, String(pages.length));
  const dead = pages.flatMap((page) => linksOf(page).filter((target) => !isPacked(page, target)));
  assert.deepEqual(dead, [], 'pack the file, or link to it in the repository');
});

/** Every link that is no address and no place on the same page. */
const linksOf = (page: string): string[] =>
  [...textOf(page).matchAll(/\]\((?!https?:|mailto:|#)([^)\s]+)\)/g)].map(([, to = '']) => to);

function isPacked(page: string, target: string): boolean {
  const [file = ''] = target.split('#');
  const path = posix.join(posix.dirname(page), file);
  return path.endsWith('/') ? packed.some((one) => one.startsWith(path)) : packed.includes(path);
}

/** The lines of the stage that builds, and of the image itself. */
const stagesOf = (file: string): { build: string[]; image: string[] } => {
  const [, build = '', ...others] = textOf(file).split(/^FROM .*$/m);
  const linesOf = (stage: string) => stage.split('\n').filter((line) => /^(RUN|COPY) /.test(line));
  return { build: linesOf(build), image: linesOf(others.at(-1) ?? '') };
};

test('the container image holds what the package holds, mappings included', (t) => {
  const { build, image } = stagesOf('deploy/Containerfile');
  const copies = image.filter((line) => line.startsWith('COPY '));
  assert.deepEqual(copies, [
    'COPY --from=packages /app/node_modules node_modules',
    'COPY --from=build /packed ./',
  ]);
  // Without an engine for images: what the stage runs after the build, in a copy of the repository.
  const after = build.slice(build.indexOf('RUN npm run build') + 1);
  assert.equal(after.length, 1, after.join('\n'));
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-image-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const out = join(folder, 'packed');
  const app = join(folder, 'app');
  mkdirSync(app);
  for (const path of new Set(packed.map((one) => one.split('/')[0] ?? ''))) {
    if (path === 'dist') symlinkSync(join(ROOT, path), join(app, path));
    else cpSync(join(ROOT, path), join(app, path), { recursive: true });
  }
  const command = (after[0] ?? '').replace('RUN ', '').replaceAll('/packed', out);
  execFileSync('/bin/sh', ['-ec', command], { cwd: app, stdio: 'pipe' });
  const held = readdirSync(out, { recursive: true })
    .map(String)
    .filter((path) => statSync(join(out, path)).isFile());
  const own = (paths: readonly string[]) =>
    paths.filter((path) => !path.startsWith('dist/')).sort();
  assert.deepEqual(own(held), own(packed));
});
