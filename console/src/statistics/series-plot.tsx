/**
 * A measure over time: solid where all of a period was read, dashed where some of it was, and
 * nothing where nobody looked. The table below has the same values.
 */
import { useEffect, useRef, useState } from 'react';
import type { Period } from '#contract/statistics.js';
import { Rules, scale } from '../results/plot.js';
import { ticks } from '../results/statistics.js';
import { counted } from '../text/format.js';
import { extentOf, type Line, type LinePoint, type SeriesPeriod } from './lines.js';
import type { Measure } from './measures.js';
import { COVERAGE_WORDS, groupText, lineStyle, periodText } from './words.js';

const HEIGHT = 220;
const EDGE = { left: 56, right: 12, top: 12, bottom: 24 } as const;
const WIDTH_FIRST = 720;
/** Room of one label of the time axis. */
const LABEL_WIDTH = 70;
const TICKS = 4;
const DOT = 3.5;

interface Props {
  readonly periods: readonly SeriesPeriod[];
  readonly lines: readonly Line[];
  readonly measure: Pick<Measure, 'title' | 'format' | 'short' | 'fromZero'>;
  readonly by: Period;
  readonly group: string | null;
}

interface Scales {
  x(nth: number): number;
  y(value: number): number;
}

export function SeriesPlot(props: Props) {
  const { periods, lines, measure, by } = props;
  const [frame, width] = useWidth();
  const extent = extentOf(lines, measure);
  const values = extent === null ? [] : ticks(extent[0], extent[1], TICKS);
  const [low = 0, high = 1] = [values[0], values.at(-1)];
  const step = (width - EDGE.left - EDGE.right) / periods.length;
  const at: Scales = {
    x: (nth) => EDGE.left + (nth + 0.5) * step,
    y: scale(low, high, HEIGHT - EDGE.bottom, EDGE.top),
  };
  return (
    <div ref={frame} className="series-plot">
      <svg
        className="chart"
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={`${measure.title} over time, in the table below`}
      >
        <Unread {...{ periods, step }} />
        <Rules
          values={values}
          y={at.y}
          format={measure.short}
          left={EDGE.left}
          right={width - EDGE.right}
        />
        {lines.length === 1 &&
          lines[0]?.runs.map((run) => <Band key={run[0]?.nth} {...{ run, at }} />)}
        {lines.map((line, nth) => (
          <LineView key={line.group} {...{ line, nth, at, props }} />
        ))}
        <TimeAxis {...{ periods, by, at }} every={Math.ceil(LABEL_WIDTH / step)} />
      </svg>
      {extent === null && (
        <p className="hint nothing">{`No ${measure.title.toLowerCase()} to show.`}</p>
      )}
    </div>
  );
}

/** The plot is as wide as its place, so that its text has one size on every screen. */
function useWidth() {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(WIDTH_FIRST);
  useEffect(() => {
    const box = frame.current;
    if (box === null) return;
    const observer = new ResizeObserver(() => setWidth(Math.max(box.clientWidth, LABEL_WIDTH * 3)));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return [frame, width] as const;
}

/** Behind the periods that nobody read. */
const Unread = ({ periods, step }: Pick<Props, 'periods'> & { readonly step: number }) =>
  periods.map(
    ({ period, coverage }, nth) =>
      coverage === 'unread' && (
        <rect
          key={period}
          className="unread"
          x={EDGE.left + nth * step}
          width={step}
          y={EDGE.top}
          height={HEIGHT - EDGE.top - EDGE.bottom}
        >
          <title>Not read: nothing is known of this time.</title>
        </rect>
      ),
  );

interface RunProps {
  readonly run: readonly LinePoint[];
  readonly at: Scales;
}

/** Half of the prices lie in it. */
function Band({ run, at }: RunProps) {
  const known = run.filter(({ range }) => range !== null);
  if (known.length === 0) return null;
  const corner = (end: 0 | 1) => (point: LinePoint) =>
    `${at.x(point.nth)} ${at.y(point.range?.[end] ?? point.value)}`;
  const path = [...known.map(corner(1)), ...known.toReversed().map(corner(0))].join('L');
  return <path className="band" d={`M${path}Z`} />;
}

interface LineProps {
  readonly line: Line;
  readonly nth: number;
  readonly at: Scales;
  readonly props: Props;
}

function LineView({ line: { group, runs }, nth, at, props }: LineProps) {
  const points = runs.flat();
  return (
    <g className="series-line" style={lineStyle(nth)}>
      {runs.flatMap((run) =>
        run.slice(1).map((point, place) => {
          const before = run[place] ?? point;
          const partial = !(point.complete && before.complete);
          return (
            <line
              key={point.nth}
              className={partial ? 'partial' : undefined}
              x1={at.x(before.nth)}
              y1={at.y(before.value)}
              x2={at.x(point.nth)}
              y2={at.y(point.value)}
            />
          );
        }),
      )}
      {points.map((point) => (
        <circle
          key={point.nth}
          className={point.complete ? undefined : 'partial'}
          cx={at.x(point.nth)}
          cy={at.y(point.value)}
          r={DOT}
        >
          <title>{pointText(point, group, props)}</title>
        </circle>
      ))}
    </g>
  );
}

/** "Nov 2026, condo: $650,000, half between $520,000 and $780,000; 24 homes, read in part". */
function pointText(point: LinePoint, group: string | null, props: Props): string {
  const { periods, measure, by } = props;
  const { period = '', coverage = 'unread' } = periods[point.nth] ?? {};
  const of = props.group === null ? '' : `, ${groupText(group, props.group)}`;
  const range =
    point.range === null
      ? ''
      : `, half between ${measure.format(point.range[0])} and ${measure.format(point.range[1])}`;
  const read = coverage === 'complete' ? 'read completely' : `read ${COVERAGE_WORDS.partial}`;
  return `${periodText(period, by)}${of}: ${measure.format(point.value)}${range}; ${counted(point.homes, 'home')}, ${read}`;
}

interface AxisProps extends Pick<Props, 'periods' | 'by'> {
  readonly at: Scales;
  readonly every: number;
}

/** Labels from the newest period backwards, as many as there is room for. */
const TimeAxis = ({ periods, by, at, every }: AxisProps) =>
  periods.map(
    ({ period }, nth) =>
      (periods.length - 1 - nth) % every === 0 && (
        <text key={period} x={at.x(nth)} y={HEIGHT - 6} textAnchor="middle">
          {periodText(period, by)}
        </text>
      ),
  );
