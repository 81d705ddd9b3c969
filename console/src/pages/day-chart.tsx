/** Credits by day, of the last 31 days. */
import { count } from '../text/format.js';

const WIDTH = 720;
const HEIGHT = 120;
const BASE = 18;

interface Props {
  /** Newest day first. */
  readonly usage: readonly { readonly date: string; readonly credits: number }[];
}

/** One bar per day, oldest first; the table below has the numbers. */
export function DayChart({ usage }: Props) {
  const byDay = new Map<string, number>();
  for (const { date, credits } of usage) byDay.set(date, (byDay.get(date) ?? 0) + credits);
  const days = lastDays(usage[0]?.date ?? '');
  const most = Math.max(1, ...byDay.values());
  const step = WIDTH / days.length;
  return (
    <svg
      className="chart days"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label="Credits by day, in the table below"
    >
      {days.map((day, index) => {
        const credits = byDay.get(day) ?? 0;
        const tall = (credits / most) * (HEIGHT - BASE - 14);
        return (
          <g key={day}>
            <rect
              className="bar"
              x={index * step + 2}
              width={step - 4}
              y={HEIGHT - BASE - tall}
              height={Math.max(tall, 1)}
              rx="2"
            >
              <title>{`${day}: ${credits}`}</title>
            </rect>
            {credits > 0 && (
              <text x={index * step + step / 2} y={HEIGHT - BASE - tall - 4} textAnchor="middle">
                {count(credits)}
              </text>
            )}
            {index % 5 === days.length % 5 && (
              <text x={index * step + step / 2} y={HEIGHT - 4} textAnchor="middle">
                {day.slice(5)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

const DAYS = 31;
const DAY_MS = 86_400_000;
const lastDays = (newest: string): string[] =>
  Array.from({ length: DAYS }, (_, index) =>
    new Date(Date.parse(newest) - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
