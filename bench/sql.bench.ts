/**
 * What a statement in SQL takes over the rows of an account's searches, which it collects first,
 * page by page: the first question, which loads the rows, later ones, and one after another search.
 * Beside them the account's page, and the memory of the process that runs statements.
 * Usage: npm run bench -- sql   (SQL_PAGES=100, SQL_CALLS=30, SQL_ENGINES=postgres)
 */
import { readdirSync, readFileSync } from 'node:fs';
import { bench } from './support/at-end.js';
import { bearer, type Caller, openCaller, settle } from './support/caller.js';
import { startCluster } from './support/cluster.js';
import { enginesOf, newPlace, serveOn } from './support/engines.js';
import { addAccounts, withStore } from './support/fill.js';
import { percentile, printTable, show } from './support/numbers.js';
import { endProcess } from './support/processes.js';
import { residentMb, type Service } from './support/service.js';

const PAGES = Number(process.env.SQL_PAGES ?? 100);
const CALLS = Number(process.env.SQL_CALLS ?? 30);
/** The sandbox has more homes of this place than are read. */
const SEARCH = '/v1/portal_a/listings?city=Chicago&state=IL';
const ANOTHER = '/v1/portal_a/listings?zip=78704';
const STATEMENTS: Readonly<Record<string, string>> = {
  count: 'select count(*) as homes from listings',
  'medians by ZIP': `select address.zip as zip, median(list_price.amount) as price, count(*) as homes
    from listings group by all order by homes desc limit 20`,
  'each home beside its ZIP': `select a.source_id, a.list_price.amount - m.price as above
    from listings a join (
      select address.zip as zip, median(list_price.amount) as price from listings group by all
    ) m on a.address.zip = m.zip order by above desc nulls last limit 100`,
};

await bench(async () => {
  const cluster = await startCluster(null);
  for (const engine of enginesOf(process.env.SQL_ENGINES ?? 'postgres', cluster)) {
    const place = await newPlace(engine, cluster, 'sql');
    const [key = ''] = await withStore(place, (pool) => addAccounts(pool, 1));
    const service = await serveOn(place, { ROWHOUSE_READ_AHEAD: 'off' });
    const caller = openCaller(1);
    await measure(engine, service, caller, key);
    caller.close();
    await endProcess(service.process);
  }
  return true;
});

async function measure(engine: string, service: Service, caller: Caller, key: string) {
  const rows = await collect(caller, service.url, key);
  console.log(`\n${engine}: ${rows} rows of ${PAGES} pages`);
  const ask = async (sql: string) => {
    const began = performance.now();
    const answer = await fetch(`${service.url}/v1/sql`, {
      method: 'POST',
      headers: { ...bearer(key), 'content-type': 'application/json' },
      body: JSON.stringify({ sql }),
    });
    if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
    return performance.now() - began;
  };
  const table: string[][] = [];
  const account: number[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    account.push((await caller.get(`${service.url}/v1/account`, bearer(key))).tookMs);
  }
  table.push(rowOf("the account's page", account));
  table.push(['the first question', show(await ask(STATEMENTS.count ?? '')), '', '']);
  for (const [name, sql] of Object.entries(STATEMENTS)) {
    const times: number[] = [];
    for (let call = 0; call < CALLS; call += 1) times.push(await ask(sql));
    table.push(rowOf(name, times));
  }
  await settle(caller, service.url, ANOTHER, key);
  table.push(['after another search', show(await ask(STATEMENTS.count ?? '')), '', '']);
  printTable(['', 'p50 or once, ms', 'p90', 'p99'], table);
  console.log(`  memory of the engine's process: ${show(engineMb(service.process.pid))} MB`);
}

function rowOf(name: string, times: readonly number[]): string[] {
  return [name, ...[50, 90, 99].map((p) => show(percentile(times, p)))];
}

/** Reads pages until there are enough; how many rows they have. */
async function collect(caller: Caller, url: string, key: string): Promise<number> {
  let rows = 0;
  let cursor: string | null = '';
  for (let page = 0; page < PAGES && cursor !== null; page += 1) {
    const more = cursor === '' ? '' : `&cursor=${cursor}`;
    const { result } = await settle(caller, url, SEARCH + more, key);
    rows += result.count;
    cursor = result.next_cursor;
  }
  return rows;
}

/** Of the children of the service; NaN where there is none. */
function engineMb(parent: number | undefined): number {
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = readOr(`/proc/${id}/stat`);
    if (
      / \S (\d+) /.exec(stat)?.[1] === String(parent) &&
      readOr(`/proc/${id}/cmdline`).includes('engine')
    ) {
      return residentMb(Number(id));
    }
  }
  return Number.NaN;
}

/** A process may end while it is looked at. */
function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
