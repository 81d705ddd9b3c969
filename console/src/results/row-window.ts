/** The rows of the table that are in the document: all of a short table, those near the window of a long one. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback } from 'react';

/** Up to so many rows all are in the document, so that the browser finds and reads all of them. */
export const ALL_ROWS_MAX = 500;
/** Height of a row in pixels, as the styles make it. */
const ROW_HEIGHT = 31;
/** Rows above and below the window. */
const MARGIN_ROWS = 25;

export interface RowWindow {
  /** Whether only some rows are in the document. */
  readonly partial: boolean;
  /** Indexes of the rows in the document, in order. */
  readonly indexes: readonly number[];
  /** Height of the rows above and below them. */
  readonly above: number;
  readonly below: number;
  /** Scrolls the table to a row. */
  reveal(index: number): void;
}

export function useRowWindow(count: number, grid: RefObject<HTMLElement | null>): RowWindow {
  const partial = count > ALL_ROWS_MAX;
  // The compiler of React, whose memos this would defeat, is not used.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    enabled: partial,
    getScrollElement: () => grid.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: MARGIN_ROWS,
  });
  const reveal = useCallback(
    (index: number) => virtualizer.scrollToIndex(index, { align: 'center' }),
    [virtualizer],
  );
  if (!partial) {
    return {
      partial,
      indexes: Array.from({ length: count }, (_, at) => at),
      above: 0,
      below: 0,
      reveal,
    };
  }
  const items = virtualizer.getVirtualItems();
  const end = items.at(-1)?.end ?? 0;
  return {
    partial,
    indexes: items.map(({ index }) => index),
    above: items[0]?.start ?? 0,
    below: virtualizer.getTotalSize() - end,
    reveal,
  };
}
