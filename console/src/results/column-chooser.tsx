/** Choice of columns, remembered in this browser by source and kind. */
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { SearchRoute } from '#contract/routes.js';
import { Icon } from '../shell/icons.js';
import type { Column } from './fields.js';

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
  const menu = useRef<HTMLDetailsElement>(null);
  useMenu(menu);
  return (
    <details className="chooser" ref={menu}>
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
          Reset to default
        </button>
      </div>
    </details>
  );
}

const GAP = 8;

/** Closes the menu on Escape or a click outside, and keeps its list on the screen. */
function useMenu(menu: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const details = menu.current;
    if (details === null) return;
    const place = () => {
      if (details.open) placeList(details);
    };
    const press = (event: Event) => {
      if (!details.contains(event.target as Node)) details.open = false;
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !details.open) return;
      details.open = false;
      details.querySelector('summary')?.focus();
    };
    details.addEventListener('toggle', place);
    addEventListener('scroll', place, { passive: true });
    addEventListener('resize', place);
    addEventListener('pointerdown', press);
    addEventListener('keydown', escape);
    return () => {
      details.removeEventListener('toggle', place);
      removeEventListener('scroll', place);
      removeEventListener('resize', place);
      removeEventListener('pointerdown', press);
      removeEventListener('keydown', escape);
    };
  }, [menu]);
}

/** Places the list below its button, or above where there is more space. */
function placeList(details: HTMLDetailsElement): void {
  const list = details.querySelector<HTMLElement>('.chooser-list');
  const button = details.querySelector('summary')?.getBoundingClientRect();
  if (list === null || button === undefined) return;
  const header = document.querySelector('.top')?.clientHeight ?? 0;
  const below = innerHeight - button.bottom - 2 * GAP;
  const above = button.top - header - 2 * GAP;
  const down = below >= list.scrollHeight || below >= above;
  const height = Math.min(list.scrollHeight + GAP, Math.max(down ? below : above, 0));
  const right = document.documentElement.clientWidth - list.offsetWidth - GAP;
  list.style.maxHeight = `${height}px`;
  list.style.left = `${Math.max(GAP, Math.min(button.left, right))}px`;
  list.style.top = `${down ? button.bottom + GAP / 2 : button.top - GAP / 2 - height}px`;
}

/** Which columns of a route are shown. */
export function useColumns(route: SearchRoute, columns: readonly Column[]) {
  const storedAs = `rowhouse-columns-${route.source}-${route.kind}`;
  const [chosen, setChosen] = useState<Readonly<Record<string, ReadonlySet<string>>>>({});
  const visible = useMemo(() => {
    const defaults = columns.filter(({ shownFirst }) => shownFirst).map(({ name }) => name);
    return chosen[storedAs] ?? new Set(localStorage.getItem(storedAs)?.split(',') ?? defaults);
  }, [chosen, storedAs, columns]);
  const change = useCallback(
    (next: ReadonlySet<string>) => {
      localStorage.setItem(storedAs, [...next].join(','));
      setChosen((now) => ({ ...now, [storedAs]: next }));
    },
    [storedAs],
  );
  return { visible, change };
}
