import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Clock } from '#base/clock.js';
import { OperatorError } from '#base/operator-error.js';
import { barrierIn } from '#sources/barriers.js';
import {
  type AnswerFailure,
  type FailedAnswer,
  SourceError,
  type UpstreamRequest,
} from '#sources/driver.js';
import { filledHeaders } from './header-values.js';
import type { Upstream } from './upstream.js';

/** The user agent sent to every source. */
const USER_AGENT = 'rowhouse/0.1 (self-hosted listings service; operator-licensed access)';
/** Some sources reject a request that does not accept gzip. */
const OWN_HEADERS = { 'user-agent': USER_AGENT, 'accept-encoding': 'gzip' };
const RETRYABLE = new Set([408, 425, 429, 500, 502, 503, 504]);
const UNAUTHORIZED = 401;

type Explain = (answer: FailedAnswer) => AnswerFailure;

/** The head of an answer, and its bytes as they come. */
export interface StreamedAnswer extends Pick<FailedAnswer, 'status' | 'headers'> {
  readonly body: AsyncIterable<Buffer>;
}

/**
 * A request for a file, or for the rest of one. What it answers is handed on as it comes: no part
 * of it is held, and only its silences are timed. The headers may say another thing each time that
 * it is sent.
 */
export interface StreamedRequest extends UpstreamRequest {
  /** Throws SourceError or OperatorError. */
  receive(answer: StreamedAnswer): Promise<void>;
}

/** What a server answers to a request for a file, or a part of one, on a condition. */
const RECEIVED = new Set([200, 206, 304, 412, 416]);

const receiverIn = (request: UpstreamRequest, status: number) =>
  'receive' in request && RECEIVED.has(status) ? (request as StreamedRequest) : null;

/** Of most sources the status says it all. */
const UNEXPLAINED: Explain = () => ({});

/**
 * Sends one request and returns the text of a 200 answer; none of one that was received as it came.
 * A 401 is tried once more with a new token where the source issues tokens. Every other outcome is
 * a SourceError: `busy` after the wait that the source asked for, `down`, or `refused`. `answered`
 * gets the status, whatever it is.
 */
export async function sendOnce(
  upstream: Upstream,
  source: string,
  request: UpstreamRequest,
  clock: Clock,
  signal: AbortSignal,
  explain: Explain = UNEXPLAINED,
  answered: (status: number) => void = () => undefined,
): Promise<string> {
  const { authorization, bounds } = upstream;
  const token = await authorization.header(source);
  let answer = await exchange(upstream, source, request, token, signal);
  if (answer.status === UNAUTHORIZED && (await authorization.rejected(token))) {
    answer = await exchange(upstream, source, request, await authorization.header(source), signal);
  }
  const { status, headers, body } = answer;
  answered(status);
  const barrier = barrierIn(source, answer, upstream.address.url);
  if (barrier !== null) throw barrier;
  const isAccepted = request.accepts?.(answer) === true;
  if (status === 200 || isAccepted || receiverIn(request, status) !== null) return body;
  const { error, wait_s = 0, code } = (request.explain ?? explain)(answer);
  if (!RETRYABLE.has(status)) {
    throw (
      error ??
      new SourceError(
        'refused',
        `${source} rejected the request (HTTP ${status}). Nothing was charged; try again later.`,
      )
    );
  }
  const waitS = secondsAsked(headers['retry-after'], clock.nowMs()) ?? wait_s;
  // Every other request to the source waits too: this one is sent again at its next turn.
  if (waitS > 0) await upstream.pace.hold(waitS * 1000);
  const which = code === undefined ? `HTTP ${status}` : `HTTP ${status}, ${code}`;
  const what = `${source} is ${status === 429 ? 'busy' : 'failing'} (${which})`;
  if (waitS > bounds.retryAfterMaxS) {
    // A sooner retry would ignore the source's Retry-After, so the request fails.
    const message = `${what} and requests a pause of ${waitS} s. Nothing was charged.`;
    throw new SourceError('refused', message);
  }
  throw new SourceError(
    status === 429 ? 'busy' : 'down',
    `${what}. Nothing was charged; try again later.`,
  );
}

