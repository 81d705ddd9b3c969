/** Rows as the text of a file. Made in the browser, which knows the rows shown and their order. */
import { csvColumns, csvHeader, csvLine, toFeature } from '#contract/flat-rows.js';
import type { SearchRoute, TextFormat } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import type { Draft } from '../search/draft.js';
import { KIND_TITLES, sourceLabel } from '../text/labels.js';
import { STREET_FIELD, UNIT_FIELD, valueOf } from './fields.js';

/** The given fields of rows, in this order; null for all fields. */
export function fileOf(
  format: TextFormat,
  route: SearchRoute,
  asked: readonly string[] | null,
  rows: readonly Row[],
): string {
  const fields = asked && withUnit(asked);
  const columns = columnsOfFields(route, fields);
  switch (format) {
    case 'csv':
      return csvHeader(columns) + rows.map((row) => csvLine(columns, row)).join('');
    case 'geojson':
      return JSON.stringify({
        type: 'FeatureCollection',
        features: rows.map((row) => toFeature(columns, row)),
      });
    case 'ndjson':
      return rows
        .map((row) => `${JSON.stringify(fields === null ? row : membersOf(row, fields))}\n`)
        .join('');
  }
}

/** The table shows a unit behind its street. */
const withUnit = (fields: readonly string[]): readonly string[] =>
  fields.includes(UNIT_FIELD)
    ? fields
    : fields.flatMap((field) => (field === STREET_FIELD ? [field, UNIT_FIELD] : [field]));

/** A field may be several CSV columns, such as amount and currency. */
function columnsOfFields(route: SearchRoute, fields: readonly string[] | null): readonly string[] {
  const all = csvColumns(route.source, route.kind);
  return (
    fields?.flatMap((field) =>
      all.filter((path) => path === field || path.startsWith(`${field}.`)),
    ) ?? all
  );
}

/** Some fields of a row, nested as in the row: `address.zip` is in `address`. */
function membersOf(row: Row, fields: readonly string[]): object {
  const members: Record<string, unknown> = {};
  for (const field of fields) {
    const [head = '', part] = field.split('.', 2);
    const value = valueOf(row, field);
    if (part === undefined) members[head] = value;
    else members[head] = { ...(members[head] as object | undefined), [part]: value };
  }
  return members;
}

/** "portal-a-for-sale-78704-2026-11-26": source, kind, place, and the day of the rows. */
export function fileName(route: SearchRoute, inputs: Draft, collectedAt: string): string {
  const source = route.kind === 'auctions' ? '' : sourceLabel(route.source);
  const parts = [source, KIND_TITLES[route.kind], placeOf(inputs), collectedAt.slice(0, DAY_CHARS)];
  return parts.map(slug).filter(Boolean).join('-');
}

const DAY_CHARS = 'YYYY-MM-DD'.length;

function placeOf({ form, values, shape }: Draft): string {
  const { zip = '', city = '', county = '', state = '' } = values;
  switch (form) {
    case 'zip':
      return zip;
    case 'city':
      return `${city} ${state}`;
    case 'county':
      return `${county} county ${state}`;
    case 'bbox':
      return shape === undefined ? 'box' : 'shape';
    case 'circle':
      return 'circle';
  }
}

/** "São José, CA" as "sao-jose-ca". */
const slug = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
