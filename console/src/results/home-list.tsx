/** The rows as a list of homes, linked with the map as the table is. */
import { memo, useMemo, useRef, useState } from 'react';
import type { SearchRoute } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { setMark, useMarksOf } from '../home/marks.js';
import { summaryOf } from '../home/summary.js';
import { Select } from '../search/field.js';
import { Icon, type IconName } from '../shell/icons.js';
import { type Column, PRICE_FIELD, rowKey, sortKey } from './fields.js';
import { useFollowMap } from './follow-map.js';
import { useRowWindow } from './row-window.js';
import { type Selection, useHighlight } from './selection.js';

interface Props {
  readonly rows: readonly Row[];
  readonly route: SearchRoute;
  readonly columns: readonly Column[];
  readonly selection: Selection;
}

/** Height of a home with the space below it in pixels, as the styles make it. */
const HOME_HEIGHT = 92;

export function HomeList({ rows, route, columns, selection }: Props) {
  const [order, setOrder] = useState<string>(AS_LISTED);
  const orders = useMemo(() => ordersOf(route, columns), [route, columns]);
  const chosen = orders.find(({ words }) => words === order);
  const homes = useMemo(() => inOrder(rows, chosen), [rows, chosen]);
  const frame = useRef<HTMLUListElement>(null);
  const { indexes, above, below, reveal } = useRowWindow(homes.length, frame, HOME_HEIGHT);
  useFollowMap(frame, selection, (key) => reveal(homes.findIndex((each) => rowKey(each) === key)));
  return (
    <section className="home-list" aria-label="Homes">
      <label className="hint">
        Order{' '}
        <Select
          value={chosen === undefined ? AS_LISTED : order}
          options={[AS_LISTED, ...orders.map(({ words }) => words)].map((words) => [words, words])}
          onPick={setOrder}
        />
      </label>
      <ul ref={frame}>
        <li aria-hidden="true" style={{ height: above }} />
        {indexes.map((index) => {
          const row = homes[index];
          return row === undefined ? null : (
            <Home key={rowKey(row)} row={row} kind={route.kind} selection={selection} />
          );
        })}
        <li aria-hidden="true" style={{ height: below }} />
      </ul>
    </section>
  );
}

const AS_LISTED = 'As loaded';

interface Order {
  readonly words: string;
  readonly column: Column;
  readonly descending: boolean;
}

/** By field: the words for its lowest and its highest value first, where one asks for them. */
const ORDERS: readonly (readonly [field: string, low: string, high: string | null])[] = [
  ['days_on_market', 'Newest first', null],
  ['sold_date', 'Oldest sale first', 'Newest sale first'],
  ['living_area_sqft', 'Smallest first', 'Largest first'],
  ['price_per_sqft', 'Lowest price per sqft first', null],
];

function ordersOf(route: SearchRoute, columns: readonly Column[]): Order[] {
  const price = PRICE_FIELD[route.kind];
  const priced = [[price ?? '', 'Lowest price first', 'Highest price first']] as const;
  return [...priced, ...ORDERS].flatMap(([field, low, high]) => {
    const column = columns.find(({ name }) => name === field);
    if (column === undefined) return [];
    const up = { words: low, column, descending: false };
    return high === null ? [up] : [up, { words: high, column, descending: true }];
  });
}

/** Homes without a value come last, as in the table. */
function inOrder(rows: readonly Row[], order: Order | undefined): readonly Row[] {
  if (order === undefined) return rows;
  const { column, descending } = order;
  const keyed = rows.map((row) => ({ row, key: sortKey(row, column) }));
  const sign = descending ? -1 : 1;
  return keyed
    .sort(({ key: a }, { key: b }) => {
      if (a === undefined || b === undefined)
        return Number(a === undefined) - Number(b === undefined);
      return a < b ? -sign : a > b ? sign : 0;
    })
    .map(({ row }) => row);
}

interface HomeProps {
  readonly row: Row;
  readonly kind: SearchRoute['kind'];
  readonly selection: Selection;
}

const Home = memo(function Home({ row, kind, selection }: HomeProps) {
  const key = rowKey(row);
  const highlight = useHighlight(selection, key);
  const marks = useMarksOf(key);
  const { price, size, address, about } = summaryOf(row, kind);
  return (
    <li
      className={`home-item ${highlight} ${marks}`}
      data-key={key}
      onPointerEnter={() => selection.set({ hovered: key, by: 'table' })}
      onPointerLeave={() => selection.set({ hovered: null, by: 'table' })}
    >
      <button
        type="button"
        className="open"
        onFocus={() => selection.set({ hovered: key, by: 'table' })}
        onClick={() => selection.set({ opened: key, selected: key, by: 'table' })}
      >
        <b>{price}</b> <span>{size}</span>
        <span className="address">{address}</span>
        <span className="hint">{about}</span>
      </button>
      <Mark name={`Star ${address}`} icon="star" on={marks.includes('starred')} of={key} />
      <Mark name={`Hide ${address}`} icon="hide" on={marks.includes('hidden')} of={key} />
    </li>
  );
});

interface MarkProps {
  readonly name: string;
  readonly icon: Extract<IconName, 'star' | 'hide'>;
  readonly on: boolean;
  readonly of: string;
}

const Mark = ({ name, icon, on, of }: MarkProps) => (
  <button
    type="button"
    className="quiet"
    aria-label={name}
    title={icon === 'star' ? 'Star' : 'Hide'}
    aria-pressed={on}
    onClick={() => setMark(of, icon === 'star' ? 'starred' : 'hidden', !on)}
  >
    <Icon name={icon} />
  </button>
);
