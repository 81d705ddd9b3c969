/** PgBouncer in front of a PostgreSQL server, with an entry for each way of pooling. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.js';

const START_MS_MAX = 30_000;
const PROGRAM = ['/usr/sbin/pgbouncer', 'pgbouncer'].find(
  (one) => spawnSync(one, ['--version']).status === 0,
);

/** The `skip` of a test that needs PgBouncer and the server behind it. */
export const withoutPgbouncer = (server: string | undefined): string | false => {
  if (server === undefined) return 'needs a PostgreSQL server: ROWHOUSE_TEST_DATABASE_URL';
  return PROGRAM === undefined && 'PgBouncer is not installed: apt-get install pgbouncer';
};

export interface Pgbouncer {
  /** The address of an entry. */
  url(entry: string): string;
  stop(): Promise<void>;
}

/** Starts PgBouncer with defaults and these; `entries` are [databases] lines, less the address. */
export async function startPgbouncer(
  databaseUrl: string,
  entries: Readonly<Record<string, string>>,
  settings: readonly string[] = [],
): Promise<Pgbouncer> {
  if (PROGRAM === undefined) throw new Error('PgBouncer is not installed');
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-pgbouncer-'));
  chmodSync(folder, 0o755);
  const own = await freePort();
  const target = `host=${hostname} port=${port || 5432} dbname=${pathname.slice(1)}`;
  const lines = Object.entries(entries).map(([name, more]) => `${name} = ${target} ${more}`);
  writeFileSync(join(folder, 'users'), `"${username}" "${password}"\n`);
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]\n${lines.join('\n')}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${own}
unix_socket_dir =\nauth_type = trust\nauth_file = ${join(folder, 'users')}\n${settings.join('\n')}
${process.getuid?.() === 0 ? 'user = nobody' : ''}\n`,
  );
  const child = spawn(PROGRAM, [join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await untilUp(child);
  return {
    url: (entry) => {
      const url = new URL(databaseUrl);
      url.host = `127.0.0.1:${own}`;
      url.pathname = `/${entry}`;
      return url.href;
    },
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilUp(child: ChildProcess): Promise<void> {
  const late = AbortSignal.timeout(START_MS_MAX);
  let said = '';
  const ended = once(child, 'exit').then(() => true);
  while (!/process up/.test(said)) {
    const over = await Promise.race([
      ended,
      once(child.stderr as NodeJS.ReadableStream, 'data', { signal: late }).then(([data]) => {
        said += String(data);
        return false;
      }),
    ]);
    if (over) throw new Error(`PgBouncer did not start: ${said}`);
  }
}
