/**
 * The invented streets: lines of one bent grid over the whole map, a pure function of the seed. A
 * line runs north to south or east to west and has a number; every sixteenth is a main street. A
 * ZIP has as many lines as its size needs, at a distance that is a power of two, so that
 * overlapping ZIPs share their streets.
 */
import { hashText, mix, pick, unit, whole } from './chance.js';
import { SALT } from './salts.js';
import { STREETS } from './words.js';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** `ns` lines are numbered from west to east, `ew` lines from south to north. */
export type GridAxis = 'ns' | 'ew';

export interface Grid {
  readonly hash: number;
  /** The phases of the waves that bend lines. */
  readonly phases: readonly [number, number, number, number];
}

/** A building's site: its point, and its place on its street. */
export interface Site extends Point {
  readonly axis: GridAxis;
  readonly line: number;
  /** Units from the grid's origin along the line. */
  readonly along: number;
  /** 0 on the left of the line in the direction of its numbers, 1 on the right. */
  readonly side: 0 | 1;
}

const DEGREE = 1_000_000;
/** Microdegrees from one line to the next: about 110 m. */
export const UNIT = 1_024;
/** Lines from one main street to the next, about a mile; between them a street keeps its name. */
export const SECTION = 16;
/** Main streets keep a name for this many units. */
const MAIN_SPAN = 2 * SECTION;
/** A ZIP's cover has this many lines from its middle to its side, and up to twice as many. */
export const LINES_A_HALF = 32;
/** Blocks up to this many units may be twice as long as wide. */
const OBLONG_MAX = SECTION / 4;
const JITTER = 0.18;
const SETBACK_MICRO = 150;
const SETBACK_SPAN_MICRO = 60;
/** In units. */
const SHIFT = 0.3;
const NUMBER_FIRST = 100;
/** On each side of a street. */
const NUMBERS_A_UNIT = 400;
const WAVES = [
  { micro: 500, units: 24 },
  { micro: 250, units: 9.7 },
] as const;
/** No point is bent farther than this. */
export const BEND_MICRO = 750;

export function gridOf(seed: number): Grid {
  const hash = hashText('streets', seed);
  const phase = (wave: number) => unit(hash, SALT.bend + wave) * 2 * Math.PI;
  return { hash, phases: [phase(0), phase(1), phase(2), phase(3)] };
}

/** The point on a line at a distance along it, in units. */
export function pointOn(grid: Grid, axis: GridAxis, line: number, along: number): Point {
  const across = lineAt(grid, axis, line);
  return axis === 'ns' ? bent(grid, across, along * UNIT) : bent(grid, along * UNIT, across);
}

/** Where two lines cross. */
export const crossing = (grid: Grid, axis: GridAxis, line: number, across: number): Point =>
  pointOn(grid, axis, line, lineAt(grid, axis === 'ns' ? 'ew' : 'ns', across) / UNIT);

/** The map position of a point of the straight grid. */
function bent({ phases }: Grid, x: number, y: number): Point {
  return { x: x + wave(y, phases[0], phases[1]), y: y + wave(x, phases[2], phases[3]) };
}

function wave(at: number, first: number, second: number): number {
  const turn = (2 * Math.PI * at) / UNIT;
  const [long, short] = WAVES;
  return (
    long.micro * Math.sin(turn / long.units + first) +
    short.micro * Math.sin(turn / short.units + second)
  );
}

/** The position of a line on the straight grid: distances vary a little. */
function lineAt({ hash }: Grid, axis: GridAxis, line: number): number {
  const draw = unit(mix(hash, line), axis === 'ns' ? SALT.x : SALT.y);
  return (line + JITTER * (draw * 2 - 1)) * UNIT;
}

/** Units from line to line in a place, by half of its cover's side: a power of two. */
export const unitsOf = (half: number): number =>
  2 ** Math.max(0, Math.floor(Math.log2(half / LINES_A_HALF / UNIT)));

/** The distance of a place's lines in a section: in most of them blocks are oblong. */
export function spacingOf(grid: Grid, axis: GridAxis, units: number, column: number, row: number) {
  if (units > OBLONG_MAX) return units;
  const draw = whole(mix(mix(grid.hash, column), row), SALT.spread, 0, 2);
  return draw === (axis === 'ns' ? 1 : 2) ? 2 * units : units;
}

