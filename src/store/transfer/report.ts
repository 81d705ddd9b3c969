/**
 * A store's accounts, balances and sums of its ledger as Parquet files of one moment, for questions
 * over several installations (docs/edges.md, deploy/edges.sql).
 */
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from '../db.js';
import { migrationsOf } from '../migrate.js';
import { checkFolder } from './archive.js';
import { checkSchema } from './export.js';
import { flushFolder } from './file.js';
import { writeParquet } from './month-file.js';
import { asText, fixTexts, rowsOfQuery } from './rows.js';
import { quoted, type TransferColumn } from './tables.js';

const REPORT_FORMAT = 'rowhouse-report-1';

interface ReportTable {
  /** Types by column, in the order of the file. */
  readonly columns: Readonly<Record<string, string>>;
  /** A query with these columns. $at is the moment of the report. */
  readonly query: string;
}

const MOMENT = 'timestamp with time zone';
const DAY = `(created_at at time zone 'UTC')::date`;
/** Jobs before it are removed. */
const JOBS_SINCE = `coalesce((select deleted_before from job_cleanup), 'epoch'::timestamptz)`;

/** One file each, `accounts.parquet` and so on. */
const REPORT_TABLES: Readonly<Record<string, ReportTable>> = {
  store: {
    columns: { taken_at: MOMENT, jobs_since: MOMENT },
    query: `select $at as taken_at, ${JOBS_SINCE} as jobs_since`,
  },
  accounts: {
    columns: { account_id: 'uuid', name: 'text', status: 'text', erased: 'boolean' },
    query: `select account_id, name, status,
        exists (select from erasures e where e.account_id = a.account_id) as erased
      from accounts a`,
  },
  balances: {
    columns: {
      account_id: 'uuid',
      bucket: 'text',
      period: 'text',
      available: 'bigint',
      reserved: 'bigint',
    },
    query: 'select account_id, bucket, period, available, reserved from balances',
  },
  // An archived month has its sums only: they have no day and no route.
  ledger: {
    columns: {
      account_id: 'uuid',
      archived_month: 'text',
      day: 'date',
      route: 'text',
      kind: 'text',
      reason: 'text',
      bucket: 'text',
      period: 'text',
      entries: 'bigint',
      available: 'bigint',
      reserved: 'bigint',
    },
    query: `select account_id, null as archived_month, ${DAY} as day, route, kind, reason, bucket, period,
        count(*) as entries, sum(available_delta)::bigint as available, sum(reserved_delta)::bigint as reserved
      from ledger
      group by account_id, ${DAY}, route, kind, reason, bucket, period
      union all
      select account_id, month, null, null, kind, null, bucket, period, entries, available_delta, reserved_delta
      from archived_sums`,
  },
  // Accounts that move are few: their entries are compared with those of the copy they left.
  moved_entries: {
    columns: { account_id: 'uuid', request_id: 'uuid', kind: 'text', created_at: MOMENT },
    query: `select account_id, request_id, kind, created_at from ledger
      where request_id is not null and account_id in (
        select account_id from accounts where status = 'moved'
        union select account_id from audit_log where 'moved' in (before ->> 'status', after ->> 'status')
      )`,
  },
  // Pages that this installation had from its core, where collection ids are Idempotency-Keys.
  core_pages: {
    columns: {
      collection_id: 'uuid',
      route: 'text',
      state: 'text',
      past_end: 'boolean',
      created_at: MOMENT,
      settled_at: MOMENT,
    },
    query: `select c.collection_id, c.route, c.state, r.past_end, c.created_at, c.settled_at
      from collections c left join results r on r.result_id = c.result_id
      where c.task -> 'relay' is not null`,
  },
  // Charged calls with an id as their Idempotency-Key, such as those of edges.
  edge_calls: {
    columns: {
      account_id: 'uuid',
      request_id: 'uuid',
      idempotency_key: 'text',
      route: 'text',
      credits: 'bigint',
      created_at: MOMENT,
    },
    query: `select k.account_id, k.request_id, k.idempotency_key, c.route, c.credits, c.created_at
      from idempotency_keys k
      join (
        select request_id, route, -(available_delta + reserved_delta) as credits, created_at
        from ledger_entries where kind = 'capture' and partition_id >= first_uuid_at(${JOBS_SINCE})
        union all
        select request_id, route, credits, created_at
        from hits where request_id >= first_uuid_at(${JOBS_SINCE})
      ) c on c.request_id = k.request_id
      where k.purpose = 'call' and k.idempotency_key ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`,
  },
};

/**
 * Writes a report to a folder, in place of the one before; all of it is one snapshot. Returns the
 * row count of each file.
 */
export async function writeReport(
  pool: Pool,
  folder: string,
  at: string,
): Promise<Record<string, number>> {
  checkFolder(folder);
  const counts: Record<string, number> = {};
  const partOf = (table: string) => join(folder, `${table}.parquet.part`);
  try {
    await pool.transaction(async (tx) => {
      await tx.rows('set transaction isolation level repeatable read, read only');
      await fixTexts(tx);
      checkSchema(await migrationsOf(tx));
      for (const [name, { columns: types, query }] of Object.entries(REPORT_TABLES)) {
        const columns = Object.entries(types).map(([column, type]) => ({ name: column, type }));
        const found = rowsOfQuery(
          tx,
          columns,
          inOrder(columns, query.replace('$at', `'${at}'::timestamptz`)),
        );
        const { rows } = await writeParquet(partOf(name), { name, columns }, found, (proof) => ({
          'rowhouse.format': REPORT_FORMAT,
          'rowhouse.table': name,
          'rowhouse.taken_at': at,
          'rowhouse.rows': String(proof.rows),
        }));
        counts[name] = rows;
      }
    });
    for (const name of Object.keys(counts)) {
      renameSync(partOf(name), join(folder, `${name}.parquet`));
    }
    flushFolder(folder);
    return counts;
  } finally {
    for (const name of Object.keys(REPORT_TABLES)) rmSync(partOf(name), { force: true });
  }
}

/** The texts of a query's rows, in one order on every server. */
const inOrder = (columns: readonly TransferColumn[], query: string): string =>
  `select ${columns.map(asText).join(', ')} from (${query}) t
   order by ${columns.map(({ name }) => `t.${quoted(name)}::text collate "C"`).join(', ')}`;
