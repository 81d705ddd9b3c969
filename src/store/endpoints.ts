/** Webhook endpoints: where events are sent, and the position of each in its account's log. */
import type { EndpointCounts } from '#contract/operations/service.js';
import type { DisabledReason } from '#contract/webhooks.js';
import { accountsInTurn, type ClaimOrder, type Lease, valuesOfOrder } from './claims.js';
import { holdersOf, type NamesIn, settersOf, valuesIn } from './columns.js';
import type { Db } from './db.js';
import { first } from './first-row.js';
import { ownedRows } from './owned-rows.js';

/** A signing secret; the current one has no end. */
export interface Secret {
  readonly secret: string;
  /** ISO time. */
  readonly ends_at: string | null;
}

/** How the last attempt to deliver ended. */
export interface LastAttempt {
  readonly last_at: Date | null;
  readonly last_code: number | null;
  readonly last_ms: number | null;
  readonly last_error: string | null;
}

export interface Endpoint extends LastAttempt {
  readonly endpoint_id: string;
  readonly account_id: string;
  readonly url: string;
  readonly name: string;
  readonly types: readonly string[];
  readonly state: 'enabled' | 'disabled';
  readonly disabled_reason: DisabledReason | null;
  readonly disabled_at: Date | null;
  readonly secrets: readonly Secret[];
  readonly created_at: Date;
  readonly next_seq: number;
  readonly lease_id: string | null;
  readonly held_until: Date | null;
  readonly failing_since: Date | null;
  /** The call that created it; both null for endpoints older than the recording of calls. */
  readonly idempotency_key: string | null;
  readonly body_hash: string | null;
}

const MADE_WITH = `endpoint_id, account_id, url, name, types, state, disabled_reason, disabled_at, secrets,
  created_at, idempotency_key, body_hash`;
const LIST = `${MADE_WITH}, next_seq, lease_id, held_until, failing_since, last_at, last_code, last_ms, last_error`;

export type NewEndpointRow = Pick<Endpoint, NamesIn<typeof MADE_WITH>>;

/** The deliveries of an endpoint go with it. */
export const {
  find: findEndpoint,
  findByKey: findEndpointByKey,
  count: countEndpoints,
  remove: deleteEndpoint,
} = ownedRows<Endpoint>('endpoints', 'endpoint_id', LIST);

/** Stores an endpoint that gets the events logged from now on. */
export async function insertEndpoint(tx: Db, row: NewEndpointRow): Promise<Endpoint> {
  const rows = await tx.rows<Endpoint>(
    `insert into endpoints (${MADE_WITH}, next_seq)
     values (${holdersOf(MADE_WITH)},
       1 + coalesce((select last_seq from event_sequences where account_id = $2), 0))
     returning ${LIST}`,
    valuesIn(MADE_WITH, { ...row, secrets: JSON.stringify(row.secrets) }),
  );
  const [stored] = rows;
  if (stored === undefined) throw new Error('an insert returns its row');
  return stored;
}

/** An endpoint of any account, locked until the transaction ends: for links in mails. */
export const lockEndpointById = (tx: Db, endpointId: string): Promise<Endpoint | undefined> =>
  first(tx, `select ${LIST} from endpoints where endpoint_id = $1 for update`, [endpointId]);

/** Records how sending a confirmation mail ended. */
export async function recordConfirmation(
  db: Db,
  endpointId: string,
  last: LastAttempt,
): Promise<void> {
  await db.rows(
    `update endpoints set last_at = $2, last_code = $3, last_ms = $4, last_error = $5
     where endpoint_id = $1`,
    [endpointId, last.last_at, last.last_code, last.last_ms, last.last_error],
  );
}

/** The endpoints of an account, oldest first. */
export const listEndpoints = (db: Db, accountId: string): Promise<Endpoint[]> =>
  db.rows<Endpoint>(
    `select ${LIST} from endpoints where account_id = $1 order by created_at, endpoint_id`,
    [accountId],
  );

