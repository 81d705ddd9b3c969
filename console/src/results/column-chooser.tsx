/** The menu of the columns: which are shown, their order, which are pinned, and presets. */
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { SearchRoute } from '#contract/routes.js';
import { Icon } from '../shell/icons.js';
import { type Arranged, type ColumnLayout, DEFAULT_LAYOUT, withShown } from './column-layout.js';
import { ColumnOrder } from './column-order.js';
import { setColumnLayout } from './column-presets.js';
import type { Column } from './fields.js';
import { PresetList } from './preset-list.js';

interface Props {
  readonly route: SearchRoute;
  readonly columns: readonly Column[];
  readonly layout: ColumnLayout;
  readonly arranged: Arranged;
}

export function ColumnChooser(props: Props) {
  const { columns, arranged } = props;
  const [open, setOpen] = useState(false);
  const menu = useRef<HTMLDetailsElement>(null);
  useMenu(menu);
  return (
    <details
      className="chooser"
      ref={menu}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <Icon name="columns" /> Columns
        <span className="hint">
          {arranged.shown.length} of {columns.length}
          {arranged.emptyHidden > 0 && ` · ${arranged.emptyHidden} empty hidden`}
        </span>
      </summary>
      {open && <Choices {...props} />}
    </details>
  );
}

function Choices({ route, columns, layout, arranged }: Props) {
  const isEmpty = ({ name }: Column) => arranged.empty.has(name);
  const list = useRef<HTMLDivElement>(null);
  const hint = useId();
  useLayoutEffect(() => {
    // Its size follows from what it lists.
    placeList(list.current);
  });
  const change = useToggledFocus(list, layout, (next) => setColumnLayout(route, next));
  const show = (name: string) => change(withShown(layout, arranged, name, true));
  return (
    <div className="chooser-list" role="group" aria-label="Columns" ref={list}>
      <PresetList {...{ route, columns, layout, arranged }} onChange={change} />
      <section>
        <h3>Shown</h3>
        <ColumnOrder {...{ layout, arranged }} describedBy={hint} onChange={change} />
      </section>
      <section>
        <h3>Not shown</h3>
        <Others columns={arranged.others.filter((column) => !isEmpty(column))} onShow={show} />
        {arranged.others.some(isEmpty) && <h4>Never filled in these rows</h4>}
        <Others columns={arranged.others.filter(isEmpty)} onShow={show} />
      </section>
      <p className="hint" id={hint}>
        Order: drag a handle, or press ↑ and ↓ on it. Width: drag the edge of a heading, or press
        Shift with ← and → on it.
      </p>
      <button type="button" onClick={() => change(DEFAULT_LAYOUT)}>
        Reset to default
      </button>
    </div>
  );
}

/** A box that was ticked moves to the other list: the focus follows it, without scrolling. */
function useToggledFocus(
  list: RefObject<HTMLElement | null>,
  layout: ColumnLayout,
  onChange: (layout: ColumnLayout) => void,
) {
  const toggled = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (toggled.current === null) return;
    const box = list.current?.querySelector<HTMLElement>(
      `[value="${CSS.escape(toggled.current)}"]`,
    );
    toggled.current = null;
    box?.focus({ preventScroll: true });
  }, [list, layout]);
  return (next: ColumnLayout) => {
    const active = document.activeElement;
    toggled.current =
      active instanceof HTMLInputElement && active.type === 'checkbox' ? active.value : null;
    onChange(next);
  };
}

interface OthersProps {
  readonly columns: readonly Column[];
  onShow(name: string): void;
}

const Others = ({ columns, onShow }: OthersProps) =>
  columns.map(({ name, title, meaning }) => (
    <label key={name} title={meaning}>
      <input type="checkbox" value={name} checked={false} onChange={() => onShow(name)} />
      {title}
    </label>
  ));

const GAP = 8;

/** Closes the menu on Escape or a click outside, and keeps its list on the screen. */
function useMenu(menu: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const details = menu.current;
    if (details === null) return;
    const place = () => placeList(details.querySelector<HTMLElement>('.chooser-list'));
    const press = (event: Event) => {
      // What the press has removed from the menu was in it.
      const within = event.composedPath().includes(details);
      if (!within) details.open = false;
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !details.open) return;
      details.open = false;
      details.querySelector('summary')?.focus();
    };
    addEventListener('scroll', place, { passive: true });
    addEventListener('resize', place);
    addEventListener('pointerdown', press);
    addEventListener('keydown', escape);
    return () => {
      removeEventListener('scroll', place);
      removeEventListener('resize', place);
      removeEventListener('pointerdown', press);
      removeEventListener('keydown', escape);
    };
  }, [menu]);
}

/** Places the list below its button, or above where there is more space. */
function placeList(list: HTMLElement | null): void {
  const button = list?.parentElement?.querySelector('summary')?.getBoundingClientRect();
  if (!list || button === undefined) return;
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
