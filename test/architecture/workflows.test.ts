import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { filesOf, ROOT, textOf } from './read-tree.js';

interface Step {
  readonly uses?: string;
  readonly run?: string;
}
interface Job {
  readonly steps: readonly Step[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
}
interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const FILES = filesOf(['.github/workflows'], ['.yml']);
const jobs = FILES.flatMap((file) =>
  Object.entries((parse(textOf(file)) as Workflow).jobs).map(
    ([name, job]) => [`${file}: ${name}`, job] as const,
  ),
);
const steps = jobs.flatMap(([name, job]) => job.steps.map((step) => [name, step] as const));

test('a workflow has no rights but to read, and gives a job those that it names', () => {
  assert.ok(FILES.length > 0);
  for (const file of FILES) {
    assert.deepEqual((parse(textOf(file)) as Workflow).permissions, { contents: 'read' }, file);
    assert.doesNotMatch(textOf(file), /\bsecrets\./, `${file} names a stored secret`);
  }
  const endless = jobs.filter(([, job]) => job['timeout-minutes'] === undefined);
  assert.deepEqual(endless, []);
});

test('an action of somebody else is named by its commit', () => {
  const loose = steps.filter(([, { uses }]) => uses !== undefined && !/@[0-9a-f]{40}$/.test(uses));
  assert.deepEqual(loose, []);
});

test('a step runs what is in the repository', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { readonly scripts: object };
  const unknown = steps.flatMap(([name, { run = '' }]) => [
    ...[...run.matchAll(/npm run (\S+)/g)]
      .filter(([, script]) => !(String(script) in scripts))
      .map(([words]) => `${name}: ${words}`),
    ...[...run.matchAll(/(?:^|[ \n])((?:\.ci|scripts|deploy)\/\S+)/g)]
      .filter(([, path]) => !existsSync(join(ROOT, String(path))))
      .map(([, path]) => `${name}: ${path}`),
  ]);
  assert.deepEqual(unknown, []);
  assert.equal(spawnSync('sh', ['-n', join(ROOT, 'scripts/try-image.sh')]).status, 0);
});

test('nothing is published before the tests have passed and the image has answered', () => {
  const { jobs: release } = parse(textOf('.github/workflows/release.yml')) as {
    readonly jobs: Readonly<Record<string, Job & { readonly needs?: readonly string[] }>>;
  };
  const publishing = Object.entries(release).filter(([, { permissions = {} }]) =>
    Object.entries(permissions).some(
      ([right, level]) => level === 'write' && right !== 'attestations',
    ),
  );
  const early = publishing.filter(
    ([name, { needs = [] }]) => name !== 'make' && !needs.includes('test') && name !== 'publish',
  );
  assert.deepEqual(early, []);
  assert.deepEqual(release['publish']?.needs, ['npm', 'pypi', 'image']);
  const image = release['image']?.steps.map(({ run = '' }) => run) ?? [];
  const at = (words: string) => image.findIndex((run) => run.includes(words));
  assert.ok(at('try-image.sh') > 0 && at('try-image.sh') < at('docker push'));
});
