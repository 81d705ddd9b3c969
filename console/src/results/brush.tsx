/** Dragging across a chart selects a part of it; a click on it clears the selection. */
import { type PointerEvent, useState } from 'react';
import { EDGE, HEIGHT, WIDTH } from './plot.js';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box {
  readonly from: Point;
  readonly to: Point;
}

/** Shorter movements are clicks. In units of the chart. */
const DRAG_MIN = 4;

interface Brush {
  /** The box being dragged, in units of the chart. */
  readonly dragged: Box | null;
  readonly handlers: {
    onPointerDown(event: PointerEvent<SVGSVGElement>): void;
    onPointerMove(event: PointerEvent<SVGSVGElement>): void;
    onPointerUp(event: PointerEvent<SVGSVGElement>): void;
    onPointerCancel(): void;
  };
}

export function useBrush(onSelect: (box: Box) => void, onClear: () => void): Brush {
  const [start, setStart] = useState<Point | null>(null);
  const [end, setEnd] = useState<Point | null>(null);
  const stop = () => {
    setStart(null);
    setEnd(null);
  };
  const dragged = start !== null && end !== null ? sorted(start, end) : null;
  return {
    dragged,
    handlers: {
      onPointerDown: (event) => event.button === 0 && setStart(pointOf(event)),
      onPointerMove: (event) => {
        if (start === null) return;
        const now = pointOf(event);
        if (end === null && Math.hypot(now.x - start.x, now.y - start.y) < DRAG_MIN) return;
        // From here on, so that a click reaches the dot below it.
        event.currentTarget.setPointerCapture(event.pointerId);
        setEnd(now);
      },
      onPointerUp: ({ target }) => {
        if (dragged !== null) onSelect(dragged);
        // A click on a dot selects its row.
        else if (start !== null && !(target as Element).matches('.dot')) onClear();
        stop();
      },
      onPointerCancel: stop,
    },
  };
}

/** The place of a pointer in units of the chart, within its axes. */
function pointOf({ clientX, clientY, currentTarget }: PointerEvent<SVGSVGElement>): Point {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return withinAxes({
    x: ((clientX - left) / width) * WIDTH,
    y: ((clientY - top) / height) * HEIGHT,
  });
}

const withinAxes = ({ x, y }: Point): Point => ({
  x: within(x, EDGE.left, WIDTH - EDGE.right),
  y: within(y, EDGE.top, HEIGHT - EDGE.bottom),
});

const within = (value: number, low: number, high: number): number =>
  Math.max(low, Math.min(high, value));

const sorted = (a: Point, b: Point): Box => ({
  from: { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y) },
  to: { x: Math.max(a.x, b.x), y: Math.max(a.y, b.y) },
});

/** A part of the width of a chart. */
export const wholeHeight = (left: number, right: number): Box => ({
  from: { x: left, y: EDGE.top },
  to: { x: right, y: HEIGHT - EDGE.bottom },
});

/** A selected part of a chart, cut at its axes. */
export function Selected({ box }: { readonly box: Box }) {
  const [from, to] = [withinAxes(box.from), withinAxes(box.to)];
  return (
    <rect className="brush" x={from.x} y={from.y} width={to.x - from.x} height={to.y - from.y} />
  );
}
