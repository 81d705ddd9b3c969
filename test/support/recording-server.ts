/** A server that gives every call the same answer and keeps what was asked. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Recorded {
  readonly method: string;
  readonly path: string;
  /** `name=value` pairs in the order of their names. */
  readonly query: readonly string[];
  readonly body: unknown;
}

export interface Recorder {
  readonly url: string;
  /** What was asked since the last call of this. */
  take(): Recorded[];
  close(): void;
}

export async function recordCalls(answer: unknown): Promise<Recorder> {
  let recorded: Recorded[] = [];
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    const body = await text(request);
    recorded.push({
      method: request.method ?? '',
      path: pathname,
      query: [...searchParams].map((pair) => pair.join('=')).sort(),
      body: body === '' ? undefined : JSON.parse(body),
    });
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take: () => {
      const taken = recorded;
      recorded = [];
      return taken;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
