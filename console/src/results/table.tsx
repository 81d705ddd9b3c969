/** The rows as a sortable grid: one tab stop, arrow keys, reasons for empty cells. */
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
import { ReasonTooltip } from './reason-tooltip.js';
import { type Reasons, reasonText } from './reasons.js';
import { type Selection, useHighlight } from './selection.js';

interface Props {
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  /** Names of the columns shown. */
  readonly visible: ReadonlySet<string>;
  readonly reasons: Reasons;
  readonly selection: Selection;
  readonly caption: string;
  /** Receives the rows in their current order. */
  readonly ordered: RefObject<readonly Row[]>;
}

const features = tableFeatures({
  rowSortingFeature,
  columnVisibilityFeature,
  sortedRowModel: createSortedRowModel(),
});
type Definition = ColumnDef<typeof features, Row>;

export function RowTable(props: Props) {
  const { rows, columns, visible, reasons, selection, caption, ordered } = props;
  const table = useRowTable(rows, columns, visible);
  const lines = table.getRowModel().rows;
  useEffect(() => {
    ordered.current = lines.map(({ original }) => original);
  }, [lines, ordered]);
  const grid = useRef<HTMLDivElement>(null);
  useFollowMap(grid, selection);
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
              selection={selection}
            />
          ))}
        </tbody>
      </table>
      {shown.map(({ name }) => (
        <span key={name} id={`reason-${name}`} hidden>
          {reasonText(reasons.get(name))}
        </span>
      ))}
      <ReasonTooltip around={grid} reasons={reasons} />
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
    aria-sort={sorted === false ? 'none' : ARIA_SORT[sorted]}
  >
    <button type="button" title={column.meaning} onClick={onSort}>
      {column.title}
      {sorted !== false && <Icon name={sorted === 'asc' ? 'up' : 'down'} />}
    </button>
  </th>
);

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

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
  readonly selection: Selection;
}

/** Re-renders only when its row, columns or highlight change. */
const RowLine = memo(function RowLine({ row, columns, first, selection }: LineProps) {
  const key = rowKey(row);
  const highlight = useHighlight(selection, key);
  return (
    <tr
      className={highlight}
      data-key={key}
      aria-selected={highlight === 'selected'}
      onPointerEnter={() => selection.set({ hovered: key, by: 'table' })}
      onPointerLeave={() => selection.set({ hovered: null, by: 'table' })}
      onFocus={() => selection.set({ hovered: key, by: 'table' })}
      onClick={() =>
        selection.set({ selected: highlight === 'selected' ? null : key, by: 'table' })
      }
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
        data-reason-of={name}
        aria-describedby={`reason-${name}`}
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

/** Longer texts are truncated by CSS and shown in full on hover. */
const LONG = 28;

/**
 * Scrolls a row that was selected on the map into view within the table. The page itself does not
 * scroll: the map must stay under the pointer.
 */
function useFollowMap(grid: RefObject<HTMLDivElement | null>, selection: Selection): void {
  useEffect(
    () =>
      selection.subscribe(() => {
        const { selected, by } = selection.get();
        if (by !== 'map' || selected === null || grid.current === null) return;
        const row = grid.current.querySelector(`tr[data-key="${CSS.escape(selected)}"]`);
        if (row !== null) scrollWithin(grid.current, row);
      }),
    [grid, selection],
  );
}

/** Scrolls only the table, as little as needed, to a place below the sticky headings. */
function scrollWithin(frame: HTMLElement, row: Element): void {
  const place = row.getBoundingClientRect();
  const inside = frame.getBoundingClientRect();
  const top = inside.top + (frame.querySelector('thead')?.clientHeight ?? 0);
  const bottom = inside.top + frame.clientHeight;
  if (place.top < top) frame.scrollTop -= top - place.top;
  else if (place.bottom > bottom) frame.scrollTop += place.bottom - bottom;
}
