/**
 * Stands between the service and the sandbox on loopback: notes when each upstream exchange began
 * and ended, and can hold answers back until it is released.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { onCore, startProgram } from './processes.js';

export interface Exchange {
  /** What was asked. */
  readonly body: string;
  /**
   * performance.now() when the request had arrived, and when the answer's last byte was sent;
   * Infinity until then.
   */
  readonly fromMs: number;
  toMs: number;
}

export interface UpstreamProxy {
  /** Address to configure as the upstream of portal_a. */
  readonly url: string;
  /** Of the sandbox; the proxy runs in this process. */
  readonly pid: number;
  readonly exchanges: readonly Exchange[];
  /** Holds answers from now on; calling what it returns sends them and holds no more. */
  hold(): () => void;
}

/** Starts a sandbox whose portals take `latencyMs`, and the proxy before its portal_a. */
export async function startUpstream(latencyMs: number): Promise<UpstreamProxy> {
  const words = onCore(null, [process.execPath, 'bin/rowhouse.js', 'sandbox']);
  const sandbox = await startProgram(words, /portal_a\s+(http\S+)\n/, {
    ROWHOUSE_SANDBOX_LATENCY_MIN_MS: String(latencyMs),
    ROWHOUSE_SANDBOX_LATENCY_MAX_MS: String(latencyMs),
  });
  const { origin } = new URL(sandbox.ready);
  const out = new Pool(origin, { connections: 64 });
  const exchanges: Exchange[] = [];
  let gate: Promise<void> = Promise.resolve();
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const exchange = { body: body.toString(), fromMs: performance.now(), toMs: Infinity };
    exchanges.push(exchange);
    const answer = await out.request({
      method: 'PUT',
      path: request.url ?? '/',
      headers: { 'content-type': request.headers['content-type'] ?? 'application/json' },
      body,
    });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    await gate;
    const type = String(answer.headers['content-type'] ?? 'application/json');
    response.writeHead(answer.statusCode, { 'content-type': type, 'content-length': bytes.length });
    response.end(bytes);
    await once(response, 'finish');
    exchange.toMs = performance.now();
  };
  const server = createServer((request, response) => {
    // At the end of the benchmark the sandbox goes away under exchanges that nobody waits for.
    pass(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${new URL(sandbox.ready).pathname}`,
    pid: sandbox.process.pid ?? 0,
    exchanges,
    hold: () => {
      let open: () => void = () => undefined;
      gate = new Promise((done) => {
        open = done;
      });
      return open;
    },
  };
}

/** How long, of the time between two moments, at least one of the exchanges was under way. */
export function busyMs(exchanges: readonly Exchange[], fromMs: number, toMs: number): number {
  let busy = 0;
  let until = fromMs;
  for (const one of [...exchanges].sort((a, b) => a.fromMs - b.fromMs)) {
    const from = Math.max(until, one.fromMs);
    const to = Math.min(toMs, one.toMs);
    if (to <= from) continue;
    busy += to - from;
    until = to;
  }
  return busy;
}
