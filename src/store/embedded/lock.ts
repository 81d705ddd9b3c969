import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A Unix socket's path may not be longer than this on every system we run on. */
const SOCKET_PATH_BYTES_MAX = 100;
const TRIES_MAX = 3;

/**
 * Takes the data directory for this process: a bound socket is the lock, so it ends with the process
 * however that ends, and no stale process number can be mistaken for a running one. Two processes on
 * one embedded database destroy it. Resolves to the function that gives the lock back, or to null
 * when another process holds it.
 */
export async function lockDirectory(directory: string): Promise<(() => Promise<void>) | null> {
  const path = socketPath(directory);
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    const server = await bind(path);
    if (server !== null) return () => new Promise((done) => server.close(() => done()));
    if (await answers(path)) return null;
    rmSync(path, { force: true });
  }
  return null;
}

/** The socket lies in the directory; where that path is too long for a socket, in the system's own. */
function socketPath(directory: string): string {
  const beside = join(directory, 'lock');
  if (Buffer.byteLength(beside) <= SOCKET_PATH_BYTES_MAX) return beside;
  const hash = createHash('sha256').update(directory).digest('hex').slice(0, 32);
  return join(tmpdir(), `rowhouse-${hash}.lock`);
}

function bind(path: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    );
    server.listen(path, () => {
      server.unref();
      resolve(server);
    });
  });
}

/** Whether a running process listens behind the socket file. */
function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
