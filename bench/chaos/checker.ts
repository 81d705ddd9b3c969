/** After the chaos: everything that callers got is read again and checked against the database. */
import pg from 'pg';
import type { Chance } from '../support/chance.js';
import { type Account, callUntilAnswered, type Tally } from './caller.js';
import { askAdmin, type Fleet } from './fleet.js';
import { type History, hearPoll, type KnownJob } from './history.js';

export interface Report {
  readonly lost: string[];
  readonly doubled: string[];
  readonly stuck: string[];
  /** Requests that were stored although no answer ever reached their caller. */
  readonly unheard: number;
  readonly requests: number;
  readonly captured: number;
  /** Balances that are not what was granted less what was captured, and ledger violations. */
  readonly ledger: string[];
  readonly ledgerEntries: number;
}

export interface Checker {
  readonly fleet: Fleet;
  readonly databaseUrl: string;
  readonly history: History;
  readonly tally: Tally;
  readonly chance: Chance;
  readonly accounts: readonly Account[];
  readonly granted: number;
}

const READERS = 8;
const WAIT_S = 10;

/** Waits until every job has settled, no longer than `quietS`; then judges. */
export async function check(checker: Checker, quietS: number): Promise<Report> {
  const { history, accounts } = checker;
  const client = new pg.Client({ connectionString: checker.databaseUrl });
  await client.connect();
  const byId = new Map(accounts.map((account) => [account.account_id, account]));
  const heardBefore = new Set(history.jobs.keys());
  const stored = await client.query(
    'select request_id, account_id from requests union all select request_id, account_id from hits',
  );
  const unheard = stored.rows.filter(({ request_id }) => !heardBefore.has(request_id));
  for (const { request_id, account_id } of unheard) {
    const account = byId.get(account_id);
    if (account !== undefined) history.jobs.set(request_id, unheardJob(request_id, account));
  }
  await settleAll(checker, quietS);
  const stuck = [...history.jobs.values()]
    .filter(({ status }) => status === 'pending')
    .map(({ request_id, account }) => `${request_id} of ${account.account_id}`);
  // Twice, so that the answers of the first round are themselves checked against a second one.
  await readAll(checker, [...history.jobs.values()]);
  await readAll(checker, [...history.jobs.values()]);
  stuck.push(...(await texts(client, PENDING)));
  const doubled = [...history.doubled, ...keysWithTwoJobs(history)];
  for (const sql of DOUBLED) doubled.push(...(await texts(client, sql)));
  const lost = [...history.lost, ...(await chargesGone(client, history))];
  const ledger = await texts(client, BALANCES, [checker.granted]);
  const check = await askAdmin(checker.fleet, 'GET', '/ledger/check');
  ledger.push(...check.violations.map((one: object) => JSON.stringify(one)));
  if (check.ok !== true) ledger.push('ledger check is not ok');
  const captures = await client.query(`select count(*)::int n from ledger where kind = 'capture'`);
  await client.end();
  return {
    lost,
    doubled,
    stuck,
    unheard: unheard.length,
    requests: stored.rows.length,
    captured: captures.rows[0].n,
    ledger,
    ledgerEntries: check.entries,
  };
}

const unheardJob = (request_id: string, account: Account): KnownJob => ({
  request_id,
  account,
  idempotencyKey: null,
  path: '',
  status: 'pending',
  credits: 0,
  hash: null,
  cursor: null,
});

const PENDING = `select 'request ' || request_id || ' is pending' as text from requests where status = 'pending'
  union all
  select 'collection ' || collection_id || ' is ' || state from collections
  where state in ('queued', 'running') and priority = 0`;

const DOUBLED = [
  `select 'request ' || request_id || ' captured ' || count(*) as text from ledger
   where kind = 'capture' group by request_id having count(*) > 1`,
  `select 'key ' || k.idempotency_key || ' stands for no living request' as text
   from idempotency_keys k
   left join requests q on q.request_id = k.request_id
   left join hits h on h.account_id = k.account_id and h.request_id = k.request_id
   where q.status = 'failed' or (q.request_id is null and h.request_id is null)`,
];

/** All accounts got the same grant: a balance is that less the captures, with nothing reserved. */
const BALANCES = `
  select a.account_id || ': ' || coalesce(b.available, 0) || ' left, ' || coalesce(b.reserved, 0)
         || ' reserved, ' || coalesce(l.captured, 0) || ' captured' as text
  from accounts a
  left join (select account_id, sum(available) available, sum(reserved) reserved
             from balances group by account_id) b using (account_id)
  left join (select account_id, count(*) captured
             from ledger where kind = 'capture' group by account_id) l using (account_id)
  where coalesce(b.available, 0) <> $1 - coalesce(l.captured, 0) or coalesce(b.reserved, 0) <> 0`;

async function texts(client: pg.Client, sql: string, values: readonly unknown[] = []) {
  const { rows } = await client.query({ text: sql, values: [...values] });
  return rows.map(({ text }) => String(text));
}

/** Long polls of whatever is pending, round after round. */
async function settleAll(checker: Checker, quietS: number): Promise<void> {
  const until = performance.now() + quietS * 1000;
  while (performance.now() < until) {
    const open = [...checker.history.jobs.values()].filter(({ status }) => status === 'pending');
    if (open.length === 0) return;
    await readAll(checker, open, `?wait=${WAIT_S}`);
  }
}

async function readAll(checker: Checker, jobs: readonly KnownJob[], query = ''): Promise<void> {
  const left = [...jobs];
  const reader = async () => {
    for (let returned = left.pop(); returned !== undefined; returned = left.pop()) {
      const before = returned.status;
      const question = {
        account: returned.account,
        path: `/v1/jobs/${returned.request_id}${query}`,
      };
      const heard = await callUntilAnswered(
        checker.tally,
        checker.fleet.apis,
        checker.chance,
        question,
      );
      hearPoll(checker.history, returned, heard);
      const now = heard.kind === 'job' ? heard.envelope.status : heard.kind;
      // A job once settled may not be pending again, and nothing but a job is an answer here.
      if (heard.kind !== 'job' || (before !== 'pending' && now === 'pending')) {
        checker.history.lost.push(`${returned.request_id} was ${before} and is answered as ${now}`);
      }
    }
  };
  await Promise.all(Array.from({ length: READERS }, reader));
}

/** A key may name a second job only after the first has failed. */
function keysWithTwoJobs(history: History): string[] {
  return [...history.keys].flatMap(([key, { ids }]) => {
    const living = [...ids].filter((id) => history.jobs.get(id)?.status !== 'failed');
    return living.length > 1 ? [`callers got ${living.join(', ')} under one key ${key}`] : [];
  });
}

/** A charge that a caller got is in the ledger once; a charge that no caller got is not there. */
async function chargesGone(client: pg.Client, history: History): Promise<string[]> {
  const { rows } = await client.query(
    `select request_id, count(*)::int n from ledger where kind = 'capture' group by request_id`,
  );
  const captures = new Map<string, number>(rows.map(({ request_id, n }) => [request_id, n]));
  return [...history.jobs.values()]
    .filter(({ request_id, credits }) => (captures.get(request_id) ?? 0) !== credits)
    .map(
      ({ request_id, credits }) =>
        `${request_id}: callers got ${credits}, the ledger has ${captures.get(request_id) ?? 0}`,
    );
}
