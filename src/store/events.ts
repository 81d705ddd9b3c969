/** The event log of each account: numbered without gaps, in commit order. */
import type { Db } from './db.js';
import { first, numberIn } from './first-row.js';

export interface NewEvent {
  readonly event_id: string;
  readonly type: string;
  readonly watch_id: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface StoredEvent extends NewEvent {
  readonly seq: number;
  readonly created_at: Date;
}

/**
 * Writes entries of an account in their order. Call it in the transaction that they describe: the
 * row of the account's sequence stays locked until it ends, so no reader sees an entry before all
 * earlier ones.
 */
export async function insertEvents(
  tx: Db,
  accountId: string,
  events: readonly NewEvent[],
  at: Date,
): Promise<void> {
  if (events.length === 0) return;
  await tx.rows(
    `with numbered as (
       insert into event_sequences as s (account_id, last_seq) values ($1, $2)
       on conflict (account_id) do update set last_seq = s.last_seq + $2
       returning last_seq - $2 as before
     )
     insert into events (account_id, seq, event_id, type, watch_id, created_at, data)
     select $1, before + place, (event->>'event_id')::uuid, event->>'type',
       (event->>'watch_id')::uuid, $4, event->'data'
     from numbered, json_array_elements($3::json) with ordinality as e (event, place)`,
    [accountId, events.length, JSON.stringify(events), at],
  );
}

export interface EventsQuestion {
  readonly after: number;
  readonly limit: number;
  readonly watchId: string | null;
  readonly type: string | null;
}

/** Entries of an account after a number, in order. */
export const listEvents = (
  db: Db,
  accountId: string,
  { after, limit, watchId, type }: EventsQuestion,
): Promise<StoredEvent[]> =>
  db.rows<StoredEvent>(
    `select seq, event_id, type, watch_id, created_at, data from events
     where account_id = $1 and seq > $2
       and ($4::uuid is null or watch_id = $4) and ($5::text is null or type = $5)
     order by seq limit $3`,
    [accountId, after, limit, watchId, type],
  );

/** The position of a reader that reads backwards. */
export interface BackQuestion extends EventsQuestion {
  readonly before: number;
}

/** Entries of an account between two numbers, neither included, newest first. */
export const listEventsBack = (
  db: Db,
  accountId: string,
  { after, before, limit, watchId, type }: BackQuestion,
): Promise<StoredEvent[]> =>
  db.rows<StoredEvent>(
    `select seq, event_id, type, watch_id, created_at, data from events
     where account_id = $1 and seq > $2 and seq < $3
       and ($5::uuid is null or watch_id = $5) and ($6::text is null or type = $6)
     order by seq desc limit $4`,
    [accountId, after, before, limit, watchId, type],
  );

/** The newest entry's number, and the newest that is no longer stored; zeros before the first. */
export async function sequenceOf(
  db: Db,
  accountId: string,
): Promise<{ readonly last_seq: number; readonly ended_seq: number }> {
  const rows = await db.rows<{ last_seq: number; ended_seq: number }>(
    `select last_seq, ended_seq from event_sequences where account_id = $1`,
    [accountId],
  );
  return rows[0] ?? { last_seq: 0, ended_seq: 0 };
}

/** Removes at most `limit` entries older than `before`; records up to where. Returns how many. */
export const deleteOldEvents = (db: Db, before: Date, limit: number): Promise<number> =>
  numberIn(
    db,
    `with old as (
       select account_id, seq from events where created_at < $1 order by created_at limit $2
     ), gone as (
       delete from events e using old where e.account_id = old.account_id and e.seq = old.seq
       returning e.account_id, e.seq
     ), noted as (
       update event_sequences s set ended_seq = greatest(s.ended_seq, g.seq)
       from (select account_id, max(seq) as seq from gone group by account_id) g
       where s.account_id = g.account_id
     )
     select count(*) as n from gone`,
    [before, limit],
  );

/** One entry of an account's log; undefined when no entry has this number. */
export const findEvent = (
  db: Db,
  accountId: string,
  seq: number,
): Promise<StoredEvent | undefined> =>
  first(
    db,
    `select seq, event_id, type, watch_id, created_at, data from events
     where account_id = $1 and seq = $2`,
    [accountId, seq],
  );
