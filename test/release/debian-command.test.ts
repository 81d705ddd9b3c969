/** The command `rowhouse` of the Debian package, and what it takes from the service's settings. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ROOT } from '../support/release-dry-run.js';

const folder = mkdtempSync(join(tmpdir(), 'rowhouse-command-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** The environment in which the command starts the program. */
function environmentOf(settings: string, given: Readonly<Record<string, string>>) {
  const file = join(folder, 'rowhouse.env');
  writeFileSync(file, settings);
  const script = readFileSync(join(ROOT, 'deploy/debian/rowhouse'), 'utf8')
    .replace('/etc/rowhouse/rowhouse.env', file)
    .replace('/usr/lib/rowhouse/node /usr/lib/rowhouse/bin/rowhouse.js "$@"', 'env');
  const path = process.env.PATH ?? '';
  const said = execFileSync('sh', ['-c', script], { env: { PATH: path, ...given } });
  return new Map(
    said
      .toString()
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

test('commands have the settings of the service, unless the environment names others', () => {
  const settings = [
    '# A comment; and a line that is no setting:',
    'not a setting=$(exit 1)',
    'DATABASE_URL=postgres://rowhouse:a$b`c@db/rowhouse#d',
    'ROWHOUSE_UPSTREAM_MLS_HEADERS={"authorization":"Bearer \\$x y"}',
    "ROWHOUSE_OPERATOR='Ada L'",
    'ROWHOUSE_ADMIN_PORT="9000"',
    'PORT=9001',
  ].join('\n');
  const found = environmentOf(settings, { PORT: '7000' });
  assert.equal(found.get('DATABASE_URL'), 'postgres://rowhouse:a$b`c@db/rowhouse#d');
  assert.equal(found.get('ROWHOUSE_UPSTREAM_MLS_HEADERS'), '{"authorization":"Bearer \\$x y"}');
  assert.equal(found.get('ROWHOUSE_OPERATOR'), 'Ada L');
  assert.equal(found.get('ROWHOUSE_ADMIN_PORT'), '9000');
  assert.equal(found.get('PORT'), '7000');
  assert.equal(found.get('ROWHOUSE_DATA_DIR'), '/var/lib/rowhouse');
  const other = environmentOf('ROWHOUSE_DATA_DIR=/srv/rowhouse\n', {});
  assert.equal(other.get('ROWHOUSE_DATA_DIR'), '/srv/rowhouse');
});
