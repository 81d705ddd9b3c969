/** Snapshots: finished searches that stay as they were (docs/snapshots.md). */
import type {
  NewSnapshot,
  SnapshotBody,
  SnapshotDifferenceBody,
  SnapshotsBody,
} from '#contract/operations/snapshots.js';
import type { WithMeta } from './answers.js';
import type { CallOptions } from './job.js';
import { answerOf, removeAt, type SendCall } from './send.js';

export type SnapshotAnswer = WithMeta<SnapshotBody>;
export type SnapshotsAnswer = WithMeta<SnapshotsBody>;
export type SnapshotDifferenceAnswer = WithMeta<SnapshotDifferenceBody>;

export interface SnapshotsQuery {
  /** Only of this search route, by its id. */
  readonly route?: string | undefined;
  /** YYYY-MM-DD: of each search the last snapshot made by the end of that day. */
  readonly as_of?: string | undefined;
}

/** The snapshots of the account. All calls are free. Throws RowhouseError. */
export interface Snapshots {
  /** Stores a finished search, by the id of any of its pages; the same pages are one snapshot. */
  create(input: NewSnapshot, options?: CallOptions): Promise<SnapshotAnswer>;
  /** Newest first. */
  list(query?: SnapshotsQuery, options?: CallOptions): Promise<SnapshotsAnswer>;
  get(snapshotId: string, options?: CallOptions): Promise<SnapshotAnswer>;
  /** The text that the hash is of: a line about the snapshot, then a line for each row. */
  content(snapshotId: string, options?: CallOptions): Promise<string>;
  /** The rows as columns, with the snapshot in the metadata of the file. */
  parquet(snapshotId: string, options?: CallOptions): Promise<ReadableStream<Uint8Array>>;
  /** Homes that were added, removed or changed from one snapshot to a later one. */
  difference(
    snapshotId: string,
    laterId: string,
    options?: CallOptions,
  ): Promise<SnapshotDifferenceAnswer>;
  remove(snapshotId: string, options?: CallOptions): Promise<void>;
}

const PATH = '/snapshots';
const pathOf = (id: string): string => `${PATH}/${encodeURIComponent(id)}`;

/** The methods. Each may be repeated after its answer was lost. */
export const snapshotsOf = (send: SendCall): Snapshots => ({
  create: (body, options = {}) => answerOf(send({ method: 'POST', path: PATH, body }, options)),
  list: (query = {}, options = {}) => answerOf(send({ path: PATH, query: { ...query } }, options)),
  get: (id, options = {}) => answerOf(send({ path: pathOf(id) }, options)),
  content: async (id, options = {}) =>
    (await send({ path: `${pathOf(id)}/rows.ndjson` }, options)).text,
  parquet: async (id, options = {}) => {
    const { body } = await send({ path: `${pathOf(id)}/rows.parquet`, stream: true }, options);
    return body ?? new ReadableStream({ start: (empty) => empty.close() });
  },
  difference: (id, to, options = {}) =>
    answerOf(send({ path: `${pathOf(id)}/difference`, query: { to } }, options)),
  remove: (id, options = {}) => removeAt(send, pathOf(id), 'snapshot_not_found', options),
});
