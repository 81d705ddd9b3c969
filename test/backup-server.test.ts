/** The restore drill of test/backup on PostgreSQL, with pg_dump and pg_restore. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { testDatabase } from './support/open-test-app.js';
import { backedUpUnderLoad, lackOn } from './support/restore-drill.js';
import { endAll, failure, type Service, settingsOf } from './support/run-rowhouse.js';

const base = mkdtempSync(join(tmpdir(), 'rowhouse-backup-'));
after(() => {
  endAll();
  rmSync(base, { recursive: true, force: true });
});

/** Where Debian has them; else they are found on the path. */
const BINARIES = '/usr/lib/postgresql/15/bin';

test('on PostgreSQL: pg_dump of a service under load, pg_restore into a new database; backup says to use them', async (t) => {
  const [from, to] = [await testDatabase(), await testDatabase()];
  if (from === null || to === null) return t.skip('ROWHOUSE_TEST_DATABASE_URL names no server');
  const settings = {
    ...settingsOf(join(base, 'server')),
    ROWHOUSE_SECRET: 'a-secret-for-tests-only',
    DATABASE_URL: from.url,
  };
  const dump = join(base, 'rowhouse.dump');
  const run = (name: string, ...words: string[]) =>
    promisify(execFile)(name, words, {
      env: { ...process.env, PATH: `${BINARIES}:${process.env.PATH}` },
    });
  const what = await backedUpUnderLoad(settings, async (service: Service) => {
    await failure(
      ['backup', join(base, 'x'), '--admin-url', service.adminUrl],
      /pg_dump --format=custom.+ROWHOUSE_SECRET/,
      settings,
    );
    await run('pg_dump', '--format=custom', `--file=${dump}`, from.url);
  });
  await run('pg_restore', '--no-owner', `--dbname=${to.url}`, dump);
  assert.deepEqual(await lackOn({ ...settings, DATABASE_URL: to.url }, what), []);
  await from.drop();
  await to.drop();
});
