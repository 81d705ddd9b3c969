/** How a set is asked for its rows, and what its pages are. */
import type { UpstreamRequest } from '#sources/driver.js';
import type { SetKey, SetRow } from '#sources/open/protocol.js';

/** Sends a request at the pace of the set, and again where it may pass. Throws SourceError. */
export type AskSet = <T>(request: UpstreamRequest, read: (body: string) => T) => Promise<T>;

/** Where a read continues: behind this key, or after so many rows. */
export interface SetPosition {
  readonly after: SetKey | null;
  readonly rows: number;
}

export interface ReadPage extends SetPosition {
  readonly page: readonly SetRow[];
}
