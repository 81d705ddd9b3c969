import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { request as send } from 'undici';

export interface AdminRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** A file in place of a body, behind some text; it may take long. */
  readonly upload?: { readonly head: string; readonly file: string; readonly bytes: number };
}

/** A command that cannot continue: a one-line message, exit code 1. */
export class CliError extends Error {
  override readonly name = 'CliError';
}

const TIMEOUT_MS = 30_000;

/** Asks the admin listener; throws CliError with what went wrong and what to do. */
export async function callAdmin(
  url: string,
  token: string | null,
  request: AdminRequest,
): Promise<Record<string, unknown>> {
  if (token === null) {
    throw new CliError(
      'No admin token: set ROWHOUSE_ADMIN_TOKEN, or ROWHOUSE_DATA_DIR to the data directory of the running service.',
    );
  }
  if (request.upload !== undefined) return upload(url, token, request.path, request.upload);
  const answer = await fetch(`${url.replace(/\/$/, '')}/admin${request.path}`, {
    method: request.method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(request.method === 'POST' && { body: JSON.stringify(request.body ?? {}) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw unanswered(url);
  });
  const body = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
  return bodyOf(answer.status, body);
}

const unanswered = (url: string): CliError =>
  new CliError(
    `No service answers at ${url}. Start it with "rowhouse serve", or name it with --admin-url.`,
  );

function bodyOf(status: number, body: Record<string, unknown>): Record<string, unknown> {
  if (status === 200) return body;
  const error = body.error as { message?: string } | undefined;
  throw new CliError(error?.message ?? `The admin listener answered ${status}.`);
}

/** Sends a file. It is streamed, so that the service needs no right to read the caller's disk. */
async function upload(
  url: string,
  token: string,
  path: string,
  { head, file, bytes }: NonNullable<AdminRequest['upload']>,
): Promise<Record<string, unknown>> {
  const answer = await send(`${url.replace(/\/$/, '')}/admin${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/x-rowhouse-import',
      'content-length': String(Buffer.byteLength(head) + bytes),
    },
    body: Readable.from(parts(head, file)),
    // The answer comes when the import is done.
    headersTimeout: 0,
    bodyTimeout: 0,
  }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') {
      throw unanswered(url);
    }
    throw new CliError(
      `The import broke off: ${error instanceof Error ? error.message : String(error)}. What was imported before is untouched; "list" shows it.`,
    );
  });
  const body = (await answer.body.json().catch(() => ({}))) as Record<string, unknown>;
  return bodyOf(answer.statusCode, body);
}

async function* parts(head: string, file: string): AsyncGenerator<Buffer> {
  yield Buffer.from(head);
  yield* createReadStream(file) as AsyncIterable<Buffer>;
}