/** Moves a point beside the nearest street of its place, on its side, and a little along. */
export function besideStreet(grid: Grid, units: number, hash: number, near: Point): Site {
  // Points are drawn in steps of some metres: without this, neighbours would share a number.
  const shift = SHIFT * (unit(hash, SALT.setback + 1) - 0.5) * UNIT;
  const [x, y] = [near.x + shift, near.y + shift];
  const [column, row] = [sectionOf(x), sectionOf(y)];
  const ns = nearest(x, spacingOf(grid, 'ns', units, column, row));
  const ew = nearest(y, spacingOf(grid, 'ew', units, column, row));
  const [nsAt, ewAt] = [lineAt(grid, 'ns', ns), lineAt(grid, 'ew', ew)];
  const setback = SETBACK_MICRO + SETBACK_SPAN_MICRO * unit(hash, SALT.setback);
  return Math.abs(x - nsAt) <= Math.abs(y - ewAt)
    ? siteAt(grid, 'ns', ns, y / UNIT, x < nsAt ? -setback : setback)
    : siteAt(grid, 'ew', ew, x / UNIT, y < ewAt ? -setback : setback);
}

/** Another place on the same step of a street, at `share` of its length. */
export const onSameStep = (grid: Grid, { axis, line, along, side }: Site, share: number): Site =>
  siteAt(grid, axis, line, Math.floor(along) + share, side === 0 ? -SETBACK_MICRO : SETBACK_MICRO);

function siteAt(grid: Grid, axis: GridAxis, line: number, along: number, off: number): Site {
  const across = lineAt(grid, axis, line) + off;
  const at = along * UNIT;
  const { x, y } = axis === 'ns' ? bent(grid, across, at) : bent(grid, at, across);
  return { x: Math.round(x), y: Math.round(y), axis, line, along, side: off < 0 ? 0 : 1 };
}

const sectionOf = (micro: number): number => Math.floor(micro / UNIT / SECTION);

const nearest = (at: number, spacing: number): number =>
  Math.round(at / UNIT / spacing) * spacing;

/** Whether a line has a street from one unit to the next: whether the middle is on land. */
export function hasStep(
  grid: Grid,
  onLand: (lat: number, lng: number) => boolean,
  axis: GridAxis,
  line: number,
  step: number,
): boolean {
  const { x, y } = pointOn(grid, axis, line, step + 0.5);
  return onLand(y / DEGREE, x / DEGREE);
}

export const isMain = (line: number): boolean => line % SECTION === 0;

/** A street's name at a place on its line, and where on the line its numbers start. */
export function streetAt(grid: Grid, axis: GridAxis, line: number, along: number) {
  const span = isMain(line) ? MAIN_SPAN : SECTION;
  const from = Math.floor(along / span) * span;
  return { name: isMain(line) ? mainName(grid, axis, line, from) : name(grid, axis, line, from), from };
}

/** The number of a building and its street. */
export function streetLine(grid: Grid, { axis, line, along, side }: Site): string {
  const street = streetAt(grid, axis, line, along);
  const number = NUMBER_FIRST + 2 * Math.floor((along - street.from) * NUMBERS_A_UNIT) + side;
  return `${number} ${street.name}`;
}

const SUFFIXES = ['St', 'Dr', 'Ln', 'Rd', 'Way', 'Ct', 'Pl', 'Ter', 'Trl', 'Cir'] as const;
const MAIN_SUFFIXES = ['Ave', 'Blvd', 'Rd'] as const;
const POINTS = { ns: ['N ', 'S '], ew: ['E ', 'W '] } as const;
const POINTS_SHARE = 0.3;
/** The step through the names, so that no two streets of a section share one. */
const NAME_STEP = 67;

function name(grid: Grid, axis: GridAxis, line: number, from: number): string {
  const across = Math.floor(line / SECTION) * SECTION;
  const [column, row] = axis === 'ns' ? [across, from] : [from, across];
  const section = mix(mix(grid.hash ^ SALT.street, column), row);
  const place = line - across + (axis === 'ns' ? 0 : SECTION);
  const word = (whole(section, SALT.street, 0, STREETS.length - 1) + place * NAME_STEP) % STREETS.length;
  return full(axis, mix(section, place), STREETS[word] ?? '', SUFFIXES);
}

function mainName(grid: Grid, axis: GridAxis, line: number, from: number): string {
  const hash = mix(mix(grid.hash ^ SALT.name, axis === 'ns' ? line : ~line), from);
  return full(axis, hash, pick(STREETS, hash, SALT.street), MAIN_SUFFIXES);
}

function full(axis: GridAxis, hash: number, word: string, suffixes: readonly string[]): string {
  const side = unit(hash, SALT.suffix) < POINTS_SHARE ? pick(POINTS[axis], hash, SALT.suffix + 1) : '';
  return `${side}${word} ${pick(suffixes, hash, SALT.suffix + 2)}`;
}
