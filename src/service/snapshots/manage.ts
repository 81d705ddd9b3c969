/** Makes, shows and deletes snapshots of finished searches (docs/snapshots.md). */
import { createHash } from 'node:crypto';
import { ownTurn } from '#base/own-turn.js';
import { DAY_MS } from '#contract/durations.js';
import { BASE_PATH } from '#contract/envelope.js';
import { SNAPSHOT_ROWS_MAX } from '#contract/limits.js';
import {
  type NewSnapshot,
  type SnapshotBody,
  type SnapshotsBody,
} from '#contract/operations/snapshots.js';
import {
  isLookup,
  type Route,
  routeById,
  SEARCH_ROUTES,
  searchRouteById,
} from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { apiError, outOfRange } from '#domain/api-error.js';
import { canonicalText } from '#domain/hash.js';
import {
  countSnapshots,
  deleteSnapshot,
  findSnapshot,
  findSnapshotByHash,
  findSnapshotRows,
  insertSnapshot,
  listSnapshots,
  lockAgainstErasures,
  renameSnapshot,
  type SnapshotRow,
  type StoredSnapshot,
} from '#store/snapshots.js';
import { lockActiveAccount } from '../accounts/admit-caller.js';
import { type App, now, type Parts } from '../app.js';
import { rightsIn, textIn } from '../datasets/rights.js';
import { type CollectedRow, hiddenHomes, hiding } from '../homes/hidden-homes.js';
import { completeAnswer, resultOf } from '../search/answer.js';
import { cachedPageOf } from '../search/deliver.js';
import { findJob } from '../search/poll.js';
import { requireRoom } from '../store-once.js';
import { type Chain, chainOf } from './chain.js';

/** The version of the content's format. */
const FORMAT = 1;

/** The first line of a snapshot's content. */
export type Manifest = Omit<
  SnapshotBody,
  'snapshot_id' | 'hash' | 'name' | 'created_at' | 'expires_at' | 'rows_erased'
> & { readonly format: number; readonly api: string };

/**
 * Stores the chain of a request, or finds its snapshot. Throws request_not_found, result_not_ready,
 * snapshot_not_allowed and too_many_snapshots.
 */
export async function createSnapshot(
  app: App,
  accountId: string,
  { request_id, name = '' }: NewSnapshot,
): Promise<SnapshotBody> {
  const { chain, route } = await requireChain(app, accountId, request_id.toLowerCase());
  const found = await rowsOf(app, chain);
  const rows = found.map(({ row }) => row);
  const lines = await inTurns(rows, lineOf);
  const oldest = Math.min(...chain.pages.map(({ facts }) => facts.collected_at.getTime()));
  const manifest = canonicalText(manifestOf(route, chain, rows));
  const made = {
    snapshot_id: app.ids.uuid(),
    account_id: accountId,
    hash: hashOfLines(manifest, lines),
    name,
    created_at: now(app),
    route: route.id,
    source: route.source,
    manifest,
  };
  const stored = await app.db.transaction(async (tx): Promise<StoredSnapshot> => {
    await lockActiveAccount(tx, accountId);
    const known = await findSnapshotByHash(tx, accountId, made.hash);
    if (known !== undefined) {
      if (name === '' || name === known.name) return known;
      await renameSnapshot(tx, known.snapshot_id, name);
      return { ...known, name };
    }
    const { SNAPSHOTS_MAX } = app.limits;
    requireRoom('too_many_snapshots', await countSnapshots(tx, accountId), SNAPSHOTS_MAX);
    await lockAgainstErasures(tx);
    const isHidden = hiding(await hiddenHomes({ ...app, db: tx }, new Date(oldest)));
    const shown = found.flatMap((one, at) => (isHidden(one) ? [] : lines.slice(at, at + 1)));
    const snapshot = { ...made, rows_erased: lines.length - shown.length };
    await insertSnapshot(tx, snapshot, shown);
    return snapshot;
  });
  return bodyOf(app, stored);
}

async function requireChain(
  app: Parts<'caches' | 'client' | 'db' | 'limits'>,
  accountId: string,
  requestId: string,
): Promise<{ chain: Chain; route: Route }> {
  const chain = await chainOf(app, accountId, requestId);
  if (chain === undefined) {
    const { status } = await findJob(app, requestId, accountId);
    if (status === 'pending') {
      throw apiError('result_not_ready', {
        message:
          'The search is still running. Wait for it (get_job, or GET its poll_url), then send this again.',
      });
    }
    if (status === 'failed') {
      throw notAllowed(
        'The job failed and stays failed: send its search again to start a new one.',
      );
    }
    throw notAllowed('The job has no rows that were delivered and charged. Read it first.');
  }
  const route = routeById(chain.pages[0]?.route ?? '');
  if (route === undefined || isLookup(route)) {
    throw notAllowed('A lookup has no snapshot; a search has.');
  }
  const isLicensed = chain.pages.some(({ facts }) => facts.feeds !== null);
  if (isLicensed && !app.client.isSandbox(route.source)) {
    throw notAllowed('Rows of a licensed feed may be stored for a few hours only.');
  }
  return { chain, route };
}

/** Rows that are written or read in one turn of the event loop: calls are answered in between. */
const TURN_ROWS = 250;

/** Maps rows without holding up other calls. */
export async function inTurns<T, R>(rows: readonly T[], map: (row: T) => R): Promise<R[]> {
  const mapped: R[] = [];
  for (let at = 0; at < rows.length; at += TURN_ROWS) {
    await ownTurn();
    mapped.push(...rows.slice(at, at + TURN_ROWS).map(map));
  }
  return mapped;
}

