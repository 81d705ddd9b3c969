/** `rowhouse lookup`: many homes looked up at once, from a file of addresses. */
import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { type Command, Option } from 'commander';
import type { LookupBatchAnswer, Rowhouse } from '#client/index.js';
import {
  BATCH_BYTES_MAX,
  BATCH_HOMES_MAX,
  type HomeOutcome,
  LOOKUP_SOURCES,
} from '#contract/lookups.js';
import {
  addCallerOptions,
  type CallerSettings,
  connect,
  finish,
  idFrom,
  readCaller,
  usageError,
  whole,
} from './caller-options.js';
import { CliError } from './cli-error.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import { pipeTo, type Terminal } from './run-search.js';
import { counted, describeError } from './search-messages.js';
import { checkNewFile, writeNewFile } from './write-new-file.js';

const TIMEOUT_S = 3_600;
const TIMEOUT_S_MAX = 86_400;
const FORMATS = ['csv', 'ndjson'] as const;

const EXAMPLES = `
Examples:
  rowhouse lookup --source ${LOOKUP_SOURCES[0]} --file addresses.csv --output homes.csv
  rowhouse lookup --batch 01a1f950-3c1e-7a52-9d10-5b7c2e9a4f63 --output homes.csv

The first line of the file names its columns: address (with city, state and zip, or in one line),
url or source_id; others are ignored. At most ${BATCH_HOMES_MAX} homes. One credit for each home found,
nothing for the others. After an interruption the batch continues at the service: --batch waits for
it.`;

interface Given {
  readonly source: Parameters<Rowhouse['lookups']['create']>[0];
  readonly file?: string;
  readonly batch?: string;
  readonly retry?: true;
  readonly format: (typeof FORMATS)[number];
  readonly output?: string;
  readonly timeout: number;
}

/** Adds the command to the program. */
export function addLookup(root: Command, caller: CallerSettings, terminal: Terminal): void {
  const command = root
    .command('lookup')
    .description('look up many homes at once, and write one line for each, in order')
    .addOption(
      new Option('--source <source>', 'the source')
        .choices(LOOKUP_SOURCES)
        .default(LOOKUP_SOURCES[0]),
    )
    .option('--file <file>', 'a CSV file of addresses, page addresses or ids')
    .option('--batch <batch_id>', 'a batch that was started before', idFrom('lookup --file'))
    .option('--retry', 'with --batch: look up again what the source did not show')
    .addOption(new Option('--format <format>', 'output format').choices(FORMATS).default('csv'))
    .option('--output <file>', 'write to a new file instead of standard output')
    .option('--timeout <s>', 'seconds to wait for the batch', whole(1, TIMEOUT_S_MAX), TIMEOUT_S);
  addCallerOptions(command, caller)
    .addHelpText('after', EXAMPLES)
    .action(async () => {
      const client = connect(readCaller(command, caller));
      const given = command.opts<Given>();
      if ((given.file === undefined) === (given.batch === undefined)) {
        usageError(command, 'Give --file with homes, or --batch with a batch.');
      }
      if (given.retry === true && given.batch === undefined) {
        usageError(command, '--retry needs --batch.');
      }
      await finish(
        lookUp(client, given, terminal),
        terminal,
        (error) =>
          error instanceof CliError ? error.message : describeError(error, () => ', --file'),
        codeOf,
      );
    });
}

/** Exit codes of a batch with homes that were not looked up, as of a search that failed so. */
const CODES: readonly (readonly [HomeOutcome, ExitCode])[] = [
  ['not_allowed', EXIT.not_authorised],
  ['quota_exceeded', EXIT.over_a_limit],
  ['source_unavailable', EXIT.unavailable],
];

const codeOf = ({ outcomes }: LookupBatchAnswer): ExitCode =>
  CODES.find(([outcome]) => outcome in outcomes)?.[1] ?? EXIT.ok;

async function lookUp(
  client: Rowhouse,
  given: Given,
  { out, err }: Terminal,
): Promise<LookupBatchAnswer> {
  const { output, format, timeout } = given;
  if (output !== undefined) checkNewFile(output);
  const { batch_id } = await startOrFind(client, given);
  err.write(`Batch ${batch_id}.\n`);
  const ended = await client.lookups.ended(batch_id, {
    timeoutMs: timeout * 1000,
    onRunning: (batch) => {
      if (err.isTTY === true) err.write(`\r\u001B[2K${progressOf(batch)}`);
    },
  });
  const text = await client.lookups.file(batch_id, format);
  if (output === undefined) await pipeTo(out, () => undefined).write(text);
  else await writeNewFile(output, Readable.from([text]));
  err.write(`${err.isTTY === true ? '\r\u001B[2K' : ''}${describeEnd(ended, output)}\n`);
  return ended;
}

function startOrFind(client: Rowhouse, given: Given): Promise<LookupBatchAnswer> {
  const { source, file, batch = '', retry } = given;
  if (file !== undefined) return client.lookups.create(source, readTable(file));
  return retry === true ? client.lookups.retry(batch) : client.lookups.get(batch);
}

/** The text of a file, or of standard input for `-`. Throws CliError. */
function readTable(file: string): string {
  const bytes = readBytes(file);
  // Decoded, the bytes of another encoding would become other letters without a word.
  if (!isUtf8(bytes)) throw new CliError(`${file} is not in UTF-8. Save it as CSV in UTF-8.`);
  return bytes.toString('utf8');
}

function readBytes(file: string): Buffer {
  if (file === '-') return readFileSync(0);
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw new CliError(`${file} does not exist. Name a CSV file.`);
  if (size > BATCH_BYTES_MAX) {
    throw new CliError(`${file} is larger than ${BATCH_BYTES_MAX / 1_024} KiB. Divide it.`);
  }
  return readFileSync(file);
}

const progressOf = ({ total, pending, found }: LookupBatchAnswer): string =>
  `${total - pending} of ${counted(total, 'home')} looked up, ${found} found`;

/** "12 of 15 homes found for 12 credits (2 not_found, 1 ambiguous), written to homes.csv." */
function describeEnd({ total, found, credits, outcomes }: LookupBatchAnswer, output?: string) {
  const others = Object.entries(outcomes)
    .filter(([outcome]) => outcome !== 'found')
    .map(([outcome, homes]) => `${homes} ${outcome}`);
  const rest = others.length === 0 ? '' : ` (${others.join(', ')})`;
  const where = output === undefined ? '' : `, written to ${output}`;
  return `${found} of ${counted(total, 'home')} found for ${counted(credits, 'credit')}${rest}${where}.`;
}
