/**
 * Rows in our own tables, as the drivers of their sources see them: imported files and replicated
 * feeds. What is current is cached and refreshed every second, so that all nodes switch over within
 * one second; rows that have ended are retained for longer.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '#base/clock.js';
import type { Kind } from '#contract/values.js';
import { hashOf } from '#domain/hash.js';
import type { ImportedRows, Provenance, Replica, TableExtent } from '#domain/table.js';
import type { Db } from '#store/db.js';
import { COUNT_MAX, countRows, findRows, rowsExtent } from '#store/find-rows.js';
import { gridOfRows } from '#store/grids.js';
import { listCurrent } from '#store/imports.js';
import { listReplicas, type StoredReplicaRow } from '#store/replicas.js';

export interface Tables {
  table(source: string): ImportedRows;
  /** The rows of a feed pulled from an origin; undefined before its first pull starts. */
  replica(feed: string, origin: string): Replica | undefined;
  /** Looks up what is current. */
  refresh(): Promise<void>;
  /** Refreshes repeatedly until the signal aborts. */
  watch(signal: AbortSignal): Promise<void>;
  /** Calls back after a change. */
  onChange(heard: () => void): void;
}

const LOOK_EVERY_MS = 1_000;
/** A version is part of every cursor: as short as a chance of one in a billion allows. */
const VERSION_CHARS = 12;

/** Opens the tables of a database; they are empty before the first `refresh`. */
export function openTables(db: Db, clock: Clock): Tables {
  const listeners: (() => void)[] = [];
  let tables = new Map<string, ImportedRows>();
  let replicas = new Map<string, Replica>();
  let known = '';
  let looks = 0;
  let seen = 0;
  const refresh = async () => {
    looks += 1;
    const look = looks;
    const current = await listCurrent(db);
    const feeds = await listReplicas(db);
    // The result of a refresh that a later one has overtaken may be outdated.
    if (look < seen) return;
    seen = look;
    replicas = replicasOf(db, feeds);
    const now = [
      ...current.map(({ import_id }) => import_id),
      ...feeds.map((row) => (row.pulled_at === null ? 'none' : versionOf(row))),
    ].join(' ');
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
    replica: (feed, origin) => replicas.get(`${feed} ${origin}`),
    refresh,
    watch: async (signal) => {
      while (!signal.aborted) {
        await clock.sleep(LOOK_EVERY_MS, signal);
        // Callers already get the error of an unreachable database; the next refresh may reach it.
        if (!signal.aborted) await refresh().catch(() => undefined);
      }
    },
    onChange: (heard) => {
      listeners.push(heard);
    },
  };
}

const EMPTY: ImportedRows = {
  version: null,
  imports: [],
  find: async () => [],
  count: async () => 0,
  ofDataset: () => null,
  countUpTo: async () => 0,
  grid: async () => [],
  extent: async () => ({ rows: 0, box: null, earliest: null, latest: null }),
};

/** Counts that a table remembers: its rows never change. */
const COUNTS_MAX = 500;

function tableOf(db: Db, imports: readonly Provenance[]): ImportedRows {
  const ids = imports.map(({ import_id }) => import_id);
  const counts = new LRUCache<string, { readonly count: number | null }>({ max: COUNTS_MAX });
  const parts = new Map<string, ImportedRows>();
  let extent: Promise<TableExtent> | undefined;
  return {
    ofDataset: (dataset) => {
      const own = imports.filter((one) => one.dataset === dataset);
      if (own.length === 0) return null;
      const known = parts.get(dataset) ?? tableOf(db, own);
      parts.set(dataset, known);
      return known;
    },
    countUpTo: async ({ after: _after, limit: _limit, ...query }, max) => {
      const name = JSON.stringify([max, query]);
      const known = counts.get(name);
      if (known !== undefined) return known.count;
      const count = await countRows(db, ids, { ...query, after: null, limit: 1 }, max);
      counts.set(name, { count });
      return count;
    },
    grid: (query, box, cells) => gridOfRows(db, ids, query, { box, cells }),
    extent: () => {
      extent ??= rowsExtent(db, ids).catch((error: unknown) => {
        extent = undefined;
        throw error;
      });
      return extent;
    },
    version: hashOf(ids).slice(0, VERSION_CHARS),
    imports,
    find: (query) => findRows(db, ids, query),
    count: (query) => countRows(db, ids, query, COUNT_MAX),
  };
}

const versionOf = ({ feed, tables }: StoredReplicaRow): string =>
  hashOf({ feed, tables }).slice(0, VERSION_CHARS);

/** By feed and origin; a feed whose pull has not started has none. */
const replicasOf = (db: Db, feeds: readonly StoredReplicaRow[]): Map<string, Replica> =>
  new Map(
    feeds
      .filter(({ origin_hash }) => origin_hash !== null)
      .map((row) => [`${row.feed} ${row.origin_hash}`, replicaOf(db, row)]),
  );

function replicaOf(db: Db, row: StoredReplicaRow): Replica {
  if (row.pulled_at === null) return { ready: false, rows: row.row_count };
  const version = versionOf(row);
  return {
    ready: true,
    version,
    asOfMs: row.pulled_at.getTime(),
    table: (kind: Kind) => {
      const id = row.tables[kind];
      if (id === undefined) return EMPTY;
      return {
        version,
        imports: [],
        find: (query) => findRows(db, [id], query),
        count: (query) => countRows(db, [id], query),
      };
    },
  };
}
