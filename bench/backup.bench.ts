/**
 * Backup of a running embedded store: how long callers wait, its size and time, and the time of a
 * restore. Baselines are copies that block the engine throughout: an export in one transaction,
 * PGlite's dumpDataDir, and a directory copy. Callers charge cached hits all the time.
 * Usage: npm run bench -- backup   (BACKUP_MB=200, BACKUP_CALLERS=4, BACKUP_QUIET_S=10)
 */
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { request } from 'undici';
import { writeNewFile } from '#cli/write-new-file.js';
import { auditLedger } from '#store/audit.js';
import type { Pool } from '#store/db.js';
import { exportStore } from '#store/transfer/export.js';
import { restoreTo } from '../src/backup-restore.js';
import { atEnd, bench } from './support/at-end.js';
import { callJob } from './support/call-service.js';
import { Calls } from './support/charging-callers.js';
import { newPlace, serveOn } from './support/engines.js';
import { addAccounts, withStore } from './support/fill.js';
import { percentile, printTable, show } from './support/numbers.js';
import type { Service } from './support/service.js';

const STORE_MB = Number(process.env.BACKUP_MB ?? 200);
const CALLERS = Number(process.env.BACKUP_CALLERS ?? 4);
const QUIET_S = Number(process.env.BACKUP_QUIET_S ?? 10);
const MB = 1_048_576;
/** Rows per megabyte of store: hits (210 bytes each) and incompressible results (10 KB each). */
const HITS_A_MB = 1_500;
const RESULTS_A_MB = 60;
const RESULT_BYTES = 10_240;
const SEARCH = '/v1/portal_a/listings?zip=78704';
const SETTLED_TRIES_MAX = 200;

await bench(async () => {
  const place = await newPlace('embedded', null, 'backup');
  const dataDir = 'dataDir' in place ? place.dataDir : '';
  const work = mkdtempSync(join(tmpdir(), 'rowhouse-bench-'));
  atEnd(() => rmSync(work, { recursive: true, force: true }));
  const [key = ''] = await withStore(place, (pool) => fill(pool));
  const service = await serveOn(place, { ROWHOUSE_SANDBOX_HOMES: '2000' });
  await settle(service, key);
  const calls = new Calls(service.url, SEARCH, key, CALLERS);
  const quiet = await calls.during(() => delay(QUIET_S * 1000));
  const file = join(work, 'store.backup');
  const busy = await calls.during(() => backUp(service, file));
  await calls.stop();
  const charged = calls.answered;
  await service.end('SIGINT');
  const size = sizeOf(dataDir) / MB;
  console.log(`store ${show(size)} MB, ${CALLERS} callers who charge cached hits, ms a call`);
  printTable(
    ['', 'calls', 'median', 'p99', 'longest'],
    [row('without a backup', quiet.tookMs), row('during the backup', busy.tookMs)],
  );
  const restored = await timed(() => restoreTo(file, join(work, 'restored')));
  const ways: [string, number, number][] = [
    ['backup', busy.seconds, statSync(file).size / MB],
    ['restore, with its ledger check', restored.seconds, Number.NaN],
    ...(await otherWays(dataDir, work)),
  ];
  printTable(
    ['', 'seconds', 'MB'],
    ways.map(([name, seconds, mb]) => [name, show(seconds), show(mb)]),
  );
  const { violations } = await withStore({ dataDir: join(work, 'restored') }, auditLedger);
  console.log(`ledger of the restored store: ${violations.length} violations; ${charged} calls`);
  return violations.length === 0 && restored.value.ledger?.ok === true;
});

async function fill(pool: Pool): Promise<string[]> {
  const keys = await addAccounts(pool, CALLERS);
  const at = new Date();
  await pool.rows(
    `with first as (
       insert into results
         (result_id, page_hash, route, collected_at, fresh_until, completeness, row_count, past_end, body_gzip)
       values (gen_random_uuid(), 'filled', 'portal_a.listings', $1, $1, 'complete', 100, false, '')
       returning result_id, route, page_hash
     )
     insert into cached_pages (page_id, route, page_hash, query, result_id)
     select gen_random_uuid(), route, page_hash, '{}', result_id from first`,
    [at],
  );
  for (let mb = 0; mb < STORE_MB; mb += 1) {
    await pool.rows(
      `with made as (
         insert into hits (account_id, request_id, key_id, page_id, bucket, period, route, created_at, credits)
         select (select account_id from accounts limit 1), gen_random_uuid(), gen_random_uuid(), (select page_id from cached_pages),
           'extra', '', 'portal_a.listings', $1, 1
         from generate_series(1, ${HITS_A_MB}) returning 1
       )
       update wallets set extra = extra - (select count(*) from made)
       where account_id = (select account_id from accounts limit 1)`,
      [at],
    );
    await pool.rows(
      `insert into results
         (result_id, page_hash, route, collected_at, fresh_until, completeness, row_count, past_end, body_gzip)
       select gen_random_uuid(), gen_random_uuid()::text, 'portal_a.listings', $1, $1, 'complete', 100, false, body
       from unnest($2::bytea[]) as bodies (body)`,
      [at, Array.from({ length: RESULTS_A_MB }, () => randomBytes(RESULT_BYTES))],
    );
  }
  await pool.rows('checkpoint');
  return keys;
}

async function settle(service: Service, key: string): Promise<void> {
  for (let tries = 0; tries < SETTLED_TRIES_MAX; tries += 1) {
    if ((await callJob(service.url, SEARCH, key))?.status === 'complete') return;
    await delay(100);
  }
  throw new Error('the search was not answered');
}

async function backUp(service: Service, file: string): Promise<void> {
  const { body, statusCode } = await request(`${service.adminUrl}/admin/backup`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer bench-admin-token-of-this-run',
      'content-type': 'application/json',
    },
    body: '{}',
  });
  if (statusCode !== 200) throw new Error(await body.text());
  await writeNewFile(file, body);
}

/** What holds the engine for all of its time. */
async function otherWays(dataDir: string, work: string): Promise<[string, number, number][]> {
  const exported = join(work, 'export.gz');
  const logical = await withStore({ dataDir }, (pool) =>
    timed(() => exportStore(pool, exported, new Date().toISOString())),
  );
  const copied = await timed(async () =>
    cpSync(join(dataDir, 'postgres'), join(work, 'copy'), { recursive: true }),
  );
  const database = await PGlite.create({ fs: new NodeFS(join(work, 'copy')) });
  const plain = await timed(() => database.dumpDataDir('none'));
  const packed = await timed(() => database.dumpDataDir('gzip'));
  await database.close();
  return [
    ['export in one transaction: all wait', logical.seconds, statSync(exported).size / MB],
    ['dumpDataDir: all wait', plain.seconds, plain.value.size / MB],
    ['dumpDataDir, gzip: all wait', packed.seconds, packed.value.size / MB],
    ['copy of the directory: all wait', copied.seconds, sizeOf(join(work, 'copy')) / MB],
  ];
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; seconds: number }> {
  const began = performance.now();
  const value = await work();
  return { value, seconds: (performance.now() - began) / 1000 };
}

function row(name: string, tookMs: readonly number[]): string[] {
  return [
    name,
    String(tookMs.length),
    show(percentile(tookMs, 50)),
    show(percentile(tookMs, 99)),
    show(Math.max(...tookMs)),
  ];
}

function sizeOf(path: string): number {
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
