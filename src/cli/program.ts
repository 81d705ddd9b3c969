/** The command line: operator commands call the admin listener; main passes in the rest. */

import type { Readable } from 'node:stream';
import { Command, type OutputConfiguration } from 'commander';
import { type AdminContext, addAdminCommands } from './add-admin-commands.js';
import { ADMIN_COMMANDS } from './admin-commands.js';
import { addAreaCommands } from './area-commands.js';
import { type CallerSettings, whole } from './caller-options.js';
import { addComparables } from './comparables-command.js';
import { addCompletion } from './completion.js';
import { DATASET_COMMANDS } from './dataset-commands.js';
import { addDoctor, type Doctor } from './doctor-command.js';
import { addEndpoints } from './endpoint-commands.js';
import { addEvents } from './events-command.js';
import { EXIT } from './exit-codes.js';
import { addHistory } from './history-command.js';
import { addHome } from './home-command.js';
import { HOME_COMMANDS } from './home-commands.js';
import { addLookup } from './lookup-command.js';
import { addMcp } from './mcp-command.js';
import { OPEN_COMMANDS } from './open-commands.js';
import { PLACE_COMMANDS } from './place-commands.js';
import type { Terminal } from './run-search.js';
import { addSearch } from './search-command.js';
import { showReport, showValue } from './show.js';
import { addSnapshots } from './snapshot-commands.js';
import { addSql } from './sql-command.js';
import { addWatch } from './watch-commands.js';

export interface CliContext extends AdminContext {
  /** The version of this package. */
  readonly version: string;
  /** The API key and address for commands that call the API, and where they write. */
  readonly caller: CallerSettings;
  readonly terminal: Terminal;
  /** The input of the MCP bridge. */
  readonly input: Readable;
  /** Throws an error of one line when a setting is wrong. */
  readonly requireSettings: () => void;
  readonly doctor: Doctor;
  readonly serve: () => Promise<void>;
  readonly sandbox: (port: number, benchmark: boolean) => Promise<void>;
  readonly migrate: () => Promise<Migrated>;
  readonly exportStore: (file: string, account?: string) => Promise<Exported>;
  readonly importStore: (file: string) => Promise<ImportedStore>;
  readonly restoreStore: (file: string, directory: string) => Promise<Restored>;
  readonly archiveMonth: (month: string, folder: string) => Promise<Archived>;
  readonly report: (folder: string) => Promise<Reported>;
  readonly sourceReport: (
    file: string,
    source: string,
    kind: string,
  ) => Promise<Parameters<typeof showReport>[0]>;
}

/** The migrations that ran, and the backup that was written before them, if any. */
export interface Migrated {
  readonly ran: readonly string[];
  readonly backup: { readonly file: string; readonly restore: string } | null;
}

/** The output of an export or import: rows of each table, and what to do about the secret. */
export interface Exported {
  readonly file: string;
  readonly tables: Readonly<Record<string, number>>;
  readonly secret: string;
}

/** The output of an archived month: its files, their rows, and the hash that chains all months. */
export interface Archived {
  readonly month: string;
  readonly files: readonly string[];
  readonly hits: number;
  readonly entries: number;
  readonly chain_sha256: string;
}

/** The output of a report: when it was taken, and the row count of each file. */
export interface Reported {
  readonly folder: string;
  readonly taken_at: string;
  readonly tables: Readonly<Record<string, number>>;
}

/** The output of a restore: the file's contents, and the ledger check (null before an upgrade). */
export interface Restored {
  readonly directory: string;
  readonly version: string;
  readonly created_at: string;
  readonly secrets: readonly string[];
  readonly ledger: { readonly ok: boolean; readonly [count: string]: unknown } | null;
  readonly test_keys_ledger?: Restored['ledger'];
  readonly secret: string;
}

export interface ImportedStore {
  readonly tables: Readonly<Record<string, number>>;
  readonly ledger: { readonly ok: boolean; readonly [count: string]: unknown };
  readonly secret: string;
}

/** Columns of help that no terminal shows. */
const HELP_CHARS = 80;

