/**
 * What years cost: disk space of calls, ledger and watches; a year of ledger before and after it is
 * archived; the longest charge during an archive. Real calls run beside generated rows, to show how
 * far the two differ. Usage: npm run bench -- growth
 *   GROWTH_ENTRIES=360000 a year of hits and entries; GROWTH_JOBS=200, GROWTH_HITS=4000 real calls;
 *   GROWTH_WATCHES=100; GROWTH_ENGINES=postgres,embedded (the embedded one gets a quarter)
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { auditLedger } from '#store/audit.js';
import type { Pool } from '#store/db.js';
import { archiveMonth } from '#store/transfer/archive.js';
import { archivedMonthsOf } from '#store/transfer/archived-months.js';
import { checkArchives } from '#store/transfer/check-archives.js';
import { chargeBeside } from './growth/charges.js';
import { fillMonth, monthsBefore } from './growth/fill-year.js';
import { makeCalls, type RealCalls } from './growth/real-calls.js';
import { databaseBytes, grownBy, sizesOf, sumOf } from './growth/sizes.js';
import { makeWatches, PAGE_ROWS } from './growth/watches.js';
import { atEnd, bench } from './support/at-end.js';
import { type Cluster, startCluster } from './support/cluster.js';
import { type Engine, enginesOf, newPlace } from './support/engines.js';
import { addAccounts, type Place, withStore } from './support/fill.js';
import { printTable, show } from './support/numbers.js';
import { openOn } from './support/open-on.js';

const ENTRIES = Number(process.env.GROWTH_ENTRIES ?? 360_000);
const JOBS = Number(process.env.GROWTH_JOBS ?? 200);
const HITS = Number(process.env.GROWTH_HITS ?? 4_000);
const WATCHES = Number(process.env.GROWTH_WATCHES ?? 100);
/** The embedded database gets so much less. */
const EMBEDDED_SHARE = 4;
const MONTHS = 12;
/** Of three entries one is a hit; the others are the two of a job. */
const ENTRIES_A_JOB = 2;
const ACCOUNTS = 100;
const MILLION = 1_000_000;
/** How long charges are made beside nothing. */
const ALONE_MS = 3_000;
const MEMORY_EVERY_MS = 20;
const MB = 1_048_576;
const LEDGER = ['hits', 'ledger_entries'];

await bench(async () => {
  const cluster = await startCluster(null);
  let good = true;
  for (const engine of enginesOf(process.env.GROWTH_ENGINES, cluster)) {
    const share = engine === 'embedded' ? EMBEDDED_SHARE : 1;
    console.log(`\n${engine}`);
    const calls = await makeCalls(engine, cluster, JOBS / share, HITS / share);
    good = (await measureYear(engine, cluster, ENTRIES / share, calls)) && good;
    await measureWatches(engine, cluster, WATCHES / share);
  }
  return good;
});

/** Real calls and generated rows by table, then a year of ledger that is archived. */
async function measureYear(
  engine: Engine,
  cluster: Cluster | null,
  entries: number,
  calls: RealCalls,
): Promise<boolean> {
  const place = await newPlace(engine, cluster, 'growth_year');
  return withStore(place, async (pool) => {
    await addAccounts(pool, ACCOUNTS);
    const months = monthsBefore(Date.now(), MONTHS);
    const jobs = Math.round(entries / (ENTRIES_A_JOB + 1) / MONTHS);
    const before = await sizesOf(pool);
    for (const month of months) await fillMonth(pool, month, { hits: jobs, jobs });
    await pool.rows('vacuum analyze');
    const filled = grownBy(before, await sizesOf(pool));
    showCalls(calls, new Map(filled), jobs * MONTHS);
    return archiveYear(place, pool, months);
  });
}

