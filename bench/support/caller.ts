/** A caller with connections that stay open, for loops that measure single calls. */
import { Agent, get } from 'node:http';

const CALL_MS_MAX = 120_000;

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  /** From sending to the last byte. */
  readonly tookMs: number;
  /** When the last byte was there, performance.now(). */
  readonly atMs: number;
}

export interface Caller {
  get(url: string, headers?: Readonly<Record<string, string>>): Promise<Answered>;
  close(): void;
}

/** A caller with at most `connections` at once. */
export function openCaller(connections: number): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    get: (url, headers = {}) =>
      new Promise((done, failed) => {
        const began = performance.now();
        const request = get(url, { agent, headers, timeout: CALL_MS_MAX }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', failed);
          response.on('end', () => {
            const atMs = performance.now();
            const { statusCode = 0, headers: answered } = response;
            const body = Buffer.concat(chunks);
            done({ status: statusCode, headers: answered, body, tookMs: atMs - began, atMs });
          });
        });
        request.on('timeout', () => request.destroy(new Error(`no answer: ${url}`)));
        request.on('error', failed);
      }),
    close: () => agent.destroy(),
  };
}

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** Sends a search and long-polls until it has ended; the last answer's envelope. */
export async function settle(
  caller: Caller,
  base: string,
  path: string,
  key: string,
): Promise<any> {
  let envelope = JSON.parse((await caller.get(base + path, bearer(key))).body.toString());
  while (envelope.status === 'pending') {
    const answer = await caller.get(`${base}${envelope.poll_url}?wait=20`, bearer(key));
    envelope = JSON.parse(answer.body.toString());
  }
  if (envelope.status !== 'complete') throw new Error(`${path}: ${JSON.stringify(envelope)}`);
  return envelope;
}
