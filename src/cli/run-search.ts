/** Writes a chain of pages to a file or standard output; it may be interrupted at any point. */
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { PAGES_MAX, Rowhouse, type SearchParams } from '#client/index.js';
import type { SEARCH_ROUTES, SearchRoute } from '#contract/routes.js';
import { EXIT, type ExitCode, exitCodeOf } from './exit-codes.js';
import {
  APPENDABLE,
  type ChainEnd,
  type OutputFormat,
  type RowWriter,
  rowWriter,
} from './row-writers.js';
import { describeAmount, describeFailure } from './search-messages.js';

export interface SearchAsk {
  readonly route: SearchRoute;
  /** The inputs as typed; the service parses and validates them. */
  readonly query: Readonly<Record<string, string>>;
  readonly format: OutputFormat;
  readonly pagesMax: number;
  readonly output: string | null;
  readonly append: boolean;
  readonly apiKey: string;
  readonly baseUrl: string;
  /** For one page. */
  readonly timeoutMs: number;
}

export interface Terminal {
  readonly out: Writable;
  readonly err: { write(text: string): unknown; readonly isTTY?: boolean };
  /** The time, which words such as "this month" are counted from: milliseconds since 1970. */
  readonly nowMs: () => number;
  /** Called at the first Ctrl-C; the next one ends the process. */
  readonly onInterrupt: (stop: () => void) => void;
  /** The exit code of the process once it ends; 0 without a call. */
  readonly setExitCode: (code: number) => void;
}

export { PAGES_MAX };

/** Writes the rows as they arrive; standard error gets why the chain ended and where to resume. */
export async function runSearch(ask: SearchAsk, terminal: Terminal): Promise<ExitCode> {
  const stop = new AbortController();
  terminal.onInterrupt(() => stop.abort());
  const progress = progressLine(terminal.err);
  const chain = newChain(ask);
  const sink = newSink(ask, terminal.out, () => stop.abort());
  const unread = await failureOf(readPages(ask, chain, sink, progress, stop.signal));
  progress('');
  const unended = await failureOf(sink.end(chain));
  if (sink.closed()) return EXIT.ok;
  const error = unread ?? unended;
  const print = (line: string) => terminal.err.write(`${line}\n`);
  const stopped = stop.signal.aborted;
  if (error !== null)
    print(
      `rowhouse: ${stopped ? 'interrupted.' : describeFailure(error, ask.route, ask.timeoutMs / 1000)}`,
    );
  // After a failure of a page, that of the end says no more.
  if (unread === null && unended !== null)
    print(`The file is incomplete: ${describeAmount(chain)}.`);
  else reportEnd(ask, chain, error, terminal.err, print);
  if (error === null) return EXIT.ok;
  return stopped ? EXIT.interrupted : exitCodeOf(error);
}

const failureOf = (work: Promise<void>): Promise<unknown> =>
  work.then(
    () => null,
    (failure: unknown) => failure,
  );

/**
 * Reports how much was written and where to resume. A chain that reached its end in a pipe reports
 * nothing: a successful command in a script needs no message.
 */
function reportEnd(
  { output }: SearchAsk,
  chain: ChainEnd,
  error: unknown,
  err: Terminal['err'],
  print: (line: string) => void,
): void {
  const more = chain.next_cursor !== null && !isBadCursor(error);
  if (chain.pages > 0 && (more || error !== null || output !== null || err.isTTY === true))
    print(`${describeAmount(chain)}${output === null ? '' : `, written to ${output}`}.`);
  if (error !== null && chain.pages === 0 && !more) print('Nothing was written.');
  if (more && error !== null) print(`Resume with: --cursor ${chain.next_cursor}`);
  else if (more) print(`There are more rows. Next page: --cursor ${chain.next_cursor}`);
}

/** A rejected cursor cannot be resumed. */
const isBadCursor = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'invalid_cursor';

type Chain = { -readonly [N in keyof ChainEnd]: ChainEnd[N] };

const newChain = ({ route, query }: SearchAsk): Chain => ({
  route: route.path.slice(1),
  pages: 0,
  count: 0,
  credits: 0,
  request_ids: [],
  next_cursor: query.cursor ?? null,
  completeness: 'complete',
  field_notes: [],
});

