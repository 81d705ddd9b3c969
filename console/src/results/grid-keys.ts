/** Arrow keys, Home and End in the table: headings and cells have one tab stop each. */
import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, readonly [rows: number, cells: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-10, 0],
  PageDown: [10, 0],
  Home: [0, -Infinity],
  End: [0, Infinity],
};

/** Frames to wait for a row that is scrolled into the document. */
const FRAMES_MAX = 30;

/**
 * Handles navigation keys on a cell; ignores everything else. `reveal` brings a row into the
 * document.
 */
export function moveInGrid(
  event: KeyboardEvent<HTMLTableElement>,
  count: number,
  reveal: (index: number) => void,
): void {
  if (moveInHeadings(event)) return;
  const cell = (event.target as Element).closest('td');
  const row = cell?.closest<HTMLElement>('tr[data-index]');
  const body = row?.closest('tbody');
  if (!cell || !row || !body) return;
  if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault();
    (cell.querySelector<HTMLElement>('a, button') ?? row).click();
    return;
  }
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const index = within(Number(row.dataset.index) + step[0], count);
  const place = cell.cellIndex + step[1];
  if (focusCell(body, index, place)) return;
  reveal(index);
  const again = (frames: number) => {
    if (frames > 0 && !focusCell(body, index, place)) {
      requestAnimationFrame(() => again(frames - 1));
    }
  };
  again(FRAMES_MAX);
}

/** Arrow keys among the headings, which have one tab stop; with Shift they set a width. */
function moveInHeadings(event: KeyboardEvent<HTMLTableElement>): boolean {
  const heading = (event.target as Element).closest<HTMLTableCellElement>('thead th');
  const row = heading?.parentElement as HTMLTableRowElement | undefined;
  if (!heading || !row) return false;
  const step = STEPS[event.key];
  if (step === undefined || event.shiftKey || step[0] !== 0) return false;
  event.preventDefault();
  const next = row.cells[within(heading.cellIndex + step[1], row.cells.length)];
  next?.querySelector('button')?.focus();
  if (next) uncover(next);
  return true;
}

/** Whether the cell is in the document; then it has the focus and the tab stop. */
function focusCell(body: Element, index: number, place: number): boolean {
  const row = body.querySelector<HTMLTableRowElement>(`tr[data-index="${index}"]`);
  const next = row?.cells[within(place, row.cells.length)];
  if (next === undefined) return false;
  for (const stop of body.querySelectorAll<HTMLElement>('td[tabindex="0"]')) stop.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
  uncover(next);
  return true;
}

/** Scrolls a cell out from below the pinned ones of its row. */
function uncover(cell: HTMLElement): void {
  if (cell.classList.contains('pinned')) return;
  const left = [...(cell.parentElement?.querySelectorAll('.pinned') ?? [])].at(-1);
  const covered = (left?.getBoundingClientRect().right ?? 0) - cell.getBoundingClientRect().left;
  const frame = cell.closest('.grid');
  if (covered > 0 && frame !== null) frame.scrollLeft -= covered;
}

const within = (value: number, length: number): number => Math.max(0, Math.min(length - 1, value));