/** The answer with any status. */
async function exchange(
  { pool, address, bounds, bytes, watch }: Upstream,
  source: string,
  request: UpstreamRequest,
  token: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<FailedAnswer> {
  const base = new URL(address.url).pathname.replace(/\/$/, '');
  const timeout = AbortSignal.timeout(bounds.timeoutS * 1000);
  const headers = {
    ...OWN_HEADERS,
    ...filledHeaders(address.headers, bytes),
    ...token,
    ...request.headers,
  };
  const came = watch?.(request, headers);
  let head: Partial<FailedAnswer> = {};
  try {
    const answer = await pool.request({
      method: request.method,
      path: base + request.path,
      headers,
      body: request.body,
      signal: 'receive' in request ? signal : AbortSignal.any([signal, timeout]),
    });
    const known = { status: answer.statusCode, headers: headerTexts(answer.headers) };
    head = known;
    const receiver = receiverIn(request, known.status);
    if (receiver !== null) {
      await receiver.receive({ ...known, body: answer.body });
      came?.(known);
      return { ...known, body: '' };
    }
    const plain = await plainBytes(
      await boundedBytes(answer.body, bounds.bytesMax, source),
      known.headers['content-encoding'],
      bounds.bytesMax,
      source,
    );
    const whole = { ...known, body: decodeText(plain, known.headers['content-type'], source) };
    came?.(whole);
    return whole;
  } catch (error) {
    came?.(head);
    if (error instanceof SourceError || error instanceof OperatorError || isOfDisk(error))
      throw error;
    const why = timeout.aborted ? IN_TIME : whyBroken(error, signal);
    throw new SourceError('down', `${source} ${why}. Nothing was charged; try again later.`);
  }
}

/** Retry-After in whole seconds, from a number or a date (RFC 9110); undefined if absent. */
function secondsAsked(retryAfter: string | undefined, nowMs: number): number | undefined {
  if (retryAfter === undefined) return undefined;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  return Math.max(0, Math.ceil((Date.parse(retryAfter) - nowMs) / 1000) || 0);
}

const headerText = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

const headerTexts = (headers: Readonly<Record<string, string | string[] | undefined>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, headerText(value)]));

async function boundedBytes(
  body: AsyncIterable<Buffer>,
  bytesMax: number,
  source: string,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > bytesMax) {
      throw tooLarge(source, bytesMax);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const unzip = promisify(gunzip);

/** The decompressed bytes of an answer, with the same size limit as a plain one. */
async function plainBytes(
  bytes: Buffer,
  encoding: string | undefined,
  bytesMax: number,
  source: string,
): Promise<Buffer> {
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return bytes;
  if (!/^(?:x-)?gzip$/i.test(encoding)) {
    throw new SourceError('changed', `${source} sent a compression that was not requested.`);
  }
  return unzip(bytes, { maxOutputLength: bytesMax }).catch((error: unknown) => {
    if (error instanceof RangeError) throw tooLarge(source, bytesMax);
    throw new SourceError('down', `${source} sent a truncated response.`);
  });
}

const tooLarge = (source: string, bytesMax: number): SourceError =>
  new SourceError('changed', `${source} sent more than ${bytesMax} bytes.`);

/** Byte order marks, which name the encoding (RFC 2781, RFC 3629) and override the header. */
const MARKS: readonly (readonly [bytes: readonly number[], charset: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;

/**
 * Decodes text in the charset of its byte order mark, else as UTF-8 if valid, else as its
 * Content-Type says. Invalid bytes fail the request: a street with a replacement character would
 * look like a street.
 */
function decodeText(bytes: Buffer, contentType: string | undefined, source: string): string {
  const marked = MARKS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte))?.[1];
  const declared = CHARSET.exec(contentType ?? '')?.[1] ?? 'utf-8';
  // Text in another charset is almost never valid UTF-8, while headers are often wrong.
  const charset = marked ?? (isUtf8(bytes) ? 'utf-8' : declared);
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    throw new SourceError(
      'changed',
      `${source} sent text that is not valid ${charset.slice(0, 40)}.`,
    );
  }
}

/** What a receiver met where it writes: the connection is not to blame. */
const isOfDisk = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(ENOSPC|EDQUOT|EIO)$/.test(String(error.code));

const IN_TIME = 'did not answer in time';
/** undici has timeouts of its own, and either may fire first. */
const TOO_LATE = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);
const NO_WAY = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** What an operator should check: source timeout, address, job deadline or network. */
function whyBroken(error: unknown, signal: AbortSignal): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (TOO_LATE.has(code)) return IN_TIME;
  if (signal.aborted) return 'did not answer before the deadline of the job';
  return NO_WAY.has(code) ? 'cannot be reached' : 'broke the connection';
}
