/**
 * The rows of imported files, as the drivers of their sources see them. Which imports are current is kept
 * in memory and looked up every second, so that all nodes change over within one; rows of an import that
 * has ended stay longer than that.
 */
import type { Clock } from '#base/clock.js';
import { hashOf } from '#domain/hash.js';
import type { Provenance, RowTable } from '#domain/table.js';
import type { Db } from '#store/db.js';
import { countRows, findRows } from '#store/find-rows.js';
import { listCurrent } from '#store/imports.js';

export interface Tables {
  table(source: string): RowTable;
  /** Looks up which imports are current. */
  refresh(): Promise<void>;
  /** Looks again and again until the signal aborts. */
  watch(signal: AbortSignal): Promise<void>;
  /** Calls back after a change. */
  onChange(heard: () => void): void;
}

const LOOK_EVERY_MS = 1_000;
/** A version is part of every cursor: as short as a chance of one in a billion allows. */
const VERSION_CHARS = 12;

/** Opens the tables of a database; nothing is in them before the first `refresh`. */
export function openTables(db: Db, clock: Clock): Tables {
  const listeners: (() => void)[] = [];
  let tables = new Map<string, RowTable>();
  let known = '';
  let looks = 0;
  let seen = 0;
  const refresh = async () => {
    looks += 1;
    const look = looks;
    const current = await listCurrent(db);
    // An answer that a later look has overtaken may be older than what is known.
    if (look < seen) return;
    seen = look;
    const now = current.map(({ import_id }) => import_id).join(' ');
    if (now === known) return;
    known = now;
    tables = new Map(
      [...new Set(current.map(({ source }) => source))].map((source) => [
        source,
        tableOf(
          db,
          current.filter((one) => one.source === source),
        ),
      ]),
    );
    for (const heard of listeners) heard();
  };
  return {
    table: (source) => tables.get(source) ?? EMPTY,
    refresh,
    watch: async (signal) => {
      while (!signal.aborted) {
        await clock.sleep(LOOK_EVERY_MS, signal);
        // A database out of reach has said so to every caller; the next look may reach it.
        if (!signal.aborted) await refresh().catch(() => undefined);
      }
    },
    onChange: (heard) => {
      listeners.push(heard);
    },
  };
}

const EMPTY: RowTable = {
  version: null,
  imports: [],
  find: async () => [],
  count: async () => 0,
};

function tableOf(db: Db, imports: readonly Provenance[]): RowTable {
  const ids = imports.map(({ import_id }) => import_id);
  return {
    version: hashOf(ids).slice(0, VERSION_CHARS),
    imports,
    find: (query) => findRows(db, ids, query),
    count: (query) => countRows(db, ids, query),
  };
}
