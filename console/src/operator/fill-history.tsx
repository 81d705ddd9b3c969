/** How often each field was filled, day by day. Loaded once it is opened. */
import { useState } from 'react';
import type { RouteDayBody, RouteDaysBody } from '#contract/operator.js';
import { counted, percent } from '../text/format.js';
import { fieldTitle, routeName } from '../text/labels.js';
import { daysOf, type FieldDays, fieldsOf, type Point } from './field-days.js';
import { Failing, OldWhileFailing } from './freshness.js';
import { LEDGER_REFRESH_S, usePolled } from './query.js';

interface Props {
  readonly source: string;
}

export function FillHistory({ source }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Fill rates by field and day</summary>
      {open && <Days source={source} />}
    </details>
  );
}

function Days({ source }: Props) {
  const polled = usePolled(
    ['days', source],
    (call) => call<RouteDaysBody>({ path: `/sources/${encodeURIComponent(source)}/days` }),
    LEDGER_REFRESH_S,
  );
  const { value } = polled;
  if (value === null && polled.failing === null) return <p role="status">Loading the days…</p>;
  const routes = [...new Set(value?.days.map(({ route }) => route))];
  const axis = value === null ? [] : daysOf(value.from, value.to);
  return (
    <>
      <Failing polled={polled} />
      <OldWhileFailing polled={polled}>
        {value !== null && routes.length === 0 && (
          <p className="hint">No collections in 30 days.</p>
        )}
        {routes.map((route) => (
          <RouteDays
            key={route}
            route={route}
            axis={axis}
            days={value?.days.filter((day) => day.route === route) ?? []}
          />
        ))}
      </OldWhileFailing>
    </>
  );
}

interface RouteProps {
  readonly route: string;
  readonly axis: readonly string[];
  readonly days: readonly RouteDayBody[];
}

function RouteDays({ route, axis, days }: RouteProps) {
  const read = days.filter(({ rows_read }) => rows_read > 0).length;
  const failures = days.reduce((sum, day) => sum + day.failures, 0);
  return (
    <>
      <h3>{routeName(route)}</h3>
      <p className="hint">
        {counted(read, 'day')} with rows in the last {axis.length}
        {failures > 0 && `, ${counted(failures, 'failed collection')}`}. Fields that fell most come
        first.
      </p>
      <ul className="fill-days">
        {fieldsOf(days).map((field) => (
          <Field key={field.field} axis={axis} field={field} />
        ))}
      </ul>
    </>
  );
}

/** A fall of so much of a field's share is marked. */
const FALL_MARKED = 0.1;

const Field = ({
  axis,
  field,
}: {
  readonly axis: readonly string[];
  readonly field: FieldDays;
}) => (
  <li className={field.fall >= FALL_MARKED ? 'fell' : undefined}>
    <span title={field.field}>{fieldTitle(field.field)}</span>
    <Sparkline axis={axis} points={field.points} label={textOf(field)} />
    <span className="numeric">{percent(field.last)}</span>
  </li>
);

const textOf = ({ field, points, last, least, most }: FieldDays): string =>
  `${fieldTitle(field)}: ${percent(last)} on ${points.at(-1)?.date ?? ''}; from ${percent(least)} to ${percent(most)} in ${counted(points.length, 'day')}`;

interface LineProps {
  readonly axis: readonly string[];
  readonly points: readonly Point[];
  /** What it shows, in words. */
  readonly label: string;
}

const WIDTH = 120;
const HEIGHT = 22;
const EDGE = 3;

/** A small line of rates by day, from 0 to 1; days without rows are left out. */
function Sparkline({ axis, points, label }: LineProps) {
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
