/** Faults seeded on purpose, one of each kind, to prove that the checker finds them. */
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import type { Report } from './checker.js';
import type { History, KnownJob } from './history.js';

const OTHER_TAIL = gzipSync(',"count":0}}');

/** A paid job is removed, one gets other rows, one is charged twice, one is pending for ever. */
export async function plantFaults(databaseUrl: string, history: History): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // A hit has no request of its own.
  const { rows } = await client.query('select request_id from requests where credits = 1');
  const stored = new Set(rows.map(({ request_id }) => request_id));
  const paid = [...history.jobs.values()].filter(({ request_id }) => stored.has(request_id));
  const [gone, changed, twice, open] = paid;
  if (gone === undefined || changed === undefined || twice === undefined || open === undefined) {
    throw new Error('too few paid jobs to seed faults in');
  }
  await client.query('delete from requests where request_id = $1', [gone.request_id]);
  await client.query(
    `update results set body_gzip = $2
     where result_id = (select result_id from requests where request_id = $1)`,
    [changed.request_id, OTHER_TAIL],
  );
  await client.query('drop index ledger_one_end');
  await client.query(
    `insert into ledger_entries
       (partition_id, account_id, kind, bucket, period, available_delta, reserved_delta, request_id, created_at)
     values ($2, $1, 'capture', 'extra', '', -1, 0, $2, now())`,
    [twice.account.account_id, twice.request_id],
  );
  await client.query(
    `update requests set status = 'pending', result_id = null, collection_id = null
     where request_id = $1`,
    [open.request_id],
  );
  forget(open);
  await client.end();
}

function forget(returned: KnownJob): void {
  returned.status = 'pending';
  returned.credits = 0;
  returned.hash = null;
}

/** Whether every seeded fault was found. */
export const foundAll = ({ lost, doubled, stuck, ledger }: Report): boolean =>
  lost.some((text) => text.includes('not found')) &&
  lost.some((text) => text.includes('other bytes')) &&
  doubled.length > 0 &&
  stuck.length > 0 &&
  ledger.length > 0;
