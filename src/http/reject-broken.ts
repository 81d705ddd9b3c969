/** Requests that the parser rejects: answered by a contract error, after all earlier requests. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { assert } from '#base/assert.js';
import { ERRORS, type ErrorCode } from '#contract/errors.js';
import { REQUEST_HEAD_BYTES_MAX } from '#contract/limits.js';
import { type ApiError, apiError, invalidQuery } from '#domain/api-error.js';
import type { Parts } from '#service/app.js';
import { JSON_TYPE, sendJson } from './respond.js';
import { SAFE_HEADERS } from './safe-headers.js';

/** Node's parser error; `rawPacket` is the last chunk received, a buffer. */
type ParserError = Error & { readonly code?: string; readonly rawPacket?: unknown };

/** An answer to a request that reached no pipeline step. The contract lacks a status for most. */
interface Broken {
  readonly status: number;
  readonly error: ApiError;
}
const broken = (status: number, message: string): Broken => ({
  status,
  error: invalidQuery(null, message),
});
const ofContract = (code: ErrorCode): Broken => ({
  status: ERRORS[code].http,
  error: apiError(code),
});
const UNREADABLE = broken(
  400,
  'The request is not valid HTTP. In the URL, percent-encode spaces (%20) and all non-ASCII characters.',
);
const HOSTLESS = broken(
  400,
  'The request has no Host header, which HTTP/1.1 requires. Send the host of this service.',
);
const HEADERS_TOO_LONG = broken(
  431,
  `The URL and headers of the request are longer than ${REQUEST_HEAD_BYTES_MAX} bytes. Send fewer or shorter headers.`,
);
const TOO_SLOW = broken(
  408,
  'The request did not arrive in time. Send its headers in one piece, and no body.',
);
/** How long a rejected connection may take to read its answer and close. */
const LINGER_MS = 2_000;

/** The last response started on each connection. */
const lastBegun = new WeakMap<Socket, ServerResponse>();
/** Connections whose last bytes are sent or queued. */
const ending = new WeakSet<Socket>();
/** Requests whose body cannot arrive whole, and what ends the reading of others. */
const brokenOff = new WeakSet<IncomingMessage>();
const readers = new WeakMap<IncomingMessage, () => void>();

/** Remembers a response, so that an error on its connection waits for it. */
export function noteResponse(response: ServerResponse): void {
  lastBegun.set(response.req.socket, response);
}

/** Rejects when the body of a request cannot arrive whole: its reader would wait forever. */
export const brokenBody = (request: IncomingMessage): Promise<never> =>
  new Promise((_resolve, reject) => {
    const end = () => reject(apiError('invalid_body', { message: BROKEN_BODY }));
    if (brokenOff.has(request)) end();
    else readers.set(request, end);
  });
const BROKEN_BODY =
  'The body broke off, is not valid HTTP, or did not arrive in time. Send all of it.';

/**
 * Answers an unreadable request and closes its connection. Good requests before it are answered
 * first, in order: some are already charged. An error in a request's body gets no answer of its
 * own, because that request has one.
 */
export function rejectBroken(
  app: Parts<'clock' | 'ids'>,
  error: ParserError,
  socket: Socket,
): void {
  const last = lastBegun.get(socket);
  const inBody = last?.req.complete === false;
  if (inBody) {
    brokenOff.add(last.req);
    readers.get(last.req)?.();
  }
  if (error.code === 'ECONNRESET' || socket.destroyed) {
    socket.destroy();
    return;
  }
  endWith(app, socket, inBody ? '' : bytesOf(app, readError(error)));
}

/** Rejects a request of HTTP/1.1 without a Host (RFC 9112, 3.2). */
export const rejectHostless = (reply: FastifyReply): FastifyReply =>
  sendJson(reply, HOSTLESS.status, { error: HOSTLESS.error.body() });

/** A tunnel is not a GET. The parser has left the connection, and nothing else listens to it. */
export function rejectTunnel(app: Parts<'clock' | 'ids'>, socket: Duplex): void {
  assert(socket instanceof Socket, 'HTTP comes over a socket');
  socket.on('error', () => socket.destroy());
  socket.once('close', () => lastBegun.get(socket)?.destroy());
  socket.resume();
  endWith(app, socket, bytesOf(app, ofContract('method_not_allowed')));
}

/** Sends the last bytes of a connection once everything before them is sent, and closes it. */
function endWith(app: Parts<'clock'>, socket: Socket, bytes: string): void {
  if (ending.has(socket)) return;
  ending.add(socket);
  const last = lastBegun.get(socket);
  const finish = () => {
    // A response with `connection: close` has ended the connection.
    if (socket.writable) socket.end(bytes);
    linger(app, socket);
  };
  if (last === undefined || last.writableFinished) finish();
  else last.once('close', finish);
}

/** Closing at once could drop the answer for a caller who is still sending. */
function linger(app: Parts<'clock'>, socket: Socket): void {
  const closed = new AbortController();
  socket.once('close', () => closed.abort());
  void app.clock.sleep(LINGER_MS, closed.signal).then(() => socket.destroy());
}

function readError({ code, rawPacket }: ParserError): Broken {
  switch (code) {
    case 'HPE_INVALID_METHOD':
      return ofContract('method_not_allowed');
    case 'HPE_HEADER_OVERFLOW':
      return isInAddress(rawPacket) ? ofContract('uri_too_long') : HEADERS_TOO_LONG;
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return TOO_SLOW;
    case undefined:
    default:
      return UNREADABLE;
  }
}

/**
 * Whether the request head is too long because of its first line. Node passes the last chunk: one
 * that ends the first line without having started it is the rest of a URL.
 */
function isInAddress(piece: unknown): boolean {
  const text = Buffer.isBuffer(piece) ? piece.toString('latin1') : '';
  const [line = ''] = text.split('\n', 1);
  return / HTTP\/1\.[01]\r?$/.test(line) && !/^[A-Z]+ /.test(line);
}

function bytesOf(app: Parts<'ids'>, { status, error }: Broken): string {
  const body = JSON.stringify({ error: error.body() });
  const headers = {
    ...(error.http === 405 && { allow: 'GET' }),
    'x-request-id': app.ids.uuid(),
    ...SAFE_HEADERS,
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}
