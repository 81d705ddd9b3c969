/** Reports of a core and two edges, read together by deploy/edges.sql. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { changeStatus } from '#service/accounts/manage.js';
import { exportAccountRows, importAccountRows } from '#store/transfer/move-account.js';
import { writeReport } from '#store/transfer/report.js';
import { expectSoundLedger, freshSearch } from '../support/expect.js';
import { type Core, openCore, openEdge } from '../support/open-edge.js';
import type { TestAccount, TestApp } from '../support/open-test-app.js';

const AT = '2026-11-21T12:00:00.000Z';
/** Calls of the last minute before a report are not compared. */
const LATER_MS = 120_000;

let core: Core;
let edges: Readonly<Record<'one' | 'two', TestApp>>;
let mover: TestAccount;
let other: TestAccount;
const folder = mkdtempSync(join(tmpdir(), 'rowhouse-all-edges-'));

before(async () => {
  core = await openCore({ limits: { READ_AHEAD: 0 } });
  const own = async () => openEdge(core, (await core.edgeAccount()).api_key);
  edges = { one: await own(), two: await own() };
  mover = await edges.one.account({ name: 'mover', plan_credits: 3 });
  other = await edges.two.account({ name: 'other' });
  const common = freshSearch();
  await call(edges.one, mover, [common, freshSearch(), common, common]);
  await call(edges.two, other, [common, freshSearch()]);
  const lost = freshSearch();
  await core.faults('refuse');
  await call(edges.two, other, [lost]);
  await core.faults('ok');
  await move();
  await call(edges.two, mover, [common, freshSearch()]);
  for (const t of [core, edges.one, edges.two]) await expectSoundLedger(t);
  core.clock.advance(LATER_MS);
  await report(folder);
});
after(async () => {
  await edges.one.close();
  await edges.two.close();
  await core.close();
  rmSync(folder, { recursive: true, force: true });
});

async function call(t: TestApp, { api_key }: TestAccount, paths: readonly string[]): Promise<void> {
  for (const path of paths) assert.equal((await t.settled(path, api_key)).statusCode, 200);
}

async function move(): Promise<void> {
  const file = join(folder, 'account.gz');
  await changeStatus(edges.one.app, mover.account_id, 'moved');
  await exportAccountRows(edges.one.app.db, mover.account_id, file, AT);
  await importAccountRows(edges.two.app.db, mover.account_id, file);
  await changeStatus(edges.two.app, mover.account_id, 'active');
}

async function report(into: string): Promise<void> {
  const at = new Date(core.clock.nowMs()).toISOString();
  for (const [name, { app }] of Object.entries({ core, ...edges })) {
    const own = join(into, 'reports', `edge=${name}`);
    mkdirSync(own, { recursive: true });
    await writeReport(app.db, own, at);
  }
}

const CHECK = readFileSync('deploy/edges.sql', 'utf8');
const QUESTIONS = CHECK.indexOf('\nselect edge, name');

/** The answers of a question to the reports of a folder, after a change of them. */
async function ask(reports: string, question: string, change = ''): Promise<unknown[][]> {
  const duck = await DuckDBInstance.create();
  const connection = await duck.connect();
  try {
    const inFolder = (sql: string) => sql.replaceAll("'reports/", `'${reports}/reports/`);
    await connection.run(inFolder(`${change}${CHECK.slice(0, QUESTIONS)}`));
    return (await connection.runAndReadAll(question)).getRowsJson() as unknown[][];
  } finally {
    connection.closeSync();
  }
}

const LAST = CHECK.slice(CHECK.lastIndexOf('\nselect case'));

test('usage of a moved account is counted once, and every ledger is right', async () => {
  const used = await ask(
    folder,
    `select name, edge, sum(complete)::int, sum(failed)::int, sum(credits)::int
     from usage where edge <> 'core' group by all order by all`,
  );
  assert.deepEqual(used, [
    ['mover', 'two', 6, 0, 6],
    ['other', 'two', 2, 1, 2],
  ]);
  assert.deepEqual(await ask(folder, 'from violations'), []);
  assert.deepEqual(await ask(folder, LAST), [['Every ledger is right.']]);
});

