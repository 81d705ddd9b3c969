/** A table of a source's places: form, name, state and token of each, and its box if known. */
import type { ImportFile } from '#collect/importers.js';
import { cityPlace } from '#collect/places/learn-extents.js';
import type { placesOf } from '#collect/sources.js';
import { type Box, boxAround, boxesMeet, boxOfEdges } from '#domain/box.js';
import type { PlaceName } from '#domain/extent.js';
import { isTooLarge, mistakeIn, reachesPoint } from '#domain/outline.js';
import type { Geo } from '#geo/geo.js';
import type { ImportedPlace } from '#store/imported-places.js';
import { linesOf, recordsOf, type TableRecord, wrongLine } from './read-text.js';
import { Tally, type TallyReport } from './tally.js';

export interface PlacesReport extends TallyReport {
  readonly places: number;
}

type OwnPlaces = NonNullable<ReturnType<typeof placesOf>>;

const COLUMNS = ['form', 'name', 'state', 'token'];
const EDGES = ['w', 's', 'e', 'n'];
const LABEL = 'label';
const UNKNOWN = 'unknown place';
const ELSEWHERE = 'away from the place';
const REPEATED = 'the same place and token as on an earlier line';

/** One line of a table of places: the values of its possible columns, by name. */
export interface PlaceRecord {
  readonly line: number;
  readonly values: Readonly<Record<string, string>>;
}

/** The lines of a table of places. Throws OperatorError. */
export async function* placesIn(file: ImportFile): AsyncGenerator<PlaceRecord> {
  for await (const { line, value } of recordsOf(linesOf(file), COLUMNS)) {
    const named = [...COLUMNS, ...EDGES, LABEL].map((name) => [name, value(name)] as const);
    yield { line, values: Object.fromEntries(named) };
  }
}

/** All places of a file. Throws OperatorError. */
export async function readPlaces(records: AsyncIterable<PlaceRecord>, geo: Geo, own: OwnPlaces) {
  const places = new Map<string, ImportedPlace & { readonly line: number }>();
  const byToken = new Map<string, number>();
  const tally = new Tally();
  for await (const { line, values } of records) {
    tally.count();
    const record: TableRecord = { line, value: (column) => values[column] ?? '' };
    const read = readPlace(record, geo, own);
    if (typeof read === 'string') {
      tally.drop(read, line);
      continue;
    }
    const key = `${read.form} ${read.name}`;
    const known = places.get(key);
    if (known !== undefined && known.token !== read.token) {
      throw wrongLine(line, `this place has another token on line ${known.line}`);
    }
    const taken = byToken.get(read.token);
    if (known === undefined && taken !== undefined) {
      throw wrongLine(line, `another place on line ${taken} has the same token`);
    }
    if (known !== undefined) tally.drop(REPEATED, line);
    else places.set(key, { ...read, line });
    byToken.set(read.token, taken ?? line);
  }
  const report: PlacesReport = { places: places.size, ...tally.report() };
  return { places: [...places.values()], report };
}

/** The place of a record, or why it is dropped. Throws OperatorError. */
function readPlace(record: TableRecord, geo: Geo, own: OwnPlaces): ImportedPlace | string {
  const { line, value } = record;
  const form = value('form');
  if (form !== 'zip' && form !== 'city') {
    throw wrongLine(line, `the form is ${shown(form)}; it must be zip or city`);
  }
  const token = own.readToken(value('token'), form);
  if (token === null) {
    throw wrongLine(
      line,
      `${shown(value('token'))} is not a token of a ${form} there: a token is ${own.tokenExample}`,
    );
  }
  const box = boxIn(record);
  const found = form === 'zip' ? zipOf(record, geo) : cityOf(record, geo);
  if (found === null) return UNKNOWN;
  if (box !== null && !found.mayBe(box)) return ELSEWHERE;
  return { ...found.name, token, label: value(LABEL) || value('name'), box };
}

/** A place as searches know it. */
interface Known {
  readonly name: PlaceName;
  /** Whether it could lie in a box. */
  mayBe(box: Box): boolean;
}

function zipOf({ line, value }: TableRecord, geo: Geo): Known | null {
  const zip = value('name');
  if (!/^\d{5}$/.test(zip)) throw wrongLine(line, `${shown(zip)} is not a ZIP of five digits`);
  const found = geo.zip(zip);
  if (found === undefined) return null;
  const { lat, lng } = found;
  return { name: { form: 'zip', name: zip }, mayBe: (box) => reachesPoint(box, lat, lng) };
}

function cityOf({ line, value }: TableRecord, geo: Geo): Known | null {
  const state = value('state').toUpperCase();
  if (!geo.state(state)) {
    throw wrongLine(line, `${shown(value('state'))} is not a state of two letters`);
  }
  const city = geo.city(value('name'), state);
  if (city === undefined) return null;
  const cover = city.cover.reduce(boxAround);
  return { name: cityPlace(city), mayBe: (box) => boxesMeet(box, cover) };
}

/** The place's box; null where no edges are given. */
function boxIn({ line, value }: TableRecord): Box | null {
  const given = EDGES.map(value);
  if (given.every((edge) => edge === '')) return null;
  const [west = 0, south = 0, east = 0, north = 0] = given.map((edge) =>
    edge === '' ? Number.NaN : Number(edge),
  );
  const edges = { west, south, east, north };
  const mistake =
    mistakeIn(edges) ?? (isTooLarge(edges) ? 'the box is larger than any city' : null);
  if (mistake !== null) throw wrongLine(line, mistake);
  return boxOfEdges(edges);
}

const shown = (text: string): string => JSON.stringify(text.slice(0, 40));
