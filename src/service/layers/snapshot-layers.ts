/** Snapshots of an account as layers: their rows as they were, with their licences. */
import { LAYER_SEARCHES_MAX, SNAPSHOT_LAYER } from '#contract/layers.js';
import type { SnapshotBody } from '#contract/operations/snapshots.js';
import type { Row } from '#contract/rows.js';
import { isUuid } from '#domain/uuid.js';
import {
  findSnapshot,
  findSnapshotRows,
  listSnapshots,
  type StoredSnapshot,
} from '#store/snapshots.js';
import { type Parts, secondsFromNow } from '../app.js';
import { bodyOf, inTurns } from '../snapshots/manage.js';
import type { LayerFeature, MapLayer } from './layer.js';
import { addFeatures, rowLayer, titleOfSearch } from './row-layer.js';

/** The newest snapshots of an account. */
export async function snapshotLayers(
  app: Parts<'clock' | 'limits' | 'db'>,
  accountId: string,
): Promise<MapLayer[]> {
  const newest = await listSnapshots(app.db, accountId, secondsFromNow(app, 1), LAYER_SEARCHES_MAX);
  return newest.map((snapshot) => layerOf(app, snapshot));
}

/** The layer of one snapshot; undefined for an unknown one. */
export async function snapshotLayer(
  app: Parts<'limits' | 'db'>,
  accountId: string,
  id: string,
): Promise<MapLayer | undefined> {
  const snapshotId = id.slice(SNAPSHOT_LAYER.length).toLowerCase();
  if (!isUuid(snapshotId)) return undefined;
  const found = await findSnapshot(app.db, accountId, snapshotId);
  return found && layerOf(app, found);
}

function layerOf(app: Parts<'limits' | 'db'>, snapshot: StoredSnapshot): MapLayer {
  const body = bodyOf(app, snapshot);
  return rowLayer({
    id: SNAPSHOT_LAYER + snapshot.snapshot_id,
    title: body.name === '' ? titleOfSearch(body.route, body.query) : body.name,
    description: descriptionOf(body),
    // Rows change only where homes are erased.
    version: `${snapshot.hash.slice(0, VERSION_CHARS)}-${snapshot.rows_erased}`,
    rights: body.datasets.map(({ dataset, ...rights }) => ({ title: dataset, ...rights })),
    features: () => featuresOf(app, snapshot),
  });
}

const VERSION_CHARS = 12;

const descriptionOf = ({ created_at, completeness, rows, hash }: SnapshotBody): string =>
  `A snapshot of ${created_at} (${completeness}, ${rows} rows, SHA-256 ${hash})`;

async function featuresOf(
  app: Parts<'db'>,
  { snapshot_id, route }: StoredSnapshot,
): Promise<LayerFeature[]> {
  const lines = await findSnapshotRows(app.db, snapshot_id);
  const rows = await inTurns(lines, ({ line }) => JSON.parse(line) as Row);
  const found = new Map<string, LayerFeature>();
  addFeatures(found, route, rows);
  return [...found.values()];
}
