/** `rowhouse events`: the event log of the account, up to now or endlessly. */
import { type Command, Option } from 'commander';
import { type EventBody, type EventsQuery, type Rowhouse, RowhouseError } from '#client/index.js';
import { EVENT_TYPES, EVENTS_LIMIT_MAX, type EventType } from '#contract/watches.js';
import {
  addCallerOptions,
  type CallerSettings,
  connect,
  ended,
  type KnownCaller,
  readCaller,
  whole,
} from './caller-options.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import { pipeTo, type Terminal } from './run-search.js';
import { describeError } from './search-messages.js';
import { showEvent } from './show-watches.js';

const EXAMPLES = `
Examples:
  rowhouse events --follow
  rowhouse events --after 120 --type watch.changed --json > changes.ndjson

The last line on standard error shows how to resume: --after with the number of the last event written.`;

interface Given {
  readonly after?: number;
  readonly watch?: string;
  readonly type?: EventType;
  readonly follow?: true;
  readonly json?: true;
}

/** Adds the command to the program. */
export function addEvents(root: Command, caller: CallerSettings, terminal: Terminal): void {
  const command = root
    .command('events')
    .description('changes in watched searches: the event log, oldest first')
    .option(
      '--after <n>',
      'only events after this number (default: all stored events)',
      whole(0, Number.MAX_SAFE_INTEGER),
    )
    .option('--watch <watch>', 'only events of this watch')
    .addOption(
      new Option('--type <type>', 'only events of this type').choices(Object.keys(EVENT_TYPES)),
    )
    .option('--follow', 'wait for new events until interrupted')
    .option('--json', 'print one JSON object per line, one for each event');
  addCallerOptions(command, caller)
    .addHelpText('after', EXAMPLES)
    .action(async () => {
      const given = command.opts<Given>();
      terminal.setExitCode(await runEvents(given, readCaller(command, caller), terminal));
    });
}

/** The reader's position: the number to resume after, if any. */
interface EventProgress {
  after: number | null;
}

async function runEvents(given: Given, caller: KnownCaller, terminal: Terminal): Promise<ExitCode> {
  const stop = new AbortController();
  terminal.onInterrupt(() => stop.abort());
  const out = pipeTo(terminal.out, () => stop.abort());
  const client = connect(caller, {
    // Reported once, after the first failure; `follow` waits until the outage is over.
    onRetry: ({ error, attempt }) => {
      if (given.follow === true && attempt === 2)
        terminal.err.write(`rowhouse: ${error.code}: waiting for the service.\n`);
    },
  });
  const progress: EventProgress = { after: given.after ?? null };
  const write = (event: EventBody) =>
    out.write(
      given.json === true
        ? `${JSON.stringify(event)}\n`
        : showEvent(event, given.watch === undefined),
    );
  const reading = given.follow === true ? follow : readAll;
  const work = reading(client, given, progress, write, stop.signal);
  const code = await ended(work, { err: quietAfter(terminal.err, stop.signal) }, describe);
  if (progress.after !== null && !isLost(code, progress, given))
    terminal.err.write(`Resume with: --after ${progress.after}\n`);
  if (out.closed()) return EXIT.ok;
  return stop.signal.aborted ? EXIT.interrupted : code;
}

/** A given number that was rejected cannot be resumed from. */
const isLost = (code: ExitCode, { after }: EventProgress, given: Given): boolean =>
  code === EXIT.wrong_use && after === given.after;

/** An interrupted reader is not a failure to report. */
const quietAfter = (err: Terminal['err'], signal: AbortSignal): Terminal['err'] => ({
  write: (text) => (signal.aborted ? true : err.write(text)),
});

type Reading = (
  client: Rowhouse,
  given: Given,
  progress: EventProgress,
  write: (event: EventBody) => Promise<void>,
  signal: AbortSignal,
) => Promise<void>;

const filterOf = ({ watch, type }: Given): EventsQuery => ({
  watch,
  type,
  limit: EVENTS_LIMIT_MAX,
});

/** Up to the newest event. */
const readAll: Reading = async (client, given, progress, write, signal) => {
  for (;;) {
    const query = { ...filterOf(given), after: progress.after ?? undefined };
    const { events, next_after, last_seq } = await client.events.page(query, { signal });
    for (const event of events) {
      await write(event);
      progress.after = event.seq;
      signal.throwIfAborted();
    }
    progress.after = next_after;
    if (events.length === 0 || next_after >= last_seq) return;
  }
};

/** Endless: until the signal, or a failure that retries do not fix. */
const follow: Reading = async (client, given, progress, write, signal) => {
  // Events that a filter left out after the last event of a page are skipped with that event.
  let page = { last: 0, next: 0 };
  const following = client.events.follow({
    ...filterOf(given),
    after: given.after,
    signal,
    onPage: ({ events, next_after }) => {
      page = { last: events.at(-1)?.seq ?? 0, next: next_after };
      if (events.length === 0) progress.after = next_after;
    },
  });
  for await (const event of following) {
    await write(event);
    progress.after = event.seq === page.last ? page.next : event.seq;
    signal.throwIfAborted();
  }
};

/** An error in one line, in terms of the command's flags. */
function describe(error: unknown): string {
  if (error instanceof RowhouseError && error.code === 'events_expired') {
    return 'Some events after that number have expired. Read the homes with "rowhouse watch rows WATCH", then omit --after. (events_expired, --after)';
  }
  return describeError(error, (param) =>
    ['after', 'watch', 'type'].includes(param) ? `, --${param}` : '',
  );
}
