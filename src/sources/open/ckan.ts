/** Resources of CKAN, by its datastore (action API, version 3). */
import { isRaw, type Raw } from '../raw-values.js';
import {
  changedSet,
  countIn,
  getOf,
  nameIn,
  objectIn,
  pathOf,
  refusedSet,
  rowsIn,
  type SetPage,
  type SetPageAsk,
  type SetProtocol,
  UNDESCRIBED,
  wordsIn,
} from './protocol.js';

/** The datastore cuts at 32,000. */
const PAGE_ROWS = 5_000;
const KEY = '_id';

export const ckan: SetProtocol = {
  describe: ({ url, table }) => search(url, { resource_id: String(table), limit: '0' }),
  readDescription: (body, set) => {
    if (set.where !== undefined) throw refusedSet('sets of CKAN are read without "where".');
    const columns = rowsIn(resultOf(body).fields ?? []).map(({ id }) => nameIn(id));
    if (columns.length === 0) throw changedSet('the resource describes no columns');
    return { ...UNDESCRIBED, columns, key: KEY, pageRows: PAGE_ROWS };
  },
  count: ({ set }) => search(set.url, { resource_id: String(set.table), limit: '0' }),
  readCount: (body) => countIn(resultOf(body).total),
  page: ({ set, columns, after, rows }) =>
    search(set.url, {
      resource_id: String(set.table),
      fields: [...new Set([KEY, ...columns])].join(','),
      sort: KEY,
      limit: String(rows),
      offset: String(after ?? 0),
    }),
  readPage: (body, ask) => pageOf(rowsIn(resultOf(body).records), ask),
};

const search = (url: string, query: Readonly<Record<string, string>>) => getOf(pathOf(url), query);

function resultOf(body: string): Raw {
  const { success, result, error } = objectIn(body);
  if (success === true && isRaw(result)) return result;
  throw refusedSet(wordsIn(isRaw(error) ? error.message : error));
}

const pageOf = (rows: readonly Raw[], ask: SetPageAsk): SetPage => ({
  rows: rows.map((values) => {
    if (typeof values[KEY] !== 'number') throw changedSet(`a row has no ${KEY}`);
    return { key: String(values[KEY]), values };
  }),
  after: Number(ask.after ?? 0) + rows.length,
});
