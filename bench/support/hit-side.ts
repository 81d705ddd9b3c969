/** Rowhouse as a side of the hit benchmark: a service whose page is collected, and its proof. */
import { gzipSync } from 'node:zlib';
import { bearer, openCaller, settle } from './caller.js';
import type { Cluster } from './cluster.js';
import { askAdmin, type Engine, newPlace, serveOn } from './engines.js';
import { addAccounts, countEntries, type Place, withStore } from './fill.js';
import { show } from './numbers.js';
import { endProcess } from './processes.js';
import { residentMb, type Service } from './service.js';
import { CONNECTIONS, keyFile } from './wrk.js';

/** A page stays fresh for the whole run. */
export const ENV = { ROWHOUSE_CACHE_LISTINGS_S: '86400' };
export const PATH = '/v1/portal_a/listings';
/** A synthetic ZIP whose first page is full. */
export const SEARCH = `${PATH}?zip=90011`;
const ROWS = 100;

export interface Side {
  readonly engine: Engine;
  readonly place: Place;
  /** File of the keys, and one of them. */
  readonly keys: string;
  readonly key: string;
  readonly service: Service;
  /** 200s returned to callers until now. */
  returned: number;
  /** Runs of wrk, each of which may leave up to CONNECTIONS charged calls unread at its end. */
  runs: number;
}

/** Accounts, the service on one core, and the page collected, so that every later call is a hit. */
export async function openSide(
  engine: Engine,
  cluster: Cluster | null,
  accounts: number,
  core: number,
): Promise<Side> {
  const place = await newPlace(engine, cluster, 'hit');
  const keys = await withStore(place, (pool) => addAccounts(pool, accounts));
  const key = keys[0] ?? '';
  const service = await serveOn(place, ENV, core);
  const caller = openCaller(1);
  const { result } = await settle(caller, service.url, SEARCH, key);
  caller.close();
  if (result.count !== ROWS) throw new Error(`the page has ${result.count} rows, not ${ROWS}`);
  return { engine, place, keys: keyFile(keys), key, service, returned: 1, runs: 0 };
}

/** The bytes of a hit as callers get them; compressed here if the service does not do it. */
export async function pageOf(side: Side): Promise<{ plain: Buffer; gzip: Buffer }> {
  const caller = openCaller(1);
  const url = side.service.url + SEARCH;
  const plain = await caller.get(url, bearer(side.key));
  const packed = await caller.get(url, { ...bearer(side.key), 'accept-encoding': 'gzip' });
  caller.close();
  side.returned += 2;
  const compressed = packed.headers['content-encoding'] === 'gzip';
  const gzip = compressed ? packed.body : gzipSync(plain.body);
  const description = compressed ? '' : ' (by the benchmark: the service answered uncompressed)';
  console.log(
    `${SEARCH}: ${ROWS} rows, ${show(plain.body.length)} bytes, in gzip ${show(gzip.length)}${description}`,
  );
  return { plain: plain.body, gzip };
}

/** Ends the service and checks the ledger against callers' answers: every 200 charged once. */
export async function proveLedger(side: Side): Promise<boolean> {
  const check = await askAdmin(side.service, '/ledger/check');
  const memoryMb = residentMb(side.service.process.pid);
  await endProcess(side.service.process);
  const { capture = 0 } = await withStore(side.place, countEntries);
  const unread = capture - side.returned;
  const unreadMax = side.runs * CONNECTIONS;
  const good = check.ok === true && unread >= 0 && unread <= unreadMax;
  console.log(
    `\n${side.engine}: 200s ${show(side.returned)}, captures ${show(capture)}: ${unread} more, ` +
      `calls in flight when ${side.runs} runs ended (at most ${unreadMax})`,
  );
  console.log(
    `  ledger check ${check.ok === true ? 'ok' : JSON.stringify(check).slice(0, 300)}, ` +
      `entries ${show(check.entries)}; resident memory ${memoryMb.toFixed(0)} MB: ${good ? 'ok' : 'NOT OK'}`,
  );
  return good;
}
