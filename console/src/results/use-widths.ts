/** The widths of a table's columns, while an edge is dragged too. */
import { type RefObject, useLayoutEffect, useState } from 'react';
import { type ColumnLayout, fittingWidth, pinnedThatFit, widthsOf } from './column-layout.js';
import type { Column } from './fields.js';

type Widths = ColumnLayout['widths'];

export interface ColumnWidths {
  /** Pixels, in the order of the columns. */
  readonly widths: readonly number[];
  /** Columns that stay at the left. */
  readonly pinned: number;
  /** What was set last, in words. */
  readonly said: string;
  set(column: Column, width: number, done: boolean): void;
}

export function useWidths(
  grid: RefObject<HTMLElement | null>,
  shown: readonly Column[],
  pinned: number,
  kept: Widths,
  onWidths: (widths: Widths) => void,
): ColumnWidths {
  const room = useRoom(grid);
  const [dragged, setDragged] = useState<Widths | null>(null);
  const [said, setSaid] = useState('');
  const widths = widthsOf(shown, { widths: dragged ?? kept }, room);
  const set = (column: Column, wanted: number, done: boolean) => {
    const width = fittingWidth(wanted);
    // The others keep what they have: they must not move under the pointer.
    const now = Object.fromEntries(shown.map(({ name }, at) => [name, widths[at] ?? 0]));
    const next = { ...kept, ...now, [column.name]: width };
    setDragged(done ? null : next);
    if (!done) return;
    onWidths(next);
    setSaid(`${column.title}: ${width} pixels wide`);
  };
  return { widths, pinned: pinnedThatFit(pinned, widths, room), said, set };
}

/** The width of the table's frame inside its scroll bar; zero until it is measured. */
function useRoom(grid: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const frame = grid.current;
    if (frame === null) return;
    const measure = () => setRoom(frame.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(frame);
    return () => observer.disconnect();
  }, [grid]);
  return room;
}
