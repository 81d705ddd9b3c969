import type { Db } from './db.js';

export interface SourceState {
  /** A feed; a source with one address is its own. */
  readonly source: string;
  /** Failures in a row since the last success. */
  readonly failures: number;
  readonly open_until: Date | null;
  readonly last_success_at: Date | null;
  readonly last_failure_at: Date | null;
  readonly last_error: string | null;
  /** Since when an operator keeps it from being read; null where none does. */
  readonly paused_at: Date | null;
  readonly paused_reason: string | null;
}

/** What collectors last met at every source and feed that was read. */
export const listSourceStates = (db: Db): Promise<SourceState[]> =>
  db.rows<SourceState>(`select * from source_states order by source`);

/** Notes a success of a source or feed: its circuit closes. */
export async function noteSuccess(db: Db, source: string, at: Date): Promise<void> {
  await db.rows(
    `insert into source_states (source, failures, last_success_at) values ($1, 0, $2)
     on conflict (source) do update set failures = 0, open_until = null, last_success_at = $2`,
    [source, at],
  );
}

/** Notes a failure of a source or feed; from `failuresMax` in a row on, the circuit is open until `openUntil`. */
export async function noteFailure(
  db: Db,
  source: string,
  failure: {
    readonly at: Date;
    readonly error: string;
    readonly failuresMax: number;
    readonly openUntil: Date;
  },
): Promise<void> {
  await db.rows(
    `insert into source_states as s (source, failures, open_until, last_failure_at, last_error)
     values ($1, 1, case when 1 >= $4 then $5::timestamptz end, $2, $3)
     on conflict (source) do update
     set failures = s.failures + 1, last_failure_at = $2, last_error = $3,
         open_until = case when s.failures + 1 >= $4 then $5::timestamptz else s.open_until end`,
    [source, failure.at, failure.error, failure.failuresMax, failure.openUntil],
  );
}

/** Pauses a source or feed, or lets it be read again (null); what it was before. */
export async function setPause(
  tx: Db,
  source: string,
  pause: { readonly at: Date; readonly reason: string } | null,
): Promise<SourceState | undefined> {
  const [before] = await tx.rows<SourceState>(
    'select * from source_states where source = $1 for update',
    [source],
  );
  await tx.rows(
    `insert into source_states (source, failures, paused_at, paused_reason) values ($1, 0, $2, $3)
     on conflict (source) do update set paused_at = $2, paused_reason = $3`,
    [source, pause?.at ?? null, pause?.reason ?? null],
  );
  return before;
}
