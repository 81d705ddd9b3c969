/**
 * A process that archives a month and kills itself at a named step, as a power cut would.
 * Arguments: database address or data directory, month, folder, step. Prints what it found, then
 * what it did.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';
import type { Db, Pool } from '#store/db.js';

const [place = '', month = '', folder = '', step = ''] = process.argv.slice(2);

/** Before each step of its name: dies at the one that was asked for. */
function reach(name: string): void {
  if (name === step) process.kill(process.pid, 'SIGKILL');
}

const { writeSync, fsyncSync, renameSync } = fs;
let written = 0;
let flushed = 0;
fs.writeSync = ((...words: Parameters<typeof writeSync>) => {
  written += 1;
  reach(`write ${written}`);
  return writeSync(...words);
}) as typeof writeSync;
fs.fsyncSync = (file) => {
  flushed += 1;
  reach(`flush ${flushed}`);
  fsyncSync(file);
};
fs.renameSync = (from, to) => {
  reach(`name ${basename(String(to)).split('-')[0]}`);
  renameSync(from, to);
};
syncBuiltinESMExports();

const { openStore } = await import('#store/open.js');
const { archiveMonth } = await import('#store/transfer/archive.js');
const { systemClock } = await import('../../src/system.js');

const isServer = place.startsWith('postgres:');
const { pool } = await openStore({
  databaseUrl: isServer ? place : null,
  dataDir: isServer ? folder : place,
  poolMax: 1,
  timeoutS: 60,
  clock: systemClock,
});

/** A transaction whose statements and end are steps. */
const stepped: Pool = {
  ...pool,
  transaction: (work, timeoutMs) =>
    pool.transaction(async (tx) => {
      const db: Db = {
        ...tx,
        rows: (text, values, name) => {
          reach(/insert into (\w+)|drop_month/.exec(text)?.[0] ?? '');
          return tx.rows(text, values, name);
        },
      };
      const value = await work(db);
      reach('commit');
      return value;
    }, timeoutMs),
};

const [found] = await pool.rows<{ entries: number; months: number }>(
  `select (select count(*) from ledger where created_at < (($1 || '-01')::date + interval '1 month')) as entries,
     (select count(*) from archived_months) as months`,
  [month],
);
fs.writeFileSync(1, `${JSON.stringify(found)}\n`);
const at = new Date('2026-12-01T00:00:00Z');
const done = await archiveMonth(stepped, { month, folder, at, keptS: 0 });
reach('after the commit');
fs.writeFileSync(1, `${JSON.stringify(done)}\n`);
await pool.close();
