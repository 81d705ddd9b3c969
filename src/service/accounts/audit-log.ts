/** The audit log: each change by an operator is recorded in the transaction that makes it. */
import {
  type AuditFilter,
  insertAuditEntry,
  listAuditEntries,
  type StoredAuditEntry,
} from '#store/audit-log.js';
import type { Db } from '#store/db.js';
import { now, type Parts } from '../app.js';

/** Who makes a change: the name that the operator sent with the call. */
export type Operator = string;

/** What the service does by itself, such as the demo account of a first start. */
export const THE_SERVICE: Operator = 'rowhouse';

/** Each recorded action, as noun and verb. */
export type Action =
  | 'account.create'
  | 'account.update'
  | 'account.suspend'
  | 'account.resume'
  | 'account.move'
  | 'account.export'
  | 'account.erase'
  | 'account.grant_feed'
  | 'account.revoke_feed'
  | 'credits.grant'
  | 'key.create'
  | 'key.create_test'
  | 'key.update'
  | 'key.revoke'
  | 'dataset.import'
  | 'dataset.remove'
  | 'outlines.import'
  | 'outlines.remove'
  | 'places.import'
  | 'places.remove'
  | 'home.link'
  | 'home.unlink'
  | 'home.erase'
  | 'home.keep_out'
  | 'home.allow'
  | 'job.cancel'
  | 'store.backup'
  | 'source.pause'
  | 'source.resume';

export interface Change {
  readonly action: Action;
  readonly account_id?: string;
  readonly subject?: string;
  readonly before?: object;
  readonly after?: object;
}

/** Records a change; call it in the transaction of the change. Never pass a key or a secret. */
export const noteChange = (
  app: Parts<'clock'>,
  tx: Db,
  operator: Operator,
  change: Change,
): Promise<void> =>
  insertAuditEntry(tx, {
    created_at: now(app),
    operator,
    action: change.action,
    account_id: change.account_id ?? null,
    subject: change.subject ?? null,
    before: change.before ?? null,
    after: change.after ?? null,
  });

/** The members that differ between two values of one shape, before and after. */
export function differences<T extends object>(
  before: T,
  after: T,
): Pick<Change, 'before' | 'after'> {
  const changed = (Object.keys(after) as (keyof T)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const pick = (value: T) => Object.fromEntries(changed.map((name) => [name, value[name]]));
  return { before: pick(before), after: pick(after) };
}

/** Entries per page. */
export const AUDIT_PAGE = 1_000;

/** Actions of operators, newest first; `next` is the cursor to older entries, null at the end. */
export async function showAuditLog(
  app: Parts<'db'>,
  filter: AuditFilter,
  limit = AUDIT_PAGE,
): Promise<{ entries: readonly StoredAuditEntry[]; next: number | null }> {
  const found = await listAuditEntries(app.db, filter, limit + 1);
  const entries = found.slice(0, limit);
  return { entries, next: found.length > limit ? (entries.at(-1)?.entry_id ?? null) : null };
}
