/** An overlay for drawing a box, or a circle from its centre. */
import { type PointerEvent, useEffect, useEffectEvent, useState } from 'react';
import { RADIUS_MI_MAX, RADIUS_MI_MIN } from '#contract/limits.js';
import type { DrawTool } from '../search/location-fields.js';
import { boxOfAll, type LngLat, milesBetween, rounded } from './geometry.js';

export interface Pixel {
  readonly x: number;
  readonly y: number;
}

export type Drawn =
  | {
      readonly form: 'bbox';
      readonly values: { readonly bbox: string };
      /** The box is that around a drawn shape. */
      readonly shape?: string;
    }
  | {
      readonly form: 'circle';
      readonly values: { readonly lat: string; readonly lng: string; readonly radius_mi: string };
    };

export interface DrawProps {
  /** Coordinates of a pixel of the map. */
  toLngLat(spot: Pixel): LngLat;
  onDrawn(drawn: Drawn): void;
  onCancel(): void;
}

interface Props extends DrawProps {
  readonly tool: Exclude<DrawTool, 'shape'>;
}

const PIXELS_MIN = 6;

export function DrawLayer({ tool, toLngLat, onDrawn, onCancel }: Props) {
  const [line, setLine] = useState<{ from: Pixel; to: Pixel } | null>(null);
  useKeys({ Escape: onCancel });
  const finish = () => {
    setLine(null);
    if (line === null || reach(line.from, line.to) < PIXELS_MIN) return;
    const [from, to] = [toLngLat(line.from), toLngLat(line.to)];
    onDrawn(tool === 'box' ? boxOf(from, to) : circleOf(from, to));
  };
  return (
    <div className="draw">
      <svg
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setLine({ from: pixelOf(event), to: pixelOf(event) });
        }}
        onPointerMove={(event) => line !== null && setLine({ ...line, to: pixelOf(event) })}
        onPointerUp={finish}
        onPointerCancel={() => setLine(null)}
      >
        {line !== null && <Shape tool={tool} {...line} />}
      </svg>
      <p role="status">
        {tool === 'box'
          ? 'Drag from one corner to the other.'
          : `Drag outwards from the centre, up to ${RADIUS_MI_MAX} miles.`}
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </p>
    </div>
  );
}

/** The place of a pointer on the drawing. */
export function pixelOf({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>): Pixel {
  const { left, top } = currentTarget.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

export function useKeys(actions: Readonly<Record<string, () => void>>): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    // Enter on a button presses it.
    if (event.key === 'Enter' && event.target instanceof HTMLButtonElement) return;
    // In an input Backspace removes what is typed.
    if (event.key === 'Backspace' && event.target instanceof HTMLInputElement) return;
    actions[event.key]?.();
  });
  useEffect(() => {
    addEventListener('keydown', act);
    return () => removeEventListener('keydown', act);
  }, []);
}

const reach = (a: Pixel, b: Pixel): number => Math.hypot(b.x - a.x, b.y - a.y);

function Shape({ tool, from, to }: { tool: Props['tool']; from: Pixel; to: Pixel }) {
  if (tool === 'circle') return <circle cx={from.x} cy={from.y} r={reach(from, to)} />;
  return (
    <rect
      x={Math.min(from.x, to.x)}
      y={Math.min(from.y, to.y)}
      width={Math.abs(to.x - from.x)}
      height={Math.abs(to.y - from.y)}
    />
  );
}

const boxOf = (from: LngLat, to: LngLat): Drawn => ({
  form: 'bbox',
  values: { bbox: boxOfAll([from, to]) },
});

function circleOf(middle: LngLat, edge: LngLat): Drawn {
  const miles = Math.min(RADIUS_MI_MAX, Math.max(RADIUS_MI_MIN, milesBetween(middle, edge)));
  return {
    form: 'circle',
    values: { lat: rounded(middle.lat), lng: rounded(middle.lng), radius_mi: miles.toFixed(1) },
  };
}
