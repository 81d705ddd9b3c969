/** Why a cell is empty: shown while it is hovered or focused; Escape hides it. */
import { type RefObject, useEffect, useState } from 'react';
import { fieldTitle } from '../text/labels.js';
import type { Reasons } from './reasons.js';

interface Props {
  readonly around: RefObject<HTMLElement | null>;
  readonly reasons: Reasons;
}

interface Place {
  readonly field: string;
  readonly left: number;
  readonly top: number;
  readonly above: boolean;
}

const WIDTH = 300;
const GAP = 6;
/** Space needed below a cell; with less, the tooltip goes above it. */
const ROOM = 170;

export function ReasonTooltip({ around, reasons }: Props) {
  const spot = usePlace(around);
  if (spot === null) return null;
  const found = reasons.get(spot.field);
  return (
    <div
      className={spot.above ? 'reason-tooltip above' : 'reason-tooltip'}
      role="tooltip"
      // The security policy allows the style object, but no style attribute.
      style={{ left: spot.left, top: spot.top, width: WIDTH }}
    >
      <b>{fieldTitle(spot.field)} is empty</b>
      {found === undefined ? (
        <p>The service gave no reason.</p>
      ) : (
        found.map(({ reason, meaning, detail }) => (
          <p key={`${reason} ${detail ?? ''}`}>
            <span className="reason">{reason}</span> {meaning}
            {detail !== null && <span className="detail">{detail}</span>}
          </p>
        ))
      )}
      {found !== undefined && found.length > 1 && (
        <p className="hint">Each reason applies to some of the rows.</p>
      )}
    </div>
  );
}

function usePlace(around: RefObject<HTMLElement | null>): Place | null {
  const [spot, setPlace] = useState<Place | null>(null);
  useEffect(() => {
    const holder = around.current;
    if (holder === null) return;
    let cell: HTMLElement | null = null;
    const update = () => setPlace(cell === null ? null : placeOf(cell));
    const hide = () => {
      cell = null;
      update();
    };
    const show = (event: Event) => {
      cell = (event.target as Element).closest<HTMLElement>('[data-reason-of]');
      update();
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hide();
    };
    const heard: readonly (readonly [string, EventListener])[] = [
      ['pointerover', show],
      ['focusin', show],
      ['pointerleave', hide],
      ['focusout', hide],
      // A focused cell scrolls into view: the tooltip follows.
      ['scroll', update],
      ['keydown', escape as EventListener],
    ];
    for (const [name, listener] of heard) holder.addEventListener(name, listener);
    addEventListener('scroll', update, { passive: true });
    return () => {
      for (const [name, listener] of heard) holder.removeEventListener(name, listener);
      removeEventListener('scroll', update);
    };
  }, [around]);
  return spot;
}

function placeOf(cell: HTMLElement): Place {
  const { left, top, bottom } = cell.getBoundingClientRect();
  const above = bottom + ROOM > innerHeight;
  return {
    field: cell.dataset.reasonOf ?? '',
    left: Math.max(GAP, Math.min(left, innerWidth - WIDTH - GAP)),
    top: above ? top - GAP : bottom + GAP,
    above,
  };
}
