/** The heading of a column: sorts by it and sets its width. */
import type { KeyboardEvent, PointerEvent } from 'react';
import { Icon } from '../shell/icons.js';
import { pinOf } from './column-layout.js';
import type { Column } from './fields.js';

interface Props {
  readonly column: Column;
  readonly place: number;
  readonly pinned: number;
  readonly width: number;
  readonly sorted: false | 'asc' | 'desc';
  /** Whether Tab reaches it: one of all headings, and arrow keys the others (grid-keys.ts). */
  readonly tabStop: boolean;
  readonly onSort: ((event: unknown) => void) | undefined;
  /** While the edge is dragged, and at its end. */
  onWidth(width: number, done: boolean): void;
}

const KEY_STEP = 16;

export function Heading(props: Props) {
  const { column, place, pinned, width, sorted, tabStop, onSort, onWidth } = props;
  const press = (event: KeyboardEvent) => {
    const step = event.shiftKey ? STEPS[event.key] : undefined;
    if (step === undefined) return;
    event.preventDefault();
    onWidth(width + step, true);
  };
  const { className, style } = pinOf(place, pinned);
  return (
    <th
      scope="col"
      className={`${column.numeric ? 'numeric' : ''} ${className}`}
      style={{ ...style, width }}
      aria-sort={sorted === false ? 'none' : ARIA_SORT[sorted]}
    >
      <button
        type="button"
        title={column.meaning}
        tabIndex={tabStop ? 0 : -1}
        aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
        onClick={onSort}
        onKeyDown={press}
      >
        <span>{column.title}</span>
        {sorted !== false && <Icon name={sorted === 'asc' ? 'up' : 'down'} />}
      </button>
      <Edge width={width} onWidth={onWidth} />
    </th>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -KEY_STEP, ArrowRight: KEY_STEP };

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

/** For pointers alone: the keys of the heading do the same. */
function Edge({ width, onWidth }: Pick<Props, 'width' | 'onWidth'>) {
  const begin = (event: PointerEvent<HTMLSpanElement>) => {
    event.preventDefault();
    const { currentTarget: edge, clientX: from, pointerId } = event;
    edge.setPointerCapture(pointerId);
    const ended = new AbortController();
    const { signal } = ended;
    let now = width;
    const follow = ({ clientX }: { clientX: number }) => {
      now = width + clientX - from;
      onWidth(now, false);
    };
    const end = () => {
      ended.abort();
      if (now !== width) onWidth(now, true);
    };
    edge.addEventListener('pointermove', follow, { signal });
    edge.addEventListener('pointerup', end, { signal });
    edge.addEventListener('pointercancel', end, { signal });
  };
  return <span className="edge" aria-hidden="true" onPointerDown={begin} />;
}
