/** A plain table that scrolls on a narrow screen, also by keyboard. */
import type { ReactNode } from 'react';

interface Props {
  readonly caption: string;
  readonly columns: readonly (readonly [title: string, numeric?: 'numeric'])[];
  readonly children: ReactNode;
}

export const Table = ({ caption, columns, children }: Props) => (
  <section className="scroll" aria-label={caption} tabIndex={0}>
    <table className="plain operator-table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map(([title, numeric]) => (
            <th scope="col" key={title} className={numeric}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </section>
);