/** Builds the program; `parseAsync` runs it. Errors are thrown as CliError with one line. */
export function program(context: CliContext): Command {
  const root = new Command('rowhouse')
    .description('Every listing source, one typed row: a property-listings data service.')
    .version(context.version, '-V, --version', 'print the version')
    .showHelpAfterError('(add --help for the arguments)')
    .configureOutput(outputOf(context.terminal))
    .exitOverride();
  addDoctorBefore(root, context);
  root.command('serve').description('start the service').action(context.serve);
  addSandbox(root, context);
  root
    .command('migrate')
    .description('migrate the database schema to the newest version')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const { ran, backup } = await context.migrate();
      const done = ran.length === 0 ? 'The schema is up to date.' : `Ran ${ran.join(', ')}.`;
      const text = backup ? `${done} To go back: ${backup.restore}` : done;
      context.print(options.json ? JSON.stringify({ ran, ...(backup && { backup }) }) : text);
    });
  root
    .command('openapi')
    .description('print the OpenAPI 3.1 document of the API')
    .option('--json', 'print it on one line')
    .action(async ({ json }: { json?: boolean }) => {
      const { openApiDocument } = await import('#contract/openapi/document.js');
      context.print(JSON.stringify(openApiDocument(), null, json ? 0 : 2));
    });
  root
    .command('source-report <file>')
    .description('show the rows that a driver reads from a recorded response')
    .requiredOption('--source <source>', 'the source of the response')
    .requiredOption('--kind <kind>', 'listings, rentals, sold or auctions')
    .option('--json', 'print JSON')
    .action(async (file: string, options: { source: string; kind: string; json?: boolean }) => {
      const report = await context.sourceReport(file, options.source, options.kind);
      context.print(options.json ? JSON.stringify(report) : showReport(report));
    });
  addMoveCommands(root, context);
  addAdminCommands(root, context, [
    ...ADMIN_COMMANDS,
    ...DATASET_COMMANDS,
    ...OPEN_COMMANDS,
    ...PLACE_COMMANDS,
    ...HOME_COMMANDS,
  ]);
  addCallerCommands(root, context);
  addCompletion(root, context.print);
  return root;
}

/** Commander writes help and errors where the program does, in lines as long as there. */
const outputOf = ({ out, err }: Terminal): OutputConfiguration => ({
  writeOut: (text) => out.write(text),
  writeErr: (text) => err.write(text),
  getOutHelpWidth: () => (out as { columns?: number }).columns ?? HELP_CHARS,
  getErrHelpWidth: () => (err as { columns?: number }).columns ?? HELP_CHARS,
});

function addSandbox(root: Command, context: CliContext): void {
  root
    .command('sandbox')
    .description('start only the sandbox listing portals')
    .option('--port <port>', 'port to listen on, 0 for any free one', whole(0), 0)
    .option('--benchmark', 'ask questions about the portals and score the answers')
    .action(({ port, benchmark }: { port: number; benchmark?: true }) =>
      context.sandbox(port, benchmark === true),
    );
}

/** The doctor alone runs with wrong settings: every other command ends with the first of them. */
function addDoctorBefore(root: Command, context: CliContext): void {
  const doctor = addDoctor(root, context);
  root.hook('preAction', (_root, command) => {
    if (command !== doctor) context.requireSettings();
  });
}

function addCallerCommands(root: Command, { caller, terminal, input }: CliContext): void {
  addSearch(root, caller, terminal);
  addWatch(root, caller, terminal);
  addEvents(root, caller, terminal);
  addHome(root, caller, terminal);
  addComparables(root, caller, terminal);
  addLookup(root, caller, terminal);
  addHistory(root, caller, terminal);
  addAreaCommands(root, caller, terminal);
  addSnapshots(root, caller, terminal);
  addSql(root, caller, terminal);
  addEndpoints(root, caller, terminal);
  addMcp(root, caller, terminal, input);
}

function addMoveCommands(root: Command, context: CliContext): void {
  root
    .command('export <file>')
    .description('export the entire store to a new file, to import it elsewhere')
    .option('--account <id>', 'export only this account, frozen by "accounts move"')
    .option('--json', 'print JSON')
    .action(async (file: string, options: { json?: boolean; account?: string }) => {
      const { secret, ...shown } = await context.exportStore(file, options.account);
      context.print(options.json ? JSON.stringify(shown) : `${showValue(shown)}\n\n${secret}`);
    });
  root
    .command('import <file>')
    .description('fill an empty store from an exported file, or add an exported account to a store')
    .option('--json', 'print JSON')
    .action(async (file: string, options: { json?: boolean }) => {
      const { secret, ...shown } = await context.importStore(file);
      context.print(options.json ? JSON.stringify(shown) : `${showValue(shown)}\n\n${secret}`);
      if (!shown.ledger.ok) context.terminal.setExitCode(EXIT.failed);
    });
  root
    .command('restore <file> <directory>')
    .description('create a data directory from a backup and verify its ledger')
    .option('--json', 'print JSON')
    .action(async (file: string, directory: string, options: { json?: boolean }) => {
      const { secret, ...shown } = await context.restoreStore(file, directory);
      context.print(options.json ? JSON.stringify(shown) : `${showValue(shown)}\n\n${secret}`);
      const ledgers = [shown.ledger, shown.test_keys_ledger];
      if (ledgers.some((ledger) => ledger?.ok === false)) context.terminal.setExitCode(EXIT.failed);
    });
  root
    .command('archive <month> <folder>')
    .description('move a past month of the ledger, such as 2026-09, to Parquet files')
    .option('--json', 'print JSON')
    .action(async (month: string, folder: string, options: { json?: boolean }) => {
      const shown = await context.archiveMonth(month, folder);
      context.print(options.json ? JSON.stringify(shown) : showValue({ ...shown }));
    });
  root
    .command('report <folder>')
    .description('write accounts, balances and usage to Parquet files, to read with other edges')
    .option('--json', 'print JSON')
    .action(async (folder: string, options: { json?: boolean }) => {
      const shown = await context.report(folder);
      context.print(options.json ? JSON.stringify(shown) : showValue({ ...shown }));
    });
}
