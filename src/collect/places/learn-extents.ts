/** Learns where the homes of ZIPs and cities are, from the accepted rows of a collection. */
import type { Row } from '#contract/rows.js';
import type { Area } from '#domain/area.js';
import { type Box, inBox } from '#domain/box.js';
import { Extents, type PlaceName } from '#domain/extent.js';
import { type ParsedRow, valueOr } from '#domain/parsed-row.js';
import type { Position } from '#domain/position.js';
import type { AreaSearch, Progress } from '../area/area-search.js';

/** The place whose extent is stored for an area; null for all other areas. */
export function placeOf({ test }: Area): PlaceName | null {
  if (test.by === 'zip') return { form: 'zip', name: test.zip };
  if (test.by === 'city') return cityPlace(test);
  return null;
}

/** A city's place, by its state and usual name. */
export const cityPlace = (city: {
  readonly names: readonly string[];
  readonly state: string;
}): PlaceName => ({
  form: 'city',
  name: `${city.state}|${city.names[0] ?? ''}`,
});

/** Collects what one reading of an area learns, and records it at the end. */
export class Lesson {
  readonly #search: AreaSearch;
  readonly #asked: PlaceName | null;
  readonly #extents = new Extents();
  /** Cities of the rows, by the words that rows use. */
  readonly #cities = new Map<string, PlaceName | null>();
  /** Whether places of the source are read instead of all that cover the area. */
  readonly #byPlace: boolean;

  /** `via` is how the area is read. */
  constructor(search: AreaSearch, via: Position['via']) {
    this.#search = search;
    this.#byPlace = via?.by === 'place';
    this.#asked = search.area.test.by === 'city' ? placeOf(search.area) : null;
  }

  add(row: ParsedRow<Row>): void {
    const { address, location } = row;
    const point = valueOr(location);
    const zip = valueOr(address.zip);
    if (point === null || zip === null || !this.#isNear(zip, point.lat, point.lng)) return;
    const own = ownPlace(this.#search, row, this.#byPlace);
    this.#extents.add({ form: 'zip', name: zip }, point.lat, point.lng, own);
    const named = this.#cityNamed(valueOr(address.city), valueOr(address.state));
    for (const city of named?.name === this.#asked?.name ? [named] : [named, this.#asked]) {
      if (city !== null) this.#extents.add(city, point.lat, point.lng);
    }
  }

  /** Ends the lesson; `ended` is whether the whole area was read. */
  note(progress: Progress, ended: boolean): void {
    const { source, kind, places, area } = this.#search;
    const extents = this.#extents.list();
    const covered = ended && coversPlace(this.#search, progress) ? placeOf(area) : null;
    if (extents.length > 0) places.noteExtents(source, kind, extents, covered);
  }

  /** Whether a point can belong to a ZIP: a point in the wrong county would spoil the extent. */
  #isNear(zip: string, lat: number, lng: number): boolean {
    const cover = this.#search.geo.zip(zip)?.cover;
    return cover !== undefined && inBox(widened(cover), lat, lng);
  }

  #cityNamed(name: string | null, state: string | null): PlaceName | null {
    if (name === null || state === null) return null;
    const words = `${state}|${name}`;
    const known = this.#cities.get(words);
    if (known !== undefined) return known;
    const city = this.#search.geo.city(name, state);
    const found = city === undefined ? null : cityPlace(city);
    this.#cities.set(words, found);
    return found;
  }
}

/**
 * The source's place that a row names; empty where it names none, undefined where rows name no
 * places. A row in an unknown place counts for the requested ones.
 */
function ownPlace(
  { driver }: AreaSearch,
  row: ParsedRow<Row>,
  byPlace: boolean,
): string | undefined {
  if (driver.placeOfRow === undefined) return undefined;
  const name = driver.placeOfRow(row) ?? '';
  return byPlace && driver.idsOfPlace?.(name).length === 0 ? undefined : name;
}

/** How far a cover can expand on each side, as a share of its length. */
const REACH_SHARE = 1.2;

function widened({ w, s, e, n }: Box): Box {
  const [x, y] = [Math.ceil((e - w) * REACH_SHARE), Math.ceil((n - s) * REACH_SHARE)];
  return { w: w - x, s: s - y, e: e + x, n: n + y };
}

/** Sales of a shorter period are too few to show where the homes are. */
const SOLD_DAYS_MIN = 90;

/** Whether a complete reading has seen every row of the place: its whole cover, without filters. */
function coversPlace({ filters }: AreaSearch, { position, missing, dropped }: Progress): boolean {
  const { sort: _order, sold_within_days = SOLD_DAYS_MIN, ...others } = filters;
  return (
    isOwnCover(position) &&
    missing.length === 0 &&
    !dropped.has('unreadable') &&
    sold_within_days >= SOLD_DAYS_MIN &&
    Object.keys(others).length === 0
  );
}

const isOwnCover = ({ via }: Position): boolean => via === undefined;
