/** Turns file records into table rows: the same driver, checks and counties as in a search. */
import type { Row } from '#contract/rows.js';
import type { SourceName } from '#contract/sources.js';
import type { Kind } from '#contract/values.js';
import { micro } from '#domain/box.js';
import { armsLengthOf, priceOf } from '#domain/filters.js';
import { normalName } from '#domain/names.js';
import { type ParsedRow, valueOr } from '#domain/parsed-row.js';
import type { Provenance, TableRow } from '#domain/table.js';
import type { Geo } from '#geo/geo.js';
import { SourceError } from '#sources/driver.js';
import type { ImportRecord } from '#sources/importer.js';
import { driverOf } from '#sources/index.js';
import { parseRow } from '../checks/parse-page.js';

/** A record as a row, or why it was dropped. */
export type ImportedRow =
  | {
      readonly line: number;
      readonly row: ParsedRow<Row>;
      readonly stored: TableRow & { readonly day: string };
    }
  | { readonly line: number; readonly dropped: string; readonly unreadable: boolean };

const NOWHERE = 'no point, ZIP, city or county: no search would find it';
const UNDATED = 'no sale date: no search would find it';

/** Returns the function that turns records of a source into rows of its table. */
export function rowReader(
  geo: Geo,
  source: SourceName,
  kind: Kind,
  from: Omit<Provenance, 'import_id'>,
  nowMs: number,
): (record: ImportRecord) => ImportedRow {
  const driver = driverOf(source, kind);
  if (driver === undefined) throw new SourceError('unconfigured', `${source} cannot be collected.`);
  const context = { collectedAtMs: nowMs, siteBase: '' };
  const { rights, ...origin } = from;
  return ({ line, raw, dropped, unreadable }) => {
    if (dropped !== null) return { line, dropped, unreadable };
    const read = parseRow(
      { driver, geo },
      { ...(raw as object), ...origin, ...rights, line },
      context,
    );
    if ('dropped' in read) {
      return { line, dropped: read.detail ?? read.dropped, unreadable: true };
    }
    const { row } = read;
    const day = dayOf(row);
    if (day === null) return { line, dropped: UNDATED, unreadable: true };
    const stored = { ...tableRow(row, JSON.stringify(raw)), line, day };
    return isFindable(stored)
      ? { line, row, stored }
      : { line, dropped: NOWHERE, unreadable: true };
  };
}

/** Whether any search can find the row. */
export const isFindable = ({ x, zip, city, county_fips }: Omit<TableRow, 'line'>): boolean =>
  x !== null || zip !== null || city !== null || county_fips !== null;

/** The columns a row is found by, and `body`, which it is parsed from. */
export function tableRow(row: ParsedRow<Row>, body: string): Omit<TableRow, 'line'> {
  const { address } = row;
  const point = valueOr(row.location);
  const city = valueOr(address.city);
  const year = 'year_built' in row.extras ? valueOr(row.extras.year_built) : null;
  return {
    source_id: row.source_id,
    x: point === null ? null : micro(point.lng),
    y: point === null ? null : micro(point.lat),
    zip: valueOr(address.zip),
    city: city === null ? null : normalName(city),
    state: valueOr(address.state),
    county_fips: valueOr(address.county_fips),
    day: dayOf(row),
    price: priceOf(row),
    beds: valueOr(row.beds),
    baths: valueOr(row.baths),
    sqft: valueOr(row.living_area_sqft),
    property_type: valueOr(row.property_type),
    year_built: typeof year === 'number' ? year : null,
    arms_length: armsLengthOf(row),
    body,
  };
}

/**
 * The day that a row is filtered and ordered by. Of a sale whose month alone is known it is the
 * first of the month: it is in a window of days when all of the month is.
 */
function dayOf(row: ParsedRow<Row>): string | null {
  if (!('sold_date' in row)) return valueOr(row.list_date);
  const month = 'sold_month' in row.extras ? valueOr(row.extras.sold_month) : null;
  return valueOr(row.sold_date) ?? (typeof month === 'string' ? `${month}-01` : null);
}
