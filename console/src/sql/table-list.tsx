/** The tables and their columns; a name goes into the statement. */
import { SQL_TABLES, type SqlType, sqlTypeText } from '#contract/sql.js';

interface Props {
  readonly onName: (name: string) => void;
}

export const TableList = ({ onName }: Props) => (
  <aside className="sql-tables" aria-label="Tables and columns">
    <h2>Tables</h2>
    {SQL_TABLES.map(({ name, meaning, columns }) => (
      <details key={name}>
        <summary>{name}</summary>
        <p className="hint">{meaning}</p>
        <ul>
          {columns
            .flatMap((column) => membersOf(column.name, column.type))
            .map(([path, type]) => (
              <li key={path}>
                <button type="button" onClick={() => onName(path)}>
                  {path}
                </button>{' '}
                <span className="hint">{type}</span>
              </li>
            ))}
        </ul>
      </details>
    ))}
  </aside>
);

/** A column, or the members of its struct with their paths. */
function membersOf(path: string, type: SqlType): (readonly [path: string, type: string])[] {
  if (typeof type === 'string') return [[path, type.toLowerCase()]];
  if (Array.isArray(type)) return [[path, 'list']];
  return Object.entries(type as Readonly<Record<string, SqlType>>).flatMap(([name, of]) =>
    typeof of === 'string' || path !== 'extras'
      ? membersOf(`${path}.${name}`, of)
      : [
          [
            `${path}.${name}`,
            sqlTypeText(of).startsWith('STRUCT(amount') ? 'money' : 'list',
          ] as const,
        ],
  );
}
