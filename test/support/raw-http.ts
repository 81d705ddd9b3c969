/** HTTP as bytes on a socket: what no client library would send, and all answers to it. */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface RawCall {
  readonly socket: Socket;
  /** Complete answers so far, in their order. */
  readonly answers: readonly RawAnswer[];
  /** Resolves when so many answers are complete, or when the connection has closed. */
  until(count: number): Promise<readonly RawAnswer[]>;
  /** Resolves when the connection has closed, with all complete answers. */
  closed(): Promise<readonly RawAnswer[]>;
}

/** The answer to these bytes; there must be one. */
export async function answerTo(port: number, bytes: string): Promise<RawAnswer> {
  const call = rawCall(port, bytes);
  const [answer] = await call.until(1);
  call.socket.destroy();
  return answer ?? assert.fail(`no answer to ${bytes.slice(0, 60)}`);
}

const HEAD_END = '\r\n\r\n';

/** Opens a connection and sends the bytes; `end` half-closes it behind them. */
export function rawCall(port: number, bytes: string | Buffer, end = false): RawCall {
  // Our own FIN is sent when the test asks for it, and the server's does not close our side.
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
  let left: Buffer = Buffer.alloc(0);
  let over = false;
  const answers: RawAnswer[] = [];
  const looks = new Set<() => void>();
  const look = () => {
    for (const each of looks) each();
  };
  socket.on('data', (chunk: Buffer) => {
    left = Buffer.concat([left, chunk]);
    for (;;) {
      const taken = takeAnswer(left);
      if (taken === null) break;
      answers.push(taken.answer);
      left = taken.rest;
    }
    look();
  });
  socket.on('end', () => socket.end());
  socket.on('error', () => undefined);
  socket.on('close', () => {
    over = true;
    look();
  });
  if (end) socket.end(bytes);
  else socket.write(bytes);
  const wait = (enough: () => boolean) =>
    new Promise<readonly RawAnswer[]>((resolve) => {
      const check = () => {
        if (!over && !enough()) return;
        looks.delete(check);
        resolve(answers);
      };
      looks.add(check);
      check();
    });
  return {
    socket,
    answers,
    until: (count) => wait(() => answers.length >= count),
    closed: () => wait(() => false),
  };
}

/** The text of a GET with a key, and further header lines. */
export function getText(path: string, key: string | null, ...lines: readonly string[]): string {
  const auth = key === null ? [] : [`Authorization: Bearer ${key}`];
  return [`GET ${path} HTTP/1.1`, 'Host: localhost', ...auth, ...lines, '', ''].join('\r\n');
}

function takeAnswer(bytes: Buffer): { answer: RawAnswer; rest: Buffer } | null {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) return null;
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const status = Number(first.split(' ')[1]);
  const from = end + HEAD_END.length;
  const bodyless = status === 204 || status === 304;
  const length = bodyless ? 0 : Number(headers['content-length'] ?? 0);
  if (bytes.length < from + length) return null;
  return {
    answer: { status, headers, body: bytes.subarray(from, from + length) },
    rest: bytes.subarray(from + length),
  };
}
