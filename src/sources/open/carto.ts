/** Tables of Carto, by its SQL API (version 2). */
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
  type SetPage,
  type SetPageAsk,
  type SetProtocol,
  UNDESCRIBED,
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
      ...UNDESCRIBED,
      columns: Object.keys(fields),
      key: KEY,
      pageRows: PAGE_ROWS,
      point: SHAPE in fields ? 'geometry' : null,
      changedColumn: set.changed_column ?? null,
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

function fromOf(bounds: SetBounds): string {
  const where = conditionOf(bounds, (since) => `'${since}'`);
  return `FROM ${String(bounds.set.table)}${where === '' ? '' : ` WHERE ${where}`}`;
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
