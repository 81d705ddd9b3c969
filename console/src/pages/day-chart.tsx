/** Credits by day, of the last 31 days. */
import { DAY_MS } from '#contract/durations.js';
import { count } from '../text/format.js';
import { BarChart } from './bar-chart.js';

interface Props {
  /** Newest day first. */
  readonly usage: readonly { readonly date: string; readonly credits: number }[];
}

/** One bar per day, oldest first; the table below has the numbers. */
export function DayChart({ usage }: Props) {
  const byDay = new Map<string, number>();
  for (const { date, credits } of usage) byDay.set(date, (byDay.get(date) ?? 0) + credits);
  const bars = lastDays(usage[0]?.date ?? '').map((day, index) => {
    const size = byDay.get(day) ?? 0;
    return {
      size,
      title: `${day}: ${size}`,
      above: size > 0 ? count(size) : undefined,
      below: index % 5 === DAYS % 5 ? day.slice(5) : undefined,
    };
  });
  return <BarChart bars={bars} height={120} label="Credits by day, in the table below" />;
}

const DAYS = 31;
const lastDays = (newest: string): string[] =>
  Array.from({ length: DAYS }, (_, index) =>
    new Date(Date.parse(newest) - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
