/** The archives of several edges are read together; calls of a moved account count once. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { DAY_MS } from '#contract/durations.js';
import { changeStatus } from '#service/accounts/manage.js';
import { cleanUpOnce } from '#service/operations/cleanup.js';
import { addMonths } from '#store/months.js';
import { archiveMonth } from '#store/transfer/archive.js';
import { exportAccountRows, importAccountRows } from '#store/transfer/move-account.js';
import { expectSoundLedger, freshSearch } from '../support/expect.js';
import { openTestApp, type TestAccount, type TestApp } from '../support/open-test-app.js';

const SEPTEMBER_MS = Date.parse('2026-09-20T12:00:00Z');
const KEPT_S = 32 * 86_400;
const ROUNDS_MAX = 10;
const CALLS_BEFORE = 4;
const CALLS_AFTER = 3;

let edges: readonly TestApp[];
const folder = mkdtempSync(join(tmpdir(), 'rowhouse-reports-'));
before(async () => {
  edges = [
    await openTestApp({ startMs: SEPTEMBER_MS, limits: { READ_AHEAD: 0 } }),
    await openTestApp({ startMs: SEPTEMBER_MS, limits: { READ_AHEAD: 0 } }),
  ];
  for (const { app } of edges) await addMonths(app.db, new Date(SEPTEMBER_MS));
});
after(async () => {
  for (const edge of edges) await edge.close();
  rmSync(folder, { recursive: true, force: true });
});

async function call(t: TestApp, { api_key }: TestAccount, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const path = freshSearch();
    await t.settled(path, api_key);
    assert.equal((await t.get(path, api_key)).headers['cache-status'], 'rowhouse; hit');
  }
}

test('the query of docs/edges.md counts each call of all edges once', async () => {
  const [one, two] = edges as [TestApp, TestApp];
  const mover = await one.account();
  const other = await two.account();
  await call(one, mover, CALLS_BEFORE);
  await call(two, other, 1);
  const file = join(folder, 'account.gz');
  await changeStatus(one.app, mover.account_id, 'moved');
  await exportAccountRows(one.app.db, mover.account_id, file, '2026-09-20T13:00:00.000Z');
  await importAccountRows(two.app.db, mover.account_id, file);
  await changeStatus(two.app, mover.account_id, 'active');
  await call(two, mover, CALLS_AFTER);
  for (const [at, edge] of edges.entries()) {
    edge.clock.advance(75 * DAY_MS);
    for (let round = 0; round < ROUNDS_MAX; round += 1) await cleanUpOnce(edge.app);
    const own = join(folder, `edge_${at + 1}`);
    mkdirSync(own);
    const options = { month: '2026-09', folder: own, keptS: KEPT_S };
    await archiveMonth(edge.app.db, { ...options, at: new Date(edge.clock.nowMs()) });
    await expectSoundLedger(edge);
  }
  const [, sql = ''] =
    /```sql\n([^`]*edge_\*[^`]*)```/.exec(readFileSync('docs/edges.md', 'utf8')) ?? [];
  const duck = await DuckDBInstance.create();
  const connection = await duck.connect();
  const rows = await connection.runAndReadAll(sql.replaceAll("'archives/", `'${folder}/`));
  const found = Object.fromEntries(
    rows
      .getRowsJson()
      .map(([account, calls, credits]) => [account, [Number(calls), Number(credits)]]),
  );
  connection.closeSync();
  const both = 2 * (CALLS_BEFORE + CALLS_AFTER);
  assert.deepEqual(found, {
    [mover.account_id]: [both, both],
    [other.account_id]: [2, 2],
  });
});
