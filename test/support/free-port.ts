import { randomInt } from 'node:crypto';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** Below the ports that a system gives to those who name none, on Linux from 32,768. */
const [FIRST, LAST] = [20_000, 32_000];
const TRIES_MAX = 50;

/** A port of the loopback on which nothing listens, and that no test gets by naming none. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const server = createServer();
    const port = randomInt(FIRST, LAST);
    const isFree = await listen(server, port).then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    await new Promise((done) => server.close(done));
    return port;
  }
  throw new Error(`no port from ${FIRST} to ${LAST} is free`);
}

/** Listens on a port, any free one when none is named. */
export async function listen(server: Server, port = 0): Promise<number> {
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', done);
  });
  return (server.address() as AddressInfo).port;
}
