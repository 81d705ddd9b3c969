/** The line between the map and what stands beside it: dragged, or moved by arrow keys. */
import type { KeyboardEvent, PointerEvent } from 'react';
import { SHARE_MAX, SHARE_MIN, setLayout, useLayout } from './layout.js';

const STEP = 5;

/** What each key makes of the share. */
const KEYS: Readonly<Record<string, (share: number) => number>> = {
  ArrowLeft: (share) => share - STEP,
  ArrowRight: (share) => share + STEP,
  Home: () => SHARE_MIN,
  End: () => SHARE_MAX,
};

export function Divider() {
  const { mapShare } = useLayout();
  const onKeyDown = (event: KeyboardEvent) => {
    const move = KEYS[event.key];
    if (move === undefined) return;
    event.preventDefault();
    setLayout({ mapShare: move(mapShare) });
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const frame = event.currentTarget.closest('.results')?.getBoundingClientRect();
    if (frame === undefined) return;
    setLayout({ mapShare: ((event.clientX - frame.left) / frame.width) * 100 });
  };
  return (
    // By WAI-ARIA a separator that takes the focus is a control with a value.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions
    <hr
      className="divider"
      tabIndex={0}
      aria-label="Width of the map"
      aria-orientation="vertical"
      aria-valuenow={mapShare}
      aria-valuemin={SHARE_MIN}
      aria-valuemax={SHARE_MAX}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
    />
  );
}
