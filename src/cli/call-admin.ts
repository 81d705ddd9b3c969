import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { bound } from '#client/bound.js';
import { CliError } from './cli-error.js';
import { checkNewFile, writeNewFile } from './write-new-file.js';

export { CliError } from './cli-error.js';

interface Upload {
  readonly head: string;
  readonly file: string;
  readonly bytes: number;
  /** The path of the service's progress report, and a function for its line; null for none. */
  readonly progress?: {
    readonly path: string;
    readonly line: (answer: Readonly<Record<string, unknown>>, sent: number) => string | null;
  };
}

type Answer = Readonly<Record<string, unknown>>;

interface Watched {
  readonly path: string;
  readonly line: (answer: Answer) => string | null;
}

type Report = ((line: string) => void) | null;

export interface AdminRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /**
   * It may take hours: where the service says how far it is, and the line that it makes for a
   * person.
   */
  readonly watched?: Watched;
  /** It may read a whole ledger, or wait for a source. */
  readonly isSlow?: true;
  /** A file instead of a body, optionally preceded by text; it may take long. */
  readonly upload?: Upload;
  /** The answer is a file: it is written to this new one. */
  readonly download?: string;
}

/** The listener's address, and the caller. */
export interface AdminAccess {
  readonly url: string;
  readonly token: string | null;
  /** The name for the audit log. */
  readonly operator: string;
}

const TIMEOUT_MS = 30_000;
/** Longer than all statements of a ledger check together may take. */
const SLOW_TIMEOUT_MS = 2_700_000;

/**
 * Calls the admin listener; throws CliError with what went wrong and what to do. `report` gets a
 * line every few seconds while a file is imported.
 */
export async function callAdmin(
  { url, token, operator }: AdminAccess,
  request: AdminRequest,
  report: Report = null,
): Promise<Record<string, unknown>> {
  if (token === null) {
    throw new CliError(
      'No admin token can be read. Run the command as the user of the service and with its ROWHOUSE_DATA_DIR, or set ROWHOUSE_ADMIN_TOKEN.',
    );
  }
  const headers = {
    authorization: `Bearer ${token}`,
    'rowhouse-operator': encodeURIComponent(operator),
  };
  const listener = { url: `${url.replace(/\/$/, '')}/admin`, headers };
  if (request.upload !== undefined) return upload(listener, request.path, request.upload, report);
  if (request.download !== undefined) return download(listener, request, request.download);
  const { watched, path, body = {} } = request;
  if (watched === undefined) return ask(listener, request);
  const content = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return sendLong(listener, path, content, watched, report);
}

