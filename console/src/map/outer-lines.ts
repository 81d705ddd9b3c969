/** The outline around areas that share sides. */
import type { MultiLineString, MultiPolygon, Position } from 'geojson';

/** The sides that only one of the areas has, joined into lines: the outline of all together. */
export function outerLines(areas: readonly MultiPolygon[]): MultiLineString {
  const sides = new Map<string, readonly [Position, Position]>();
  for (const ring of areas.flatMap(({ coordinates }) => coordinates.flat())) {
    ring.slice(1).forEach((to, at) => {
      const from = ring[at] ?? to;
      const key = [from, to].map(String).sort().join(' ');
      if (!sides.delete(key)) sides.set(key, [from, to]);
    });
  }
  return { type: 'MultiLineString', coordinates: joined([...sides.values()]) };
}

function joined(sides: readonly (readonly [Position, Position])[]): Position[][] {
  const at = new Map<string, (readonly [Position, Position])[]>();
  for (const side of sides) {
    for (const end of side) at.set(String(end), [...(at.get(String(end)) ?? []), side]);
  }
  const left = new Set(sides);
  const lines: Position[][] = [];
  for (const side of sides) {
    if (!left.delete(side)) continue;
    const line: Position[] = [...side];
    for (let next = takeNext(at, left, line); next !== null; next = takeNext(at, left, line)) {
      line.push(next);
    }
    lines.push(line);
  }
  return lines;
}

/** The other end of a side that begins where the line ends; null of none. */
function takeNext(
  at: ReadonlyMap<string, readonly (readonly [Position, Position])[]>,
  left: Set<readonly [Position, Position]>,
  line: readonly Position[],
): Position | null {
  const end = String(line.at(-1));
  const side = at.get(end)?.find((each) => left.has(each));
  if (side === undefined) return null;
  left.delete(side);
  return String(side[0]) === end ? side[1] : side[0];
}
