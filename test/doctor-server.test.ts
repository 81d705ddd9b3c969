/** `rowhouse doctor` and what it asks of a PostgreSQL server. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ownMigrations } from '#store/migrate.js';
import { cleanUp, examine, folder, textOf } from './support/doctor.js';
import { testDatabase } from './support/open-test-app.js';
import { settingsOf } from './support/run-rowhouse.js';

after(cleanUp);

test('on a server: schema, permission and clock are read in a session that may not write', async (t) => {
  const database = await testDatabase({ migrated: true });
  if (database === null) return t.skip('ROWHOUSE_TEST_DATABASE_URL names no server');
  t.after(() => database.drop());
  const settings = {
    ...settingsOf(folder()),
    DATABASE_URL: database.url,
    ROWHOUSE_SECRET: '0123456789abcdef',
  };
  const results = await examine(settings);
  assert.match(
    textOf(results, 'store'),
    new RegExp(`^ok: PostgreSQL at .* schema ${ownMigrations().at(-1)}$`),
  );
  assert.match(textOf(results, 'clock'), /^ok: this host agrees with the clock of PostgreSQL$/);
  assert.match(textOf(results, 'webhooks'), /^ok: /);
  const few = await examine({ ...settings, ROWHOUSE_DATABASE_POOL_MAX: '200' });
  assert.match(
    textOf(few, 'store'),
    /^fault: .*accepts \d+ connections and .*Raise max_connections/,
  );
  const missing = new URL(database.url);
  missing.pathname = '/rowhouse_test_nowhere';
  const gone = await examine({ ...settings, DATABASE_URL: missing.href });
  assert.match(textOf(gone, 'store'), /^fault: .*"rowhouse_test_nowhere" does not exist\. Check/);
  const nowhere = new URL(database.url);
  nowhere.searchParams.set('options', '-csearch_path=nowhere');
  const lost = await examine({ ...settings, DATABASE_URL: nowhere.href });
  assert.match(textOf(lost, 'store'), /^fault: .*search_path names no schema/);
});
