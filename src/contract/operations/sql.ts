/** Questions in SQL about the rows of an account (docs/sql.md). */
import { SQL_CHARS_MAX, SQL_ROWS_DEFAULT, SQL_ROWS_MAX } from '../limits.js';
import * as s from '../schema.js';
import { SQL_TABLE_NAMES } from '../sql.js';
import type { Operation } from './operation.js';

const SqlQuery = s.bodyOf(
  'SqlQuery',
  {
    sql: s.text('One statement that reads: SELECT, WITH, FROM, VALUES, DESCRIBE or SUMMARIZE.', {
      minLength: 1,
      maxLength: SQL_CHARS_MAX,
    }),
    rows: s.whole(`Most rows of the answer; ${SQL_ROWS_DEFAULT} when omitted.`, {
      minimum: 1,
      maximum: SQL_ROWS_MAX,
    }),
  },
  ['sql'],
);
export type SqlQuery = s.ValueOf<typeof SqlQuery>;

const SqlRights = s.objectOf({
  title: s.text('Title of the imported dataset.'),
  licence: s.orNull(s.text('Licence or terms of the dataset.')),
  licence_url: s.orNull(s.text('Where the licence is written.')),
  attribution: s.orNull(s.text('What its publisher wants shown beside what is made of the rows.')),
});

const SqlAnswer = s.shapeOf('SqlAnswer', {
  columns: s.arrayOf(
    s.objectOf({
      name: s.text('Name of the column; several may share one.'),
      type: s.text('Its type, as DuckDB writes it.'),
    }),
  ),
  rows: s.arrayOf(
    s.plain<readonly unknown[]>({
      type: 'array',
      items: {},
      description:
        'The values in the order of the columns. Whole numbers above 2^53 and dates are text.',
    }),
  ),
  row_count: s.count('Rows in this answer.'),
  truncated: s.flag('Whether the statement has more rows than this answer.'),
  tables: s.arrayOf(
    s.objectOf({
      name: s.text('The table.', { 'x-extensible-enum': [...SQL_TABLE_NAMES] }),
      rows: s.count('Rows that the statement could read.'),
      truncated: s.flag('Whether the account has more: older rows were left out.'),
    }),
    { description: 'The tables that the statement names.' },
  ),
  datasets: s.arrayOf(SqlRights, {
    description: 'The imported datasets, where the statement reads `sales`.',
  }),
});
export type SqlAnswerBody = s.ValueOf<typeof SqlAnswer>;

export const SQL_SCHEMAS = [SqlAnswer];

const WHAT =
  'One statement in SQL (DuckDB) over what this account may read: `listings` and `sold` (the rows of its finished searches), `homes` and `sales`. It reads only: no files, settings or extensions. Memory, time and rows are bounded; one statement of an account runs at a time. Free.';
const ASK = {
  tag: 'SQL',
  method: 'POST',
  status: 200,
  scopes: [],
  body: SqlQuery,
} as const;

export const SQL_OPERATIONS = [
  {
    ...ASK,
    id: 'sql',
    path: '/sql',
    summary: 'Ask in SQL',
    description: WHAT,
    answer: SqlAnswer,
  },
  {
    ...ASK,
    id: 'sql_csv',
    path: '/sql/rows.csv',
    summary: 'Ask in SQL, as CSV',
    description: `The rows as CSV. A file cannot say that it was cut: a statement with more rows than \`rows\`, or over a cut table, is rejected. ${WHAT}`,
    format: 'csv',
  },
  {
    ...ASK,
    id: 'sql_ndjson',
    path: '/sql/rows.ndjson',
    summary: 'Ask in SQL, as NDJSON',
    description: `Each row as a JSON object. A file cannot say that it was cut: a statement with more rows than \`rows\`, or over a cut table, is rejected. ${WHAT}`,
    format: 'ndjson',
  },
] as const satisfies readonly Operation[];
