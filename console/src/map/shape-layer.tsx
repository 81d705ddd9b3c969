/** An overlay for drawing a shape corner by corner. */
import { type PointerEvent, useState } from 'react';
import { POINTS_MAX, POINTS_MIN } from '../search/shape.js';
import { type Drawn, type DrawProps, type Pixel, pixelOf, useKeys } from './draw-layer.js';
import { boxOfAll, type LngLat, rounded } from './geometry.js';

/** A press so near to the first corner closes the shape. */
const CLOSE_PX = 12;

export function ShapeLayer({ toLngLat, onDrawn, onCancel }: DrawProps) {
  const [corners, setCorners] = useState<readonly Pixel[]>([]);
  const [pointer, setPointer] = useState<Pixel | null>(null);
  const done = corners.length >= POINTS_MIN;
  const finish = () => {
    if (done) onDrawn(shapeOf(corners.map(toLngLat)));
  };
  useKeys({ Escape: onCancel, Enter: finish, Backspace: () => setCorners(corners.slice(0, -1)) });
  const press = (event: PointerEvent<SVGSVGElement>) => {
    const spot = pixelOf(event);
    const [first] = corners;
    const closes = first !== undefined && Math.hypot(spot.x - first.x, spot.y - first.y) < CLOSE_PX;
    if (closes) finish();
    else if (corners.length < POINTS_MAX) setCorners([...corners, spot]);
  };
  const line = pointer === null || corners.length === 0 ? corners : [...corners, pointer];
  return (
    <div className="draw">
      <svg onPointerDown={press} onPointerMove={(event) => setPointer(pixelOf(event))}>
        <polygon points={line.map(({ x, y }) => `${x},${y}`).join(' ')} />
        {corners.map(({ x, y }, at) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r={at === 0 ? CLOSE_PX / 2 : 3} />
        ))}
      </svg>
      <p role="status">
        {done ? 'Press the first corner, or Enter, to close the shape.' : 'Press corner by corner.'}
        {done && (
          <button type="button" onClick={finish}>
            Close the shape
          </button>
        )}
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </p>
    </div>
  );
}

function shapeOf(corners: readonly LngLat[]): Drawn {
  const shape = corners.map(({ lng, lat }) => `${rounded(lng)},${rounded(lat)}`).join(' ');
  return { form: 'bbox', values: { bbox: boxOfAll(corners) }, shape };
}
