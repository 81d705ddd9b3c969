/**
 * The remainder of a price split: rows of a point cluster without a price, which are in no price
 * band. Their number is known (all rows minus the priced ones), so reading stops when it has them
 * all.
 */
import type { Row } from '#contract/rows.js';
import { priceOf } from '#domain/filters.js';
import type { RowRead } from '#domain/parsed-row.js';
import { halveBeds, type Part, PRICED } from '#domain/split.js';
import type { ParsedPage } from '../checks/parsed-page.js';
import type { AreaSearch, Progress } from './area-search.js';
import { firstPage, readPartPage } from './part-pages.js';
import { sampleOf } from './split-part.js';

/**
 * The rows without a price, as one page. Sorted by price they are at one end, so the ends of the
 * cluster's halves are read first; if some are still missing, the whole cluster is read again, as
 * far as the source shows it.
 */
export async function readRemainder(
  search: AreaSearch,
  progress: Progress,
  part: Part,
): Promise<ParsedPage> {
  const first = await firstPage(search, progress, part);
  const priced = await firstPage(search, progress, {
    ...part,
    subfilter: { ...part.subfilter, ...PRICED },
  });
  const missing = (first.page.total ?? 0) - (priced.page.total ?? 0);
  const found = new Map<string, RowRead<Row>>();
  const take = ({ page }: ParsedPage) => {
    for (const read of page.rows) {
      if ('row' in read && priceOf(read.row) === null) found.set(read.row.source_id, read);
    }
  };
  for (const page of await endsOfHalves(search, progress, part, first)) take(page);
  const pages = pagesShown(search, first);
  for (let page = 1; page <= pages && found.size < missing; page += 1) {
    take(await readPartPage(search, progress, part, { page }));
  }
  if (found.size < missing) {
    progress.missing.push(
      `${missing - found.size} rows without a price are beyond the source's cap`,
    );
  }
  const rows = [...found.values()];
  const page = { rows, total: rows.length, next: null };
  return { page, readAtMs: first.readAtMs, faults: new Map() };
}

/** Pages of a part that can be requested: a source that is split by price numbers its pages. */
function pagesShown({ driver }: AreaSearch, { page }: ParsedPage): number {
  const { paging } = driver.capabilities;
  if (paging.by === 'token') return 0;
  return Math.min(paging.pages_max, Math.ceil((page.total ?? 0) / paging.rows));
}

/**
 * The last page by price of each half of a cluster by bedrooms; not of a half that is too large.
 */
async function endsOfHalves(
  search: AreaSearch,
  progress: Progress,
  part: Part,
  first: ParsedPage,
): Promise<ParsedPage[]> {
  const at = halveBeds(sampleOf(first));
  if (at === null || part.subfilter.beds !== undefined) return [];
  const sorted = { ...search, filters: { ...search.filters, sort: 'price_low' } };
  const ends: ParsedPage[] = [];
  for (const beds of [
    [0, at - 1],
    [at, null],
  ] as const) {
    const half = { ...part, remainder: false, subfilter: { ...part.subfilter, beds } };
    const counted = await firstPage(search, progress, half);
    const { total } = counted.page;
    if (total === null || total === 0 || total > (search.driver.capabilities.rows_max ?? Infinity))
      continue;
    ends.push(await readPartPage(sorted, progress, half, { page: pagesShown(search, counted) }));
  }
  return ends;
}
