/** Rows as the text of a file. Made in the browser, which knows the rows shown and their order. */
import { csvColumns, csvHeader, csvLine, toFeature } from '#contract/flat-rows.js';
import type { SearchRoute, TextFormat } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';

export const MEDIA_TYPES: Readonly<Record<TextFormat, string>> = {
  csv: 'text/csv;charset=utf-8',
  geojson: 'application/geo+json',
  ndjson: 'application/x-ndjson',
};

/** CSV has the given fields in order; GeoJSON and NDJSON have all fields. */
export function fileOf(
  format: TextFormat,
  route: SearchRoute,
  fields: readonly string[],
  rows: readonly Row[],
): string {
  switch (format) {
    case 'csv': {
      const columns = columnsOfFields(route, fields);
      return csvHeader(columns) + rows.map((row) => csvLine(columns, row)).join('');
    }
    case 'geojson': {
      const columns = csvColumns(route.source, route.kind);
      return JSON.stringify({
        type: 'FeatureCollection',
        features: rows.map((row) => toFeature(columns, row)),
      });
    }
    case 'ndjson':
      return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  }
}

/** A field may be several CSV columns, such as amount and currency. */
function columnsOfFields(route: SearchRoute, fields: readonly string[]): string[] {
  const all = csvColumns(route.source, route.kind);
  return fields.flatMap((field) =>
    all.filter((path) => path === field || path.startsWith(`${field}.`)),
  );
}
