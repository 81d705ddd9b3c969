/** The tool that summarizes an area without rows: prices of a search by home type and bedrooms. */
import type { Summary } from '#contract/envelope.js';
import type { SearchRoute } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { invalidQuery } from '#domain/api-error.js';
import { summarise } from '#domain/summary.js';
import { countInWindow } from '#service/accounts/admit-caller.js';
import { toQueryText } from '#service/watches/query-text.js';
import { OBJECT, PAGE, TEXT } from './answers.js';
import {
  awaitPage,
  type PendingPage,
  pendingAnswer,
  type ToolPage,
  waitEndMs,
} from './read-page.js';
import { flatSummary, totalOf } from './rows.js';
import { LIKE_SEARCH, searchRouteOf } from './search-tools.js';
import type { Tool, ToolAnswer, ToolCall } from './tool.js';
import { whyUnpriced } from './withheld.js';

/** An area that costs more credits is better read as a file. */
const CREDITS_MAX = 100;
const FREE = 'Pages already read are not charged again within 10 minutes.';
const AGAIN = `Call again with the same arguments. ${FREE}`;

const { sort: _sort, ...AREA } = LIKE_SEARCH;
const { rows: _rows, page_summary: _summary, left_out: _left, why_empty: _why, ...READ } = PAGE;

export const SUMMARIZE_AREA: Tool = {
  name: 'summarize_area',
  title: 'Prices of an area',
  description:
    'Counts, medians and quartiles of a search by home type and bedrooms, without rows. Arguments as for search_listings. Each page of 100 homes costs 1 credit; it reads max_credits pages and returns the share of the area covered and the cost of all of it.',
  arguments: {
    ...AREA,
    max_credits: {
      type: 'integer',
      min: 1,
      max: CREDITS_MAX,
      description: 'Maximum credits to spend, 1 when omitted',
    },
  },
  required: ['route'],
  answer: { ...READ, covers: TEXT, summary: OBJECT, withheld: OBJECT, pending_job_id: TEXT },
  run: async (call, sent) => {
    const route = searchRouteOf(sent);
    const pagesMax = pagesFor(route, sent.integer('max_credits', 1));
    const { pages, pending } = await readPages(call, route, sent.query(), pagesMax);
    const [first] = pages;
    if (first !== undefined) return summaryAnswer(call, route, pages, pending, pagesMax);
    return pendingAnswer(pending ?? { pendingId: call.requestId }, AGAIN);
  },
};

/** Number of pages that a budget pays for; throws the API error of one that pays for none. */
function pagesFor({ price }: SearchRoute, credits: number): number {
  if (credits >= price) return Math.floor(credits / price);
  throw invalidQuery(
    'max_credits',
    `A page of this route costs ${price} credits. Send max_credits of at least ${price}; nothing was charged.`,
  );
}

interface PagesRead {
  readonly pages: readonly ToolPage[];
  /** The page that did not arrive in time. */
  readonly pending: PendingPage | undefined;
}

/**
 * The pages of a search from the first on, as many as the budget pays for and arrive in time. Each
 * new page counts as a call against the account's rate limit, as it would on the routes.
 */
async function readPages(
  call: ToolCall,
  route: SearchRoute,
  query: Parameters<typeof toQueryText>[0],
  pagesMax: number,
): Promise<PagesRead> {
  const untilMs = waitEndMs(call);
  const pages: ToolPage[] = [];
  let cursor: string | null = null;
  let isOver = false;
  do {
    const text = toQueryText(cursor === null ? query : { ...query, cursor });
    const requestId = pages.length === 0 ? call.requestId : call.app.ids.uuid();
    const page: ToolPage | PendingPage = await awaitPage(call, requestId, route, text, untilMs);
    if ('pendingId' in page) return { pages, pending: page };
    pages.push(page);
    cursor = page.result.next_cursor;
    // The call itself was counted with its first page.
    if (pages.length > 1 && !page.isRepeat) {
      isOver = (await countInWindow(call.app, call.caller)).over;
    }
  } while (cursor !== null && pages.length < pagesMax && !isOver && isInTime(call, untilMs));
  return { pages, pending: undefined };
}

