/** Answers a statement in SQL about the rows of its account (docs/sql.md). */
import { assert } from '#base/assert.js';
import { SQL_ANSWER_BYTES_MAX, SQL_ROWS_DEFAULT, SQL_ROWS_MAX } from '#contract/limits.js';
import type { SqlAnswerBody, SqlQuery } from '#contract/operations/sql.js';
import type { SqlTableName } from '#contract/sql.js';
import { sqlCsv, sqlNdjson } from '#contract/sql-lines.js';
import { apiError } from '#domain/api-error.js';
import type { App, Parts } from '../app.js';
import { CallerGone, type Waiter } from '../caller-gone.js';
import { rightsOf } from '../layers/sales-layer.js';
import { notReady } from './engine.js';
import { type ReadableRows, readableRows, type SqlReader } from './readable-rows.js';
import type { LoadedTable, Session } from './sessions.js';

const ANSWER_MIB = SQL_ANSWER_BYTES_MAX / 1_048_576;

/**
 * Runs one statement over the tables that it names, as they are now for this account. Throws
 * invalid_sql, sql_too_large, sql_busy and sql_unavailable; none is charged. Throws CallerGone
 * once `silent` aborts, and then the statement has ended; and what `readmit` throws, which is asked
 * when the turn comes and before the rows are handed out.
 */
export function answerSql(
  app: App,
  { account_id }: Pick<SqlReader, 'account_id'>,
  query: SqlQuery,
  { silent, readmit }: Waiter,
): Promise<SqlAnswerBody> {
  return app.sql.inTurn(account_id, async () => {
    if (silent.aborted) throw new CallerGone();
    const rows = await readableRows(app, { account_id, feeds: await readmit() });
    const session = app.sql.take(account_id, rows.version);
    const end = () => session.engine.end();
    silent.addEventListener('abort', end, { once: true });
    try {
      const answer = await answerOn(app, session, rows, query);
      await readmit();
      return answer;
    } catch (error) {
      throw silent.aborted ? new CallerGone() : error;
    } finally {
      silent.removeEventListener('abort', end);
      app.sql.keep(account_id, session);
    }
  });
}

async function answerOn(
  app: Parts<'clock' | 'limits' | 'db'>,
  session: Session,
  readable: ReadableRows,
  { sql, rows = SQL_ROWS_DEFAULT }: SqlQuery,
): Promise<SqlAnswerBody> {
  const { engine } = session;
  const { SQL_RUN_S } = app.limits;
  const loaded = await opened(app, session, readable);
  const decision = await engine.ask({ order: 'read', sql }, SQL_RUN_S);
  if ('refused' in decision) {
    throw apiError('invalid_sql', { param: 'sql', message: decision.refused });
  }
  assert('tables' in decision, 'a statement that may run names its tables');
  const tables: (LoadedTable & { readonly name: SqlTableName })[] = [];
  for (const name of decision.tables) {
    const known = loaded.get(name) ?? (await loadTable(app, session, readable, name));
    loaded.set(name, known);
    tables.push({ name, ...known });
  }
  const answer = await engine.ask({ order: 'run', sql, rows }, SQL_RUN_S);
  assert('columns' in answer, 'a statement that ran has columns');
  const { columns, truncated } = answer;
  if (truncated && answer.rows.length === 0) {
    throw apiError('sql_too_large', {
      param: 'sql',
      message: `The first row is larger than ${ANSWER_MIB} MiB. Select fewer columns.`,
    });
  }
  return {
    columns,
    rows: answer.rows,
    row_count: answer.rows.length,
    truncated,
    tables,
    datasets: decision.tables.includes('sales') ? await rightsOf(app) : [],
  };
}

/**
 * The loaded tables of a session, which has them all, empty, before its first statement. Its start
 * is not a part of the time of that statement.
 */
async function opened(
  app: Parts<'limits'>,
  session: Session,
  { hidden }: ReadableRows,
): Promise<Map<SqlTableName, LoadedTable>> {
  if (session.tables !== null) return session.tables;
  await session.engine.ask({ order: 'hide', homes: hidden }, app.limits.SQL_LOAD_S);
  session.tables = new Map();
  return session.tables;
}

/** Loads the rows of the account into a table. */
async function loadTable(
  app: Parts<'clock' | 'limits'>,
  session: Session,
  readable: ReadableRows,
  name: SqlTableName,
): Promise<LoadedTable> {
  let isWhole = false;
  try {
    const loaded = await load(app, session, readable, name);
    isWhole = true;
    return loaded;
  } finally {
    // Half of a table must not answer the next statement.
    if (!isWhole) session.engine.end();
  }
}

async function load(
  app: Parts<'clock' | 'limits'>,
  { engine }: Session,
  readable: ReadableRows,
  name: SqlTableName,
): Promise<LoadedTable> {
  const { SQL_LOAD_S, SQL_TABLE_ROWS } = app.limits;
  const endMs = app.clock.nowMs() + SQL_LOAD_S * 1000;
  const isOfResults = name === 'listings' || name === 'sold';
  let rows = 0;
  for await (const batch of readable.batches(name)) {
    if (rows >= SQL_TABLE_ROWS) return { rows, truncated: true };
    const leftS = (endMs - app.clock.nowMs()) / 1000;
    if (leftS <= 0) throw notReady(SQL_LOAD_S);
    const reply = await engine.ask({ order: 'load', batch }, leftS);
    assert('loaded' in reply, 'a batch that was loaded is counted');
    rows = reply.loaded;
  }
  return { rows, truncated: isOfResults && readable.hasMore };
}

type Question = Parameters<typeof answerSql>;

/** The rows as CSV. Throws sql_too_large where the file would be cut. */
export const sqlCsvFile = async (...question: Question): Promise<string> =>
  sqlCsv(await wholeAnswer(...question));

/** The rows as NDJSON. Throws sql_too_large where the file would be cut. */
export const sqlNdjsonFile = async (...question: Question): Promise<string> =>
  sqlNdjson(await wholeAnswer(...question));

/** A file has no place to say that rows are missing. */
async function wholeAnswer(...question: Question): Promise<SqlAnswerBody> {
  const answer = await answerSql(...question);
  const [, , { rows = SQL_ROWS_DEFAULT }] = question;
  const cut = answer.tables.find(({ truncated }) => truncated);
  if (cut !== undefined) {
    throw apiError('sql_too_large', {
      param: 'sql',
      message: `The table ${cut.name} holds only the newest ${cut.rows} rows. POST /v1/sql answers with them and says so.`,
    });
  }
  if (!answer.truncated) return answer;
  if (answer.row_count < rows) {
    const message = `The rows are larger than ${ANSWER_MIB} MiB. Select fewer columns or rows.`;
    throw apiError('sql_too_large', { param: 'sql', message });
  }
  const isRaisable = rows < SQL_ROWS_MAX;
  const raise = isRaisable ? `Raise rows to at most ${SQL_ROWS_MAX}, or add` : 'Add';
  throw apiError('sql_too_large', {
    param: isRaisable ? 'rows' : 'sql',
    message: `The statement has more than ${rows} rows. ${raise} a LIMIT.`,
  });
}
