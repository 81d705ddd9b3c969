/** The menu of the columns: which are shown, their order, which are pinned, and presets. */
import { type RefObject, useId, useLayoutEffect, useRef } from 'react';
import type { SearchRoute } from '#contract/routes.js';
import { Icon } from '../shell/icons.js';
import { Popup } from '../shell/popup.js';
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

export const ColumnChooser = (props: Props) => (
  <Popup
    name="chooser"
    label="Columns"
    button={
      <>
        <Icon name="columns" /> Columns
        <span className="hint">
          {props.arranged.shown.length} of {props.columns.length}
          {props.arranged.emptyHidden > 0 && ` · ${props.arranged.emptyHidden} empty hidden`}
        </span>
      </>
    }
  >
    <Choices {...props} />
  </Popup>
);

function Choices({ route, columns, layout, arranged }: Props) {
  const isEmpty = ({ name }: Column) => arranged.empty.has(name);
  const list = useRef<HTMLDivElement>(null);
  const hint = useId();
  const change = useToggledFocus(list, layout, (next) => setColumnLayout(route, next));
  const show = (name: string) => change(withShown(layout, arranged, name, true));
  return (
    <div className="choices" ref={list}>
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
