/**
 * Colour and size of the dots by a field of the rows: the choice, its scales, the look of a dot.
 */
import type { Row } from '#contract/rows.js';
import { type Column, numberOf } from '../results/fields.js';
import { count, decimal, shortDollars } from '../text/format.js';
import { type Palette, RAMP } from './palette.js';
import { METHODS, type Method, type Scale, scaleOf, shareOf } from './scale.js';

/** What the user chose; null means the same colour or size for all. */
export interface DotChoice {
  readonly colour: string | null;
  readonly size: string | null;
  /** ZIPs are shaded by the median of this field. */
  readonly shade: string | null;
  readonly method: Method;
}

export const PLAIN_DOTS: DotChoice = { colour: null, size: null, shade: null, method: 'quantiles' };

/** One field on a scale, over the rows with a location. */
export interface Graded {
  readonly column: Column;
  /** Null where no home has a value. */
  readonly scale: Scale | null;
  /** Homes on the map without a value. */
  readonly without: number;
}

export interface Dots {
  readonly colour: Graded | null;
  readonly size: Graded | null;
}

/** A value as it stands in a legend. */
export function numberText(value: number, { name, type }: Column): string {
  if (type === 'money' || /per_sqft/.test(name)) return shortDollars(value);
  if (/year|code/.test(name)) return String(Math.round(value));
  return type === 'integer' ? count(value) : decimal(Number(value.toPrecision(3)));
}

/** The scales of a choice; null where nothing is chosen that these columns have. */
export function dotsOf(
  rows: readonly Row[],
  columns: readonly Column[],
  { colour, size, method }: Omit<DotChoice, 'shade'>,
): Dots | null {
  const graded = (name: string | null, by: Method): Graded | null => {
    const column = columns.find((each) => each.name === name && each.numeric);
    return column === undefined ? null : gradedBy(rows, column, by);
  };
  const dots = { colour: graded(colour, method), size: graded(size, 'continuous') };
  return dots.colour === null && dots.size === null ? null : dots;
}

function gradedBy(rows: readonly Row[], column: Column, method: Method): Graded {
  const values = rows
    .filter(({ location }) => location !== null)
    .map((row) => numberOf(row, column));
  const known = values.filter((value) => value !== null);
  return { column, scale: scaleOf(known, method), without: values.length - known.length };
}

export interface Look {
  readonly fill: string;
  readonly edge: string;
  /** Of the usual radius. */
  readonly scale: number;
}

/** The areas of the smallest and the largest dot; the usual one is 1. */
const AREAS = [0.35, 4.5] as const;

/** The radius at a share of the scale: equal steps of value are equal steps of area. */
export const radiusAt = (share: number): number =>
  Math.sqrt(AREAS[0] + (AREAS[1] - AREAS[0]) * share);

/** The look of one row's dot: a home without the value is hollow. */
export function lookOf(row: Row, { colour, size }: Dots, palette: Palette): Look {
  const shade = colour === null ? null : shareOfRow(row, colour);
  const extent = size === null ? null : shareOfRow(row, size);
  const plain = colour === null ? palette.marker : palette['ramp-none'];
  const fill = shade === null ? plain : colourAt(shade, palette);
  const hollow = (colour !== null && shade === null) || (size !== null && extent === null);
  return {
    fill: hollow ? palette['map-land'] : fill,
    edge: hollow ? fill : palette['ramp-edge'],
    scale: extent === null ? 1 : radiusAt(extent),
  };
}

function shareOfRow(row: Row, { column, scale }: Graded): number | null {
  const value = numberOf(row, column);
  return value === null || scale === null ? null : shareOf(scale, value);
}

/** The colour at a share of the ramp, mixed from its two neighbours. */
export function colourAt(share: number, palette: Palette): string {
  const at = share * (RAMP.length - 1);
  const low = palette[RAMP[Math.floor(at)] ?? 'ramp-1'];
  const high = palette[RAMP[Math.ceil(at)] ?? 'ramp-5'];
  const part = at - Math.floor(at);
  const mixed = [1, 3, 5].map((digit) => {
    const [a, b] = [low, high].map((hex) => Number.parseInt(hex.slice(digit, digit + 2), 16));
    return Math.round((a ?? 0) + ((b ?? 0) - (a ?? 0)) * part);
  });
  return `#${mixed.map((part8) => part8.toString(16).padStart(2, '0')).join('')}`;
}

/** The choice as it is kept in this browser, "colour|size|method|shade". */
export const writeChoice = ({ colour, size, method, shade }: DotChoice): string =>
  [colour ?? '', size ?? '', method, shade ?? ''].join('|');

export function readChoice(text: string | null): DotChoice {
  const [colour = '', size = '', method, shade = ''] = (text ?? '').split('|');
  const named = (name: string) => (name === '' ? null : name);
  return {
    colour: named(colour),
    size: named(size),
    shade: named(shade),
    method: METHODS.find((each) => each === method) ?? PLAIN_DOTS.method,
  };
}
