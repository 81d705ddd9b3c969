/** About where ZIPs lie, from files of the build by their first two digits. */
import type { MultiPolygon, Position } from 'geojson';
import { buildFile } from '../service/query.js';

/** Rings of a ZIP: first longitude and latitude, then steps. */
type AreaFile = Readonly<Record<string, readonly (readonly number[])[]>>;

const UNITS = 10_000;
const PREFIX = 2;

const FILES = import.meta.glob<string>('../../../dist/console-data/areas-*.json', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** The areas of these ZIPs; one without an area, such as of PO boxes, is left out. */
export async function loadZipAreas(
  zips: readonly string[],
): Promise<ReadonlyMap<string, MultiPolygon>> {
  const files = [...new Set(zips.map((zip) => zip.slice(0, PREFIX)))].map(loadFile);
  const areas = Object.assign({}, ...(await Promise.all(files))) as AreaFile;
  return new Map(
    zips.flatMap((zip): [string, MultiPolygon][] => {
      const rings = areas[zip] ?? [];
      const coordinates = rings.map((ring) => [pointsOf(ring)]);
      return rings.length === 0 ? [] : [[zip, { type: 'MultiPolygon', coordinates }]];
    }),
  );
}

async function loadFile(prefix: string): Promise<AreaFile> {
  const url = FILES[`../../../dist/console-data/areas-${prefix}.json`];
  return url === undefined ? {} : buildFile<AreaFile>(url);
}

/** A closed ring. */
function pointsOf(steps: readonly number[]): Position[] {
  const points: Position[] = [];
  let [x, y] = [0, 0];
  for (let at = 0; at + 1 < steps.length; at += 2) {
    x += steps[at] ?? 0;
    y += steps[at + 1] ?? 0;
    points.push([x / UNITS, y / UNITS]);
  }
  return [...points, ...points.slice(0, 1)];
}
