/** Bars side by side, each with what is written above and below it; a table has the numbers. */
const WIDTH = 720;
const BASE = 18;
const ROOM_ABOVE = 14;

export interface Bar {
  /** Null without a value: its place stays empty. */
  readonly size: number | null;
  readonly title: string;
  readonly above?: string | undefined;
  readonly below?: string | undefined;
}

interface Props {
  readonly bars: readonly Bar[];
  readonly height: number;
  readonly label: string;
}

export function BarChart({ bars, height, label }: Props) {
  const most = Math.max(...bars.map(({ size }) => size ?? 0), Number.MIN_VALUE);
  const step = WIDTH / bars.length;
  const foot = height - BASE;
  return (
    <svg className="chart days" viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={label}>
      {bars.map(({ size, title, above, below }, index) => {
        const tall = (Math.max(size ?? 0, 0) / most) * (foot - ROOM_ABOVE);
        const middle = { x: index * step + step / 2, textAnchor: 'middle' } as const;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: bars have no other name
          <g key={index}>
            {size !== null && (
              <rect
                className="bar"
                x={index * step + 2}
                width={Math.max(step - 4, 1)}
                y={foot - tall}
                height={Math.max(tall, 1)}
                rx="2"
              >
                <title>{title}</title>
              </rect>
            )}
            {above !== undefined && (
              <text {...middle} y={foot - tall - 4}>
                {above}
              </text>
            )}
            {below !== undefined && (
              <text {...middle} y={height - 4}>
                {below}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
