/** The homes of a batch with their outcomes and rows: as pages, CSV and NDJSON. */
import { csvColumns, csvHeader, csvLine } from '#contract/flat-rows.js';
import { BATCH_HOMES_MAX, BATCH_PAGE_ROWS } from '#contract/lookups.js';
import type { BatchHomeBody, BatchHomesBody } from '#contract/operations/lookups.js';
import { listBatchHomes, type StoredBatchHome } from '#store/lookup-batch-homes.js';
import type { Parts } from '../app.js';
import { findJobs } from './find-jobs.js';
import { lookupRouteOf, requireBatch } from './manage.js';

type HomesApp = Parts<'caches' | 'clock' | 'db' | 'limits'>;

/** A page of the homes of a batch. Throws lookup_batch_not_found. */
export async function showBatchHomes(
  app: HomesApp,
  accountId: string,
  batchId: string,
  {
    after = 0,
    limit = BATCH_PAGE_ROWS,
  }: { readonly after?: number | undefined; readonly limit?: number | undefined },
): Promise<BatchHomesBody> {
  await requireBatch(app, accountId, batchId);
  const stored = await listBatchHomes(app.db, batchId, after, limit + 1);
  const homes = await bodiesOf(app, accountId, stored.slice(0, limit));
  return { homes, next_after: stored.length > limit ? (homes.at(-1)?.nth ?? null) : null };
}

/** All homes, a line of JSON each. Throws lookup_batch_not_found. */
export async function batchNdjson(
  app: HomesApp,
  accountId: string,
  batchId: string,
): Promise<string> {
  const { homes } = await allHomes(app, accountId, batchId);
  return homes.map((home) => `${JSON.stringify(home)}\n`).join('');
}

/** Columns before those of the row; `candidates` has their ids. */
const OUTCOME_COLUMNS = [
  'nth',
  'by',
  'value',
  'outcome',
  'detail',
  'candidates',
  'request_id',
  'credits',
] as const;

/** All homes as a table: each kind of row fills its own columns. Throws lookup_batch_not_found. */
export async function batchCsv(app: HomesApp, accountId: string, batchId: string): Promise<string> {
  const { homes, route } = await allHomes(app, accountId, batchId);
  const ofRows = route.kinds.flatMap((kind) => csvColumns(route.source, kind));
  const columns = [...OUTCOME_COLUMNS, ...new Set(ofRows)];
  const lines = homes.map(({ result, candidates, ...home }) =>
    csvLine(columns, {
      ...result,
      ...home,
      candidates: candidates.map(({ source_id }) => source_id).join(' ') || null,
    }),
  );
  return csvHeader(columns) + lines.join('');
}

async function allHomes(app: HomesApp, accountId: string, batchId: string) {
  const batch = await requireBatch(app, accountId, batchId);
  const route = lookupRouteOf(batch);
  const stored = await listBatchHomes(app.db, batchId, 0, BATCH_HOMES_MAX);
  return { route, homes: await bodiesOf(app, accountId, stored) };
}

async function bodiesOf(
  app: HomesApp,
  accountId: string,
  homes: readonly StoredBatchHome[],
): Promise<BatchHomeBody[]> {
  const ids = homes.flatMap(({ request_id }) => (request_id === null ? [] : [request_id]));
  const jobs = await findJobs(app, accountId, [...new Set(ids)]);
  return homes.map(({ nth, by, value, outcome, detail, candidates, request_id, credits }) => ({
    nth,
    by,
    value,
    outcome,
    detail,
    candidates: candidates ?? [],
    request_id,
    credits,
    result: (request_id !== null && jobs.get(request_id)?.row) || null,
  }));
}
