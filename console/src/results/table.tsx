/** The rows as a sortable grid: one tab stop, arrow keys, reasons for empty cells. */
import {
  type ColumnDef,
  createSortedRowModel,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Row } from '#contract/rows.js';
import { type Arranged, type ColumnLayout, pinVariable } from './column-layout.js';
import { type Column, rowKey, sortKey } from './fields.js';
import { FilterRow } from './filter-row.js';
import type { Filters } from './filters.js';
import { useFollowMap } from './follow-map.js';
import { moveInGrid } from './grid-keys.js';
import { Heading } from './heading.js';
import { ReasonTooltip } from './reason-tooltip.js';
import { type Reasons, reasonText } from './reasons.js';
import { RowLine } from './row-line.js';
import { type RowWindow, useRowWindow } from './row-window.js';
import type { Selection } from './selection.js';
import { type ColumnWidths, useWidths } from './use-widths.js';

interface Props {
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  readonly arranged: Arranged;
  readonly widths: ColumnLayout['widths'];
  onWidths(widths: ColumnLayout['widths']): void;
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
  sortedRowModel: createSortedRowModel(),
});
type Definition = ColumnDef<typeof features, Row>;

export function RowTable(props: Props) {
  const { rows, columns, arranged, reasons, selection, caption, ordered, filtering } = props;
  const { shown } = arranged;
  const table = useRowTable(rows, columns);
  const lines = table.getRowModel().rows;
  useEffect(() => {
    ordered.current = lines.map(({ original }) => original);
  }, [lines, ordered]);
  const grid = useRef<HTMLDivElement>(null);
  const near = useRowWindow(lines.length, grid, ROW_HEIGHT);
  const { reveal } = near;
  useFollowMap(grid, selection, (key) =>
    reveal(lines.findIndex(({ original }) => rowKey(original) === key)),
  );
  const sizes = useWidths(grid, shown, arranged.pinned, props.widths, props.onWidths);
  const { widths, pinned } = sizes;
  return (
    <div className="grid" ref={grid}>
      <table
        role="grid"
        style={placesOf(sizes)}
        aria-rowcount={rows.length + 1}
        onKeyDown={(event) => moveInGrid(event, lines.length, reveal)}
      >
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {shown.map((column, place) => (
              <Heading
                key={column.name}
                {...{ column, place, pinned }}
                width={widths[place] ?? 0}
                sorted={table.getColumn(column.name)?.getIsSorted() ?? false}
                onSort={table.getColumn(column.name)?.getToggleSortingHandler()}
                onWidth={(width, done) => sizes.set(column, width, done)}
              />
            ))}
          </tr>
          {filtering !== null && <FilterRow columns={shown} {...{ pinned }} {...filtering} />}
        </thead>
        <Body {...{ lines, near, columns: shown, pinned, selection }} />
      </table>
      <Hidden {...{ shown, reasons }} said={sizes.said} />
      <ReasonTooltip around={grid} reasons={reasons} />
    </div>
  );
}

/** The width of the table, and where its pinned columns stay. */
function placesOf({ widths, pinned }: ColumnWidths): Record<string, string> {
  const places: Record<string, string> = {};
  let left = 0;
  widths.forEach((width, place) => {
    if (place < pinned) places[pinVariable(place)] = `${left}px`;
    left += width;
  });
  return { ...places, width: `${left}px` };
}

interface HiddenProps extends Pick<Props, 'reasons'> {
  readonly shown: readonly Column[];
  readonly said: string;
}

/** For screen readers: why cells are empty, and widths that were set. */
const Hidden = ({ shown, reasons, said }: HiddenProps) => (
  <>
    {shown.map(({ name }) => (
      <span key={name} id={`reason-${name}`} hidden>
        {reasonText(reasons.get(name))}
      </span>
    ))}
    <p className="sr-only" role="status">
      {said}
    </p>
  </>
);

interface BodyProps {
  readonly lines: readonly { readonly original: Row }[];
  readonly near: RowWindow;
  readonly columns: readonly Column[];
  readonly pinned: number;
  readonly selection: Selection;
}

const Body = ({ lines, near: { indexes, above, below }, ...shared }: BodyProps) => (
  <tbody>
    <Gap height={above} />
    {indexes.map((index, place) => {
      const row = lines[index]?.original;
      return row === undefined ? null : (
        <RowLine key={rowKey(row)} first={place === 0} {...{ row, index }} {...shared} />
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

function useRowTable(rows: readonly Row[], columns: readonly Column[]) {
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
  return useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowKey,
    state: { sorting },
    onSortingChange: setSorting,
  });
}

const collator = new Intl.Collator('en', { numeric: true });
const compare = (a: unknown, b: unknown): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));
