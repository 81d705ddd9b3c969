/** Layers of Esri feature and map services (the REST API of ArcGIS Server 10 and later). */
import { isoDay } from '#domain/days.js';
import type { UpstreamRequest } from '../driver.js';
import { isRaw, type Raw } from '../raw-values.js';
import type { SetPart } from './open-set.js';
import { pointIn } from './point-inside.js';
import {
  busySet,
  changedSet,
  conditionOf,
  countIn,
  getOf,
  type KeyEnds,
  nameIn,
  objectIn,
  pathOf,
  refusedSet,
  rowsIn,
  type SetBounds,
  type SetDescription,
  type SetPage,
  type SetPageAsk,
  type SetProtocol,
  type SetRow,
  wordsIn,
} from './protocol.js';

/** A query beyond this many characters is sent as a form: servers cut addresses at about 2,000. */
const QUERY_CHARS_MAX = 1_800;
const PAGE_ROWS_DEFAULT = 1_000;
/** Some layers allow 100,000 rows: more bytes than one answer may have. */
const PAGE_ROWS_MAX = 5_000;
const WGS84 = 4_326;

export const esri: SetProtocol = {
  describe: ({ url }) => getOf(pathOf(url), { f: 'json' }),
  readDescription: (body, set) => descriptionOf(answerIn(body), set),
  count: (ask) =>
    query(ask.set, { where: whereOf(ask), ...envelopeOf(ask), returnCountOnly: 'true' }),
  readCount: (body) => countIn(numbersIn(body).count),
  keys: {
    list: (ask) => query(ask.set, { where: whereOf(ask), returnIdsOnly: 'true' }),
    readList: (body) => keysIn(numbersIn(body).objectIds),
    ends: (ask) => query(ask.set, { where: whereOf(ask), outStatistics: endsOf(ask) }),
    readEnds: (body) => endsIn(answerIn(body)),
  },
  page: (ask) => query(ask.set, pageQuery(ask)),
  since: (column, day) => `${column} >= TIMESTAMP '${day} 00:00:00'`,
  readPage: (body, ask) => pageOf(answerIn(body), ask),
};

function query(set: SetPart, given: Readonly<Record<string, string>>): UpstreamRequest {
  const path = `${pathOf(set.url)}/query`;
  const form = { ...given, f: 'json' };
  const short = getOf(path, form);
  if (short.path.length <= QUERY_CHARS_MAX) return short;
  return {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams(form).toString(),
  };
}

const whereOf = (bounds: SetBounds): string =>
  conditionOf(bounds, (since) => `TIMESTAMP '${since.slice(0, 19).replace('T', ' ')}'`) || '1=1';

const endsOf = ({ description: { key } }: SetBounds): string =>
  JSON.stringify(
    ['min', 'max'].map((type) => ({
      statisticType: type,
      onStatisticField: key,
      outStatisticFieldName: `KEY_${type.toUpperCase()}`,
    })),
  );

function envelopeOf({ box = null }: Pick<SetPageAsk, 'box'>): Record<string, string> {
  if (box === null) return {};
  return {
    geometry: [box.west, box.south, box.east, box.north].join(','),
    geometryType: 'esriGeometryEnvelope',
    inSR: String(WGS84),
    spatialRel: 'esriSpatialRelIntersects',
  };
}

function pageQuery(ask: SetPageAsk): Record<string, string> {
  const { description, columns, rows } = ask;
  const { key, sorts, point } = description;
  return {
    where: whereOf(ask),
    ...envelopeOf(ask),
    outFields: [...new Set([key, ...columns])].join(','),
    returnGeometry: String(point === 'geometry'),
    ...(point === 'centroid' && { returnCentroid: 'true' }),
    ...(point !== null && { outSR: String(WGS84) }),
    ...(sorts && { orderByFields: `${key} ASC`, resultRecordCount: String(rows) }),
  };
}

/** The object of an answer. Esri sends errors with the status 200. */
function answerIn(body: string): Raw {
  const answer = objectIn(body);
  if (!isRaw(answer.error)) return answer;
  const { code, message, details } = answer.error;
  const said = [message, ...(Array.isArray(details) ? (details as unknown[]) : [])]
    .filter((one): one is string => typeof one === 'string' && one !== '')
    .join(' ')
    .slice(0, 300);
  const status = Number(code);
  const what = `${said === '' ? 'no reason given' : said} (code ${status})`;
  if (status === 429 || status >= 500) throw busySet(what);
  throw refusedSet(status === 498 || status === 499 ? `it wants a token: ${what}` : what);
}

/** An answer without rows. Servers before ArcGIS 10 send rows whatever is requested. */
function numbersIn(body: string): Raw {
  const answer = answerIn(body);
  if (answer.features === undefined) return answer;
  throw refusedSet('it neither counts rows nor lists object IDs, as servers before ArcGIS 10.');
}

