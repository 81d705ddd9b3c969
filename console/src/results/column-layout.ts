/**
 * The layout of a table: which columns are shown, their order, which are pinned, and their widths.
 */
import type { Row } from '#contract/rows.js';
import { type Column, shownValue } from './fields.js';

export interface ColumnLayout {
  /** Names in their order; null for the columns shown at first. */
  readonly shown: readonly string[] | null;
  /** Columns that stay at the left while the table scrolls sideways; the first one always does. */
  readonly pinned: readonly string[];
  /** Pixels; once one is set, all columns shown have theirs. */
  readonly widths: Readonly<Record<string, number>>;
}

export const DEFAULT_LAYOUT: ColumnLayout = { shown: null, pinned: [], widths: {} };

export const WIDTH_MIN = 56;
export const WIDTH_MAX = 640;

/** The columns of a table as its layout has them. */
export interface Arranged {
  /** In order: the first column of the route, where it is shown, the pinned ones, the others. */
  readonly shown: readonly Column[];
  /** How many of them are pinned, at least the first. */
  readonly pinned: number;
  readonly others: readonly Column[];
  /** Names of the columns that no row fills. */
  readonly empty: ReadonlySet<string>;
  /** How many of them would be shown at first, and are not. */
  readonly emptyHidden: number;
}

/** Arranges the columns. An empty one is not shown at first; where columns were chosen, it is. */
export function arrange(
  columns: readonly Column[],
  { shown: names, pinned }: ColumnLayout,
  empty: ReadonlySet<string>,
): Arranged {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const usual = columns.filter(({ shownFirst }) => shownFirst);
  const filled = usual.filter(({ name }) => !empty.has(name));
  const atFirst = filled.length > 0 ? filled : usual;
  // Names of another version, or of another source's preset, are left out.
  const known = names?.flatMap((name) => byName.get(name) ?? []) ?? atFirst;
  const chosen = new Set(known.length > 0 ? known : atFirst);
  const [first] = columns;
  const isFirst = (column: Column) => column === first;
  const isPinned = (column: Column) => !isFirst(column) && pinned.includes(column.name);
  const shown = [
    ...[...chosen].filter(isFirst),
    ...[...chosen].filter(isPinned),
    ...[...chosen].filter((column) => !isFirst(column) && !isPinned(column)),
  ];
  return {
    shown,
    // Without the first column of the route, that of the table takes its place.
    pinned: Math.max(1, shown.filter((column) => isFirst(column) || isPinned(column)).length),
    others: columns.filter((column) => !chosen.has(column)),
    empty,
    emptyHidden: names === null ? usual.length - atFirst.length : 0,
  };
}

/** Names of the columns in which no row has a value. */
export const emptyColumns = (
  rows: readonly Row[],
  columns: readonly Column[],
): ReadonlySet<string> =>
  new Set(
    columns
      .filter(({ name }) => rows.every((row) => shownValue(row, name) === null))
      .map(({ name }) => name),
  );

const namesOf = ({ shown }: Arranged): string[] => shown.map(({ name }) => name);

export function withShown(
  layout: ColumnLayout,
  arranged: Arranged,
  name: string,
  on: boolean,
): ColumnLayout {
  const others = namesOf(arranged).filter((each) => each !== name);
  return { ...layout, shown: on ? [...others, name] : others };
}

/** Moves a column to a place among those shown. */
export function withPlace(
  layout: ColumnLayout,
  arranged: Arranged,
  name: string,
  place: number,
): ColumnLayout {
  const others = namesOf(arranged).filter((each) => each !== name);
  return { ...layout, shown: others.toSpliced(place, 0, name) };
}

export function withPinned(layout: ColumnLayout, name: string, on: boolean): ColumnLayout {
  const others = layout.pinned.filter((each) => each !== name);
  return { ...layout, pinned: on ? [...others, name] : others };
}

export const fittingWidth = (width: number): number =>
  Math.round(Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, width)));

/** Widths of the columns in pixels. Where none is set, they fill the room. */
export function widthsOf(
  shown: readonly Column[],
  { widths }: Pick<ColumnLayout, 'widths'>,
  room: number,
): number[] {
  const set = Object.keys(widths).length > 0;
  const plain = shown.map((column) => widths[column.name] ?? plainWidth(column));
  const sum = plain.reduce((total, width) => total + width, 0);
  return set || sum >= room ? plain : plain.map((width) => Math.floor((width * room) / sum));
}

const TEXT_WIDTH = 138;
const NUMERIC_WIDTH = 92;
/** With a unit behind it. */
const STREET_WIDTH = 236;
/** Of a heading, with its paddings and the sign of a sorted column. */
const LETTER_WIDTH = 6.6;
const HEADING_MORE = 38;

/** Enough for the heading and most values of the type. */
function plainWidth({ name, title, numeric }: Column): number {
  const usual = name === 'address.line1' ? STREET_WIDTH : numeric ? NUMERIC_WIDTH : TEXT_WIDTH;
  return Math.max(usual, Math.ceil(title.length * LETTER_WIDTH + HEADING_MORE));
}

/** The share of a table's room that pinned columns may cover. */
const PINNED_SHARE_MAX = 0.6;

/** How many pinned columns can stay at the left; on a phone fewer than were chosen. */
export function pinnedThatFit(pinned: number, widths: readonly number[], room: number): number {
  let covered = 0;
  const many = widths.slice(0, pinned).findIndex((width) => {
    covered += width;
    return covered > room * PINNED_SHARE_MAX;
  });
  return many === -1 ? Math.min(pinned, widths.length) : Math.max(1, many);
}

const NO_PIN = { className: '', style: undefined };

type Pin = { readonly className: string; readonly style: Record<string, string> | undefined };

/** Class and style of a cell by the place of its column; the table sets the variable. */
export function pinOf(place: number, pinned: number): Pin {
  if (place >= pinned) return NO_PIN;
  const className = place === pinned - 1 ? 'pinned last' : 'pinned';
  return { className, style: { left: `var(${pinVariable(place)})` } };
}

export const pinVariable = (place: number): string => `--pin-${place}`;

/** A layout of any JSON. */
export function readLayout(kept: unknown): ColumnLayout | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { shown, pinned, widths } = kept as Partial<Record<keyof ColumnLayout, unknown>>;
  return {
    shown: Array.isArray(shown) ? shown.filter(isText) : null,
    pinned: Array.isArray(pinned) ? pinned.filter(isText) : [],
    widths: Object.fromEntries(
      Object.entries(widths ?? {}).flatMap(([name, width]) =>
        typeof width === 'number' ? [[name, fittingWidth(width)]] : [],
      ),
    ),
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';