/** An account's endpoints by state: enabled, disabled by the caller, disabled by the service. */
export async function countByState(db: Db, accountId: string): Promise<EndpointCounts> {
  const rows = await db.rows<EndpointCounts>(
    `select count(*) filter (where state = 'enabled') as enabled,
       count(*) filter (where disabled_reason = 'by_caller') as disabled_by_caller,
       count(*) filter (where disabled_reason not in ('by_caller', 'unconfirmed')) as disabled_by_service
     from endpoints where account_id = $1`,
    [accountId],
  );
  return rows[0] ?? { enabled: 0, disabled_by_caller: 0, disabled_by_service: 0 };
}

const CHANGED = `endpoint_id, url, name, types, state, disabled_reason, disabled_at, secrets, next_seq,
  held_until, failing_since`;

/**
 * Stores an endpoint as its caller changed it; its row must be locked. The process that sends to it
 * loses its lease: what it has not recorded is sent again, to the endpoint as it is now.
 */
export async function updateEndpoint(tx: Db, endpoint: Endpoint): Promise<void> {
  await tx.rows(
    `update endpoints set ${settersOf(CHANGED)}, lease_id = null, lease_until = null
     where endpoint_id = $1`,
    valuesIn(CHANGED, { ...endpoint, secrets: JSON.stringify(endpoint.secrets) }),
  );
}

/** The first account above a bound that has an enabled endpoint. */
const nextAccount = (bound: string): string => `select account_id from endpoints
  where state = 'enabled' and account_id > ${bound} order by account_id limit 1`;

/**
 * Claims an enabled endpoint with work: new events in its account's log, or a due delivery. The
 * next account in turn is served, at its endpoint that waited longest. Skips locked rows, so that
 * processes never wait for each other.
 */
export const claimEndpoint = (
  db: Db,
  { lease_id, now, until }: Lease,
  order: ClaimOrder = {},
): Promise<Endpoint | undefined> =>
  first(
    db,
    `update endpoints set lease_id = $1, lease_until = $2, served_at = $3
     where endpoint_id = (
       with recursive ${accountsInTurn('$4', nextAccount)}
       select due.endpoint_id from turns t cross join lateral (
         select e.endpoint_id from endpoints e
         where e.account_id = t.account_id and e.state = 'enabled'
           and (e.lease_until is null or e.lease_until <= $3)
           and (e.held_until is null or e.held_until <= $3)
           and exists (select from accounts a where a.account_id = t.account_id and a.status = 'active')
           and (
             e.next_seq <= (select last_seq from event_sequences s where s.account_id = t.account_id)
             or exists (
               select from deliveries d
               where d.endpoint_id = e.endpoint_id and d.status = 'pending' and d.next_at <= $3
             )
           )
         order by e.served_at nulls first
         limit 1
         for update of e skip locked
       ) due
       where t.account_id <> all($5::uuid[])
       limit 1
     )
     returning ${LIST}`,
    [lease_id, until, now, ...valuesOfOrder(order)],
  );

/** Ends a turn: the events before `nextSeq` were sent, or are not for this endpoint. */
export async function releaseEndpoint(
  db: Db,
  { endpoint_id, lease_id }: Pick<Endpoint, 'endpoint_id' | 'lease_id'>,
  nextSeq: number,
): Promise<void> {
  await db.rows(
    `update endpoints set lease_id = null, lease_until = null, next_seq = greatest(next_seq, $3)
     where endpoint_id = $1 and lease_id = $2`,
    [endpoint_id, lease_id, nextSeq],
  );
}

/** Disables an endpoint whose row the transaction has locked. */
export async function disableEndpoint(
  tx: Db,
  endpointId: string,
  reason: DisabledReason,
  at: Date,
): Promise<void> {
  await tx.rows(
    `update endpoints set state = 'disabled', disabled_reason = $2, disabled_at = $3,
       lease_id = null, lease_until = null
     where endpoint_id = $1`,
    [endpointId, reason, at],
  );
}
