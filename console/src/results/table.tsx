/** The rows as a sortable grid: one tab stop, arrow keys between cells, reasons on empty ones. */
import {
  type ColumnDef,
  columnVisibilityFeature,
  createSortedRowModel,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { memo, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Row } from '#contract/rows.js';
import { Icon } from '../shell/icons.js';
import { type Column, rowKey, sortKey, textOf, valueOf } from './fields.js';
import { moveInGrid } from './grid-keys.js';
import { type Pointing, usePointedAt } from './pointing.js';
import { type Reasons, sayWhy } from './reasons.js';
import { WhyTip } from './why-tip.js';

interface Props {
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  /** Names of the columns shown. */
  readonly visible: ReadonlySet<string>;
  readonly reasons: Reasons;
  readonly pointing: Pointing;
  readonly caption: string;
  /** Is kept at the rows as they stand: sorted. */
  readonly ordered: RefObject<readonly Row[]>;
}

const features = tableFeatures({
  rowSortingFeature,
  columnVisibilityFeature,
  sortedRowModel: createSortedRowModel(),
});
type Definition = ColumnDef<typeof features, Row>;

export function RowTable(props: Props) {
  const { rows, columns, visible, reasons, pointing, caption, ordered } = props;
  const table = useRowTable(rows, columns, visible);
  const lines = table.getRowModel().rows;
  useEffect(() => {
    ordered.current = lines.map(({ original }) => original);
  }, [lines, ordered]);
  const grid = useRef<HTMLDivElement>(null);
  useFollowMap(grid, pointing);
  const shown = useMemo(() => columns.filter(({ name }) => visible.has(name)), [columns, visible]);
  return (
    <div className="grid" ref={grid}>
      <table role="grid" aria-rowcount={rows.length + 1} onKeyDown={moveInGrid}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {shown.map((column) => {
              const head = table.getColumn(column.name);
              return (
                <Heading
                  key={column.name}
                  column={column}
                  sorted={head?.getIsSorted() ?? false}
                  onSort={head?.getToggleSortingHandler()}
                />
              );
            })}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ original }, index) => (
            <RowLine
              key={rowKey(original)}
              row={original}
              columns={shown}
              first={index === 0}
              pointing={pointing}
            />
          ))}
        </tbody>
      </table>
      {shown.map(({ name }) => (
        <span key={name} id={`why-${name}`} hidden>
          {sayWhy(reasons.get(name))}
        </span>
      ))}
      <WhyTip around={grid} reasons={reasons} />
    </div>
  );
}

interface HeadingProps {
  readonly column: Column;
  readonly sorted: false | 'asc' | 'desc';
  readonly onSort: ((event: unknown) => void) | undefined;
}

const Heading = ({ column, sorted, onSort }: HeadingProps) => (
  <th
    scope="col"
    className={column.numeric ? 'numeric' : ''}
    aria-sort={sorted === false ? 'none' : SORT_WORDS[sorted]}
  >
    <button type="button" title={column.meaning} onClick={onSort}>
      {column.title}
      {sorted !== false && <Icon name={sorted === 'asc' ? 'up' : 'down'} />}
    </button>
  </th>
);

const SORT_WORDS = { asc: 'ascending', desc: 'descending' } as const;

function useRowTable(
  rows: readonly Row[],
  columns: readonly Column[],
  visible: ReadonlySet<string>,
) {
  const [sorting, setSorting] = useState<SortingState>([]);
  const definitions = useMemo(
    () =>
      columns.map(
        (column): Definition => ({
          id: column.name,
          accessorFn: (row) => sortKey(row, column),
          sortFn: (a, b, id) => compare(a.getValue(id), b.getValue(id)),
          sortUndefined: 'last',
          sortDescFirst: column.numeric,
        }),
      ),
    [columns],
  );
  const columnVisibility = useMemo(
    () => Object.fromEntries(columns.map(({ name }) => [name, visible.has(name)])),
    [columns, visible],
  );
  return useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowKey,
    state: { sorting, columnVisibility },
    onSortingChange: setSorting,
  });
}

const collator = new Intl.Collator('en', { numeric: true });
const compare = (a: unknown, b: unknown): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));

interface LineProps {
  readonly row: Row;
  readonly columns: readonly Column[];
  readonly first: boolean;
  readonly pointing: Pointing;
}

/** Drawn again only when its row, its columns or its own highlight change. */
const RowLine = memo(function RowLine({ row, columns, first, pointing }: LineProps) {
  const key = rowKey(row);
  const pointed = usePointedAt(pointing, key);
  return (
    <tr
      className={pointed}
      data-key={key}
      aria-selected={pointed === 'chosen'}
      onPointerEnter={() => pointing.set({ hovered: key, by: 'table' })}
      onPointerLeave={() => pointing.set({ hovered: null, by: 'table' })}
      onFocus={() => pointing.set({ hovered: key, by: 'table' })}
      onClick={() => pointing.set({ chosen: pointed === 'chosen' ? null : key, by: 'table' })}
    >
      {columns.map((column, index) => (
        <Cell key={column.name} row={row} column={column} tabStop={first && index === 0} />
      ))}
    </tr>
  );
});

interface CellProps {
  readonly row: Row;
  readonly column: Column;
  readonly tabStop: boolean;
}

function Cell({ row, column, tabStop }: CellProps) {
  const { name, type, numeric } = column;
  const value = valueOf(row, name);
  const tabIndex = tabStop ? 0 : -1;
  if (value === null) {
    return (
      <td
        className={numeric ? 'absent numeric' : 'absent'}
        tabIndex={tabIndex}
        data-why={name}
        aria-describedby={`why-${name}`}
      >
        <span aria-label="empty">–</span>
      </td>
    );
  }
  const text = textOf(value, type, name);
  return (
    <td
      className={numeric ? 'numeric' : ''}
      tabIndex={tabIndex}
      title={text.length > LONG ? text : undefined}
    >
      {name === 'source_url' ? (
        <a href={text} target="_blank" rel="noreferrer noopener" tabIndex={-1}>
          Open <Icon name="external" />
        </a>
      ) : (
        text
      )}
    </td>
  );
}

/** Longer texts are cut by the sheet and shown whole on hover. */
const LONG = 28;

/**
 * A row that was chosen on the map comes into view within the table. The page stays where it is: the
 * map, where the next click will be, must not slip away under the pointer.
 */
function useFollowMap(grid: RefObject<HTMLDivElement | null>, pointing: Pointing): void {
  useEffect(
    () =>
      pointing.subscribe(() => {
        const { chosen, by } = pointing.get();
        if (by !== 'map' || chosen === null || grid.current === null) return;
        const row = grid.current.querySelector(`tr[data-key="${CSS.escape(chosen)}"]`);
        if (row !== null) scrollWithin(grid.current, row);
      }),
    [grid, pointing],
  );
}

/** Scrolls the frame, and nothing around it, as little as brings the row below the sticky headings. */
function scrollWithin(frame: HTMLElement, row: Element): void {
  const place = row.getBoundingClientRect();
  const inside = frame.getBoundingClientRect();
  const top = inside.top + (frame.querySelector('thead')?.clientHeight ?? 0);
  const bottom = inside.top + frame.clientHeight;
  if (place.top < top) frame.scrollTop -= top - place.top;
  else if (place.bottom > bottom) frame.scrollTop += place.bottom - bottom;
}