function descriptionOf(layer: Raw, set: SetPart): SetDescription {
  const fields = rowsIn(layer.fields ?? []);
  if (fields.length === 0) throw changedSet('the layer describes no fields');
  if (typeof layer.capabilities === 'string' && !/\bQuery\b/.test(layer.capabilities)) {
    throw refusedSet('the layer cannot be queried.');
  }
  const nameOf = (field: Raw): string => nameIn(field.name);
  const isOf = (type: string) => (field: Raw) => field.type === `esriFieldType${type}`;
  const isNumber = ({ type }: Raw) => typeof type === 'string' && NUMBERS.test(type);
  const key = layer.objectIdField ?? fields.find(isOf('OID'))?.name;
  if (typeof key !== 'string') throw changedSet('the layer has no object ID');
  const more = isRaw(layer.advancedQueryCapabilities) ? layer.advancedQueryCapabilities : {};
  const edits = isRaw(layer.editFieldsInfo) ? layer.editFieldsInfo.editDateField : undefined;
  const { supportsPagination = layer.supportsPagination, supportsOrderBy } = more;
  const centroid = more.supportsReturningGeometryCentroid === true;
  return {
    columns: fields.map(nameOf),
    dates: new Set(fields.filter(isOf('Date')).map(nameOf)),
    numbers: new Set(fields.filter(isNumber).map(nameOf)),
    key,
    pageRows: pageRowsOf(layer.maxRecordCount),
    sorts: supportsPagination === true && supportsOrderBy !== false,
    hasStatistics: (more.supportsStatistics ?? layer.supportsStatistics) === true,
    point: pointOf(layer.geometryType, centroid),
    editedAt: editedAtOf(layer),
    changedColumn: set.changed_column ?? (typeof edits === 'string' ? edits : null),
    licence: typeof layer.copyrightText === 'string' ? layer.copyrightText || null : null,
  };
}

const NUMBERS = /^esriFieldType(?:(?:Small|Big)?Integer|Single|Double)$/;

const pageRowsOf = (most: unknown): number =>
  typeof most === 'number' && most > 0 ? Math.min(most, PAGE_ROWS_MAX) : PAGE_ROWS_DEFAULT;

function pointOf(type: unknown, hasCentroid: boolean): SetDescription['point'] {
  if (typeof type !== 'string') return null;
  return type === 'esriGeometryPolygon' && hasCentroid ? 'centroid' : 'geometry';
}

function editedAtOf(layer: Raw): string | null {
  const info = isRaw(layer.editingInfo) ? layer.editingInfo : {};
  const ms = info.dataLastEditDate ?? info.lastEditDate;
  return typeof ms === 'number' ? new Date(ms).toISOString() : null;
}

function keysIn(value: unknown): readonly number[] {
  // A query without rows answers null.
  if (value === null) return [];
  if (!Array.isArray(value) || !value.every(Number.isInteger)) {
    throw changedSet('the list of object IDs is missing');
  }
  return (value as number[]).toSorted((a, b) => a - b);
}

/** Some versions name a statistic by its SQL in place of the requested name. */
function endsIn({ features }: Raw): KeyEnds {
  const [first] = rowsIn(features);
  const ends = isRaw(first?.attributes) ? Object.values(first.attributes) : [];
  if (ends.length === 0 || !ends.every(Number.isSafeInteger)) {
    throw changedSet('the least and the greatest object ID are missing');
  }
  const keys = ends as number[];
  return { least: Math.min(...keys), greatest: Math.max(...keys) };
}

function pageOf(answer: Raw, ask: SetPageAsk): SetPage {
  const { key, sorts, point } = ask.description;
  requireDegrees(answer, point);
  const rows = rowsIn(answer.features).map((feature) => rowOf(feature, ask));
  if (point !== null && !rows.every(isDegrees)) throw changedSet('the points are not degrees');
  const keys = rows.map((row) => Number(row.key));
  if (!keys.every(Number.isInteger)) throw changedSet(`a row has no ${key}`);
  const ordered = sorts ? keys : keys.toSorted((a, b) => a - b);
  const { last } = ask;
  if (last !== null && keys.some((one) => one > last)) throw changedSet('rows are out of range');
  const isAscending = ordered.every(
    (one, at) => one > (ordered[at - 1] ?? Number(ask.after ?? Number.NEGATIVE_INFINITY)),
  );
  if (!isAscending) throw changedSet('rows are repeated, or not in the requested order');
  return { rows, after: ask.last ?? ordered.at(-1) ?? ask.after, isCut: isCut(answer) };
}

/** The sign of more rows lies at the root, and on some servers among properties. */
function isCut({ exceededTransferLimit, properties }: Raw): boolean {
  const nested = isRaw(properties) && properties.exceededTransferLimit === true;
  return exceededTransferLimit === true || nested;
}

/** Some servers ignore the requested projection: metres would pass for degrees. */
function requireDegrees(answer: Raw, point: SetDescription['point']): void {
  const { spatialReference: system } = answer;
  if (point === null || !isRaw(system)) return;
  if (system.wkid === WGS84 || system.latestWkid === WGS84) return;
  throw changedSet(`the points are in the projection ${wordsIn(system.wkid ?? system.wkt)}`);
}

/** An answer that does not name its projection may have metres all the same. */
const isDegrees = ({ values: { geometry } }: SetRow): boolean => {
  const { lat, lng } = isRaw(geometry) ? geometry : {};
  return Math.abs(Number(lat ?? 0)) <= 90 && Math.abs(Number(lng ?? 0)) <= 180;
};

function rowOf(feature: Raw, { description }: SetPageAsk): SetRow {
  const { attributes } = feature;
  if (!isRaw(attributes)) throw changedSet('a row has no attributes');
  const { key, dates, point } = description;
  const id = attributes[key];
  if (typeof id !== 'number' && typeof id !== 'string') throw changedSet(`a row has no ${key}`);
  const values = Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      dates.has(name) && typeof value === 'number' ? dayOf(value) : value,
    ]),
  );
  const shape = point === 'centroid' ? feature.centroid : feature.geometry;
  return {
    key: String(id),
    values: point === null ? values : { ...values, geometry: pointIn(shape) },
  };
}

/** The latest moment that a date can hold. */
const MS_MAX = 8.64e15;

const dayOf = (ms: number): string | null => (Math.abs(ms) <= MS_MAX ? isoDay(ms) : null);
