/** Statements of which one row is wanted, one value, or how many rows there are. */
import type { Db } from './db.js';

type Statement = Parameters<Db['rows']>;

/** The first row, or undefined. */
export const first = async <T>(db: Db, ...statement: Statement): Promise<T | undefined> =>
  (await db.rows<T>(...statement))[0];

/** Whether there is a row. */
export const hasRow = async (db: Db, ...statement: Statement): Promise<boolean> =>
  (await db.rows(...statement)).length > 0;

/** How many rows there are: a statement that changes rows returns each. */
export const rowCount = async (db: Db, ...statement: Statement): Promise<number> =>
  (await db.rows(...statement)).length;

/** The only column of the rows. */
export const column = async <T>(db: Db, ...statement: Statement): Promise<T[]> =>
  (await db.rows<Readonly<Record<string, T>>>(...statement)).flatMap(Object.values<T>);

/** The number in the only column of the only row; 0 without a row. */
export const numberIn = async (db: Db, ...statement: Statement): Promise<number> =>
  (await column<number>(db, ...statement))[0] ?? 0;
