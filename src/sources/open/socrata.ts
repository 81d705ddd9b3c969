/**
 * Sets of Socrata: SODA 2.0 and 2.1 by GET, and 3.0 by POST, which wants an application token
 * (https://dev.socrata.com/docs/queries).
 */
import type { UpstreamRequest } from '../driver.js';
import { jsonOf } from '../json-body.js';
import { isRaw, type Raw } from '../raw-values.js';
import {
  changedSet,
  conditionOf,
  countIn,
  getOf,
  objectIn,
  pathOf,
  refusedSet,
  rowsIn,
  type SetBounds,
  type SetDescription,
  type SetPage,
  type SetPageAsk,
  type SetProtocol,
  UNDESCRIBED,
  wordsIn,
} from './protocol.js';

/** Servers of version 2.0 cut at 50,000; pages of a tenth are easier on both sides. */
const PAGE_ROWS = 5_000;
const KEY = ':id';
const UPDATED = ':updated_at';
const RESOURCE = /^(.*)\/resource\/([a-z0-9]{4}-[a-z0-9]{4})(?:\.json)?$/;

export const socrata: SetProtocol = {
  describe: ({ url }) => {
    const { base, id } = partsOf(url);
    return getOf(`${base}/api/views/${id}.json`, {});
  },
  readDescription: (body) => descriptionOf(objectOf(body)),
  count: (ask) => request(ask, { select: 'count(*) as rows' }),
  readCount: (body) => countIn(listOf(body)[0]?.rows),
  page: (ask) =>
    request(ask, { select: [KEY, ...ask.columns].join(','), order: KEY, limit: String(ask.rows) }),
  readPage: (body, ask) => pageOf(listOf(body), ask),
  since: (column, day) => `${column} >= '${day}T00:00:00.000'`,
};

function partsOf(url: string): { base: string; id: string } {
  const [, base = '', id] = RESOURCE.exec(pathOf(url)) ?? [];
  if (id === undefined) {
    throw refusedSet('the address of a Socrata set is https://HOST/resource/xxxx-xxxx.');
  }
  return { base, id };
}

/** Clauses of a query: parameters of version 2, and words of the text that version 3 takes. */
const WORDS = { select: 'SELECT', where: 'WHERE', order: 'ORDER BY', limit: 'LIMIT' };
type Clause = keyof typeof WORDS;

function request(bounds: SetBounds, given: Readonly<{ [C in Clause]?: string }>): UpstreamRequest {
  const { base, id } = partsOf(bounds.set.url);
  const clauses = { ...given, ...whereOf(bounds) };
  const used = (Object.keys(WORDS) as Clause[]).flatMap((clause) => {
    const text = clauses[clause];
    return text === undefined ? [] : [[clause, text] as const];
  });
  if (bounds.set.api !== 3) {
    const query = used.map(([clause, text]) => [`$${clause}`, text]);
    return getOf(`${base}/resource/${id}.json`, Object.fromEntries(query));
  }
  const query = used.map(([clause, text]) => `${WORDS[clause]} ${text}`).join(' ');
  return {
    method: 'POST',
    path: `${base}/api/v3/views/${id}/query.json`,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query }),
  };
}

function whereOf(bounds: SetBounds): { where?: string } {
  const where = conditionOf(
    bounds,
    (since) => `'${since.replace('Z', '')}'`,
    (key) => `'${String(key).replaceAll("'", "''")}'`,
  );
  return where === '' ? {} : { where };
}

/** An object that is no error. */
function objectOf(body: string): Raw {
  const answer = objectIn(body);
  const code = answer.errorCode ?? answer.code;
  if (answer.error !== true && code === undefined) return answer;
  throw refusedSet(wordsIn(answer.message) + (code === undefined ? '.' : ` (${wordsIn(code)})`));
}

/** A list of rows; an error is an object. */
function listOf(body: string): readonly Raw[] {
  if (body.trimStart().startsWith('{')) objectOf(body);
  return rowsIn(jsonOf('The server of the open set', body));
}

const MS = 1_000;

function descriptionOf(view: Raw): SetDescription {
  const columns = rowsIn(view.columns ?? []).flatMap(({ fieldName }) =>
    typeof fieldName === 'string' ? [fieldName] : [],
  );
  if (columns.length === 0) throw changedSet('the set describes no columns');
  const licence = isRaw(view.license) ? view.license.name : undefined;
  return {
    ...UNDESCRIBED,
    columns,
    dates: columnsOf(view, 'calendar_date'),
    numbers: columnsOf(view, 'number'),
    key: KEY,
    pageRows: PAGE_ROWS,
    editedAt:
      typeof view.rowsUpdatedAt === 'number'
        ? new Date(view.rowsUpdatedAt * MS).toISOString()
        : null,
    changedColumn: UPDATED,
    licence: typeof licence === 'string' ? licence : null,
  };
}

/** The columns of a type. */
const columnsOf = ({ columns }: Raw, type: string): ReadonlySet<string> =>
  new Set(
    rowsIn(columns).flatMap(({ fieldName, dataTypeName }) =>
      dataTypeName === type && typeof fieldName === 'string' ? [fieldName] : [],
    ),
  );

/**
 * The server's order of keys is not that of their letters: the last one is the last that it sent.
 */
function pageOf(rows: readonly Raw[], ask: SetPageAsk): SetPage {
  const read = rows.map(({ [KEY]: key, ...values }) => {
    if (typeof key !== 'string') throw changedSet(`a row has no ${KEY}`);
    return { key, values: withPoints(values) };
  });
  const keys = new Set([ask.after, ...read.map(({ key }) => key)]);
  if (keys.size <= read.length) throw changedSet('rows are repeated');
  return { rows: read, after: read.at(-1)?.key ?? ask.after };
}

/** Points are objects of two generations: GeoJSON, and latitude with longitude as texts. */
function withPoints(values: Raw): Raw {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (!isRaw(value)) return [name, value];
      const { type, coordinates, latitude, longitude } = value;
      if (type === 'Point' && Array.isArray(coordinates)) {
        const [lng, lat] = coordinates as unknown[];
        return [name, { lat, lng }];
      }
      return [name, latitude === undefined ? value : { lat: latitude, lng: longitude }];
    }),
  );
}
