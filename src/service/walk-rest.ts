/**
 * The rest of a price cut: rows of a stack that have no price and so are in no price band. How many
 * there are is known (all rows less the priced ones), so the search for them can stop when it has
 * them all.
 */
import { priceOf } from '#domain/filters.js';
import { halveBeds, type Region } from '#domain/region.js';
import type { Narrow } from '#domain/search.js';
import { evidenceOf } from './evidence.js';
import { openRegion, type ReadPage, readPage } from './walk-pages.js';
import type { WalkInput, WalkState } from './walk-state.js';

/** Every row with a price has at least this one. */
export const PRICED: Narrow = { price: [1, null] };

/**
 * The pages that hold the rows without a price, as one page. Sorted by price they gather at one end,
 * so the ends of the stack's halves are looked at first; only when some are still missing is the
 * whole stack read again, as far as the source shows it.
 */
export async function readUnpriced(
  input: WalkInput,
  state: WalkState,
  region: Region,
): Promise<ReadPage> {
  const first = await openRegion(input, state, region);
  const priced = await openRegion(input, state, {
    ...region,
    narrow: { ...region.narrow, ...PRICED },
  });
  const wanted = (first.page.total ?? 0) - (priced.page.total ?? 0);
  const found = new Map<string, unknown>();
  const take = ({ page, readAtMs }: ReadPage) => {
    for (const raw of page.rows) {
      const read = input.reader.toRow(raw, { collectedAtMs: readAtMs, siteBase: input.siteBase });
      if ('row' in read && priceOf(read.row) === null) found.set(read.row.source_id, raw);
    }
  };
  for (const page of await endsOfHalves(input, state, region, first)) take(page);
  const pages = Math.min(
    input.reader.caps.pages_max,
    Math.ceil((first.page.total ?? 0) / input.reader.caps.page_rows),
  );
  for (let page = 1; page <= pages && found.size < wanted; page += 1) {
    take(await readPage(input, state, region, page));
  }
  if (found.size < wanted) {
    state.missing.push(`${wanted - found.size} rows without a price are beyond the source's cap`);
  }
  return {
    page: { rows: [...found.values()], total: found.size, more: false },
    readAtMs: first.readAtMs,
  };
}

/** The last page, by price, of each half of a stack by bedrooms; none of a half that is too large. */
async function endsOfHalves(
  input: WalkInput,
  state: WalkState,
  region: Region,
  first: ReadPage,
): Promise<ReadPage[]> {
  const at = halveBeds(first.page.rows.map((raw) => evidenceOf(input, raw, first.readAtMs)));
  if (at === null || region.narrow.beds !== undefined) return [];
  const sorted = { ...input, filters: { ...input.filters, sort: 'price_low' } };
  const ends: ReadPage[] = [];
  for (const beds of [
    [0, at - 1],
    [at, null],
  ] as const) {
    const half = { ...region, narrow: { ...region.narrow, beds } };
    const { total } = (await openRegion(input, state, half)).page;
    if (total === null || total === 0 || total > input.reader.caps.rows_max) continue;
    const last = Math.ceil(total / input.reader.caps.page_rows);
    ends.push(await readPage(sorted, state, half, last));
  }
  return ends;
}
