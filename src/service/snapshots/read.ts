/** A snapshot as a Parquet file, and the difference of two. */
import { groupBy } from '#base/group-by.js';
import type { SnapshotChange, SnapshotDifferenceBody } from '#contract/operations/snapshots.js';
import { parquetColumns, parquetSchema } from '#contract/parquet-rows.js';
import { isLookup, routeById, type SearchRoute } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { WATCHED_FIELDS } from '#contract/watches.js';
import { apiError, invalidQuery } from '#domain/api-error.js';
import { compareHome, watchedOf } from '#domain/watch-changes.js';
import { findSnapshotRows } from '#store/snapshots.js';
import type { Parts } from '../app.js';
import { bodyOf, inTurns, requireSnapshot } from './manage.js';

/** The rows as columns, with the snapshot in the file's metadata. Throws snapshot_not_found. */
export async function snapshotParquet(
  app: Parts<'db' | 'limits'>,
  accountId: string,
  snapshotId: string,
): Promise<Uint8Array> {
  // Loaded at its first use: a start is shorter.
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  const snapshot = await requireSnapshot(app, accountId, snapshotId);
  const { source, kind } = routeOf(snapshot.route);
  const rows = await inTurns(await findSnapshotRows(app.db, snapshotId), rowIn);
  const metadata = Object.entries(bodyOf(app, snapshot)).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }));
  return new Uint8Array(
    parquetWriteBuffer({
      schema: parquetSchema(source, kind),
      columnData: parquetColumns(source, kind, rows),
      kvMetadata: metadata,
    }),
  );
}

const rowIn = ({ line }: { readonly line: string }) => JSON.parse(line) as Row;

/** The route of a snapshot, which a later version of the service may not have any more. */
function routeOf(id: string): SearchRoute {
  const route = routeById(id);
  if (route === undefined || isLookup(route)) {
    throw apiError('snapshot_not_allowed', {
      message: `This service has no route ${id} any more. Read rows.ndjson.`,
    });
  }
  return route;
}

/** Homes that differ between two snapshots of one route. Throws snapshot_not_found. */
export async function snapshotDifference(
  app: Parts<'db' | 'limits'>,
  accountId: string,
  fromId: string,
  toId: string,
): Promise<SnapshotDifferenceBody> {
  const [from, to] = [
    await requireSnapshot(app, accountId, fromId),
    await requireSnapshot(app, accountId, toId),
  ];
  if (from.route !== to.route) {
    throw invalidQuery(
      'to',
      `The snapshots are of two routes, ${from.route} and ${to.route}. Compare two of one.`,
    );
  }
  const [old, now] = [await rowsById(app, fromId), await rowsById(app, toId)];
  const fields = WATCHED_FIELDS[routeOf(from.route).kind];
  const changes: SnapshotChange[] = [];
  let unchanged = 0;
  for (const [id, row] of now) {
    const before = old.get(id);
    const previous = before === undefined ? null : previousOf(before, row, fields);
    if (before !== undefined && previous === null) unchanged += 1;
    else {
      changes.push(changeOf(before === undefined ? 'added' : 'changed', row, fields, previous));
    }
  }
  for (const [id, row] of old) {
    if (!now.has(id)) changes.push(changeOf('removed', row, fields, null));
  }
  return { from: bodyOf(app, from), to: bodyOf(app, to), unchanged, changes };
}

async function rowsById({ db }: Parts<'db'>, snapshotId: string): Promise<Map<string, Row>> {
  const rows = await inTurns(await findSnapshotRows(db, snapshotId), rowIn);
  const byId = groupBy(rows, ({ source_id }) => source_id);
  return new Map([...byId].flatMap(([id, [row]]) => (row === undefined ? [] : [[id, row]])));
}

const NO_FIELDS: ReadonlySet<string> = new Set();
const plain = (row: Row) => row as unknown as Readonly<Record<string, unknown>>;
const valuesOf = (row: Row, fields: readonly string[]) => watchedOf(plain(row), fields, NO_FIELDS);

/** The earlier values of fields that both rows have and that differ; null for none. */
function previousOf(before: Row, row: Row, fields: readonly string[]) {
  const [old, now] = [valuesOf(before, fields), valuesOf(row, fields)];
  // A source may leave a field out for once: that says nothing of the home.
  const known = new Set(fields.filter((name) => old[name] !== null && now[name] !== null));
  return compareHome(old, now, known, 0).previous;
}

const changeOf = (
  kind: SnapshotChange['kind'],
  row: Row,
  fields: readonly string[],
  previous: SnapshotChange['previous'],
): SnapshotChange => ({
  kind,
  source_id: row.source_id,
  home_id: row.extras.home_id,
  values: valuesOf(row, fields),
  previous,
});
