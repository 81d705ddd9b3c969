/** The outlines in a file: CSV with a column per edge, or GeoJSON features, one per line. */
import type { ImportFile } from '#collect/importers.js';
import { type Box, boxAround, boxOfEdges, type Edges } from '#domain/box.js';
import { edgesOf, isTooLarge, mistakeIn, reachesPoint } from '#domain/outline.js';
import type { Geo } from '#geo/geo.js';
import { broken, jsonOf, type Line, linesOf, recordsOf, wrongLine } from './read-text.js';
import { Tally, type TallyReport } from './tally.js';

export interface OutlinesReport extends TallyReport {
  /** ZIPs that have an outline now. */
  readonly outlines: number;
}

export interface ReadOutlines {
  readonly outlines: readonly (readonly [zip: string, box: Box])[];
  readonly report: OutlinesReport;
}

/** One outline of a file. */
export interface OutlineRecord {
  readonly line: number;
  readonly zip: string;
  readonly edges: Edges;
}

const UNKNOWN = 'unknown ZIP';
const TOO_LARGE = 'larger than any ZIP, or on both sides of the antimeridian';
const ELSEWHERE = 'away from the point of its ZIP';

/** A ZIP of the file so far: its combined box and the line of its first part. */
interface Found {
  readonly box: Box;
  readonly line: number;
  readonly parts: number;
}

/** All outlines of a file; parts of one ZIP are merged. Throws OperatorError. */
export async function readOutlines(
  records: AsyncIterable<OutlineRecord>,
  geo: Geo,
): Promise<ReadOutlines> {
  const found = new Map<string, Found>();
  const tally = new Tally();
  for await (const { line, zip, edges } of records) {
    tally.count();
    if (geo.zip(zip) === undefined) tally.drop(UNKNOWN, line);
    else if (isTooLarge(edges)) tally.drop(TOO_LARGE, line);
    else found.set(zip, withPart(found.get(zip), boxOfEdges(edges), line));
  }
  const outlines: [zip: string, box: Box][] = [];
  for (const [zip, { box, line, parts }] of found) {
    const point = geo.zip(zip);
    // The outline of another ZIP would hide the homes of this one.
    if (point !== undefined && reachesPoint(box, point.lat, point.lng)) outlines.push([zip, box]);
    else tally.drop(ELSEWHERE, line, parts);
  }
  return { outlines, report: { outlines: outlines.length, ...tally.report() } };
}

const withPart = (known: Found | undefined, part: Box, line: number): Found =>
  known === undefined
    ? { box: part, line, parts: 1 }
    : { box: boxAround(known.box, part), line: known.line, parts: known.parts + 1 };

/** The outlines in a file, each plausible by itself. Throws OperatorError. */
export async function* outlinesIn(file: ImportFile): AsyncGenerator<OutlineRecord> {
  for await (const record of recordsIn(file)) {
    const mistake = mistakeIn(record.edges);
    if (mistake !== null) throw wrongLine(record.line, mistake);
    yield record;
  }
}

/** A sequence of features starts with one; everything else is treated as a table. */
async function* recordsIn(file: ImportFile): AsyncGenerator<OutlineRecord> {
  const lines = linesOf(file);
  const first = await lines.next();
  if (first.done === true) return;
  const all = (async function* () {
    yield first.value;
    yield* lines;
  })();
  yield* first.value.text.startsWith('{') ? featuresOf(all) : rowsOf(all);
}

const COLUMNS = ['zip', 'w', 's', 'e', 'n'];

async function* rowsOf(lines: AsyncIterable<Line>): AsyncGenerator<OutlineRecord> {
  for await (const { line, value } of recordsOf(lines, COLUMNS)) {
    const [west = 0, south = 0, east = 0, north = 0] = ['w', 's', 'e', 'n'].map((name) => {
      const edge = value(name);
      return edge === '' ? Number.NaN : Number(edge);
    });
    yield { line, zip: zipIn(value('zip'), line), edges: { west, south, east, north } };
  }
}

/** Members that name the ZIP of a feature, in the files of the Census Bureau and elsewhere. */
const ZIP_MEMBERS = ['zip', 'zcta5ce20', 'zcta5ce10', 'geoid20', 'geoid10', 'geoid', 'zipcode'];

async function* featuresOf(lines: AsyncIterable<Line>): AsyncGenerator<OutlineRecord> {
  for await (const one of lines) {
    const { line } = one;
    const feature = objectOr(jsonOf(one));
    if (feature.type === 'FeatureCollection') throw broken(COLLECTION);
    const { type, coordinates } = objectOr(feature.geometry);
    if (type !== 'Polygon' && type !== 'MultiPolygon') {
      throw wrongLine(line, 'this is not a feature with a Polygon or MultiPolygon');
    }
    const members = Object.entries(objectOr(feature.properties));
    const zip = ZIP_MEMBERS.map(
      (name) => members.find(([member]) => member.toLowerCase() === name)?.[1],
    ).find((value) => value !== undefined);
    if (zip === undefined) {
      throw wrongLine(line, `no property names a ZIP: one of ${ZIP_MEMBERS.join(', ')} is needed`);
    }
    const edges = edgesOf(coordinates);
    if (edges === null) throw wrongLine(line, 'its coordinates are not positions');
    yield { line, zip: zipIn(typeof zip === 'string' ? zip : JSON.stringify(zip), line), edges };
  }
}

const COLLECTION =
  'It is a FeatureCollection: write a sequence, one feature per line (ogr2ogr -f GeoJSONSeq).';

const objectOr = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function zipIn(text: string, line: number): string {
  if (/^\d{5}$/.test(text)) return text;
  const shown = JSON.stringify(text.slice(0, 20));
  const why = /^\d{3,4}$/.test(text) ? ': its leading zeros are missing' : '';
  throw wrongLine(line, `${shown} is not a ZIP of five digits${why}`);
}
