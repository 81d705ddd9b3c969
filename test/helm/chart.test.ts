/** The chart's own files: version, values and their schema, notes, and the commands of its page. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { list } from 'tar';
import { parse } from 'yaml';
import { chartSettings, isOfValues, withSettings } from '../../scripts/chart-settings.js';
import { SETTINGS } from '../../src/config.js';
import { filesOf, ROOT, textOf } from '../architecture/read-tree.js';
import { codeBlocks } from '../support/code-blocks.js';
import { needsHelm, notes, rejection, render, showPacked } from '../support/helm.js';
import { REJECTED, VALUE_SETS } from './value-sets.js';

const CHART = 'deploy/helm/rowhouse';
const PAGE = 'docs/kubernetes.md';
const SCHEMA = `${CHART}/values.schema.json`;
const isValid = new Ajv({
  allowUnionTypes: true,
  strictTypes: false,
  strictRequired: false,
}).compile(JSON.parse(textOf(SCHEMA)) as object);

test('the version of the chart is that of the program', () => {
  const { version } = JSON.parse(textOf('package.json')) as { readonly version: string };
  const chart = parse(textOf(`${CHART}/Chart.yaml`)) as Record<string, unknown>;
  assert.deepEqual([chart['version'], chart['appVersion']], [version, version]);
});

test(
  'a packed chart has the same bytes each time, the version, and every file',
  needsHelm,
  (one) => {
    const folder = mkdtempSync(join(tmpdir(), 'rowhouse-chart-'));
    one.after(() => rmSync(folder, { recursive: true, force: true }));
    const pack = (name: string) => {
      const file = join(folder, name);
      execFileSync(process.execPath, [join(ROOT, 'scripts/pack-chart.js'), file]);
      return file;
    };
    const [first, second] = [pack('first.tgz'), pack('second.tgz')];
    assert.deepEqual(readFileSync(first), readFileSync(second));
    assert.deepEqual(parse(showPacked(first)), parse(textOf(`${CHART}/Chart.yaml`)));
    const held: string[] = [];
    const onReadEntry = ({ path, mode }: { readonly path: string; readonly mode?: number }) => {
      held.push(`deploy/helm/${path}`);
      assert.equal(mode, 0o644, path);
    };
    list({ file: first, sync: true, onReadEntry });
    assert.deepEqual(held, filesOf([CHART], ['']));
  },
);

test('the values take every setting of the program but secrets and what the chart sets', () => {
  const stale = 'run `npm run docs:limits` and commit values.schema.json';
  assert.deepEqual(JSON.parse(withSettings(textOf(SCHEMA))), JSON.parse(textOf(SCHEMA)), stale);
  const left = [...SETTINGS].filter((name) => !isOfValues(name));
  assert.ok(Object.keys(chartSettings()).length > 60);
  const secrets = ['ROWHOUSE_SECRET', 'ROWHOUSE_ADMIN_TOKEN', 'ROWHOUSE_SMTP_URL'];
  const ofSources = ['ROWHOUSE_UPSTREAM_MLS_OAUTH', 'ROWHOUSE_UPSTREAM_PORTAL_A_HEADERS'];
  for (const name of [...secrets, ...ofSources, 'ROWHOUSE_OPEN_SET_TOKENS', 'DATABASE_URL'])
    assert.ok(left.includes(name), name);
});

test('the default values and those of the tests are valid, without Helm too', () => {
  const defaults = parse(textOf(`${CHART}/values.yaml`), { version: '1.1' }) as object;
  assert.ok(isValid(defaults), JSON.stringify(isValid.errors));
  for (const [name, values] of Object.entries(VALUE_SETS))
    assert.ok(isValid(parse(values, { version: '1.1' })), name);
});

test('every value of values.yaml has its place in the schema, so a misspelt one is rejected', () => {
  const defaults = parse(textOf(`${CHART}/values.yaml`)) as Record<string, unknown>;
  const { properties } = JSON.parse(textOf(SCHEMA)) as { readonly properties: object };
  const names = Object.keys(properties).filter((name) => name !== 'global');
  assert.deepEqual(Object.keys(defaults).sort(), names.sort());
  for (const name of names) {
    assert.ok(!isValid({ ...defaults, [`${name}s`]: defaults[name] }), name);
  }
});

for (const [what, [values, named]] of Object.entries(REJECTED)) {
  test(`Helm rejects ${what} before it installs anything`, needsHelm, () => {
    assert.match(rejection(values) ?? '', named);
  });
}

test('a release whose name no Service may have needs another for its objects', needsHelm, () => {
  for (const release of ['1abc', 'a.b']) {
    assert.match(rejection('{}', release) ?? '', /is no name of a Service.*set fullnameOverride/);
    assert.equal(rejection('fullnameOverride: homes', release), null);
  }
});

const SETS = Object.entries(VALUE_SETS);
const COMMAND = /kubectl -n (\S+) (exec|port-forward|rollout) (?:status |restart )?(\w+)\/(\S+)/g;

/** Commands of a text that name no object of the chart. */
function strayCommands(text: string, values: string): string[] {
  const names = render(values).map(({ kind, metadata }) =>
    `${kind}/${metadata.name}`.toLowerCase(),
  );
  return [...text.matchAll(COMMAND)]
    .filter(([, , , kind, name]) => !names.includes(`${kind}/${name}`))
    .map(([command]) => command);
}

test('what an install prints names objects that it made', needsHelm, () => {
  for (const [name, values] of SETS) {
    const text = notes(values);
    assert.ok([...text.matchAll(COMMAND)].length > 0, name);
    assert.deepEqual(strayCommands(text, values), [], name);
    assert.equal(text.includes('accounts create'), name !== 'demo');
    assert.doesNotMatch(text, /%!|<no value>|<nil>/);
  }
});

test(
  'the page on Kubernetes has values that the chart takes, and commands that fit it',
  needsHelm,
  () => {
    const blocks = codeBlocks(PAGE, 'yaml');
    assert.ok(blocks.length >= 3);
    for (const block of blocks) assert.equal(rejection(block), null, block);
    const text = textOf(PAGE);
    const values = [VALUE_SETS['defaults'], VALUE_SETS['nodes on PostgreSQL']];
    const stray = values.map((one = '') => strayCommands(text, one));
    const [embedded = [], nodes = []] = stray;
    assert.deepEqual(
      embedded.filter((command) => nodes.includes(command)),
      [],
    );
    assert.ok([...text.matchAll(COMMAND)].length >= 4);
    for (const [, name = ''] of text.matchAll(/--set(?:-string)? (\S+?)=/g)) {
      const [first = ''] = name.split('.');
      assert.ok(first in (parse(textOf(`${CHART}/values.yaml`)) as object), name);
    }
  },
);
