/** Tables of Carto, by its SQL API (version 2). */
import { isRaw, type Raw } from '../raw-values.js';
import {
  changedSet,
  countIn,
  getOf,
  objectIn,
  pathOf,
  refusedSet,
  rowsIn,
  type SetBounds,
  type SetPage,
  type SetPageAsk,
  type SetProtocol,
  wordsIn,
} from './protocol.js';

const PAGE_ROWS = 5_000;
const KEY = 'cartodb_id';
const SHAPE = 'the_geom';

export const carto: SetProtocol = {
  describe: (set) => select(set.url, `SELECT * FROM ${String(set.table)} LIMIT 0`),
  readDescription: (body, set) => {
    const { fields } = answerIn(body);
    if (!isRaw(fields)) throw changedSet('the table describes no columns');
    return {
      columns: Object.keys(fields),
      dates: new Set(),
      numbers: new Set(),
      key: KEY,
      pageRows: PAGE_ROWS,
      sorts: true,
      point: SHAPE in fields ? 'geometry' : null,
      editedAt: null,
      changedColumn: set.changed_column ?? null,
      licence: null,
    };
  },
  count: (ask) => select(ask.set.url, `SELECT count(*) AS rows ${fromOf(ask)}`),
  readCount: (body) => countIn(rowsIn(answerIn(body).rows)[0]?.rows),
  page: (ask) => select(ask.set.url, pageSql(ask)),
  readPage: (body, ask) => pageOf(rowsIn(answerIn(body).rows), ask),
};

const select = (url: string, q: string) => getOf(pathOf(url), { q });

function pageSql(ask: SetPageAsk): string {
  const { columns, description, rows } = ask;
  const point =
    description.point === null
      ? []
      : [
          `ST_Y(ST_PointOnSurface(${SHAPE})) AS "geometry.lat"`,
          `ST_X(ST_PointOnSurface(${SHAPE})) AS "geometry.lng"`,
        ];
  const names = [...new Set([KEY, ...columns])].map((name) => `"${name.replaceAll('"', '""')}"`);
  return `SELECT ${[...names, ...point].join(', ')} ${fromOf(ask)} ORDER BY ${KEY} LIMIT ${rows}`;
}

function fromOf({ set, description, since, after = null }: SetBounds): string {
  const parts = [
    ...(set.where === undefined ? [] : [`(${set.where})`]),
    ...(since === null || description.changedColumn === null
      ? []
      : [`${description.changedColumn} > '${since}'`]),
    ...(after === null ? [] : [`${KEY} > ${after}`]),
  ];
  return `FROM ${String(set.table)}${parts.length === 0 ? '' : ` WHERE ${parts.join(' AND ')}`}`;
}

function answerIn(body: string): Raw {
  const answer = objectIn(body);
  if (answer.error === undefined) return answer;
  throw refusedSet(wordsIn(Array.isArray(answer.error) ? answer.error[0] : answer.error));
}

function pageOf(rows: readonly Raw[], ask: SetPageAsk): SetPage {
  const keys = rows.map((row) => row[KEY]);
  const isAscending = keys.every(
    (key, at) => typeof key === 'number' && key > Number(keys[at - 1] ?? ask.after ?? -1),
  );
  if (!isAscending) throw changedSet('rows are repeated, or not in the requested order');
  return {
    rows: rows.map((values) => ({ key: String(values[KEY]), values })),
    after: (keys.at(-1) as number | undefined) ?? ask.after,
  };
}
