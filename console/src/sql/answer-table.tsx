/** The rows of an answer, what they leave out, and whose data they were made of. */
import type { SqlAnswer } from '#client/index.js';
import { Table, type TableColumn } from '../pages/table.js';
import { count, counted } from '../text/format.js';

/** More rows make a document slow: the file has them. */
const SHOWN = 200;

type Line = readonly [nth: number, values: readonly unknown[]];

export function AnswerTable({ answer }: { readonly answer: SqlAnswer }) {
  const { columns, rows, row_count, truncated, tables, datasets } = answer;
  const isEmpty = tables.length > 0 && tables.every((table) => table.rows === 0);
  const shown = rows.slice(0, SHOWN).map((values, nth): Line => [nth, values]);
  return (
    <section className="sql-answer" aria-label="Answer">
      <p role="status">
        {counted(row_count, 'row')}
        {truncated && ', and the statement has more: add a LIMIT, or aggregate'}
        {row_count > SHOWN && `; the first ${count(SHOWN)} are shown`}
      </p>
      {tables
        .filter((table) => table.truncated)
        .map((table) => (
          <p key={table.name} className="hint">
            {table.name} has only the newest {counted(table.rows, 'row')} of your account.
          </p>
        ))}
      <Table
        caption="Rows"
        columns={columns.map(({ name, type }, at): TableColumn<Line> => {
          const title = titleOf(columns, name, at);
          const cell = ([, values]: Line) => cellText(values[at]);
          return NUMERIC.test(type) ? [title, cell, 'numeric'] : [title, cell];
        })}
        rows={shown}
        none={`The statement has no rows.${isEmpty ? ADVICE : ''}`}
        keyOf={([nth]) => String(nth)}
      />
      {datasets.map(({ title, attribution, licence }) => (
        <p key={title} className="hint">
          {[attribution ?? title, licence].filter((part) => part !== null).join(' · ')}
        </p>
      ))}
    </section>
  );
}

const ADVICE = ' Search first: the tables hold what your searches have found.';

const NUMERIC = /^(?:U?(?:BIG|HUGE|SMALL|TINY)?INT(?:EGER)?|DOUBLE|FLOAT|DECIMAL.*)$/;

/** Names of columns may repeat: the position is part of the key. */
const titleOf = (columns: SqlAnswer['columns'], name: string, at: number): string =>
  columns.findIndex((column) => column.name === name) === at ? name : `${name} (${at + 1})`;

/** Values as they are: a number may be a year, an id or a coordinate. */
export function cellText(value: unknown, none = '–'): string {
  if (value === null || value === undefined) return none;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
