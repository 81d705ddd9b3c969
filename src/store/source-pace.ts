/**
 * Turns of sources that several processes share. Times are the database's own and are returned as
 * durations: the clocks of processes may differ.
 */
import { HOUR_S, MINUTE_S } from '#contract/durations.js';
import type { Db } from './db.js';
import { deleteSome } from './delete-some.js';
import { rowCount } from './first-row.js';

/** What one process gets; described in src/collect/upstream/pace.ts. */
interface TakenTurns {
  readonly waitMs: number;
  readonly heldMs: number;
  readonly processes: number;
}

/** Turns are counted in slots of this length, for as long as operators see them. */
const SLOT_S = 10;

/** A process that took no turn for this long does not read the source now. */
const ACTIVE = '10 seconds';

/** Takes turns of a source for a process, and records that it reads the source. */
export async function takeTurns(
  db: Db,
  process: string,
  source: string,
  { count, stepMs, burstMs }: { count: number; stepMs: number; burstMs: number },
): Promise<TakenTurns> {
  const [row] = await db.rows<{ wait_ms: number; held_ms: number; processes: number }>(
    `with noted as (
       insert into source_readers (source, process, seen_at) values ($1, $2, clock_timestamp())
       on conflict (source, process) do update set seen_at = excluded.seen_at
     ), others as (
       select count(*)::int as active from source_readers
       where source = $1 and process <> $2 and seen_at > clock_timestamp() - interval '${ACTIVE}'
     ), counted as (
       insert into source_turns as t (source, slot, turns)
       values ($1, floor(extract(epoch from clock_timestamp()) / ${SLOT_S})::bigint, $5)
       on conflict (source, slot) do update set turns = t.turns + excluded.turns
     ), taken as (
       insert into source_pace as p (source, next_at)
       values ($1, clock_timestamp() - $4::float8 * interval '1 ms' + $3::float8 * interval '1 ms')
       on conflict (source) do update
       set next_at = greatest(p.next_at, clock_timestamp() - $4::float8 * interval '1 ms')
                     + $3::float8 * interval '1 ms'
       returning next_at, held_until
     )
     select extract(epoch from next_at - clock_timestamp())::float8 * 1000 - $3::float8 as wait_ms,
       greatest(0, coalesce(extract(epoch from held_until - clock_timestamp()), 0)::float8 * 1000) as held_ms,
       active + 1 as processes
     from taken, others`,
    [source, process, count * stepMs, burstMs, count],
    'take_turns',
  );
  if (row === undefined) throw new Error('turns are always taken');
  return { waitMs: row.wait_ms, heldMs: row.held_ms, processes: row.processes };
}

/** Turns of a source that all processes took in the last minute and hour, to about ten seconds. */
export async function countTurns(
  db: Db,
  source: string,
): Promise<{ readonly minute: number; readonly hour: number }> {
  const [row] = await db.rows<{ minute: number; hour: number }>(
    `select coalesce(sum(turns) filter (where slot > (now_s - ${MINUTE_S}) / ${SLOT_S}), 0)::int as minute,
            coalesce(sum(turns), 0)::int as hour
     from source_turns, (select extract(epoch from clock_timestamp())::float8 as now_s) clock
     where source = $1 and slot > (now_s - ${HOUR_S}) / ${SLOT_S}`,
    [source],
  );
  return row ?? { minute: 0, hour: 0 };
}

/** Deletes turns older than an hour; at most `limit` slots. Returns how many. */
export const deleteOldTurns = (db: Db, limit: number): Promise<number> =>
  deleteSome(
    db,
    'source_turns',
    `slot < (extract(epoch from clock_timestamp()) - ${HOUR_S}) / ${SLOT_S}`,
    [],
    limit,
  );

/** Lets no turn of a source start until `ms` from now. */
export async function holdSource(db: Db, source: string, ms: number): Promise<void> {
  await db.rows(
    `insert into source_pace as p (source, next_at, held_until)
     values ($1, clock_timestamp(), clock_timestamp() + $2::float8 * interval '1 ms')
     on conflict (source) do update
     set held_until = greatest(p.held_until, excluded.held_until)`,
    [source, ms],
  );
}

/** Deletes processes that read nothing for a day; at most `limit`. Returns how many. */
export const deleteOldReaders = (db: Db, limit: number): Promise<number> =>
  deleteSome(db, 'source_readers', "seen_at < clock_timestamp() - interval '1 day'", [], limit);

/**
 * Corrects what was written before the database's clock went back: turns and pauses are as far
 * ahead as they were then, and processes and turns of later moments are not counted.
 */
export const returnPace = (db: Db): Promise<number> =>
  rowCount(
    db,
    `with gone as (
       delete from source_readers where seen_at > clock_timestamp() + interval '1 minute'
     ), ahead as (
       delete from source_turns
       where slot > (extract(epoch from clock_timestamp()) + ${MINUTE_S}) / ${SLOT_S}
       returning source, slot
     ), steps as (
       select source, to_timestamp(max(slot) * ${SLOT_S}) - clock_timestamp() as by
       from ahead group by source
     )
     update source_pace p set next_at = p.next_at - by, held_until = p.held_until - by
     from steps where p.source = steps.source returning 1`,
  );
