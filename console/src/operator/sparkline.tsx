/** A small line of rates by day, from 0 to 1; days without rows are left out. */
import type { Point } from './field-days.js';

interface Props {
  readonly axis: readonly string[];
  readonly points: readonly Point[];
  /** What it shows, in words. */
  readonly label: string;
}

const WIDTH = 120;
const HEIGHT = 22;
const EDGE = 3;

export function Sparkline({ axis, points, label }: Props) {
  const step = (WIDTH - 2 * EDGE) / Math.max(1, axis.length - 1);
  const at = ({ date, rate }: Point): readonly [number, number] => [
    EDGE + Math.max(0, axis.indexOf(date)) * step,
    EDGE + (1 - rate) * (HEIGHT - 2 * EDGE),
  ];
  const places = points.map(at);
  const [x, y] = places.at(-1) ?? [0, HEIGHT];
  return (
    <svg className="sparkline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <line className="base" x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
      <polyline points={places.map((place) => place.join(',')).join(' ')} />
      <circle cx={x} cy={y} r="2" />
    </svg>
  );
}
