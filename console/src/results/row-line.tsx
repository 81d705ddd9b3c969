/** A row of the table: its cells, its marks, and its link with the map. */
import { type MouseEvent, memo } from 'react';
import type { Row } from '#contract/rows.js';
import { useMarksOf } from '../home/marks.js';
import { Icon } from '../shell/icons.js';
import { pinOf } from './column-layout.js';
import { type Column, rowKey, shownValue, textOf } from './fields.js';
import { type Selection, useHighlight } from './selection.js';

interface LineProps {
  readonly row: Row;
  readonly columns: readonly Column[];
  /** How many of the columns stay at the left. */
  readonly pinned: number;
  /** Among the rows of the table. */
  readonly index: number;
  /** Whether it is the first one in the document. */
  readonly first: boolean;
  readonly selection: Selection;
}

/** Re-renders only when its row, columns or highlight change. */
export const RowLine = memo(function RowLine(props: LineProps) {
  const { row, index, columns, pinned, first, selection } = props;
  const key = rowKey(row);
  const highlight = useHighlight(selection, key);
  const marks = useMarksOf(key);
  return (
    <tr
      className={`${highlight} ${marks}`}
      data-key={key}
      data-index={index}
      // The headings are row 1.
      aria-rowindex={index + 2}
      aria-selected={highlight === 'selected'}
      onPointerEnter={() => selection.set({ hovered: key, by: 'table' })}
      onPointerLeave={() => selection.set({ hovered: null, by: 'table' })}
      onFocus={() => selection.set({ hovered: key, by: 'table' })}
      onClick={() =>
        selection.set({ selected: highlight === 'selected' ? null : key, by: 'table' })
      }
    >
      <Cells {...{ row, columns, pinned, first, selection }} />
    </tr>
  );
});

/** A sort gives a row another place, and a hover another colour: its cells stay as they are. */
const Cells = memo(function Cells(props: Omit<LineProps, 'index'>) {
  const { row, columns, pinned, first, selection } = props;
  const key = rowKey(row);
  const open = () => selection.set({ opened: key, selected: key, by: 'table' });
  return columns.map((column, place) => (
    <Cell
      key={column.name}
      {...{ row, column, place, pinned }}
      tabStop={first && place === 0}
      onOpen={place === 0 ? open : null}
    />
  ));
});

interface CellProps {
  readonly row: Row;
  readonly column: Column;
  readonly place: number;
  readonly pinned: number;
  readonly tabStop: boolean;
  /** The first cell of a row opens its home. */
  readonly onOpen: (() => void) | null;
}

function Cell({ row, column, place, pinned, tabStop, onOpen }: CellProps) {
  const { name, type, numeric } = column;
  const pin = pinOf(place, pinned);
  const className = `${numeric ? 'numeric' : ''} ${pin.className}`;
  const value = shownValue(row, name);
  const tabIndex = tabStop ? 0 : -1;
  if (value === null) {
    return (
      <td
        className={`absent ${className}`}
        style={pin.style}
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
      className={className}
      style={pin.style}
      tabIndex={tabIndex}
      title={text.length > LONG ? text : undefined}
    >
      <Content name={name} text={text} onOpen={onOpen} />
    </td>
  );
}

interface ContentProps extends Pick<CellProps, 'onOpen'> {
  readonly name: string;
  readonly text: string;
}

function Content({ name, text, onOpen }: ContentProps) {
  if (name === 'source_url') {
    return (
      <a href={text} target="_blank" rel="noreferrer noopener" tabIndex={-1}>
        Open <Icon name="external" />
      </a>
    );
  }
  if (onOpen === null) return text;
  const press = (event: MouseEvent) => {
    // A click on the row itself would take the selection back.
    event.stopPropagation();
    onOpen();
  };
  return (
    <button type="button" className="open" title="Show this home" tabIndex={-1} onClick={press}>
      {text}
    </button>
  );
}

/** Longer texts are truncated by CSS and shown in full on hover. */
const LONG = 10;
