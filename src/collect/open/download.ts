/**
 * Downloads the file of a set: from its beginning, the rest of a part where the server still has
 * the same file, or nothing where it has not changed since (RFC 9110, conditional and range
 * requests).
 */
import { isDeepStrictEqual } from 'node:util';
import { busySet, changedSet } from '#sources/open/protocol.js';
import type { StreamedAnswer } from '../upstream/exchange.js';
import type { SetWay } from '../upstream/set-client.js';

/** Which version of a file a server has, in its words; null where it does not say. */
export interface FileVersion {
  readonly etag: string | null;
  readonly modified: string | null;
}

/** Where a file is received: what is there so far, and the version that it is of. */
export interface FileSink {
  readonly bytes: number;
  readonly version: FileVersion | null;
  /** Whether all of that version is there. */
  readonly isWhole: boolean;
  /** Throws away what is there: this version follows. */
  restart(version: FileVersion): Promise<void>;
  /**
   * How many bytes the whole file has, where that is known. Throws OperatorError where they are too
   * many.
   */
  expect(total: number | null): void;
  write(bytes: Buffer): Promise<void>;
}

/**
 * Returns whether the file was received: false where it is the known version still. Throws
 * SourceError.
 */
export async function downloadFile(
  way: SetWay,
  url: string,
  known: FileVersion | null,
  sink: FileSink,
): Promise<boolean> {
  const { pathname, search } = new URL(url);
  let isUnchanged = false;
  await way.receive({
    method: 'GET',
    path: pathname + search,
    // Read each time that the request is sent: after a connection that broke only the rest is
    // requested.
    get headers() {
      return headersOf(sink, known);
    },
    body: null,
    receive: async (answer) => {
      isUnchanged = answer.status === UNCHANGED;
      if (isUnchanged) await drain(answer);
      else await receive(answer, sink);
    },
  });
  return !isUnchanged;
}

const UNCHANGED = 304;
const PART = 206;
const NONE: FileVersion = { etag: null, modified: null };

function headersOf(
  { bytes, version, isWhole }: FileSink,
  known: FileVersion | null,
): Readonly<Record<string, string>> {
  // Of a file that is compressed on its way, parts would be parts of something else.
  const headers = { accept: '*/*', 'accept-encoding': 'identity' };
  const same = version === null ? null : conditionOf(version);
  if (bytes > 0 && !isWhole && same !== null) {
    return { ...headers, range: `bytes=${bytes}-`, 'if-range': same };
  }
  const { etag, modified } = known ?? NONE;
  return {
    ...headers,
    ...(etag !== null && { 'if-none-match': etag }),
    ...(modified !== null && { 'if-modified-since': modified }),
  };
}

/** What a part is requested by; a weak tag does not say that the bytes are the same. */
const conditionOf = ({ etag, modified }: FileVersion): string | null =>
  etag !== null && !etag.startsWith('W/') ? etag : modified;

async function receive(answer: StreamedAnswer, sink: FileSink): Promise<void> {
  const version = {
    etag: answer.headers.etag ?? null,
    modified: answer.headers['last-modified'] ?? null,
  };
  const part = partIn(answer);
  const isRest =
    part !== null && part.from === sink.bytes && isDeepStrictEqual(version, sink.version);
  if (answer.status === PART ? !isRest : answer.status !== 200) {
    // 412 and 416 too: what is here is no beginning of the file that the server has now.
    await sink.restart(NONE);
    await drain(answer);
    throw busySet('the file has changed while it was read.');
  }
  const length = answer.headers['content-length'];
  const total = part === null ? (length === undefined ? null : Number(length)) : part.total;
  if (!isRest) await sink.restart(version);
  sink.expect(total);
  for await (const bytes of answer.body) await sink.write(bytes);
  if (total !== null && sink.bytes !== total) {
    throw changedSet(`the file has ${sink.bytes} bytes in place of ${total}`);
  }
}

const RANGE = /^bytes (\d+)-\d+\/(\d+|\*)$/;

function partIn({
  status,
  headers,
}: StreamedAnswer): { from: number; total: number | null } | null {
  const [, from, total] = RANGE.exec(headers['content-range'] ?? '') ?? [];
  if (status !== PART || from === undefined) return null;
  return { from: Number(from), total: total === '*' ? null : Number(total) };
}

/** Reads and forgets a body that is short, so that its connection can be used again. */
async function drain({ body }: StreamedAnswer): Promise<void> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > DRAINED_BYTES_MAX) return;
  }
}
const DRAINED_BYTES_MAX = 65_536;