async function readPages(
  ask: SearchAsk,
  chain: Chain,
  sink: Sink,
  progress: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const { baseUrl, apiKey, timeoutMs, route } = ask;
  const client = new Rowhouse({
    baseUrl,
    apiKey,
    timeoutMs,
    onRetry: ({ error, pauseMs }) =>
      progress(`${error.code}: trying again in ${Math.ceil(pauseMs / 1000)} s`),
  });
  const notes = new Map<string, object>();
  while (chain.pages < ask.pagesMax && (chain.pages === 0 || chain.next_cursor !== null)) {
    progress(`page ${chain.pages + 1}; so far ${describeAmount(chain)}`);
    const cursor = chain.next_cursor === null ? {} : { cursor: chain.next_cursor };
    const params = { ...ask.query, ...cursor };
    const { result, credits, request_id } = await searchAny(client, route.path, params, signal);
    for (const note of result.field_notes) notes.set(JSON.stringify(note), note);
    progress('');
    await sink.page(result.data);
    chain.pages += 1;
    chain.count += result.count;
    chain.credits += credits;
    chain.request_ids = [...chain.request_ids, request_id];
    chain.next_cursor = result.next_cursor;
    chain.field_notes = [...notes.values()];
    if (result.completeness !== 'complete') chain.completeness = result.completeness;
  }
}

/** Any route: the inputs are untyped text, so one route's types are used for all. */
function searchAny(client: Rowhouse, path: string, query: object, signal: AbortSignal) {
  type Any = (typeof SEARCH_ROUTES)[0]['path'];
  return client.search<Any>(path as Any, query as SearchParams<Any>, { signal });
}

interface Sink {
  page(rows: readonly object[]): Promise<void>;
  end(chain: ChainEnd): Promise<void>;
  /** Whether the reader closed the pipe, for example `| head`. */
  closed(): boolean;
}

/** Opens a file only once there is a first page, so that a rejected search empties no file. */
function newSink(ask: SearchAsk, stdout: Writable, gone: () => void): Sink {
  let opened: { stream: Writable; pipe: Pipe; writer: RowWriter } | null = null;
  const open = async () => {
    const { output, append } = ask;
    const size = output === null || !append ? 0 : await sizeOf(output);
    const writer = await rowWriter(ask.format, ask.route, size > 0);
    const stream =
      output === null ? stdout : createWriteStream(output, { flags: append ? 'a' : 'w' });
    const pipe = pipeTo(stream, gone);
    await pipe.write(writer.begin());
    return { stream, pipe, writer };
  };
  return {
    page: async (rows) => {
      opened ??= await open();
      await opened.pipe.write(opened.writer.page(rows));
    },
    end: async (chain) => {
      if (opened === null) return;
      const { stream, pipe, writer } = opened;
      await pipe.write(writer.end(chain));
      if (ask.output !== null) await new Promise<void>((done) => stream.end(() => done()));
    },
    closed: () => opened?.pipe.closed() === true,
  };
}

export interface Pipe {
  write(data: string | Uint8Array): Promise<void>;
  /** Whether the reader closed the pipe, for example `| head`. */
  closed(): boolean;
}

/** Writes to a stream until its reader closes it: then calls `gone` and writes nothing more. */
export function pipeTo(stream: Writable, gone: () => void): Pipe {
  let broken = false;
  const leave = () => {
    broken = true;
    gone();
  };
  stream.on('error', (error) => {
    if (isClosedPipe(error)) leave();
  });
  return {
    // The callback of a write gets the closed pipe's error before the listener of the stream does.
    write: (data) =>
      new Promise<void>((done, fail) => {
        if (broken || data.length === 0) return done();
        stream.write(data, (error) => {
          if (error && !broken && !isClosedPipe(error)) return fail(error);
          if (error) leave();
          done();
        });
      }),
    closed: () => broken,
  };
}

/** Whether a write failed because the reader closed the pipe, which is not an error. */
export const isClosedPipe = (error: Error): boolean => 'code' in error && error.code === 'EPIPE';

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

/** One line that is overwritten, on terminals only. An empty text clears it. */
function progressLine(err: Terminal['err']): (text: string) => void {
  const WIPE = '\r\u001B[2K';
  return (text) => {
    if (err.isTTY === true) err.write(WIPE + text);
  };
}

/** Whether a file of this format can be appended to. */
export const canAppend = (format: OutputFormat): boolean => APPENDABLE.includes(format);
