/** What callers do, and checks that every answer they got stays true. */
import { routeById } from '#contract/routes.js';
import { ask, type Heard } from './answers.js';
import { must } from './broken.js';
import type { SimNode } from './nodes.js';
import type { KnownRequest, Search, SimAccount, SimKey, SimRun } from './sim-run.js';
import { firstHome, HOMES_PER_SEARCH, isSold } from './upstream.js';

export interface SearchInput {
  readonly node: SimNode;
  readonly account: SimAccount;
  readonly key: SimKey;
  readonly search: Search;
  readonly idempotencyKey: string | null;
  readonly noCache: boolean;
}

interface Envelope {
  readonly request_id: string;
  readonly status: KnownRequest['status'];
  readonly credits: number;
  readonly cached: boolean;
  readonly poll_url: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly result: {
    readonly query: { readonly max_price: number; readonly cursor?: string };
    readonly count: number;
    readonly next_cursor: string | null;
    readonly collected_at: string;
    readonly completeness: string;
    readonly data: readonly { readonly source_id: string }[];
  } | null;
}

/** One call of a search route. */
export async function search(sim: SimRun, input: SearchInput): Promise<Heard> {
  const { search, idempotencyKey } = input;
  const { number, cursor } = search;
  const heard = await ask(sim, {
    ...input,
    path: `/v1/portal_a/${isSold(number) ? 'sold' : 'listings'}?zip=78704&max_price=${number}${cursor === null ? '' : `&cursor=${cursor}`}`,
    headers: {
      ...(idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
      ...(input.noCache && { 'cache-control': 'no-cache' }),
    },
    mayFailWith: () => [
      ...(idempotencyKey === null ? [] : (['idempotency_conflict'] as const)),
      ...(cursor === null ? [] : (['invalid_cursor'] as const)),
      'quota_exceeded',
      'too_many_pending',
      'collection_unavailable',
      'queue_full',
    ],
  });
  const which = `${input.account.label} ${input.node.name} search ${label(sim, search)}`;
  const how = `${idempotencyKey === null ? '' : ` key=${idempotencyKey}`}${input.noCache ? ' no-cache' : ''}`;
  sim.record(`  ${which}${how} → ${spoken(heard)}`);
  if (heard.code !== null) return heard;
  const replayed = heard.answer.headers['idempotent-replayed'] === 'true';
  remember(sim, heard, input.account, search, idempotencyKey);
  if (heard.answer.statusCode === 200 && !replayed) checkFreshness(sim, heard, input);
  return heard;
}

/** One call of the job route. */
export async function poll(
  sim: SimRun,
  node: SimNode,
  known: KnownRequest,
  waitS: number,
): Promise<void> {
  const { account } = known;
  const key = account.keys.findLast(({ revokedAt }) => revokedAt === null) ?? account.keys[0];
  if (key === undefined) return;
  const heard = await ask(sim, {
    node,
    account,
    key,
    path: `/v1/jobs/${known.request_id}${waitS === 0 ? '' : `?wait=${waitS}`}`,
    headers: {},
    mayFailWith: () => (isExpired(sim, known.request_id) ? ['request_not_found'] : []),
  });
  sim.record(`  ${account.label} ${node.name} poll ${short(known.request_id)} → ${spoken(heard)}`);
  if (heard.code === null) remember(sim, heard, account, known.search, known.key);
}

/** Whether its retention is over, so it may be deleted. A request id contains the call's time. */
export const isExpired = (sim: SimRun, requestId: string): boolean =>
  sim.schedule.nowMs - Number.parseInt(requestId.replace('-', '').slice(0, 12), 16) >=
  sim.limits.JOB_RETENTION_S * 1000;

function remember(
  sim: SimRun,
  { answer, begunTurn }: Heard,
  account: SimAccount,
  search: Search,
  key: string | null,
): void {
  const envelope = answer.json<Envelope>();
  const { request_id, status, credits } = envelope;
  const found = () => answer.body.slice(0, 300);
  checkEnvelope(sim, envelope, answer.statusCode, search, found);
  must(
    Number(answer.headers['x-credits-charged']) === credits,
    'the header is the envelope',
    found,
  );
  const known = sim.requests.get(request_id);
  if (known === undefined) {
    sim.requests.set(request_id, {
      request_id,
      account,
      search,
      key,
      status,
      credits,
      body: status === 'pending' ? null : answer.body,
      settledTurn: sim.schedule.turns,
      next_cursor: envelope.result?.next_cursor ?? null,
    });
    return;
  }
  must(known.account === account, 'a request belongs to one account', found);
  must(
    known.search.number === search.number && known.search.cursor === search.cursor,
    'a request is of one search',
    found,
  );
  if (known.body !== null) {
    // A poll that looked before the request settled may be answered after one that looked later.
    if (status === 'pending' && begunTurn < known.settledTurn) return;
    must(known.body === answer.body, 'an answer stays true, byte for byte', found);
  } else if (status !== 'pending') {
    known.body = answer.body;
    known.settledTurn = sim.schedule.turns;
    known.next_cursor = envelope.result?.next_cursor ?? null;
    known.status = status;
    known.credits = credits;
  }
}

function checkEnvelope(
  sim: SimRun,
  envelope: Envelope,
  http: number,
  search: Search,
  found: () => string,
): void {
  const { request_id, status, credits, poll_url, error, result } = envelope;
  must((http === 202) === (status === 'pending'), '202 is pending, 200 is settled', found);
  must(
    poll_url === (status === 'pending' ? `/v1/jobs/${request_id}` : null),
    'poll_url stands while pending',
    found,
  );
  must((error !== null) === (status === 'failed'), 'error stands when failed', found);
  must((result !== null) === (status === 'complete'), 'result stands when complete', found);
  if (result === null) {
    must(credits === 0, 'pending and failed jobs cost nothing', found);
    return;
  }
  const pastEnd = result.count === 0 && search.cursor !== null;
  must(credits === (pastEnd ? 0 : 1), 'a complete call costs 1, past the end 0', found);
  must(result.count === result.data.length, 'count is the number of rows', found);
  must(result.count <= sim.limits.PAGE_ROWS, 'a page is no longer than a page', found);
  must(
    result.query.max_price === search.number && (result.query.cursor ?? null) === search.cursor,
    'the result is of the search asked',
    found,
  );
  const from = firstHome(search.number);
  const strangers = result.data.filter(
    ({ source_id }) => Number(source_id) < from || Number(source_id) >= from + HOMES_PER_SEARCH,
  );
  must(strangers.length === 0, 'rows are of the search asked', found);
}

/** A hit is no older than its route allows, no-cache gets a new reading. */
function checkFreshness(sim: SimRun, { answer, begunMs }: Heard, input: SearchInput): void {
  const { cached, result } = answer.json<Envelope>();
  must(
    cached,
    'a search that is answered at once is answered from the cache',
    answer.body.slice(0, 200),
  );
  if (result === null) return;
  const route = routeById(isSold(input.search.number) ? 'portal_a_sold' : 'portal_a_listings');
  const fresh = sim.limits[route?.cache ?? 'CACHE_LISTINGS_S'];
  // A partial page is fresh from its storing on; it may be made of older answers of the source.
  const short = sim.limits.CACHE_PARTIAL_S + sim.limits.UPSTREAM_CACHE_S;
  const seconds = result.completeness === 'partial' ? Math.min(short, fresh) : fresh;
  const readMs = Date.parse(result.collected_at);
  const oldestMs = input.noCache ? begunMs : begunMs - seconds * 1000;
  must(readMs >= oldestMs, 'a hit is as fresh as was asked', () => `${result.collected_at}`);
}

const short = (id: string): string => id.slice(0, 13) + id.slice(-4);

const label = (sim: SimRun, { number, cursor }: Search): string =>
  `q${sim.numbers.indexOf(number)}${cursor === null ? '' : '+'}`;

function spoken({ answer, code }: Heard): string {
  if (code !== null) return `${answer.statusCode} ${code}`;
  const { request_id, status, credits } = answer.json<Envelope>();
  const cache = String(answer.headers['cache-status'] ?? '').replace('rowhouse; ', '');
  const again = answer.headers['idempotent-replayed'] === 'true' ? ' replayed' : '';
  return `${answer.statusCode} ${status} ${short(request_id)} credits=${credits} ${cache}${again}`.trimEnd();
}
