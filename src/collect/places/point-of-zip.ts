/** The point of a home beside its ZIP: of two that contradict each other, at least one is wrong. */
import type { Row } from '#contract/rows.js';
import { absent, type ParsedRow, valueOr } from '#domain/parsed-row.js';
import type { Zip } from '#geo/geo.js';

/** A home this far beyond its ZIP's homes, in microdegrees, is certainly not in the ZIP. */
const ZIP_SLACK = 700_000;
/** States and territories whose ZIPs are larger than that. */
const WIDE_STATES: ReadonlySet<string> = new Set(['AK', 'HI', 'GU', 'AS', 'MP', 'PR', 'VI']);

/** Whether the point of a row may lie in its ZIP; null where one of them is unknown. */
export function pointFitsZip(
  { location, address }: ParsedRow<Row>,
  zipOf: (code: string) => Zip | undefined,
): boolean | null {
  const [point, code] = [valueOr(location), valueOr(address.zip)];
  const zip = point === null || code === null ? undefined : zipOf(code);
  if (point === null || zip === undefined || WIDE_STATES.has(zip.state)) return null;
  const { w, s, e, n } = zip.cover;
  const [x, y] = [point.lng * 1e6, point.lat * 1e6];
  return x > w - ZIP_SLACK && x < e + ZIP_SLACK && y > s - ZIP_SLACK && y < n + ZIP_SLACK;
}

/** The row without a point that contradicts its ZIP. */
export const withLikelyPoint = (
  row: ParsedRow<Row>,
  zipOf: (code: string) => Zip | undefined,
): ParsedRow<Row> =>
  pointFitsZip(row, zipOf) === false
    ? { ...row, location: absent('implausible', 'the point and the ZIP contradict each other') }
    : row;
