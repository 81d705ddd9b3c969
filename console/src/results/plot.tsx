/** What the small charts share: size, scales, rules with labels. */
export const WIDTH = 340;
export const HEIGHT = 116;
export const EDGE = { left: 44, right: 8, top: 8, bottom: 20 } as const;

/** Both ends belong to it. */
export type Range = readonly [low: number, high: number];

interface RulesProps {
  readonly values: readonly number[];
  y(value: number): number;
  format(value: number): string;
  /** Where they begin and end, in a chart of another size. */
  readonly left?: number;
  readonly right?: number;
}

export const Rules = ({
  values,
  y,
  format,
  left = EDGE.left,
  right = WIDTH - EDGE.right,
}: RulesProps) =>
  values.map((value) => (
    <g key={value}>
      <line className="rule" x1={left} x2={right} y1={y(value)} y2={y(value)} />
      <text x={left - 6} y={y(value) + 3} textAnchor="end">
        {format(value)}
      </text>
    </g>
  ));

export const scale = (low: number, high: number, from: number, to: number) => (value: number) =>
  from + ((value - low) / (high - low || 1)) * (to - from);

export const anchor = (index: number, last: number): 'start' | 'middle' | 'end' => {
  if (index === 0) return 'start';
  return index === last ? 'end' : 'middle';
};

/** The nearest multiple of a step. */
export const toStep = (value: number, step: number): number => Math.round(value / step) * step;