/** The listener's address, and the headers of every request. */
interface Listener {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function ask(
  { url, headers }: Listener,
  request: AdminRequest,
  ended?: AbortSignal,
): Promise<Record<string, unknown>> {
  const { request: send } = await import('undici');
  const timeoutMs = request.isSlow === true ? SLOW_TIMEOUT_MS : TIMEOUT_MS;
  const answer = await send(`${url}${request.path}`, {
    method: request.method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(request.method === 'POST' && { body: JSON.stringify(request.body ?? {}) }),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    ...(ended && { signal: ended }),
  }).catch((error: unknown) => {
    throw isLate(error) ? late(url, timeoutMs) : unanswered(url);
  });
  return readAnswer(url, answer);
}

/** The object of an answer. Half of one, or a page, says nothing about what was done. */
async function readAnswer(
  url: string,
  { statusCode, body }: Pick<Dispatcher.ResponseData, 'statusCode' | 'body'>,
): Promise<Record<string, unknown>> {
  const sent = await body.json().catch(() => null);
  if (statusCode === 200 && !isObject(sent)) throw unreadable(url);
  return bodyOf(statusCode, isObject(sent) ? sent : {});
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isLate = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'UND_ERR_HEADERS_TIMEOUT';

const late = (url: string, timeoutMs: number): CliError =>
  new CliError(
    `The service at ${originOf(url)} did not answer within ${timeoutMs / 1000} s. It may still do what was asked: look before you repeat it.`,
  );

const unreadable = (url: string): CliError =>
  new CliError(
    `The answer from ${originOf(url)} broke off, or is not one of a Rowhouse service. Check ROWHOUSE_ADMIN_PORT or --admin-url; look at what was done before you repeat it.`,
  );

const originOf = (url: string): string => url.replace(/\/admin$/, '');

const unanswered = (url: string): CliError =>
  new CliError(
    `No service answers at ${originOf(url)}. Start it with "rowhouse serve", or give its address with --admin-url.`,
  );

function bodyOf(status: number, body: Record<string, unknown>): Record<string, unknown> {
  if (status === 200) return body;
  const error = body.error as { message?: string } | undefined;
  throw new CliError(error?.message ?? `The admin listener answered ${status}.`);
}

/** Sends a file. It is streamed, so that the service needs no right to read the caller's disk. */
function upload(
  listener: Listener,
  path: string,
  { head, file, bytes, progress }: Upload,
  report: Report,
): Promise<Record<string, unknown>> {
  const sent = { bytes: 0 };
  const headers = {
    'content-type': 'application/x-rowhouse-import',
    'content-length': String(Buffer.byteLength(head) + bytes),
  };
  const watched = progress && {
    path: progress.path,
    line: (answer: Answer) => progress.line(answer, sent.bytes),
  };
  const body = Readable.from(parts(head, file, sent));
  return sendLong(listener, path, { headers, body }, watched, report);
}

/** Sends what may take hours to be answered, and reports how far it is. */
async function sendLong(
  listener: Listener,
  path: string,
  content: { readonly headers: Readonly<Record<string, string>>; readonly body: string | Readable },
  watched: Watched | undefined,
  report: Report,
): Promise<Record<string, unknown>> {
  const ended = new AbortController();
  const watching =
    watched &&
    report &&
    watch(() => ask(listener, { method: 'GET', path: watched.path }, ended.signal), {
      ended: ended.signal,
      lineOf: watched.line,
      report,
    });
  const { request: send } = await import('undici');
  const answer = await send(`${listener.url}${path}`, {
    method: 'POST',
    headers: { ...listener.headers, ...content.headers },
    body: content.body,
    // The answer comes when the import is done.
    headersTimeout: 0,
    bodyTimeout: 0,
  }).catch((error: unknown) => {
    ended.abort();
    if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') {
      throw unanswered(listener.url);
    }
    throw new CliError(
      `The import was interrupted: ${error instanceof Error ? error.message : String(error)}. Earlier imports are unchanged.`,
    );
  });
  ended.abort();
  await watching;
  return readAnswer(listener.url, answer);
}

/** Requests a file and writes it. The answer starts at once and may take long. */
async function download(
  { url, headers }: Listener,
  { method, path, body }: AdminRequest,
  file: string,
): Promise<Record<string, unknown>> {
  checkNewFile(file);
  const { request: send } = await import('undici');
  const answer = await send(`${url}${path}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  }).catch(() => {
    throw unanswered(url);
  });
  if (answer.statusCode !== 200) return readAnswer(url, answer);
  const note = String(answer.headers['rowhouse-note'] ?? '{}');
  const written = await writeNewFile(file, answer.body).catch((error: unknown) => {
    if (error instanceof CliError) throw error;
    const advice = isOfFile(error)
      ? 'Name a file in a folder that this user may write in, on a disk with room.'
      : 'See the log of the service for details.';
    const why = error instanceof Error ? error.message : String(error);
    throw new CliError(`${file} was not written: ${why}. ${advice}`);
  });
  return { ...written, ...(JSON.parse(decodeURIComponent(note)) as object) };
}

/** Whether the file could not be written; the other errors are those of the connection. */
const isOfFile = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && error.syscall !== 'read';

const PROGRESS_EVERY_MS = 3_000;

/** Polls the progress of an import until the signal aborts. A poll without an answer is ignored. */
async function watch(
  asked: () => Promise<Record<string, unknown>>,
  to: {
    readonly ended: AbortSignal;
    readonly lineOf: (answer: Readonly<Record<string, unknown>>) => string | null;
    readonly report: (line: string) => void;
  },
): Promise<void> {
  let last: string | null = null;
  while (!to.ended.aborted) {
    const pause = bound(PROGRESS_EVERY_MS, to.ended, () => null);
    await once(pause.signal, 'abort');
    pause.end();
    if (to.ended.aborted) return;
    const answer = await asked().catch(() => null);
    const line = answer && to.lineOf(answer);
    if (line === null || line === last) continue;
    to.report(line);
    last = line;
  }
}

async function* parts(head: string, file: string, sent: { bytes: number }): AsyncGenerator<Buffer> {
  yield Buffer.from(head);
  for await (const bytes of createReadStream(file) as AsyncIterable<Buffer>) {
    sent.bytes += bytes.length;
    yield bytes;
  }
}
