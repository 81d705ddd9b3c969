/** Exports of an embedded store, which a server beside it changes nothing about. */
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FROZEN_SETTLES_MS } from '#store/transfer/move-account.js';
import { readConfig } from '../../src/config.js';
import { exportTo } from '../../src/export-import.js';
import { systemClock } from '../../src/system.js';
import { ROUTE } from '../support/expect.js';
import { type Filled, folder, linesOf, SECRET, TABLES } from '../support/filled-store.js';
import { failure, rowhouse, settingsOf, startHere } from '../support/run-rowhouse.js';

/** A move makes a database, which a busy machine is slow at. */
const MOVE_MS_MAX = 60_000;

export function register(filled: () => Filled): void {
  test('an export holds every table of schema.sql that outlives a crash, and only its owner may read it', () => {
    const [header = '', ...lines] = linesOf(filled().file);
    const names = lines.flatMap((line) =>
      line.startsWith('{"table"') ? [JSON.parse(line).table] : [],
    );
    assert.deepEqual([...names].sort(), [...TABLES].sort());
    assert.ok(TABLES.length >= 9);
    assert.deepEqual(
      JSON.parse(header).tables.map(({ name }: { name: string }) => name),
      names,
    );
    assert.equal(statSync(filled().file).mode & 0o777, 0o600);
    assert.ok(!linesOf(filled().file).join('').includes(SECRET), 'the secret stays where it is');
  });

  test('two exports of one store hold the same lines, but for the time in the first', async () => {
    const file = join(folder(), 'again.gz');
    const { stdout } = await rowhouse(['export', file, '--json'], filled().from, MOVE_MS_MAX);
    assert.deepEqual(Object.keys(JSON.parse(stdout)), ['file', 'tables']);
    assert.deepEqual(linesOf(file).slice(1), linesOf(filled().file).slice(1));
  });

  test('an account that cannot be exported is named before the wait for its last calls', async (t) => {
    const config = readConfig(filled().from);
    const sleep = t.mock.method(systemClock, 'sleep', async () => undefined);
    const file = join(folder(), 'account.gz');
    for (const [id, text] of [
      ['01a22758-2114-7627-86bb-ca96f1eacdbc', /No account has this id.*accounts list/],
      ['nobody', /must be the id of an account/],
      [filled().account.account_id, /is active\. Freeze it first/],
    ] as const) {
      await assert.rejects(exportTo(config, file, id), text);
    }
    await assert.rejects(exportTo(config, filled().file, 'nobody'), /exists\. Name a file/);
    const waits = sleep.mock.calls.filter(({ arguments: [ms] }) => ms === FROZEN_SETTLES_MS);
    assert.equal(waits.length, 0);
  });

  test('as commands: stopped, exported, imported, started; both say what becomes of the secret', async () => {
    const old = settingsOf(folder());
    const file = join(folder(), 'store.ndjson.gz');
    const service = await startHere(old);
    await failure(['export', file], /in use by process \d+ on \S+\. Stop it/, old);
    await service.interrupt();
    const plain = await rowhouse(['export', file], old, MOVE_MS_MAX);
    assert.equal(plain.code, 0, plain.stderr);
    assert.match(plain.stdout, /^tables\.accounts: 1$/m);
    assert.ok(plain.stdout.includes(join(old.ROWHOUSE_DATA_DIR, 'secret')));
    await failure(['export', file], /exists\. Name a file that does not/, old);
    await failure(['export', join(folder(), 'none', 'x')], /Folder .* does not exist/, old);
    await failure(['export', `${file}2`], /No embedded database exists in/, settingsOf(folder()));
    await failure(['archive', '2999-01', folder()], /can be archived from 2999-03-/, old);

    const fresh = settingsOf(folder());
    await failure(['import', `${file}3`], /does not exist/, fresh);
    const done = await rowhouse(['import', file, '--json'], fresh, MOVE_MS_MAX);
    assert.equal(done.code, 0, done.stderr);
    const { tables, ledger, ...more } = JSON.parse(done.stdout);
    assert.deepEqual(more, {});
    assert.equal(tables.accounts, 1);
    assert.deepEqual(ledger, { ok: true, accounts: 1, entries: 1, violations: [] });
    await failure(['import', file], /target is not empty/, fresh);
    const secret = readFileSync(join(old.ROWHOUSE_DATA_DIR, 'secret'), 'utf8').trim();
    const moved = await startHere({ ...fresh, ROWHOUSE_SECRET: secret });
    const answer = await fetch(`${moved.apiUrl}${ROUTE}?zip=78704`, {
      headers: { authorization: `Bearer ${service.demoKey}` },
    });
    assert.ok(answer.ok, 'the key of the old service is one of the new');
    await moved.interrupt();
  });
}
