/** Test keys whose store cannot be opened. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { App } from '#service/app.js';
import { readConfig } from '../src/config.js';
import { testService } from '../src/test-service.js';
import { openTestApp } from './support/open-test-app.js';
import { endAll, settingsOf, startService } from './support/run-rowhouse.js';

after(endAll);

test('a store of test keys that cannot be opened keeps no live key from its service', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-test-keys-'));
  writeFileSync(join(folder, 'test-keys'), 'no directory');
  const other = await startService(settingsOf(folder));
  const answer = await fetch(`${other.apiUrl}/v1/account`, {
    headers: { authorization: `Bearer ${other.demoKey}` },
  });
  assert.equal(answer.status, 200);
  const { stderr } = await other.interrupt();
  assert.match(stderr, /the store of test keys could not be opened/);
  rmSync(folder, { recursive: true, force: true });
});

test('calls that come while test keys are looked for wait for what is found', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-test-keys-looked-'));
  const t = await openTestApp();
  context.after(async () => {
    await t.close();
    rmSync(folder, { recursive: true, force: true });
  });
  // Asked for the tables, the database answers once both calls have come.
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const rows = async () => {
    await answered;
    return [{ there: true }];
  };
  const config = readConfig({
    ROWHOUSE_DATA_DIR: folder,
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
    ROWHOUSE_SECRET: 'a-secret-for-tests-only',
  });
  const live = { ...t.app, db: { rows } } as unknown as App;
  const tests = testService(config, t.app, live, t.sandbox);
  const found = [tests.find(), tests.find()].map((one) =>
    one.then(
      (app) => (app === null ? 'none' : 'some'),
      () => 'cannot be opened',
    ),
  );
  answer();
  assert.deepEqual(await Promise.all(found), ['cannot be opened', 'cannot be opened']);
  await tests.close();
});
