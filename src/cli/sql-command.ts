/** `rowhouse sql`: one statement over what the account may read. */
import { readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import type { SqlAnswer } from '#client/index.js';
import { SQL_ROWS_DEFAULT, SQL_ROWS_MAX } from '#contract/limits.js';
import { oneLine } from '#contract/one-line.js';
import { SQL_TABLES, sqlTypeText } from '#contract/sql.js';
import {
  addCallerOptions,
  type CallerSettings,
  connect,
  finish,
  readCaller,
  usageError,
  whole,
} from './caller-options.js';
import { pipeTo, type Terminal } from './run-search.js';
import { counted } from './search-messages.js';
import { showTable } from './show.js';

const EXAMPLES = `
Examples:
  rowhouse sql "select kind, count(*) from listings group by kind"
  rowhouse sql "select address.zip, median(sale_price.amount) from sold group by all" --format csv
  rowhouse sql --file question.sql
  rowhouse sql --tables

Reads only. DuckDB's SQL; the service says how to add DuckDB where it is missing. Free.`;

interface Options {
  readonly format: 'table' | 'json' | 'csv' | 'ndjson';
  readonly rows: number;
  readonly file?: string;
  readonly tables?: true;
}

/** Adds the command to the program. */
export function addSql(root: Command, caller: CallerSettings, terminal: Terminal): void {
  const command = root
    .command('sql')
    .description('ask in SQL over the rows that the account may read')
    .argument('[statement...]', 'one statement that reads; quote it')
    .addOption(
      new Option('--format <format>', 'output')
        .choices(['table', 'json', 'csv', 'ndjson'])
        .default('table'),
    )
    .option('--rows <n>', 'most rows', whole(1, SQL_ROWS_MAX), SQL_ROWS_DEFAULT)
    .option('--file <path>', 'read the statement from a file; - is standard input')
    .option('--tables', 'list the tables and their columns');
  addCallerOptions(command, caller)
    .addHelpText('after', EXAMPLES)
    .action(async (words: readonly string[]) => {
      const options = command.opts<Options>();
      const out = pipeTo(terminal.out, () => undefined);
      if (options.tables === true) return out.write(showTables());
      const sql = statementOf(command, words, options);
      const client = connect(readCaller(command, caller));
      const { format, rows } = options;
      const ask = async () => {
        if (format === 'csv' || format === 'ndjson') {
          await out.write(await client.sqlFile(sql, format, { rows }));
          return;
        }
        const { meta: _meta, ...answer } = await client.sql(sql, { rows });
        await out.write(format === 'json' ? `${JSON.stringify(answer)}\n` : showAnswer(answer));
        for (const line of remarksOf(answer)) terminal.err.write(`${line}\n`);
      };
      await finish(ask(), terminal);
    });
}

function statementOf(command: Command, words: readonly string[], { file }: Options): string {
  const text = words.join(' ').trim();
  if ((text === '') === (file === undefined)) {
    return usageError(command, 'give one statement, in quotes or with --file.');
  }
  return file === undefined ? text : readFileSync(file === '-' ? 0 : file, 'utf8');
}

type Answer = Omit<SqlAnswer, 'meta'>;

function showAnswer({ columns, rows }: Answer): string {
  if (rows.length === 0) return `No rows. Columns: ${columns.map(({ name }) => name).join(', ')}\n`;
  const lines = rows.map((row) =>
    // Members that are numbers would come first, in their order.
    Object.fromEntries(columns.map(({ name }, at) => [nameAt(columns, name, at), row[at]])),
  );
  return `${showTable(lines)}\n`;
}

/** A name that no earlier column has. */
const nameAt = (columns: Answer['columns'], name: string, at: number): string =>
  columns.findIndex((column) => column.name === name) === at && !/^\d+$/.test(name)
    ? name
    : `${name}#${at + 1}`;

/** What an answer leaves out, and whose data it was made of. */
function remarksOf({ row_count, truncated, tables, datasets }: Answer): string[] {
  return [
    ...(truncated
      ? [`Only the first ${counted(row_count, 'row')}. Raise --rows, or add a LIMIT.`]
      : []),
    ...tables
      .filter((table) => table.truncated)
      .map(({ name, rows }) => `The table ${name} holds only the newest ${counted(rows, 'row')}.`),
    ...datasets.flatMap(({ attribution }) => (attribution === null ? [] : [oneLine(attribution)])),
  ];
}

const showTables = (): string =>
  SQL_TABLES.map(
    ({ name, meaning, columns }) =>
      `${name}: ${meaning}\n${showTable(
        columns.map((column) => ({
          column: column.name,
          type: shortened(sqlTypeText(column.type)),
          meaning: column.meaning,
        })),
      )}\n`,
  ).join('\n');

/** A struct may have a hundred members: DESCRIBE lists them. */
const TYPE_CHARS = 48;
const shortened = (type: string): string =>
  type.length <= TYPE_CHARS ? type : `${type.slice(0, TYPE_CHARS)}…`;
