/** The usual way to read past a cap: quarter a box that holds too many rows. The baseline. */
interface Box {
  readonly w: number;
  readonly s: number;
  readonly e: number;
  readonly n: number;
}

const ROWS_MAX = 820;
const PAGE_ROWS = 41;
const DEPTH_MAX = 24;

/** Reads all rows of a box; returns the requests made. Below DEPTH_MAX it takes what is shown. */
export async function quadtree(base: string, box: Box, depth = 0): Promise<number> {
  const total = await ask(base, box, 1);
  if (total <= ROWS_MAX || depth === DEPTH_MAX) {
    const pages = Math.max(1, Math.ceil(Math.min(total, ROWS_MAX) / PAGE_ROWS));
    for (let page = 2; page <= pages; page += 1) await ask(base, box, page);
    return pages;
  }
  const x = Math.floor((box.w + box.e) / 2);
  const y = Math.floor((box.s + box.n) / 2);
  if (x === box.w || y === box.s) return 1;
  const parts = [
    { ...box, e: x, n: y },
    { ...box, w: x, n: y },
    { ...box, e: x, s: y },
    { ...box, w: x, s: y },
  ];
  let requests = 1;
  for (const part of parts) requests += await quadtree(base, part, depth + 1);
  return requests;
}

async function ask(base: string, box: Box, page: number): Promise<number> {
  const body = JSON.stringify({
    searchQueryState: {
      pagination: { currentPage: page },
      mapBounds: { west: box.w / 1e6, south: box.s / 1e6, east: box.e / 1e6, north: box.n / 1e6 },
      filterState: {},
    },
    wants: { cat1: ['listResults'], cat2: ['total'] },
    requestId: page,
  });
  const answer = await fetch(`${base}/async-create-search-page-state`, { method: 'PUT', body });
  const json = (await answer.json()) as { cat1: { searchList: { totalResultCount: number } } };
  return json.cat1.searchList.totalResultCount;
}
