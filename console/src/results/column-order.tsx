/** The columns shown, in order: moved by their handles, pinned and hidden by their boxes. */
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Icon } from '../shell/icons.js';
import {
  type Arranged,
  type ColumnLayout,
  withPinned,
  withPlace,
  withShown,
} from './column-layout.js';
import type { Column } from './fields.js';

interface Props {
  readonly layout: ColumnLayout;
  readonly arranged: Arranged;
  /** The id of a text about the keys. */
  readonly describedBy: string;
  onChange(layout: ColumnLayout): void;
}

export function ColumnOrder({ layout, arranged, describedBy, onChange }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  const place = (name: string, from: number, to: number) => {
    const fitting = fittingPlace(arranged, from, to);
    onChange(withPlace(layout, arranged, name, fitting));
    return fitting;
  };
  const drag = useDrag(list, place);
  const moved = useMovedFocus(list);
  const press = (event: KeyboardEvent, { name, title }: Column, at: number) => {
    const to = STEPS[event.key]?.(at, arranged.shown.length);
    if (to === undefined) return;
    event.preventDefault();
    moved.current = name;
    const fitting = place(name, at, to);
    setSaid(`${title}, place ${fitting + 1} of ${arranged.shown.length}`);
  };
  return (
    <>
      <ol className="column-order" ref={list}>
        {arranged.shown.map((column, at) => (
          <li key={column.name} className={drag.over === at ? drag.side : ''}>
            <button
              type="button"
              className="handle"
              data-column={column.name}
              aria-label={`Move ${column.title}`}
              aria-describedby={describedBy}
              // The first cell of a row opens its home.
              disabled={at === 0}
              onKeyDown={(event) => press(event, column, at)}
              onPointerDown={(event) => drag.start(event, column.name, at)}
              onPointerMove={drag.move}
              onPointerUp={drag.end}
              onPointerCancel={drag.cancel}
            >
              <Icon name="move" />
            </button>
            <Boxes {...{ column, at, layout, arranged, onChange }} />
          </li>
        ))}
      </ol>
      <p className="sr-only" role="status">
        {said}
      </p>
    </>
  );
}

type BoxesProps = Pick<Props, 'layout' | 'arranged' | 'onChange'> & {
  readonly column: Column;
  readonly at: number;
};

const Boxes = ({ column, at, layout, arranged, onChange }: BoxesProps) => (
  <>
    <label title={column.meaning}>
      <input
        type="checkbox"
        value={column.name}
        checked
        // A table without columns would have no rows to open.
        disabled={arranged.shown.length === 1}
        onChange={() => onChange(withShown(layout, arranged, column.name, false))}
      />
      <span>
        {column.title}
        {arranged.empty.has(column.name) && <span className="hint">, never filled here</span>}
      </span>
    </label>
    <button
      type="button"
      className="pin"
      aria-pressed={at < arranged.pinned}
      aria-label={`Pin ${column.title}`}
      title={at === 0 ? 'The first column is always pinned' : 'Stays at the left'}
      disabled={at === 0}
      onClick={() => onChange(withPinned(layout, column.name, at >= arranged.pinned))}
    >
      <Icon name="pin" />
    </button>
  </>
);

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowUp: (at) => at - 1,
  ArrowDown: (at) => at + 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** The first column stays first, and pinned ones left of the others. */
function fittingPlace({ shown, pinned }: Arranged, from: number, to: number): number {
  const [low, high] = from < pinned ? [1, pinned - 1] : [pinned, shown.length - 1];
  return Math.max(low, Math.min(to, high));
}

const handleOf = (list: HTMLElement | null, name: string): HTMLElement | null | undefined =>
  list?.querySelector<HTMLElement>(`[data-column="${CSS.escape(name)}"]`);

/**
 * A browser takes the focus from an element that it moves: the handle of the column named gets it
 * back.
 */
function useMovedFocus(list: RefObject<HTMLElement | null>): RefObject<string | null> {
  const moved = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (moved.current === null) return;
    handleOf(list.current, moved.current)?.focus();
    moved.current = null;
  });
  return moved;
}

interface Dragged {
  readonly name: string;
  readonly from: number;
  readonly over: number | null;
}

/** Moves a column to the place over which the pointer is released. */
function useDrag(
  list: RefObject<HTMLOListElement | null>,
  onPlace: (name: string, from: number, to: number) => void,
) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  return {
    over: dragged?.over ?? null,
    /** Where the column would be: above or below the item under the pointer. */
    side: (dragged?.over ?? 0) > (dragged?.from ?? 0) ? 'drop-below' : 'drop-above',
    start: (event: PointerEvent, name: string, from: number) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragged({ name, from, over: null });
    },
    move: ({ clientY }: PointerEvent) => {
      if (dragged === null || list.current === null) return;
      scrollAt(list.current, clientY);
      setDragged({ ...dragged, over: placeAt(list.current, clientY) });
    },
    end: () => {
      if (dragged !== null && dragged.over !== null)
        onPlace(dragged.name, dragged.from, dragged.over);
      setDragged(null);
    },
    cancel: () => setDragged(null),
  };
}

/** The item at a height of the window. */
function placeAt(list: HTMLElement, y: number): number {
  const before = [...list.children].filter((item) => item.getBoundingClientRect().bottom < y);
  return Math.min(before.length, list.children.length - 1);
}

const EDGE = 28;
const STEP = 10;

/** Scrolls the menu while the pointer is near its upper or lower edge. */
function scrollAt(list: HTMLElement, y: number): void {
  const frame = list.closest('.chooser-list');
  if (frame === null) return;
  const { top, bottom } = frame.getBoundingClientRect();
  if (y < top + EDGE) frame.scrollTop -= STEP;
  else if (y > bottom - EDGE) frame.scrollTop += STEP;
}
