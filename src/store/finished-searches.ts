/** Finished searches of an account that were delivered, whether collected or from the cache. */
import { firstUuidAt } from '#domain/uuid-time.js';
import type { Db } from './db.js';
import type { CachedPageRow } from './hits.js';
import type { RequestRow } from './requests.js';

/** A page of a search that its account was charged for. */
export type FinishedPage = Pick<RequestRow, 'request_id'> & Omit<CachedPageRow, 'page_id'>;

const ORDERS = { newest: 'desc', oldest: 'asc' } as const;

/** The newest, or the oldest, delivered pages of an account between two times, in that order. */
export const listFinishedPages = (
  db: Db,
  accountId: string,
  between: { readonly since: Date; readonly until: Date },
  limit: number,
  first: keyof typeof ORDERS = 'newest',
): Promise<FinishedPage[]> =>
  db.rows<FinishedPage>(
    `select * from (
       (select request_id, route, query, page_hash, result_id from requests
        where account_id = $1 and request_id >= $2 and request_id < $4 and status = 'complete' and credits > 0
          and result_id is not null
        order by request_id ${ORDERS[first]} limit $3)
       union all
       (select h.request_id, p.route, p.query, p.page_hash, p.result_id from hits h
        join cached_pages p on p.page_id = h.page_id
        where h.account_id = $1 and h.request_id >= $2 and h.request_id < $4
        order by h.request_id ${ORDERS[first]} limit $3)
     ) pages order by request_id ${ORDERS[first]} limit $3`,
    [accountId, firstUuidAt(between.since.getTime()), limit, firstUuidAt(between.until.getTime())],
  );

/** The inputs of a page's search, which its other pages share, and whether it is the first page. */
export function searchOf({ route, query }: FinishedPage): {
  readonly name: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly isFirst: boolean;
} {
  const { cursor, ...inputs } = JSON.parse(query) as Record<string, unknown>;
  return { name: `${route} ${JSON.stringify(inputs)}`, inputs, isFirst: cursor === undefined };
}
