/** The two engines as benchmarks use them: a place to store, and a service on it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from './at-end.js';
import type { Cluster } from './cluster.js';
import type { Place } from './fill.js';
import { type Service, startService } from './service.js';

export type Engine = 'postgres' | 'embedded';

const ADMIN_TOKEN = 'bench-admin-token-of-this-run';
const SECRET = 'bench-secret-of-this-run';

/** The engines asked for by a variable (all by default) that this machine has. */
export function enginesOf(asked: string | undefined, cluster: Cluster | null): Engine[] {
  const all: readonly Engine[] = ['postgres', 'embedded'];
  const wanted = all.filter((engine) => (asked ?? all.join(',')).split(',').includes(engine));
  return wanted.filter((engine) => engine === 'embedded' || cluster !== null);
}

/** A new empty place of an engine; `name` in lower case, once in a run. */
export async function newPlace(
  engine: Engine,
  cluster: Cluster | null,
  name: string,
): Promise<Place> {
  if (engine === 'postgres' && cluster !== null) {
    return { databaseUrl: await cluster.createDatabase(name) };
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'rowhouse-bench-'));
  atEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  return { dataDir };
}

/** Starts a service on a place, on one core or free; it is ended at the end. */
export async function serveOn(
  place: Place,
  env: Readonly<Record<string, string>>,
  core: number | null = null,
): Promise<Service> {
  // With PostgreSQL the data directory would hold the token only, and that is set.
  const where =
    'databaseUrl' in place
      ? { DATABASE_URL: place.databaseUrl, ROWHOUSE_DATA_DIR: tmpdir() }
      : { ROWHOUSE_DATA_DIR: place.dataDir };
  return startService(
    { ROWHOUSE_ADMIN_TOKEN: ADMIN_TOKEN, ROWHOUSE_SECRET: SECRET, ...where, ...env },
    core,
  );
}

/** Asks the operator's listener of a service. */
export async function askAdmin(service: Service, path: string): Promise<any> {
  const answer = await fetch(`${service.adminUrl}/admin${path}`, {
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
  });
  return answer.json();
}