function showCalls(calls: RealCalls, filled: ReadonlyMap<string, number>, rows: number): void {
  const { byHits, byJobs, hits, jobs, idleMb, endMb } = calls;
  const generated = (name: string) => (filled.get(name) ?? Number.NaN) / rows;
  const rowsOf = (kind: string, table: string, grown: [string, number][], count: number) =>
    grown
      .filter(([, bytes]) => bytes / count >= 1)
      .map(([name, bytes]) => {
        const made = name === table ? generated(name) : Number.NaN;
        return [`${kind}: ${name}`, show(bytes / count), show(made), show(bytes / count / made)];
      });
  printTable(
    ['bytes a call, indexes included', 'real', 'generated', 'ratio'],
    [
      ...rowsOf('hit', 'hits', byHits, hits),
      ...rowsOf('job', 'ledger_entries', byJobs, jobs),
      ['hit: all tables', show(sumOf(byHits) / hits), '–', '–'],
      ['job: all tables', show(sumOf(byJobs) / jobs), '–', '–'],
      ['job: kept for ever', show(sumOf(byJobs, LEDGER) / jobs), '–', '–'],
    ],
  );
  console.log(
    `${hits} hits and ${jobs} jobs; the service has ${show(idleMb)} MB idle, ${show(endMb)} MB after them\n`,
  );
}

/** Archives all months, oldest first, and shows what that changes. */
async function archiveYear(place: Place, pool: Pool, months: readonly string[]): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-archives-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const checkedBefore = await timed(() => auditLedger(pool));
  const bytesBefore = await databaseBytes(pool);
  const alone = await chargeBeside(place, () => delay(ALONE_MS));
  const memory = watchMemory();
  const work = async () => {
    for (const month of months) {
      await archiveMonth(pool, { month, folder, at: new Date(), keptS: 0 });
    }
  };
  const beside = await chargeBeside(place, work);
  const { peakMb, gainedMb } = memory.end();
  const bytesAfter = await databaseBytes(pool);
  const checkedAfter = await timed(() => auditLedger(pool));
  const kept = await archivedMonthsOf(pool);
  const files = await timed(() => checkArchives(folder, kept));
  const archived = checkedAfter.value.archived?.entries ?? Number.NaN;
  const fileBytes = readdirSync(folder).reduce(
    (sum, name) => sum + statSync(join(folder, name)).size,
    0,
  );
  const perMillion = (seconds: number) => show((seconds / archived) * MILLION);
  const [before, after] = [checkedBefore.value, checkedAfter.value];
  printTable(
    [`a year, ${show(archived)} hits and entries`, ''],
    [
      ['bytes an entry in the database', show((bytesBefore - bytesAfter) / archived)],
      ['bytes an entry in the files', show(fileBytes / archived)],
      ['archive, s a million entries', perMillion(beside.workS)],
      ['archive, memory at most, MB', `${show(peakMb)} (${show(gainedMb)} more than before)`],
      ['ledger check before, s', show(checkedBefore.seconds)],
      ['ledger check after, s', show(checkedAfter.seconds)],
      ['ledger check of the files, s a million entries', perMillion(files.seconds)],
      ['longest charge beside nothing, ms', `${show(alone.longestMs)} of ${show(alone.charges)}`],
      [
        'longest charge beside archives, ms',
        `${show(beside.longestMs)} of ${show(beside.charges)}`,
      ],
    ],
  );
  const wrong = [...before.violations, ...after.violations, ...files.value.violations];
  console.log(`violations: ${wrong.length === 0 ? 'none' : JSON.stringify(wrong.slice(0, 3))}\n`);
  return wrong.length === 0 && files.value.rows === archived;
}

async function measureWatches(
  engine: Engine,
  cluster: Cluster | null,
  count: number,
): Promise<void> {
  const app = await openOn(await newPlace(engine, cluster, 'growth_watches'));
  const grown = await makeWatches(app, count);
  await app.close();
  printTable(
    [`bytes a watch of ${PAGE_ROWS} homes, two runs`, `of ${count}`],
    [
      ...grown
        .filter(([, bytes]) => bytes / count >= 1)
        .map(([name, n]) => [name, show(n / count)]),
      ['all', show(sumOf(grown) / count)],
    ],
  );
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; seconds: number }> {
  const began = performance.now();
  const value = await work();
  return { value, seconds: (performance.now() - began) / 1000 };
}

/** Looks at this process's memory until `end`. */
function watchMemory() {
  globalThis.gc?.();
  const first = process.memoryUsage().rss;
  let peak = first;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, MEMORY_EVERY_MS);
  return {
    end: () => {
      clearInterval(timer);
      return { peakMb: peak / MB, gainedMb: (peak - first) / MB };
    },
  };
}
