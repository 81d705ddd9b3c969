import type { Db } from './db.js';

export interface SourceState {
  /** A feed, or a source that has one address only. */
  readonly source: string;
  /** Failures in a row since the last success. */
  readonly failures: number;
  readonly open_until: Date | null;
  readonly last_success_at: Date | null;
  readonly last_failure_at: Date | null;
  readonly last_error: string | null;
  /** Since when an operator pauses it; null when not paused. */
  readonly paused_at: Date | null;
  readonly paused_reason: string | null;
}

/** The last outcomes at every source and feed that was read. */
export const listSourceStates = (db: Db): Promise<SourceState[]> =>
  db.rows<SourceState>(
    `select source, failures, open_until, last_success_at, last_failure_at, last_error, paused_at, paused_reason
     from source_states order by source`,
    [],
    'list_source_states',
  );

/** Records a success of a source or feed: its circuit closes. */
export async function noteSuccess(db: Db, source: string, at: Date): Promise<void> {
  await db.rows(
    `insert into source_states (source, failures, last_success_at) values ($1, 0, $2)
     on conflict (source) do update set failures = 0, content_failures = '[]', open_until = null, last_success_at = $2`,
    [source, at],
    'note_success',
  );
}

/** Records a failure; from `failuresMax` in a row on, the circuit is open until `openUntil`. */
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

/** A search that failed because of its answer's content: its area, and its caller. */
export interface ContentFailure {
  readonly place: string;
  readonly asker: string;
}

/** Content failures stored per source. */
const CONTENT_FAILURES_MAX = 50;

/**
 * Records a search whose answer could not be trusted. It opens the circuit until `openUntil` when
 * `concernsAll` says so about the searches that failed this way since the last success. Locks the
 * row.
 */
export async function noteContentFailure(
  db: Db,
  source: string,
  failure: ContentFailure & {
    readonly at: Date;
    readonly error: string;
    readonly openUntil: Date;
  },
  concernsAll: (failures: readonly ContentFailure[]) => boolean,
): Promise<void> {
  const { place, asker, at, error, openUntil } = failure;
  await db.transaction(async (tx) => {
    await tx.rows(
      'insert into source_states (source, failures) values ($1, 0) on conflict do nothing',
      [source],
    );
    const [known] = await tx.rows<{ content_failures: readonly ContentFailure[] }>(
      'select content_failures from source_states where source = $1 for update',
      [source],
    );
    const failures = [...(known?.content_failures ?? []), { place, asker }].slice(
      -CONTENT_FAILURES_MAX,
    );
    await tx.rows(
      `update source_states
       set content_failures = $2, last_failure_at = $3, last_error = $4,
           open_until = case when $5 then $6::timestamptz else open_until end
       where source = $1`,
      [source, JSON.stringify(failures), at, error, concernsAll(failures), openUntil],
    );
  });
}

/** A source's way of requesting areas; null for the usual way, or when nothing is known. */
export async function findAreaForm(db: Db, source: string): Promise<string | null> {
  const [row] = await db.rows<{ readonly area_form: string | null }>(
    'select area_form from source_states where source = $1',
    [source],
  );
  return row?.area_form ?? null;
}

/** Stores a source's way of requesting areas; null for the usual way. */
export async function keepAreaForm(db: Db, source: string, form: string | null): Promise<void> {
  await db.rows(
    `insert into source_states (source, failures, area_form) values ($1, 0, $2)
     on conflict (source) do update set area_form = $2`,
    [source, form],
  );
}

/** Pauses a source or feed, or resumes it (null); returns the state before. */
export async function setPause(
  tx: Db,
  source: string,
  pause: { readonly at: Date; readonly reason: string } | null,
): Promise<SourceState | undefined> {
  const [before] = await tx.rows<SourceState>(
    `select source, failures, open_until, last_success_at, last_failure_at, last_error, paused_at, paused_reason
     from source_states where source = $1 for update`,
    [source],
  );
  await tx.rows(
    `insert into source_states (source, failures, paused_at, paused_reason) values ($1, 0, $2, $3)
     on conflict (source) do update set paused_at = $2, paused_reason = $3`,
    [source, pause?.at ?? null, pause?.reason ?? null],
  );
  return before;
}