const notAllowed = (message: string) => apiError('snapshot_not_allowed', { message });

async function rowsOf(
  app: Parts<'caches' | 'clock' | 'db' | 'limits'>,
  { pages }: Chain,
): Promise<CollectedRow[]> {
  const rows: CollectedRow[] = [];
  for (const page of pages) {
    const cached = await cachedPageOf(app, page.result_id);
    if (cached === undefined) throw apiError('request_not_found');
    await ownTurn();
    const { data } = resultOf(completeAnswer({ ...page, cached: true }, 0, cached));
    rows.push(...data.map((row) => ({ row, collectedAt: page.facts.collected_at })));
    if (rows.length > SNAPSHOT_ROWS_MAX) {
      throw notAllowed(`A snapshot has at most ${SNAPSHOT_ROWS_MAX} rows. Search a smaller area.`);
    }
  }
  return rows;
}

const lineOf = (row: Row): SnapshotRow => ({
  source_id: row.source_id,
  home_id: row.extras.home_id,
  line: canonicalText(row),
});

function manifestOf(route: Route, { pages, query, completeness }: Chain, rows: readonly Row[]) {
  const times = pages.map(({ facts }) => facts.collected_at.toISOString()).sort();
  const manifest: Manifest = {
    format: FORMAT,
    api: BASE_PATH.slice(1),
    source: route.source,
    route: route.id,
    query,
    completeness,
    pages: pages.length,
    rows: rows.length,
    collected_from: times[0] ?? '',
    collected_until: times.at(-1) ?? '',
    datasets: datasetsOf(rows),
  };
  return manifest;
}

type Dataset = SnapshotBody['datasets'][number];

/** The datasets of imported rows, each with its terms, in order. */
function datasetsOf(rows: readonly Row[]): Dataset[] {
  const found = new Map<string, Dataset>();
  for (const { extras } of rows) {
    const dataset = textIn(extras, 'dataset');
    if (dataset === null || found.has(dataset)) continue;
    found.set(dataset, { dataset, ...rightsIn(extras) });
  }
  return [...found.values()].sort((a, b) => (a.dataset < b.dataset ? -1 : 1));
}

/** The hash of a content: its lines, each with a line break. */
function hashOfLines(manifest: string, rows: readonly SnapshotRow[]): string {
  const hash = createHash('sha256').update(`${manifest}\n`);
  for (const { line } of rows) hash.update(`${line}\n`);
  return hash.digest('hex');
}

/**
 * All snapshots of an account; with a day, of each search the last one made by its end. Throws
 * unsupported_or_invalid_query for a route that neither the service nor a snapshot has.
 */
export async function showSnapshots(
  app: Parts<'clock' | 'db' | 'limits'>,
  accountId: string,
  { route, as_of }: { readonly route?: string | undefined; readonly as_of?: string | undefined },
): Promise<SnapshotsBody> {
  const endMs = as_of === undefined ? app.clock.nowMs() + 1 : Date.parse(as_of) + DAY_MS;
  const { SNAPSHOTS_MAX } = app.limits;
  const all = await listSnapshots(app.db, accountId, new Date(endMs), SNAPSHOTS_MAX);
  const asked = all.filter((one) => route === undefined || one.route === route);
  if (route !== undefined && asked.length === 0 && searchRouteById(route) === undefined) {
    throw outOfRange('route', `one of ${SEARCH_ROUTES.map(({ id }) => id).join(', ')}`);
  }
  const bodies = asked.map((one) => bodyOf(app, one));
  if (as_of === undefined) return { snapshots: bodies };
  const searches = new Set<string>();
  return {
    snapshots: bodies.filter((one) => {
      const search = `${one.route} ${canonicalText(one.query)}`;
      return !searches.has(search) && searches.add(search);
    }),
  };
}

/** One snapshot. Throws snapshot_not_found. */
export const showSnapshot = async (
  app: Parts<'db' | 'limits'>,
  accountId: string,
  snapshotId: string,
): Promise<SnapshotBody> => bodyOf(app, await requireSnapshot(app, accountId, snapshotId));

export async function requireSnapshot(
  { db }: Parts<'db'>,
  accountId: string,
  snapshotId: string,
): Promise<StoredSnapshot> {
  const found = await findSnapshot(db, accountId, snapshotId);
  if (found === undefined) throw apiError('snapshot_not_found');
  return found;
}

/** Deletes a snapshot. Throws snapshot_not_found. */
export async function removeSnapshot(
  { db }: Parts<'db'>,
  accountId: string,
  snapshotId: string,
): Promise<void> {
  if (!(await deleteSnapshot(db, accountId, snapshotId))) throw apiError('snapshot_not_found');
}

/** The bytes that the hash is of, as long as no row was erased. Throws snapshot_not_found. */
export async function snapshotContent(
  app: Parts<'db'>,
  accountId: string,
  snapshotId: string,
): Promise<string> {
  const { manifest } = await requireSnapshot(app, accountId, snapshotId);
  const rows = await findSnapshotRows(app.db, snapshotId);
  return [manifest, ...rows.map(({ line }) => line)].map((line) => `${line}\n`).join('');
}

export function bodyOf(
  { limits }: Parts<'limits'>,
  { snapshot_id, hash, name, created_at, manifest, rows_erased }: StoredSnapshot,
): SnapshotBody {
  const { format: _format, api: _api, ...facts } = JSON.parse(manifest) as Manifest;
  return {
    snapshot_id,
    hash,
    name,
    created_at: created_at.toISOString(),
    expires_at: new Date(created_at.getTime() + limits.SNAPSHOT_RETENTION_S * 1000).toISOString(),
    ...facts,
    rows_erased,
  };
}
