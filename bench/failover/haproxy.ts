/** The shipped HAProxy configuration before two servers; only addresses and paths change. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../test/support/free-port.js';
import { atEnd } from '../support/at-end.js';
import { hasProgram, startProgram } from '../support/processes.js';

export const HAPROXY = ['/usr/sbin/haproxy', 'haproxy'].find(hasProgram);
const CONFIG = 'deploy/haproxy.cfg';

export interface Haproxy {
  readonly port: number;
  /** One command of its runtime API. */
  tell(command: string): Promise<string>;
  end(): Promise<void>;
}

/** Starts it before `a`, a primary, and `b`; an address is a port, or "PORT port CHECKED". */
export async function startHaproxy(
  program: string,
  servers: { readonly a: string; readonly b: string },
  env: Readonly<Record<string, string>> = {},
): Promise<Haproxy> {
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-haproxy-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  const socket = join(folder, 'admin.sock');
  const file = join(folder, 'haproxy.cfg');
  const text = shipped(CONFIG, [
    ['bind 127.0.0.1:5432', `bind 127.0.0.1:${port}`],
    ['/run/haproxy/admin.sock', socket],
    ['server a 192.0.2.11:5432', `server a 127.0.0.1:${servers.a}`],
    ['server b 192.0.2.12:5432', `server b 127.0.0.1:${servers.b}`],
  ]);
  writeFileSync(file, text);
  const words = [program, '-db', '-f', file];
  const started = await startProgram(words, /rowhouse_database\/b is DOWN/, env);
  return { port, tell: (command) => tell(socket, command), end: () => started.end() };
}

/** A shipped file with parts of it exchanged, each of which must be there. */
export function shipped(path: string, changes: readonly (readonly [string, string])[]): string {
  return changes.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${path} has no longer: ${from}`);
      return text.replaceAll(from, to);
    },
    readFileSync(path, 'utf8'),
  );
}

function tell(path: string, command: string): Promise<string> {
  return new Promise((done, failed) => {
    const socket = connect(path);
    let answer = '';
    socket.on('data', (bytes) => {
      answer += String(bytes);
    });
    socket.once('error', failed);
    socket.once('close', () => done(answer));
    socket.end(`${command}\n`);
  });
}
