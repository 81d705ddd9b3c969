/** The rows that an account may read now, table by table, in batches. */
import { ownTurn } from '#base/own-turn.js';
import { storedRowReader } from '#collect/tables/stored-rows.js';
import { DEFAULTS } from '#contract/limits.js';
import { isLookup, type Route, routeById } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import type { SqlTableName } from '#contract/sql.js';
import { hashOf } from '#domain/hash.js';
import { type HiddenHome, type HomeMember, shownFacts } from '#domain/home.js';
import type { After } from '#domain/table.js';
import { listFinishedPages } from '#store/finished-searches.js';
import { findReadableHomes, type ReadableHomes } from '#store/home-layer.js';
import { describeResults, findBodies } from '#store/results.js';
import { keptS, mayReadResult } from '../accounts/feeds.js';
import { type App, now, type Parts, secondsFromNow } from '../app.js';
import { readableHomes, sourceNames } from '../homes/find-matches.js';
import { hiddenHomes } from '../homes/hidden-homes.js';
import type { RowBatch } from './engine-orders.js';

/** The newest delivered pages of an account. */
const PAGES_READ_MAX = 2_000;
/** Results, homes and sales that one statement reads from the store. */
const RESULTS_AT_ONCE = 20;
const ROWS_AT_ONCE = 1_000;
/** Sales that are made in one turn of the event loop: calls are answered in between. */
const TURN_ROWS = 250;

export interface SqlReader {
  readonly account_id: string;
  readonly feeds: readonly string[];
}

interface ReadablePage {
  readonly result_id: string;
  readonly route: Route;
  readonly collectedAt: Date;
}

export interface ReadableRows {
  /** Changes with the grants, results, imports, exclusions and erasures. */
  readonly version: string;
  readonly hidden: readonly HiddenHome[];
  /** Whether the account has more results than are read. */
  readonly hasMore: boolean;
  batches(table: SqlTableName): AsyncGenerator<RowBatch>;
}

export async function readableRows(app: App, reader: SqlReader): Promise<ReadableRows> {
  const { pages, hasMore } = await readablePages(app, reader);
  const hidden = await hiddenHomes(app, pages.at(-1)?.collectedAt ?? now(app));
  const sales = app.tables.table(SALES_SOURCE).version;
  const version = hashOf({
    feeds: reader.feeds,
    results: pages.map(({ result_id }) => result_id),
    hidden,
    sales,
  });
  const batches: Readonly<Record<SqlTableName, () => AsyncGenerator<RowBatch>>> = {
    listings: () => rowsOfPages(app, 'listings', pages),
    sold: () => rowsOfPages(app, 'sold', pages),
    homes: () => rowsOfHomes(app, reader),
    sales: () => rowsOfSales(app),
  };
  return { version, hidden, hasMore, batches: (table) => batches[table]() };
}

/** Results that were delivered to the account and that it may still read, newest first. */
async function readablePages(
  app: Parts<'client' | 'clock' | 'db' | 'limits'>,
  { account_id, feeds }: SqlReader,
) {
  const between = {
    since: secondsFromNow(app, -app.limits.JOB_RETENTION_S),
    until: secondsFromNow(app, 1),
  };
  const delivered = await listFinishedPages(app.db, account_id, between, PAGES_READ_MAX);
  const routes = new Map(delivered.map(({ result_id, route }) => [result_id, route]));
  const facts = await describeResults(app.db, [...routes.keys()]);
  const pages = [...routes].flatMap(([result_id, id]): ReadablePage[] => {
    const [of, route] = [facts.get(result_id), routeById(id)];
    if (of === undefined || route === undefined) return [];
    const seconds = keptS(app, route);
    const isKept = seconds === null || of.collected_at > secondsFromNow(app, -seconds);
    const isReadable = isKept && mayReadResult(app, { route, feeds: of.feeds }, feeds);
    return isReadable ? [{ result_id, route, collectedAt: of.collected_at }] : [];
  });
  pages.sort((a, b) => b.collectedAt.getTime() - a.collectedAt.getTime());
  return { pages, hasMore: delivered.length === PAGES_READ_MAX };
}

/** What stands before the body of a result; the body closes two objects. */
const BEFORE_BODY = '"result":{"source":null';

