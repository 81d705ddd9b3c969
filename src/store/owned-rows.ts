/** Statements that tables of what an account owns have in common: rows that are named by ids. */
import type { Db } from './db.js';
import { first, hasRow, numberIn } from './first-row.js';

/** The statements of a table; `key` is the column of the ids, `columns` are those that are read. */
export const ownedRows = <Row>(table: string, key: string, columns: string) => ({
  /** A row of an account; locked until the transaction ends where it is to change, or to stay. */
  find: (
    db: Db,
    accountId: string,
    id: string,
    lock: 'for update' | 'for key share' | '' = '',
  ): Promise<Row | undefined> =>
    first(db, `select ${columns} from ${table} where ${key} = $1 and account_id = $2 ${lock}`, [
      id,
      accountId,
    ]),

  /** The row of an account that was made under an Idempotency-Key. */
  findByKey: (db: Db, accountId: string, idempotencyKey: string): Promise<Row | undefined> =>
    first(db, `select ${columns} from ${table} where account_id = $1 and idempotency_key = $2`, [
      accountId,
      idempotencyKey,
    ]),

  /** How many an account has. */
  count: (db: Db, accountId: string): Promise<number> =>
    numberIn(db, `select count(*) as n from ${table} where account_id = $1`, [accountId]),

  /** Removes a row, and with it what belongs to it; false when the account has none of this id. */
  remove: (db: Db, accountId: string, id: string): Promise<boolean> =>
    hasRow(db, `delete from ${table} where ${key} = $1 and account_id = $2 returning 1`, [
      id,
      accountId,
    ]),
});
