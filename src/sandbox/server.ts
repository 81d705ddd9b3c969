/** The loopback server of the sandbox and of its benchmark. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { send } from './http.js';
import type { SandboxOptions } from './options.js';

export interface SandboxServer {
  readonly url: string;
  /** Ends all connections, including those that a fault leaves hanging. */
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';

/** Listens as the options say; `closing` aborts when it closes. */
export async function serveRequests(
  options: SandboxOptions,
  closing: AbortController,
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<SandboxServer> {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : 'unknown';
      if (response.headersSent) response.destroy();
      else send(response, { status: 500, text: `the sandbox itself failed: ${reason}` });
    });
  });
  const host = options.host ?? LOOPBACK;
  await listen(server, host, options.port ?? 0, options.orAnyPort ?? false);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    close: () =>
      new Promise((resolve, reject) => {
        closing.abort();
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, host: string, port: number, orAny: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (orAny && error.code === 'EADDRINUSE') resolve(listen(server, host, 0, false));
      else reject(error);
    });
    server.listen(port, host, resolve);
  });
}
