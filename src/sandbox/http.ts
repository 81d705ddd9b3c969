/** The few HTTP helpers that the sandbox needs. */
import type { IncomingMessage, ServerResponse } from 'node:http';

export const URL_CHARS_MAX = 16_384;
const BODY_BYTES_MAX = 65_536;

export interface SandboxReply {
  readonly status: number;
  readonly text: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** A JSON reply. */
export const jsonReply = (status: number, json: unknown): SandboxReply => ({
  status,
  text: JSON.stringify(json),
  type: JSON_TYPE,
});

/** Whether a browser page of another site sent the request; programs send no Origin. */
export function isForeign({ headers, socket }: IncomingMessage): boolean {
  if (headers.origin === undefined) return false;
  const own = ['127.0.0.1', 'localhost', '[::1]'].map(
    (name) => `http://${name}:${socket.localPort}`,
  );
  return !own.includes(headers.origin.toLowerCase());
}

/** Sends a complete reply. */
export function send(response: ServerResponse, reply: SandboxReply): void {
  const bytes = Buffer.from(reply.text);
  response.writeHead(reply.status, {
    'content-type': reply.type ?? 'text/plain; charset=utf-8',
    'content-length': bytes.length,
    ...reply.headers,
  });
  response.end(bytes);
}

/** The request's body, or undefined when it exceeds the limit. */
export async function readBody(
  request: IncomingMessage,
  bytesMax: number = BODY_BYTES_MAX,
): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // The rest of an oversized body is read and dropped, so that the caller can read the answer.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= bytesMax) chunks.push(chunk);
  }
  return bytes > bytesMax ? undefined : Buffer.concat(chunks).toString('utf8');
}
