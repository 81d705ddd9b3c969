/** The note of an empty cell, beside it while it is pointed at or focused; Escape hides it. */
import { type RefObject, useEffect, useState } from 'react';
import { fieldTitle } from '../words/names.js';
import type { Reasons } from './reasons.js';

interface Props {
  readonly around: RefObject<HTMLElement | null>;
  readonly reasons: Reasons;
}

interface Spot {
  readonly field: string;
  readonly left: number;
  readonly top: number;
  readonly above: boolean;
}

const WIDTH = 300;
const GAP = 6;
/** Room that the note needs below a cell; with less it stands above. */
const ROOM = 170;

export function WhyTip({ around, reasons }: Props) {
  const spot = useSpot(around);
  if (spot === null) return null;
  const whys = reasons.get(spot.field);
  return (
    <div
      className={spot.above ? 'why above' : 'why'}
      role="tooltip"
      // Set through the style object, which the security policy allows.
      style={{ left: spot.left, top: spot.top, width: WIDTH }}
    >
      <b>{fieldTitle(spot.field)} is empty</b>
      {whys === undefined ? (
        <p>No note description why.</p>
      ) : (
        whys.map(({ reason, meaning, detail }) => (
          <p key={`${reason} ${detail ?? ''}`}>
            <span className="reason">{reason}</span> {meaning}
            {detail !== null && <span className="detail">{detail}</span>}
          </p>
        ))
      )}
      {whys !== undefined && whys.length > 1 && (
        <p className="hint">On this page each reason holds for some rows.</p>
      )}
    </div>
  );
}

function useSpot(around: RefObject<HTMLElement | null>): Spot | null {
  const [spot, setSpot] = useState<Spot | null>(null);
  useEffect(() => {
    const holder = around.current;
    if (holder === null) return;
    let cell: HTMLElement | null = null;
    const stand = () => setSpot(cell === null ? null : spotOf(cell));
    const hide = () => {
      cell = null;
      stand();
    };
    const show = (event: Event) => {
      cell = (event.target as Element).closest<HTMLElement>('[data-why]');
      stand();
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hide();
    };
    const heard: readonly (readonly [string, EventListener])[] = [
      ['pointerover', show],
      ['focusin', show],
      ['pointerleave', hide],
      ['focusout', hide],
      // A cell that takes the focus scrolls into view: its note goes with it.
      ['scroll', stand],
      ['keydown', escape as EventListener],
    ];
    for (const [name, listener] of heard) holder.addEventListener(name, listener);
    addEventListener('scroll', stand, { passive: true });
    return () => {
      for (const [name, listener] of heard) holder.removeEventListener(name, listener);
      removeEventListener('scroll', stand);
    };
  }, [around]);
  return spot;
}

function spotOf(cell: HTMLElement): Spot {
  const { left, top, bottom } = cell.getBoundingClientRect();
  const above = bottom + ROOM > innerHeight;
  return {
    field: cell.dataset.why ?? '',
    left: Math.max(GAP, Math.min(left, innerWidth - WIDTH - GAP)),
    top: above ? top - GAP : bottom + GAP,
    above,
  };
}
