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
import type { Kind } from '#contract/values.js';
import { type Homes, type Line, linesOf } from '../by-home/lines.js';
import { MemberLine } from '../by-home/member-line.js';
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
  readonly kind: Kind;
  /** Where the rows are grouped by home: what other sources show of them. */
  readonly homes: Homes | null;
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
  const { rows, columns, arranged, reasons, selection } = props;
  const { shown } = arranged;
  const table = useRowTable(rows, columns);
  const lines = useLines(table.getRowModel().rows, props);
  const grid = useRef<HTMLDivElement>(null);
  const near = useRowWindow(lines.length, grid, ROW_HEIGHT);
  const { reveal } = near;
  useFollowMap(grid, selection, (key) => reveal(lines.findIndex((line) => line.key === key)));
  const sizes = useWidths(grid, shown, arranged.pinned, props.widths, props.onWidths);
  const { pinned } = sizes;
  return (
    <div className="grid" ref={grid}>
      <table
        role="grid"
        style={placesOf(sizes)}
        aria-rowcount={lines.length + 1}
        onKeyDown={(event) => moveInGrid(event, lines.length, reveal)}
      >
        <caption className="sr-only">{props.caption}</caption>
        <thead>
          <Headings columns={shown} {...{ table, sizes }} />
          {props.filtering !== null && (
            <FilterRow columns={shown} {...{ pinned }} {...props.filtering} />
          )}
        </thead>
        <Body {...{ lines, near, columns: shown, pinned, selection }} />
      </table>
      <Hidden {...{ shown, reasons }} said={sizes.said} />
      <ReasonTooltip around={grid} reasons={reasons} />
    </div>
  );
}

interface HeadingsProps {
  readonly columns: readonly Column[];
  readonly table: ReturnType<typeof useRowTable>;
  readonly sizes: ColumnWidths;
}

function Headings({ columns, table, sizes }: HeadingsProps) {
  const [stop, setStop] = useState(0);
  return (
    <tr
      onFocus={({ target }) => {
        const heading = target.closest('th');
        if (heading !== null) setStop(heading.cellIndex);
      }}
    >
      {columns.map((column, place) => (
        <Heading
          key={column.name}
          {...{ column, place }}
          pinned={sizes.pinned}
          width={sizes.widths[place] ?? 0}
          tabStop={place === Math.min(stop, columns.length - 1)}
          sorted={table.getColumn(column.name)?.getIsSorted() ?? false}
          onSort={table.getColumn(column.name)?.getToggleSortingHandler()}
          onWidth={(width, done) => sizes.set(column, width, done)}
        />
      ))}
    </tr>
  );
}

/** The lines of the sorted rows; hands out the rows in their order. */
function useLines(
  sorted: readonly { readonly original: Row }[],
  { homes, kind, ordered }: Pick<Props, 'homes' | 'kind' | 'ordered'>,
): readonly Line[] {
  const lines = useMemo(() => {
    const rows = sorted.map(({ original }) => original);
    return linesOf(rows, homes, kind);
  }, [sorted, homes, kind]);
  useEffect(() => {
    ordered.current = lines.flatMap((line) => ('row' in line ? line.row : []));
  }, [lines, ordered]);
  return lines;
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
  readonly lines: readonly Line[];
  readonly near: RowWindow;
  readonly columns: readonly Column[];
  readonly pinned: number;
  readonly selection: Selection;
}

const Body = ({ lines, near: { indexes, above, below }, ...shared }: BodyProps) => (
  <tbody>
    <Gap height={above} />
    {indexes.map((index, place) => {
      const line = lines[index];
      if (line === undefined) return null;
      return 'row' in line ? (
        <RowLine key={line.key} first={place === 0} {...{ row: line.row, index }} {...shared} />
      ) : (
        <MemberLine key={line.key} {...{ line, index }} {...shared} />
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
