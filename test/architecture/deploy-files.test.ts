import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseYaml } from '@redocly/openapi-core';
import { defaultLimits } from '#base/limits.js';
import { filesOf, ROOT, textOf } from './read-tree.js';

test('every setting that deploy/ names is one that docs/operating.md explains', () => {
  const known = textOf('docs/operating.md');
  // This list has every setting of each source, as the program does (test/helm/chart.test.ts).
  const printed = 'deploy/helm/rowhouse/values.schema.json';
  const files = filesOf(['deploy'], ['']).filter((path) => path !== printed);
  const unknown = files.flatMap((path) =>
    [...textOf(path).matchAll(/\bROWHOUSE_[A-Z_]+\b/g)]
      .map(([name]) => name)
      .filter((name) => !known.includes(`\`${name}\``))
      .map((name) => `${path}: ${name}`),
  );
  assert.deepEqual(unknown, []);
});

test('a file of deploy/ that sets DATABASE_URL sets the secret that it requires', () => {
  const setting = (name: string) => new RegExp(`^[ #]*${name}(?:=|: )`, 'm');
  const texts = filesOf(['deploy'], ['']).map((path) => [path, textOf(path)] as const);
  const bare = texts
    .filter(([, text]) => setting('DATABASE_URL').test(text))
    .filter(([, text]) => !setting('ROWHOUSE_SECRET').test(text));
  assert.deepEqual(
    bare.map(([path]) => path),
    [],
  );
});

test('the nodes of compose.yaml are reached as the other nodes are, by the names it gives them', () => {
  const bare = (path: string) =>
    textOf(path)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('server '));
  const compose = 'deploy/nginx/compose-upstream.conf';
  assert.deepEqual(bare(compose), bare('deploy/nginx/rowhouse-upstream.conf'));
  const servers = [
    ...textOf(compose).matchAll(/^ {2}server (\S+):8080 max_fails=1 fail_timeout=2s;$/gm),
  ];
  const named = servers.map(([, name]) => name);
  const apis = [...textOf('deploy/compose.yaml').matchAll(/^ {2}(api-\d+):/gm)];
  assert.deepEqual(
    named,
    apis.map(([, name]) => name),
  );
});

test('container and unit are granted more time than the program takes to stop', () => {
  // Calls, work and traces have each the time of a drain (src/serve.ts); the rest closes stores.
  const stages = textOf('src/serve.ts').match(/await within\(app, config\.limits\.DRAIN_S,/g) ?? [];
  assert.ok(stages.length > 0);
  const longest = stages.length * defaultLimits().DRAIN_S;
  for (const [path, grace] of [
    ['deploy/compose.yaml', /^ {2}stop_grace_period: (\d+)s$/m],
    ['deploy/rowhouse.service', /^TimeoutStopSec=(\d+)$/m],
  ] as const) {
    const [, seconds] = grace.exec(textOf(path)) ?? [];
    assert.ok(
      Number(seconds) >= longest + 10,
      `${path}: ${seconds} s, and a stop takes ${longest}`,
    );
  }
});

test('container and unit run with few rights: no root, a read-only file system, no capabilities', () => {
  const image = textOf('deploy/Containerfile');
  assert.match(image.slice(image.lastIndexOf('\nFROM ')), /^USER node$/m);
  assert.deepEqual(
    [...image.matchAll(/npm ci.*/g)].filter(([line]) => !line.includes('--ignore-scripts')),
    [],
  );
  const compose = textOf('deploy/compose.yaml');
  const [shared = ''] = compose.match(/^x-rowhouse: &rowhouse\n(?: .*\n)+/m) ?? [];
  for (const right of [
    /^ {2}read_only: true$/m,
    /^ {2}tmpfs:\n {4}- \/tmp$/m,
    /^ {2}cap_drop:\n {4}- ALL$/m,
    /^ {2}security_opt:\n {4}- no-new-privileges:true$/m,
  ])
    assert.match(shared, right);
  assert.doesNotMatch(compose, /privileged|cap_add|read_only: false/);
  for (const service of ['api-1: &api', 'collector:'])
    assert.ok(compose.includes(`\n  ${service}\n    <<: *rowhouse\n`), service);
  const unit = textOf('deploy/rowhouse.service').split('\n');
  const rights = [
    'DynamicUser=yes',
    'ProtectSystem=strict',
    'CapabilityBoundingSet=',
    'NoNewPrivileges=yes',
    'PrivateTmp=yes',
  ];
  assert.deepEqual(
    rights.filter((line) => !unit.includes(line)),
    [],
  );
});

test('systemd understands every line of the unit', (t) => {
  const unit = join(ROOT, 'deploy/rowhouse.service');
  const { error, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
  if (error !== undefined) return t.skip('systemd-analyze is not installed');
  // It looks for the programs and documents, too, which lie where the unit is installed.
  const faults = stderr.split('\n').filter((line) => line.includes('rowhouse.service:'));
  assert.deepEqual(
    faults.filter((line) => !/is not executable|No such file/.test(line)),
    [],
  );
});

const haproxy = ['/usr/sbin/haproxy', 'haproxy'].find((one) => spawnSync(one, ['-v']).status === 0);
for (const [whose, env] of [
  ['a primary and its standby', {}],
  ['servers under Patroni', { PATRONI: '1' }],
] as const) {
  test(`HAProxy understands the configuration of ${whose}`, (t) => {
    if (haproxy === undefined) return t.skip('HAProxy is not installed: apt-get install haproxy');
    const { status, stderr } = spawnSync(haproxy, ['-c', '-f', join(ROOT, 'deploy/haproxy.cfg')], {
      encoding: 'utf8',
      env,
    });
    assert.equal(status, 0, stderr);
    assert.doesNotMatch(stderr, /WARNING/);
  });
}

/** The members of deploy/patroni.yml that these tests read. */
interface PatroniFile {
  readonly restapi: { readonly listen: string };
  readonly bootstrap: {
    readonly dcs: {
      readonly ttl: number;
      readonly loop_wait: number;
      readonly retry_timeout: number;
      readonly synchronous_mode: boolean;
      readonly postgresql: { readonly use_pg_rewind: boolean };
    };
    readonly initdb: readonly unknown[];
  };
}

const patroniFile = () => parseYaml(textOf('deploy/patroni.yml')) as PatroniFile;

test('patroni.yml replicates synchronously, and its times are those that Patroni accepts', () => {
  const { dcs, initdb } = patroniFile().bootstrap;
  assert.equal(dcs.synchronous_mode, true);
  assert.ok(dcs.ttl >= 20, 'the shortest time that Patroni accepts');
  assert.ok(dcs.ttl >= dcs.loop_wait + 2 * dcs.retry_timeout);
  // pg_rewind needs one of them, or the log of hint bits.
  assert.ok(dcs.postgresql.use_pg_rewind && initdb.includes('data-checksums'));
});

test('HAProxy asks Patroni at the port on which patroni.yml has it listen', () => {
  const [, port = ''] = /default-server port (\d+)/.exec(textOf('deploy/haproxy.cfg')) ?? [];
  assert.equal(patroniFile().restapi.listen, `192.0.2.11:${port}`);
});

test('the lines of patroni.yml that name its own server are marked, and no others', () => {
  const lines = textOf('deploy/patroni.yml').split('\n');
  const own = lines.filter((line) => /^name:|192\.0\.2\.11\b/.test(line));
  assert.deepEqual(
    lines.filter((line) => line.endsWith('# NODE')),
    own,
  );
});
