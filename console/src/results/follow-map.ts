/** Rows follow the map: the one selected there comes into view. */
import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { Selection } from './selection.js';

/**
 * Scrolls a row that was selected on the map into view within its frame. The page itself does not
 * scroll: the map must stay under the pointer. `reveal` brings a row into the document that is not
 * there.
 */
export function useFollowMap(
  frame: RefObject<HTMLElement | null>,
  selection: Selection,
  reveal: (key: string) => void,
): void {
  const bring = useEffectEvent(reveal);
  useEffect(
    () =>
      selection.subscribe(() => {
        const { selected, by } = selection.get();
        if (by !== 'map' || selected === null || frame.current === null) return;
        const row = frame.current.querySelector(`[data-key="${CSS.escape(selected)}"]`);
        if (row === null) bring(selected);
        else scrollWithin(frame.current, row);
      }),
    [frame, selection],
  );
}

/** Scrolls only the frame, as little as needed, to a place below headings that stay. */
function scrollWithin(frame: HTMLElement, row: Element): void {
  const place = row.getBoundingClientRect();
  const inside = frame.getBoundingClientRect();
  const top = inside.top + (frame.querySelector('thead')?.clientHeight ?? 0);
  const bottom = inside.top + frame.clientHeight;
  if (place.top < top) frame.scrollTop -= top - place.top;
  else if (place.bottom > bottom) frame.scrollTop += place.bottom - bottom;
}
