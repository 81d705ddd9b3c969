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
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Row } from '#contract/rows.js';
import { Icon } from '../shell/icons.js';
import { type Column, rowKey, sortKey } from './fields.js';
import { FilterRow } from './filter-row.js';
import type { Filters } from './filters.js';
import { useFollowMap } from './follow-map.js';
import { moveInGrid } from './grid-keys.js';
import { ReasonTooltip } from './reason-tooltip.js';
import { type Reasons, reasonText } from './reasons.js';
import { RowLine } from './row-line.js';
import { type RowWindow, useRowWindow } from './row-window.js';
import type { Selection } from './selection.js';

interface Props {
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  /** Names of the columns shown. */
  readonly visible: ReadonlySet<string>;
  readonly reasons: Reasons;
  readonly selection: Selection;
  readonly caption: string;
  /** The row of filters below the headings; null where it is closed. */
  readonly filtering: { readonly filters: Filters; onFilters(filters: Filters): void } | null;
  /** Receives the rows in their current order. */
  readonly ordered: RefObject<readonly Row[]>;
}

/** Height of a row in pixels, as the styles make it. */
const ROW_HEIGHT = 31;

const features = tableFeatures({
  rowSortingFeature,
  columnVisibilityFeature,
  sortedRowModel: createSortedRowModel(),
});
type Definition = ColumnDef<typeof features, Row>;

export function RowTable(props: Props) {
  const { rows, columns, visible, reasons, selection, caption, ordered, filtering } = props;
  const table = useRowTable(rows, columns, visible);
  const lines = table.getRowModel().rows;
  useEffect(() => {
    ordered.current = lines.map(({ original }) => original);
  }, [lines, ordered]);
  const grid = useRef<HTMLDivElement>(null);
  const near = useRowWindow(lines.length, grid, ROW_HEIGHT);
  const { partial, reveal } = near;
  useFollowMap(grid, selection, (key) =>
    reveal(lines.findIndex(({ original }) => rowKey(original) === key)),
  );
  const shown = useMemo(() => columns.filter(({ name }) => visible.has(name)), [columns, visible]);
  return (
    <div className="grid" ref={grid}>
      <table
        role="grid"
        className={partial ? 'long' : ''}
        aria-rowcount={rows.length + 1}
        onKeyDown={(event) => moveInGrid(event, lines.length, reveal)}
      >
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {shown.map((column) => (
              <Heading
                key={column.name}
                column={column}
                sorted={table.getColumn(column.name)?.getIsSorted() ?? false}
                onSort={table.getColumn(column.name)?.getToggleSortingHandler()}
              />
            ))}
          </tr>
          {filtering !== null && <FilterRow columns={shown} {...filtering} />}
        </thead>
        <Body {...{ lines, near, columns: shown, selection }} />
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

interface BodyProps {
  readonly lines: readonly { readonly original: Row }[];
  readonly near: RowWindow;
  readonly columns: readonly Column[];
  readonly selection: Selection;
}

const Body = ({ lines, near: { indexes, above, below }, columns, selection }: BodyProps) => (
  <tbody>
    <Gap height={above} />
    {indexes.map((index, place) => {
      const row = lines[index]?.original;
      return row === undefined ? null : (
        <RowLine key={rowKey(row)} first={place === 0} {...{ row, index, columns, selection }} />
      );
    })}
    <Gap height={below} />
  </tbody>
);

/** The height of rows that are not in the document. */
const Gap = ({ height }: { readonly height: number }) =>
  height > 0 && (
    <tr aria-hidden="true">
      {/* Nothing to read or press. */}
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
      <td style={{ height, padding: 0 }} />
    </tr>
  );

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