async function* rowsOfPages(
  app: Parts<'limits' | 'db' | 'codec'>,
  table: 'listings' | 'sold',
  pages: readonly ReadablePage[],
): AsyncGenerator<RowBatch> {
  const wanted = pages.filter(
    ({ route }) => isLookup(route) || (route.kind === 'sold') === (table === 'sold'),
  );
  // A result has at most a hundred rows: no batch holds more than a table.
  const most = Math.ceil(app.limits.SQL_TABLE_ROWS / DEFAULTS.PAGE_ROWS);
  const atOnce = Math.min(RESULTS_AT_ONCE, most);
  for (let at = 0; at < wanted.length; at += atOnce) {
    const some = wanted.slice(at, at + atOnce);
    const found = await findBodies(
      app.db,
      some.map(({ result_id }) => result_id),
    );
    const bodies = new Map(found.map(({ result_id, body_gzip }) => [result_id, body_gzip]));
    const texts: string[] = [];
    for (const { result_id, route, collectedAt } of some) {
      const body = bodies.get(result_id);
      // The result of a licensed feed is emptied when its time is over.
      if (body === undefined || body.length === 0) continue;
      await ownTurn();
      const of = JSON.stringify({ kind: kindsOf(route, table), collected_at: collectedAt });
      texts.push(`${of.slice(0, -1)},${BEFORE_BODY}${app.codec.decode(body).toString()}`);
    }
    if (texts.length > 0) yield { table, text: `{"pages":[${texts.join(',')}]}` };
  }
}

const kindsOf = (route: Route, table: 'listings' | 'sold'): string =>
  isLookup(route) ? table : route.kind;

async function* rowsOfHomes(
  app: Parts<'client' | 'clock' | 'db' | 'limits'>,
  reader: SqlReader,
): AsyncGenerator<RowBatch> {
  const readable: ReadableHomes = {
    ...readableHomes(app, reader),
    // Rows that are loaded now are read for a while.
    feedsSince: secondsFromNow(app, app.limits.SQL_KEEP_S - app.limits.FEED_RETENTION_S),
  };
  const nameOf = sourceNames(app);
  let last: HomeMember | null = null;
  for (;;) {
    const members: HomeMember[] = await findReadableHomes(app.db, readable, last, ROWS_AT_ONCE);
    last = members.at(-1) ?? null;
    if (last === null) return;
    await ownTurn();
    yield batchOf(
      'homes',
      members.map((member) => homeRow(member, nameOf(member.source))),
    );
    if (members.length < ROWS_AT_ONCE) return;
  }
}

function homeRow(member: HomeMember, source: string) {
  const { kind, price_cents, removed_at, lat, lng, address } = member;
  const price = price_cents === null ? null : { amount: price_cents / 100, currency: 'USD' };
  return {
    source,
    kind,
    source_id: member.source_id,
    source_url: member.source_url,
    home_id: member.home_id,
    building_id: member.building_id,
    status: removed_at === null ? member.status : null,
    price: kind === 'rentals' ? null : price,
    rent_monthly: kind === 'rentals' ? price : null,
    list_date: member.list_date,
    address,
    location: lat === null || lng === null ? null : { lat, lng },
    ...shownFacts(member),
    first_seen: member.first_seen_at,
    last_seen: member.last_seen_at,
    removed_at,
  };
}

const SALES_SOURCE = 'records';

async function* rowsOfSales(
  app: Parts<'client' | 'clock' | 'geo' | 'tables'>,
): AsyncGenerator<RowBatch> {
  const table = app.tables.table(SALES_SOURCE);
  if (table.version === null) return;
  const read = storedRowReader(app, SALES_SOURCE, 'sold', app.clock.nowMs());
  const everything = { area: { by: 'everywhere' }, filters: {}, since: null } as const;
  let after: After | null = null;
  for (;;) {
    const found = await table.find({ ...everything, sort: 'newest', after, limit: ROWS_AT_ONCE });
    const rows: Row[] = [];
    for (const [nth, one] of found.entries()) {
      if (nth % TURN_ROWS === 0) await ownTurn();
      const row = read(one, table);
      if (row !== null) rows.push(row);
    }
    yield batchOf('sales', rows);
    const last = found.at(-1);
    if (last === undefined || found.length < ROWS_AT_ONCE) return;
    after = { value: last.day, import_id: last.import_id, line: last.line };
  }
}

const batchOf = (table: SqlTableName, data: readonly object[]): RowBatch => ({
  table,
  text: JSON.stringify({ pages: [{ result: { data } }] }),
});
