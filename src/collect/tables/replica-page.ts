/** A page of a feed that is kept in tables of ours: the question that the feed would have been asked. */

import { assert } from '#base/assert.js';
import type { SourceName } from '#contract/sources.js';
import type { Kind } from '#contract/values.js';
import type { PageRef } from '#domain/position.js';
import type {
  After,
  FoundTableRow,
  Replica,
  RowTable,
  TableArea,
  TableQuery,
} from '#domain/table.js';
import {
  type AreaAsk,
  type Capabilities,
  changedAnswer,
  type HttpDriver,
  type Question,
  SourceError,
  type SourcePage,
} from '#sources/driver.js';

const PAGE_ROWS = 200;
const DAY_MS = 86_400_000;

/** A question as its feed is asked it: that of a walk over several feeds names its own page. */
export async function readReplica(
  source: SourceName,
  driver: HttpDriver,
  replica: Replica,
  question: Question,
  kind: Kind | undefined,
): Promise<{ readonly page: SourcePage; readonly readAtMs: number }> {
  const feed = driver.walk?.feedOf(question) ?? source;
  if (!replica.ready) throw new SourceError('unconfigured', notReady(feed, replica.rows));
  assert(kind !== undefined, 'a replicated feed has one kind of rows per request');
  const own = driver.walk?.own(question) ?? question;
  const page = await pageOf(source, driver.capabilities, replica.table(kind), own);
  return { page: driver.walk?.joined(page, question) ?? page, readAtMs: replica.asOfMs };
}

/** Why a feed cannot be searched yet. */
export const notReady = (feed: string, rows: number): string =>
  `The feed ${feed} is pulled for the first time: ${rows} rows so far. It can be searched once all are stored. Nothing was charged; try again later.`;

/**
 * The page of a question, in the order in which rows were stored first. Rows that change meanwhile keep their
 * place, and every page names the one behind each of its rows, so that walks over pages neither lose nor double one
 * while the feed is pulled.
 */
async function pageOf(
  source: SourceName,
  capabilities: Capabilities,
  table: RowTable,
  question: Question,
): Promise<SourcePage> {
  const place = placeOf(source, question.at);
  const query = queryFor(capabilities, question, place?.after ?? null);
  const [found, total] = await Promise.all([
    table.find(query),
    place === null ? table.count(query) : place.total,
  ]);
  const rows = found.slice(0, PAGE_ROWS);
  const last = rows.at(-1);
  const hasMore = found.length > PAGE_ROWS && last !== undefined;
  return {
    rows: rows.map(({ body }) => JSON.parse(body) as unknown),
    total,
    next: hasMore ? pageBehind(last, total) : null,
    after: (at) => {
      const row = rows[at];
      return row === undefined ? null : pageBehind(row, total);
    },
  };
}

/** Filters that the feed would apply are applied by the table; the others are left to the checks of rows. */
function queryFor(
  { filters: applied }: Capabilities,
  { area, filters, nowMs }: Question,
  after: After | null,
): TableQuery {
  const { sold_within_days: days, ...others } = Object.fromEntries(
    Object.entries(filters).filter(([name]) => applied.some((one) => one === name)),
  ) as Question['filters'];
  return {
    area: tableArea(area),
    filters: others,
    since: days === undefined ? null : new Date(nowMs - days * DAY_MS).toISOString().slice(0, 10),
    sort: 'stored',
    after,
    // One more than a page shows whether another follows.
    limit: PAGE_ROWS + 1,
  };
}

function tableArea(area: AreaAsk): TableArea {
  if (
    area.by === 'polygon' ||
    area.by === 'state' ||
    area.by === 'named_place' ||
    area.by === 'everything'
  ) {
    throw new TypeError(`a table is not asked by ${area.by}`);
  }
  return area;
}

const TOKEN = /^(\d*) (\d+) (\d+)$/;

const pageBehind = ({ import_id, line }: FoundTableRow, total: number | null): PageRef => ({
  token: `${total ?? ''} ${import_id} ${line}`,
});

/** Null on the first page. */
function placeOf(
  source: SourceName,
  at: PageRef,
): { readonly after: After; readonly total: number | null } | null {
  if (!('token' in at)) return null;
  const [, total = '', id, line] = TOKEN.exec(at.token) ?? [];
  if (id === undefined) throw changedAnswer(source)('the page belongs to its other mode');
  return {
    after: { value: null, import_id: Number(id), line: Number(line) },
    total: total === '' ? null : Number(total),
  };
}
