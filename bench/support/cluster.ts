/** The PostgreSQL of benchmarks: a throw-away server, a database each, and what it costs. */
import pg from 'pg';
import { startServer } from './postgres.js';
import { familyCpuSeconds } from './processes.js';

const CONNECTIONS_MAX = 200;

export interface Cluster {
  readonly version: string;
  /** A new empty database; its address. */
  createDatabase(name: string): Promise<string>;
  /** Processor seconds of all its processes since it began. */
  cpuSeconds(): number;
}

/**
 * Starts the cluster, its processes on `core`, with settings like "name=value"; null with a line
 * why where there is no PostgreSQL.
 */
export async function startCluster(
  core: number | null,
  more: readonly string[] = [],
): Promise<Cluster | null> {
  const server = await startServer([`max_connections=${CONNECTIONS_MAX}`, ...more], core);
  if (server === null) {
    console.log('PostgreSQL skipped; install it with: apt-get install postgresql');
    return null;
  }
  const version = await query(server.url, 'show server_version');
  return {
    version: String(version),
    createDatabase: async (name) => {
      await query(server.url, `create database "${name}"`);
      return new URL(`/${name}`, server.url).href;
    },
    cpuSeconds: () => familyCpuSeconds(server.pid()),
  };
}

async function query(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows[0] === undefined ? undefined : Object.values(rows[0])[0];
}
