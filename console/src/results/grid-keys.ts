/** Arrow keys, Home and End in the table: move the focus and the single tab stop. */
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

/** Handles navigation keys on a cell; ignores everything else. */
export function moveInGrid(event: KeyboardEvent<HTMLTableElement>): void {
  const cell = (event.target as Element).closest('td');
  const row = cell?.closest('tr');
  const body = row?.closest('tbody');
  if (!cell || !row || !body) return;
  if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault();
    (cell.querySelector('a') ?? row).click();
    return;
  }
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const [rows, cells] = step;
  const index = [...body.rows].indexOf(row);
  const target = body.rows[within(index + rows, body.rows.length)];
  const next = target?.cells[within(cell.cellIndex + cells, target.cells.length)];
  if (next === undefined) return;
  for (const stop of body.querySelectorAll<HTMLElement>('td[tabindex="0"]')) stop.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

const within = (value: number, length: number): number => Math.max(0, Math.min(length - 1, value));
