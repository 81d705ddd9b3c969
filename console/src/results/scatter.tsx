/** Price against living area; dragging a box across it filters by both. */
import type { SearchRoute } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { count, counted, dollars, shortDollars } from '../text/format.js';
import { Selected, useBrush } from './brush.js';
import { priceOf, rowKey } from './fields.js';
import { anchor, EDGE, HEIGHT, type Range, Rules, scale, toStep, WIDTH } from './plot.js';
import { type Selection, useHighlight } from './selection.js';
import { ticks } from './statistics.js';

/** Parts of a tick to which a selection is rounded. */
const STEPS_PER_TICK = 20;

interface Props {
  readonly rows: readonly Row[];
  readonly kind: SearchRoute['kind'];
  readonly selection: Selection;
  /** The prices and areas filtered for. */
  readonly prices: Range | null;
  readonly areas: Range | null;
  /** Nulls where the selection is cleared. */
  onRanges(prices: Range | null, areas: Range | null): void;
}

interface Dotted {
  readonly key: string;
  readonly price: number;
  readonly area: number;
}

/** One dot for each row with both values, linked with its table row and marker. */
export function AreaScatter({ rows, kind, ...others }: Props) {
  const dots = rows.flatMap((row) => {
    const price = priceOf(row, kind);
    const area = row.living_area_sqft;
    return price === null || area === null ? [] : [{ key: rowKey(row), price, area }];
  });
  return dots.length < 2 ? null : <Scatter dots={dots} {...others} />;
}

interface ScatterProps extends Omit<Props, 'rows' | 'kind'> {
  readonly dots: readonly Dotted[];
}

function Scatter({ dots, selection, prices, areas, onRanges }: ScatterProps) {
  const xs = ticks(0, Math.max(...dots.map(({ area }) => area)), 4);
  const ys = ticks(0, Math.max(...dots.map(({ price }) => price)), 3);
  const x = scale(0, xs.at(-1) ?? 1, EDGE.left, WIDTH - EDGE.right);
  const y = scale(0, ys.at(-1) ?? 1, HEIGHT - EDGE.bottom, EDGE.top);
  const area = scale(EDGE.left, WIDTH - EDGE.right, 0, xs.at(-1) ?? 1);
  const price = scale(HEIGHT - EDGE.bottom, EDGE.top, 0, ys.at(-1) ?? 1);
  const { dragged, handlers } = useBrush(
    ({ from, to }) => {
      const [wide, high] = [(xs[1] ?? 1) / STEPS_PER_TICK, (ys[1] ?? 1) / STEPS_PER_TICK];
      onRanges(
        [toStep(price(to.y), high), toStep(price(from.y), high)],
        [toStep(area(from.x), wide), toStep(area(to.x), wide)],
      );
    },
    () => onRanges(null, null),
  );
  const shown =
    dragged ??
    (prices !== null && areas !== null
      ? { from: { x: x(areas[0]), y: y(prices[1]) }, to: { x: x(areas[1]), y: y(prices[0]) } }
      : null);
  const inside = (value: number, range: Range | null) =>
    range === null || (value >= range[0] && value <= range[1]);
  return (
    <svg
      className="chart brushed"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Price against living area of ${counted(dots.length, 'row')}`}
      {...handlers}
    >
      {shown !== null && <Selected box={shown} />}
      <Rules values={ys} y={y} format={shortDollars} />
      {dots.map((dot) => (
        <Dot
          key={dot.key}
          id={dot.key}
          cx={x(dot.area)}
          cy={y(dot.price)}
          faint={!inside(dot.price, prices) || !inside(dot.area, areas)}
          selection={selection}
        >
          {`${dollars(dot.price)}, ${count(dot.area)} sqft`}
        </Dot>
      ))}
      <AreaLabels values={xs} x={x} />
    </svg>
  );
}

interface AreaLabelsProps {
  readonly values: readonly number[];
  x(area: number): number;
}

const AreaLabels = ({ values, x }: AreaLabelsProps) =>
  values.map((tick, index) =>
    index === values.length - 2 ? null : (
      <text key={tick} x={x(tick)} y={HEIGHT - 5} textAnchor={anchor(index, values.length - 1)}>
        {count(tick)}
        {index === values.length - 1 ? ' sqft' : ''}
      </text>
    ),
  );

interface DotProps {
  readonly id: string;
  readonly cx: number;
  readonly cy: number;
  /** Outside the filters. */
  readonly faint: boolean;
  readonly selection: Selection;
  readonly children: string;
}

function Dot({ id, cx, cy, faint, selection, children }: DotProps) {
  const highlight = useHighlight(selection, id);
  return (
    <circle
      className={`dot ${highlight} ${faint ? 'faint' : ''}`}
      cx={cx}
      cy={cy}
      r={highlight === '' ? 2.6 : 5}
      onPointerEnter={() => selection.set({ hovered: id, by: 'map' })}
      onPointerLeave={() => selection.set({ hovered: null, by: 'map' })}
      onClick={() => selection.set({ selected: id, by: 'map' })}
    >
      <title>{children}</title>
    </circle>
  );
}