test('what the edges cost at the core is what the core charged them', async () => {
  const costs = await ask(
    folder,
    'select pages::int, credits::int, lost::int from costs order by account_at_core',
  );
  // One read two pages, two read three: the page of the moved account that it had not fresh too.
  assert.deepEqual(costs.toSorted(), [
    [2, 2, 0],
    [3, 3, 0],
  ]);
  const charged = await ask(folder, `select sum(credits)::int from usage where edge = 'core'`);
  assert.deepEqual(charged, [[5]]);
});

test('the questions of the file can all be answered', async () => {
  const rest = CHECK.slice(QUESTIONS).split(';').slice(0, -1);
  assert.equal(rest.length, 4);
  for (const question of rest) assert.ok((await ask(folder, question)) !== undefined);
});

const REMOVED = 'a row removed';
const DOUBLED = 'a row doubled';
const BALANCE = 'a balance is the sum of its entries';
const IN_USE = 'an account is in use in one installation, and frozen elsewhere';
const MOVED = 'an entry of a moved account moved with it';
const REPORTED = 'an installation has one report';
const CANARIES: readonly (readonly [file: string, what: string, rule: string, which?: string])[] = [
  ['edge=two/ledger', REMOVED, BALANCE],
  ['edge=two/ledger', DOUBLED, BALANCE],
  ['edge=one/ledger', REMOVED, BALANCE, `kind = 'capture'`],
  ['edge=core/ledger', DOUBLED, BALANCE, `kind = 'reserve'`],
  ['edge=two/balances', REMOVED, BALANCE, 'available > 0'],
  ['edge=one/balances', DOUBLED, BALANCE, 'available > 0'],
  ['edge=two/accounts', REMOVED, 'an account of the ledger is known'],
  ['edge=two/accounts', DOUBLED, IN_USE],
  ['edge=two/moved_entries', REMOVED, MOVED, `created_at = (select min(created_at) from read)`],
  ['edge=one/store', REMOVED, REPORTED],
  ['edge=one/store', DOUBLED, REPORTED],
  [
    'edge=core/edge_calls',
    REMOVED,
    'a page that an edge had from its core is charged there, and costs one credit',
  ],
  ['edge=core/edge_calls', DOUBLED, 'a call of an edge is charged once at its core'],
  [
    'edge=two/core_pages',
    REMOVED,
    'a call that the core charged an edge is a page of an edge',
    `state = 'done' and collection_id not in (select collection_id from '{one}')`,
  ],
  ['edge=two/core_pages', DOUBLED, 'a page is collected once'],
];

for (const [file, what, rule, which = 'true'] of CANARIES)
  test(`${what} in ${file}.parquet${which === 'true' ? '' : ` (${which.slice(0, 16)})`} is found`, async () => {
    await changed(async (copy) => {
      const path = join(copy, 'reports', `${file}.parquet`);
      const one = join(copy, 'reports/edge=one/core_pages.parquet');
      const picked = `(select rowid from read where ${which.replace('{one}', one)} limit 1)`;
      const rows =
        what === REMOVED
          ? `from read where rowid not in ${picked}`
          : `from read union all from read where rowid in ${picked}`;
      const change = `create temp table read as from '${path}'; copy (${rows}) to '${path}'; drop table read;`;
      const found = await ask(copy, 'select distinct rule from violations', change);
      assert.ok(found.flat().includes(rule), JSON.stringify(found));
      await assert.rejects(ask(copy, LAST), /\d+ violations/);
    });
  });

async function changed(work: (copy: string) => Promise<void>): Promise<void> {
  const copy = mkdtempSync(join(tmpdir(), 'rowhouse-canary-'));
  try {
    cpSync(join(folder, 'reports'), join(copy, 'reports'), { recursive: true });
    await work(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

test('an account that is resumed where it was frozen is in use twice, and its new charges are found', async () => {
  await changed(async (copy) => {
    await changeStatus(edges.one.app, mover.account_id, 'active');
    await report(copy);
    assert.deepEqual(await ask(copy, 'select rule, edge from violations'), [[IN_USE, 'one, two']]);
    await call(edges.one, mover, [freshSearch()]);
    await changeStatus(edges.one.app, mover.account_id, 'moved');
    await report(copy);
    const rules = await ask(copy, 'select distinct rule from violations');
    assert.deepEqual(rules, [[MOVED]]);
  });
});
