/**
 * The rows that are in the document: all of a short table or list, those near the window of a long
 * one.
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback } from 'react';

/** Up to so many rows all are in the document, so that the browser finds and reads all of them. */
export const ALL_ROWS_MAX = 200;
/** Rows above and below the window. */
const MARGIN_ROWS = 25;

export interface RowWindow {
  /** Indexes of the rows in the document, in order. */
  readonly indexes: readonly number[];
  /** Height of the rows above and below them. */
  readonly above: number;
  readonly below: number;
  /** Scrolls to a row. */
  reveal(index: number): void;
}

/** The window of a list or table that scrolls in `frame`; `height` is that of a row in pixels. */
export function useRowWindow(
  count: number,
  frame: RefObject<HTMLElement | null>,
  height: number,
): RowWindow {
  const partial = count > ALL_ROWS_MAX;
  // The compiler of React, whose memos this would defeat, is not used.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    enabled: partial,
    getScrollElement: () => frame.current,
    estimateSize: () => height,
    overscan: MARGIN_ROWS,
  });
  const reveal = useCallback(
    (index: number) => virtualizer.scrollToIndex(index, { align: 'center' }),
    [virtualizer],
  );
  if (!partial) {
    return { indexes: Array.from({ length: count }, (_, at) => at), above: 0, below: 0, reveal };
  }
  const items = virtualizer.getVirtualItems();
  const end = items.at(-1)?.end ?? 0;
  return {
    indexes: items.map(({ index }) => index),
    above: items[0]?.start ?? 0,
    below: virtualizer.getTotalSize() - end,
    reveal,
  };
}
