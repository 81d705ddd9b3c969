/** What `npm start` builds again: only what changed. */
import assert from 'node:assert/strict';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { ROOT } from './architecture/read-tree.js';

interface Step {
  readonly name: string;
  readonly output: string;
  readonly inputs: string;
  readonly seconds: number;
  readonly due: boolean;
  readonly after?: string;
}
const { planBuild } = (await import(
  new URL('../scripts/build-plan.js', import.meta.url).href
)) as unknown as { planBuild: (root: string) => Step[] };

let tree = '';
before(() => {
  tree = mkdtempSync(join(tmpdir(), 'rowhouse-build-'));
  const parts = ['src', 'scripts', 'console', 'docs/client.md', 'LICENSE', 'package.json'];
  const locks = ['package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
  for (const part of [...parts, ...locks])
    cpSync(join(ROOT, part), join(tree, part), { recursive: true });
});
after(() => rmSync(tree, { recursive: true, force: true }));

const due = (): string[] =>
  planBuild(tree)
    .filter((step) => step.due)
    .map(({ name }) => name);

/** As a build that has run leaves it: every output, and the stamps of its inputs. */
function pretendBuilt(): void {
  const steps = planBuild(tree);
  for (const { output } of steps) {
    const file = join(tree, 'dist', output);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '');
  }
  const stamps = steps.map(({ name, inputs }) => [name, inputs] as const);
  writeFileSync(join(tree, 'dist/.stamps.json'), JSON.stringify(Object.fromEntries(stamps)));
}

const ALL = ['geo.bin', 'compile', 'base.tgz', 'console', 'client', 'docs'];

test('a fresh checkout builds every step, and each prints how long it takes', () => {
  assert.deepEqual(due(), ALL);
  assert.ok(planBuild(tree).every(({ seconds }) => seconds > 0));
});

test('what is built and unchanged is not built again', () => {
  pretendBuilt();
  assert.deepEqual(due(), []);
});

for (const [file, steps] of [
  ['src/serve.ts', ['compile', 'client']],
  ['src/store/migrations/0001_first.sql', ['compile', 'client']],
  ['src/domain/box.test.ts', []],
  ['docs/client.md', ['client', 'docs']],
  ['console/index.html', ['console']],
  ['src/contract/routes.ts', ['compile', 'console', 'client', 'docs']],
  ['scripts/geo/zip-table.ts', ['geo.bin', 'console']],
  ['scripts/wire-types.ts', ['client']],
  ['scripts/print-table.ts', ['docs']],
  ['package-lock.json', ALL],
] as const) {
  test(`after a change of ${file}: ${steps.join(', ') || 'nothing'}`, () => {
    pretendBuilt();
    appendFileSync(join(tree, file), '\n');
    assert.deepEqual(due(), steps);
  });
}

test('a step comes after the one whose output it reads', () => {
  const steps = planBuild(tree);
  const at = (wanted: string) => steps.findIndex(({ name }) => name === wanted);
  const reading = steps.filter(({ after: first }) => first !== undefined);
  assert.deepEqual(
    reading.map(({ name }) => name),
    ['console', 'client'],
  );
  for (const { name, after: first = '' } of reading)
    assert.ok(at(first) >= 0 && at(first) < at(name), name);
});

test('an output that is gone is made again', () => {
  pretendBuilt();
  rmSync(join(tree, 'dist/geo.bin'));
  assert.deepEqual(due(), ['geo.bin']);
});
