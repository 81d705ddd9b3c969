/** Requests that the parser gives up on: answered in the words of the contract, after all that came before them. */
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '#contract/errors.js';
import { refuse } from '#domain/refusal.js';
import type { House } from '#service/house.js';
import { JSON_TYPE } from './respond.js';
import { SAFE_HEADERS } from './safe-headers.js';

/** What the parser says that the contract has a code for. */
const BROKEN: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'uri_too_long',
  HPE_INVALID_METHOD: 'method_not_allowed',
};
const UNREADABLE_STATUS = 400;
const unreadable = () =>
  refuse('unsupported_or_invalid_query', {
    message:
      'The request is not HTTP that can be read. In the address, percent-encode blanks (%20) and all that is not ASCII.',
  });
/** How long a refused connection may take to read its answer and to close. */
const LINGER_MS = 2_000;

/** The last response begun on each connection. */
const lastBegun = new WeakMap<Socket, ServerResponse>();
/** Connections whose last word is said, or waits for its turn. */
const ending = new WeakSet<Socket>();

/** Remembers a response, so that a refusal on its connection waits for it. */
export function noteResponse(response: ServerResponse): void {
  lastBegun.set(response.req.socket, response);
}

/**
 * Answers a request that cannot be read and closes its connection. Good requests before it are answered
 * first, in their order: some are charged already. What breaks in the body of a request gets no answer
 * of its own, because that request has one.
 */
export function refuseBroken(house: House, error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) {
    socket.destroy();
    return;
  }
  const inBody = lastBegun.get(socket)?.req.complete === false;
  endWith(house, socket, inBody ? '' : refusalOf(house, error.code));
}

/** Says the last bytes of a connection once everything before them is sent, and closes it. */
function endWith(house: House, socket: Socket, bytes: string): void {
  if (ending.has(socket)) return;
  ending.add(socket);
  const last = lastBegun.get(socket);
  const say = () => {
    // A response that was the last by its own word has ended the connection.
    if (socket.writable) socket.end(bytes);
    linger(house, socket);
  };
  if (last === undefined || last.writableFinished) say();
  else last.once('close', say);
}

/** To close at once could take the answer from a caller who is still sending. */
function linger(house: House, socket: Socket): void {
  const closed = new AbortController();
  socket.once('close', () => closed.abort());
  void house.clock.sleep(LINGER_MS, closed.signal).then(() => socket.destroy());
}

function refusalOf(house: House, parserCode = ''): string {
  const code = BROKEN[parserCode];
  const refusal = code === undefined ? unreadable() : refuse(code);
  const status = code === undefined ? UNREADABLE_STATUS : refusal.http;
  const body = JSON.stringify({ error: refusal.body() });
  const headers = {
    ...(code === 'method_not_allowed' && { allow: 'GET' }),
    'x-request-id': house.ids.uuid(),
    ...SAFE_HEADERS,
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}
