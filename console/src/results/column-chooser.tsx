/** Which columns are shown; remembered by kind of row in this browser. */
import { useCallback, useMemo, useState } from 'react';
import type { SearchRoute } from '#contract/routes.js';
import { Icon } from '../shell/icons.js';
import { type Column, columnsOf } from './fields.js';

interface Props {
  readonly columns: readonly Column[];
  readonly visible: ReadonlySet<string>;
  onChange(visible: ReadonlySet<string>): void;
}

export function ColumnChooser({ columns, visible, onChange }: Props) {
  const toggle = (name: string) => {
    const next = new Set(visible);
    if (!next.delete(name)) next.add(name);
    onChange(next);
  };
  return (
    <details className="chooser">
      <summary>
        <Icon name="columns" /> Columns
        <span className="hint">
          {visible.size} of {columns.length}
        </span>
      </summary>
      <div className="chooser-list" role="group" aria-label="Columns shown">
        {columns.map(({ name, title, meaning }) => (
          <label key={name} title={meaning}>
            <input type="checkbox" checked={visible.has(name)} onChange={() => toggle(name)} />
            {title}
          </label>
        ))}
        <button type="button" onClick={() => onChange(new Set(columns.map(({ name }) => name)))}>
          All columns
        </button>
        <button
          type="button"
          onClick={() =>
            onChange(
              new Set(columns.filter(({ shownFirst }) => shownFirst).map(({ name }) => name)),
            )
          }
        >
          Back to the usual ones
        </button>
      </div>
    </details>
  );
}

/** The columns of a route and which are shown. */
export function useColumns(route: SearchRoute) {
  const storedAs = `rowhouse-columns-${route.source}-${route.kind}`;
  const columns = useMemo(() => columnsOf(route), [route]);
  const [chosen, setChosen] = useState<Readonly<Record<string, ReadonlySet<string>>>>({});
  const visible = useMemo(() => {
    const usual = columns.filter(({ shownFirst }) => shownFirst).map(({ name }) => name);
    return chosen[storedAs] ?? new Set(localStorage.getItem(storedAs)?.split(',') ?? usual);
  }, [chosen, storedAs, columns]);
  const change = useCallback(
    (next: ReadonlySet<string>) => {
      localStorage.setItem(storedAs, [...next].join(','));
      setChosen((now) => ({ ...now, [storedAs]: next }));
    },
    [storedAs],
  );
  return { columns, visible, change };
}