const isInTime = ({ app }: ToolCall, untilMs: number): boolean => app.clock.nowMs() < untilMs;

function summaryAnswer(
  { app }: ToolCall,
  route: SearchRoute,
  pages: readonly ToolPage[],
  pending: PendingPage | undefined,
  pagesMax: number,
): ToolAnswer {
  const rows = pages.flatMap(({ result }) => result.data);
  const isWhole = pages.at(-1)?.result.next_cursor === null;
  const total = isWhole ? rows.length : (pages.map(({ result }) => totalOf(result))[0] ?? null);
  const repeats = pages.filter(({ isRepeat }) => isRepeat).length;
  const facts = {
    total,
    completeness: pages.every(({ result }) => result.completeness === 'complete')
      ? 'complete'
      : 'partial',
    credits: pages.reduce((sum, { credits }) => sum + credits, 0),
    ...(repeats > 0 && { repeat: `${repeats} of ${pages.length} pages were charged before` }),
    covers: isWhole
      ? 'the entire search'
      : `only the first ${rows.length} homes, in the order of the source: not the entire area`,
    collected_at: pages.map(({ result }) => result.collected_at).sort()[0],
    summary: flatSummary(summarise(route.kind, rows)),
    ...withheldOf(pages),
    ...(!isWhole && { next: nextOf(route, total, app.limits.PAGE_ROWS, pages.length < pagesMax) }),
    ...(pending !== undefined && { pending_job_id: pending.pendingId }),
  };
  return { facts, table: { columns: COLUMNS, rows: groupsOf(route, rows) } };
}

/** Sold homes without a price, which no median counts, by the reason. */
function withheldOf(pages: readonly ToolPage[]) {
  const reasons = pages.flatMap(({ result }) =>
    result.data.flatMap((row) => whyUnpriced(row, result.field_notes) ?? []),
  );
  if (reasons.length === 0) return {};
  const withheld: Record<string, number> = {};
  for (const reason of reasons) withheld[reason] = (withheld[reason] ?? 0) + 1;
  return { withheld };
}

/** How to get all homes, and the price. */
function nextOf(
  { price }: SearchRoute,
  total: number | null,
  pageRows: number,
  isLate: boolean,
): string {
  if (isLate)
    return `One call reads no further, because of its 20 seconds or the calls per minute. ${AGAIN}`;
  if (total === null) {
    return `The source gives no total. Call again with a higher max_credits: it spends ${price} per page, only for pages that it reads. ${FREE}`;
  }
  const credits = Math.ceil(total / pageRows) * price;
  return credits > CREDITS_MAX
    ? `All ${total} homes cost about ${credits} credits, more than one call may spend. Choose a smaller area or narrower filters.`
    : `All ${total} homes cost about ${credits} credits: call again with max_credits ${credits}. ${FREE}`;
}

const COLUMNS = ['by', 'value', 'homes', 'priced', 'median', 'p25', 'p75', 'median_per_sqft'];

/** Prices of the rows by home type, and by bedrooms. */
const groupsOf = (route: SearchRoute, rows: readonly Row[]): readonly object[] =>
  (['property_type', 'beds'] as const).flatMap((by) => {
    const values = [...new Set(rows.map((row) => row[by]))];
    return values.sort(inOrder).map((value) => {
      const group = rows.filter((row) => row[by] === value);
      const summary = summarise(route.kind, group);
      return { by, value: value ?? 'not known', homes: group.length, ...figuresOf(summary) };
    });
  });

function inOrder(a: string | number | null, b: string | number | null): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a ?? '~') < String(b ?? '~') ? -1 : 1;
}

const figuresOf = (summary: Summary) => ({
  priced: summary.priced_count,
  median: wholeOf('median_price' in summary ? summary.median_price : summary.median_sale_price),
  p25: wholeOf(summary.p25),
  p75: wholeOf(summary.p75),
  median_per_sqft: summary.median_price_per_sqft,
});

const wholeOf = (money: { readonly amount: number } | null): number | null =>
  money === null ? null : Math.round(money.amount);
