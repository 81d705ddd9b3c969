/** A plain table that scrolls on a narrow screen, also by keyboard. */
import type { ReactNode } from 'react';
import { useFocusWithin } from '../shell/focus-main.js';

/** Its heading, its cell of a row, and the class of both: "numeric" stands at the right. */
export type TableColumn<R> = readonly [
  title: string,
  cell: (row: R) => ReactNode,
  className?: string,
];

interface Props<R> {
  readonly caption: string;
  /** The class of the table. */
  readonly name?: string;
  readonly columns: readonly TableColumn<R>[];
  readonly rows: readonly R[];
  /** Whether the first cell of a row is its heading. */
  readonly rowHeads?: boolean;
  /** What is said without rows. */
  readonly none?: string;
  keyOf(row: R): string;
}

export function Table<R>(props: Props<R>) {
  const { caption, name = '', columns, rows, rowHeads = false, none = 'None.', keyOf } = props;
  const part = useFocusWithin<HTMLElement>((section) => section);
  if (rows.length === 0) return <p className="hint">{none}</p>;
  return (
    <section {...part} className="scroll" aria-label={caption} tabIndex={0}>
      <table className={`plain ${name}`}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(([title, , className]) => (
              <th scope="col" key={title} className={className}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(([title, cell, className], at) =>
                rowHeads && at === 0 ? (
                  <th scope="row" key={title} className={className}>
                    {cell(row)}
                  </th>
                ) : (
                  <td key={title} className={className}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
