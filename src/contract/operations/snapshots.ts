/** Finished searches that stay as they were, named by their content (docs/snapshots.md). */
import * as s from '../schema.js';
import { NAME, type Operation } from './operation.js';

const COMPLETENESS = {
  complete: 'From the first to the last page of the search, each complete.',
  partial: 'Pages are missing, or a page is partial.',
} as const;

const SnapshotRights = s.objectOf({
  dataset: s.text('The imported dataset.'),
  licence: s.orNull(s.text('Licence or terms of the dataset.')),
  licence_url: s.orNull(s.text('Where the licence is written.')),
  attribution: s.orNull(s.text('What its publisher wants shown beside the rows.')),
});

/** What the first line of the content says of the rows. */
const MANIFEST = {
  source: s.text('Name of the source.'),
  route: s.text('ID of the search route.'),
  query: s.anyObject('The inputs of the search.'),
  completeness: s.meaningsOf('How much of the search it has.', COMPLETENESS),
  pages: s.count('Pages of the search.'),
  rows: s.count('Rows when it was made.'),
  collected_from: s.instant('When the oldest page was collected.'),
  collected_until: s.instant('When the newest page was collected.'),
  datasets: s.arrayOf(SnapshotRights, {
    description: 'Datasets of the rows, with their licences.',
  }),
};

const Snapshot = s.shapeOf('Snapshot', {
  snapshot_id: s.uuid('ID of the snapshot.'),
  hash: s.text('SHA-256 of the content, hexadecimal: the name of exactly these rows.'),
  name: s.text('Display name.'),
  created_at: s.instant('When it was made.'),
  expires_at: s.instant('When it is removed.'),
  ...MANIFEST,
  rows_erased: s.count('Rows that the operator erased or keeps out: the hash is of all rows.'),
});
export type SnapshotBody = s.ValueOf<typeof Snapshot>;

const Snapshots = s.shapeOf('Snapshots', { snapshots: s.arrayOf(s.refTo(Snapshot)) });
export type SnapshotsBody = s.ValueOf<typeof Snapshots>;

export const NewSnapshot = s.bodyOf(
  'NewSnapshot',
  {
    request_id: s.uuid('ID of a finished search, of any of its pages.'),
    name: NAME,
  },
  ['request_id'],
);
export type NewSnapshot = s.ValueOf<typeof NewSnapshot>;

const SnapshotChange = s.shapeOf('SnapshotChange', {
  kind: s.meaningsOf('', {
    added: 'Only the later snapshot has it.',
    removed: 'Only the earlier snapshot has it.',
    changed: 'Both have it, and a field differs.',
  }),
  source_id: s.text('ID of the home at the source.'),
  home_id: s.orNull(s.uuid('ID of the home.')),
  values: s.anyObject('Its watched fields; of a removed home, those it had.'),
  previous: s.orNull(s.anyObject('The earlier values of the fields that changed.')),
});
export type SnapshotChange = s.ValueOf<typeof SnapshotChange>;

const SnapshotDifference = s.shapeOf('SnapshotDifference', {
  from: s.refTo(Snapshot),
  to: s.refTo(Snapshot),
  unchanged: s.count('Homes that both have, without a difference.'),
  changes: s.arrayOf(s.refTo(SnapshotChange)),
});
export type SnapshotDifferenceBody = s.ValueOf<typeof SnapshotDifference>;

export const SNAPSHOT_SCHEMAS = [Snapshot, Snapshots, SnapshotDifference, SnapshotChange];

const PATH = '/snapshots';
const ONE = `${PATH}/{snapshot_id}`;
const READ = { tag: 'Snapshots', method: 'GET', status: 200 } as const;

export const SNAPSHOT_OPERATIONS = [
  {
    id: 'create_snapshot',
    tag: 'Snapshots',
    method: 'POST',
    path: PATH,
    summary: 'Make a snapshot of a finished search',
    description:
      'Stores the delivered pages of a search, by the `request_id` of any of them, and names them by the hash of their content. The same pages again are the same snapshot. Free.',
    scopes: ['search'],
    body: NewSnapshot,
    status: 201,
    answer: Snapshot,
  },
  {
    ...READ,
    id: 'snapshots',
    path: PATH,
    summary: 'All snapshots',
    description:
      'Newest first. With `as_of`, of each search the last snapshot that was made by the end of that day: what was known then. Free.',
    query: {
      route: s.text('Only of this search route, by its ID.', { maxLength: 64 }),
      as_of: s.day('A day (UTC), YYYY-MM-DD.'),
    },
    answer: Snapshots,
  },
  {
    ...READ,
    id: 'snapshot',
    path: ONE,
    summary: 'One snapshot',
    description: 'What a snapshot holds, without its rows. Free.',
    answer: Snapshot,
  },
  {
    id: 'delete_snapshot',
    tag: 'Snapshots',
    method: 'DELETE',
    path: ONE,
    summary: 'Delete a snapshot',
    description: 'Removes it with its rows.',
    scopes: ['search'],
    status: 204,
  },
  {
    ...READ,
    id: 'snapshot_ndjson',
    path: `${ONE}/rows.ndjson`,
    summary: 'The content of a snapshot',
    description:
      'The bytes that the hash is of: one line with what the snapshot holds, then a line for each row, each canonical JSON (RFC 8785). Free.',
    format: 'ndjson',
  },
  {
    ...READ,
    id: 'snapshot_parquet',
    path: `${ONE}/rows.parquet`,
    summary: 'A snapshot as Parquet',
    description:
      'The rows as columns; the metadata of the file have the snapshot, its hash among them. Free.',
    format: 'parquet',
  },
  {
    ...READ,
    id: 'snapshot_difference',
    path: `${ONE}/difference`,
    summary: 'The difference of two snapshots',
    description:
      'Homes that were added, removed or changed from this snapshot to a later one of the same route. Only watched fields count, and only where both have a value. Free.',
    query: { to: s.uuid('ID of the later snapshot. Required.') },
    required: ['to'],
    answer: SnapshotDifference,
  },
] as const satisfies readonly Operation[];
