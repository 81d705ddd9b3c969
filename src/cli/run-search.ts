/** A chain of pages from the service to a file or standard output, which may be interrupted anywhere. */
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { PAGES_MAX, Rowhouse, type SearchParams } from '#client/index.js';
import type { SearchRoute } from '#contract/routes.js';
import { EXIT, type ExitCode, exitCodeOf } from './exit-codes.js';
import { APPENDABLE, type ChainEnd, type Format, rowWriter } from './row-writers.js';
import { sayAmount, sayFault } from './search-words.js';

export interface SearchAsk {
  readonly route: SearchRoute;
  /** The inputs as they were typed; the service reads and refuses them. */
  readonly query: Readonly<Record<string, string>>;
  readonly format: Format;
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
  /** Calls at the first Ctrl-C; the next one ends the process. */
  readonly onInterrupt: (stop: () => void) => void;
}

export { PAGES_MAX };

/** Writes the rows as they arrive; says on standard error what ended the chain and where to resume. */
export async function runSearch(ask: SearchAsk, terminal: Terminal): Promise<ExitCode> {
  const stop = new AbortController();
  terminal.onInterrupt(() => stop.abort());
  const progress = progressLine(terminal.err);
  const chain = newChain(ask);
  const sink = newSink(ask, terminal.out, () => stop.abort());
  const fault = await readPages(ask, chain, sink, progress, stop.signal).then(
    () => null,
    (error: unknown) => error,
  );
  progress('');
  await sink.end(chain);
  if (sink.closed()) return EXIT.ok;
  const say = (line: string) => terminal.err.write(`${line}\n`);
  const stopped = stop.signal.aborted;
  if (fault !== null)
    say(`rowhouse: ${stopped ? 'interrupted.' : sayFault(fault, ask.route, ask.timeoutMs / 1000)}`);
  sayEnd(ask, chain, fault, terminal.err, say);
  if (fault === null) return EXIT.ok;
  return stopped ? EXIT.interrupted : exitCodeOf(fault);
}

/**
 * How much was written and where to go on. A chain that reached its end in a pipe is not talked about:
 * what is asked for in a script and works says nothing.
 */
function sayEnd(
  { output }: SearchAsk,
  chain: ChainEnd,
  fault: unknown,
  err: Terminal['err'],
  say: (line: string) => void,
): void {
  const more = chain.next_cursor !== null && !isBadCursor(fault);
  if (chain.pages > 0 && (more || fault !== null || output !== null || err.isTTY === true))
    say(`${sayAmount(chain)}${output === null ? '' : `, written to ${output}`}.`);
  if (fault !== null && chain.pages === 0 && !more) say('Nothing was written.');
  if (more && fault !== null) say(`Resume with: --cursor ${chain.next_cursor}`);
  else if (more) say(`There are more rows. Next page: --cursor ${chain.next_cursor}`);
}

/** A cursor that was refused resumes nothing. */
const isBadCursor = (fault: unknown): boolean =>
  typeof fault === 'object' && fault !== null && 'code' in fault && fault.code === 'invalid_cursor';

type Chain = { -readonly [N in keyof ChainEnd]: ChainEnd[N] };

const newChain = ({ route, query }: SearchAsk): Chain => ({
  route: route.path.slice(1),
  pages: 0,
  count: 0,
  credits: 0,
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
    progress(`page ${chain.pages + 1}; so far ${sayAmount(chain)}`);
    const cursor = chain.next_cursor === null ? {} : { cursor: chain.next_cursor };
    const params = { ...ask.query, ...cursor };
    const { result, credits } = await searchAny(client, route.path, params, signal);
    for (const note of result.field_notes) notes.set(JSON.stringify(note), note);
    progress('');
    await sink.page(result.data);
    chain.pages += 1;
    chain.count += result.count;
    chain.credits += credits;
    chain.next_cursor = result.next_cursor;
    chain.field_notes = [...notes.values()];
    if (result.completeness !== 'complete') chain.completeness = result.completeness;
  }
}

/** Rows of whatever route: as the words were typed, the types of one route stand for all. */
function searchAny(client: Rowhouse, path: string, query: object, signal: AbortSignal) {
  type Any = '/portal_a/listings';
  return client.search<Any>(path as Any, query as SearchParams<Any>, { signal });
}

interface Sink {
  page(rows: readonly object[]): Promise<void>;
  end(chain: ChainEnd): Promise<void>;
  /** Whoever read the rows has gone: `| head`, say. */
  closed(): boolean;
}

/** Opens a file only when there is a first page, so that a refused search empties no file. */
function newSink(ask: SearchAsk, stdout: Writable, gone: () => void): Sink {
  let stream: Writable | null = null;
  let writer = rowWriter(ask.format, ask.route, false);
  let broken = false;
  const leave = () => {
    broken = true;
    gone();
  };
  // The callback of a write hears of a closed pipe before the listener of the stream does.
  const write = (text: string) =>
    new Promise<void>((done, fail) => {
      if (stream === null || broken || text === '') return done();
      stream.write(text, (error) => {
        if (error && !broken && !isClosedPipe(error)) return fail(error);
        if (error) leave();
        done();
      });
    });
  const open = async () => {
    const { output, append } = ask;
    const size = output === null || !append ? 0 : await sizeOf(output);
    writer = rowWriter(ask.format, ask.route, size > 0);
    stream = output === null ? stdout : createWriteStream(output, { flags: append ? 'a' : 'w' });
    stream.on('error', (error) => {
      if (isClosedPipe(error)) leave();
    });
    await write(writer.begin());
  };
  return {
    page: async (rows) => {
      if (stream === null) await open();
      await write(writer.page(rows));
    },
    end: async (chain) => {
      if (stream === null) return;
      await write(writer.end(chain));
      if (ask.output !== null) await new Promise<void>((done) => stream?.end(() => done()));
    },
    closed: () => broken,
  };
}

/** Whether a write failed because whoever read has gone, which is no fault of a command. */
export const isClosedPipe = (error: Error): boolean => 'code' in error && error.code === 'EPIPE';

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

/** One line that is written over; nothing where nobody watches. An empty text wipes it. */
function progressLine(err: Terminal['err']): (text: string) => void {
  const WIPE = '\r\u001B[2K';
  return (text) => {
    if (err.isTTY === true) err.write(WIPE + text);
  };
}

/** Whether a file of this format can be gone on with. */
export const canAppend = (format: Format): boolean => APPENDABLE.includes(format);
