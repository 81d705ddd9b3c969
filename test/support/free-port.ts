import { type AddressInfo, createServer, type Server } from 'node:net';

/** A port of the loopback on which nothing listens now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((done) => server.close(done));
  return port;
}

/** Listens on a port, any free one when none is named. */
export async function listen(server: Server, port = 0): Promise<number> {
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', done);
  });
  return (server.address() as AddressInfo).port;
}
