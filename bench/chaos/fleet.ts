/** The nodes of the run: started, killed and started again under the same name and address. */
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../test/support/free-port.js';
import { hasEnded } from '../support/at-end.js';
import { type Service, startService } from '../support/service.js';

const API_NODES = 3;
const COLLECTORS = 2;
const BOOT_TRIES_MAX = 120;
const BOOT_AGAIN_MS = 250;
/** A drain takes at most twice its setting; a node still running after this has overstayed. */
const END_MS_MAX = 25_000;

export interface FleetNode {
  readonly name: string;
  readonly role: 'api' | 'collector';
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
  service: Service | null;
  /** One trouble at a time. */
  busy: boolean;
  /** Counts starts, so that a measurement can tell whether a node was restarted meanwhile. */
  generation: number;
}

export interface Fleet {
  readonly apis: readonly FleetNode[];
  readonly collectors: readonly FleetNode[];
  readonly adminToken: string;
  readonly counts: FleetCounts;
}

export interface FleetCounts {
  restarts: number;
  /** Starts that ended because the database was not there; the next try follows. */
  failedStarts: number;
  /** Processes that ended unexpectedly (an internal error), with their last output. */
  readonly crashes: string[];
  /** SIGTERMs that did not end with code 0 in time. */
  readonly badEnds: string[];
  readonly drainMs: number[];
  /** Lines in which a node says that it failed of its own. */
  readonly faults: string[];
}

export async function startFleet(
  shared: Readonly<Record<string, string>>,
  size = { apis: API_NODES, collectors: COLLECTORS },
): Promise<Fleet> {
  const adminToken = randomBytes(16).toString('hex');
  const env = { ...shared, ROWHOUSE_ADMIN_TOKEN: adminToken };
  const apis = await Promise.all(
    Array.from({ length: size.apis }, async (_, at) => nodeOf('api', at, env, await freePort())),
  );
  const collectors = Array.from({ length: size.collectors }, (_, at) =>
    nodeOf('collector', at, env, 0),
  );
  const counts = {
    restarts: 0,
    failedStarts: 0,
    crashes: [],
    badEnds: [],
    drainMs: [],
    faults: [],
  };
  const fleet = { apis, collectors, adminToken, counts };
  await Promise.all([...apis, ...collectors].map((node) => boot(fleet, node)));
  counts.restarts = 0;
  return fleet;
}

function nodeOf(
  role: FleetNode['role'],
  at: number,
  env: Readonly<Record<string, string>>,
  port: number,
): FleetNode {
  return {
    name: `${role}-${at + 1}`,
    role,
    url: port === 0 ? '' : `http://127.0.0.1:${port}`,
    env: { ...env, ROWHOUSE_ROLE: role, PORT: String(port) },
    service: null,
    busy: false,
    generation: 0,
  };
}

/** Starts a node. A start fails while the database is away and is retried, as a supervisor does. */
export async function boot(fleet: Fleet, node: FleetNode): Promise<void> {
  for (let tries = 0; tries < BOOT_TRIES_MAX; tries += 1) {
    const service = await startService(node.env).catch((error: unknown) => {
      if (!String(error).includes('the database cannot be reached')) {
        fleet.counts.crashes.push(`${node.name} at its start: ${String(error).slice(0, 600)}`);
        if (node.generation === 0) throw error;
      }
      fleet.counts.failedStarts += 1;
      return null;
    });
    if (service === null) {
      await delay(BOOT_AGAIN_MS);
      continue;
    }
    node.service = service;
    node.generation += 1;
    fleet.counts.restarts += 1;
    service.process.once('exit', (code, signal) => {
      noteFaults(fleet, node, service.output());
      if (node.service !== service) return;
      const words = service.output().slice(-600);
      fleet.counts.crashes.push(`${node.name} ended by itself (${code ?? signal}): ${words}`);
      node.service = null;
      void boot(fleet, node);
    });
    return;
  }
  throw new Error(`${node.name} did not start in ${BOOT_TRIES_MAX} tries`);
}

/** Ends a node by a signal; resolves when its process is gone. */
export async function takeDown(fleet: Fleet, node: FleetNode, signal: NodeJS.Signals) {
  const { service } = node;
  if (service === null) return;
  node.service = null;
  if (signal === 'SIGKILL') {
    await service.end(signal);
    return;
  }
  const began = performance.now();
  const late = new AbortController();
  const code = await Promise.race([
    service.end(signal),
    delay(END_MS_MAX, 'late', { signal: late.signal }).catch(() => 'late'),
  ]);
  late.abort();
  fleet.counts.drainMs.push(performance.now() - began);
  if (code !== 0) fleet.counts.badEnds.push(`${node.name} after ${signal}: ${code}`);
  if (!hasEnded(service.process)) await service.end('SIGKILL');
}

const allNodes = (fleet: Fleet): FleetNode[] => [...fleet.apis, ...fleet.collectors];

/** Ends every node, and counts the faults that their logs name. */
export async function endFleet(fleet: Fleet): Promise<void> {
  await Promise.all(allNodes(fleet).map((node) => takeDown(fleet, node, 'SIGTERM')));
}

/** Errors that a node logged, but for those that only say that the database is away. */
function noteFaults(fleet: Fleet, node: FleetNode, output: string): void {
  for (const line of output.split('\n')) {
    if (!line.startsWith('{"level":50') || line.includes('"code":"storage_unavailable"')) continue;
    fleet.counts.faults.push(`${node.name}: ${line.slice(0, 900)}`);
  }
}

/** A call to the operator's listener of the first node that runs. */
export async function askAdmin(fleet: Fleet, method: string, path: string, body?: object) {
  const url = fleet.apis.find(({ service }) => service !== null)?.service?.adminUrl;
  const answer = await fetch(`${url}/admin${path}`, {
    method,
    headers: { authorization: `Bearer ${fleet.adminToken}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`admin ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json() as Promise<any>;
}
