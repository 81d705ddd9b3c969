/** Frequent statements: planned and described once per session, sent in one write. */
import pg from 'pg';

/** Values of such a statement: texts, and bytes in PostgreSQL's binary form. */
export type Plain = string | number | Date | Buffer | null;

type Row = Record<string, unknown>;
type Callback = (error: Error | null, rows: Row[]) => void;

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

/** Whether no value needs pg's own conversion, as arrays and objects do. */
export const arePlain = (values: readonly unknown[]): values is readonly Plain[] =>
  values.every(
    (value) =>
      value === null ||
      typeof value === 'string' ||
      typeof value === 'number' ||
      value instanceof Date ||
      Buffer.isBuffer(value),
  );

/** Rows of a named statement on a session of the pool; a session is discarded when it fails. */
export const preparedRows = (
  pool: pg.Pool,
  name: string,
  text: string,
  values: readonly Plain[],
  faultOf: (client: pg.ClientBase) => Error | null,
): Promise<Row[]> =>
  new Promise((done, failed) => {
    pool.connect((failure, client) => {
      if (client === undefined) {
        failed(failure);
        return;
      }
      client.query(
        new Prepared(name, text, values, (error, rows) => {
          const fault = error ?? faultOf(client);
          client.release(fault ?? false);
          if (fault === null) done(rows);
          else failed(fault);
        }),
      );
    });
  });

/** The columns of the statements that a connection has planned. */
const planned = new WeakMap<pg.Connection, Map<string, readonly Column[]>>();

function plannedOn(connection: pg.Connection): Map<string, readonly Column[]> {
  const known = planned.get(connection) ?? new Map<string, readonly Column[]>();
  planned.set(connection, known);
  return known;
}

/** One run of a statement, as pg accepts custom ones; pg calls the public members. */
class Prepared implements pg.Submittable {
  readonly #name: string;
  readonly #text: string;
  readonly #values: readonly Plain[];
  readonly #rows: Row[] = [];
  /** Where the columns are stored when this run plans the statement. */
  #plans: Map<string, readonly Column[]> | null = null;
  #columns: readonly Column[] = [];
  /** pg replaces it when statements have a time limit. */
  callback: (error: Error | null, rows?: Row[]) => void;

  constructor(name: string, text: string, values: readonly Plain[], callback: Callback) {
    // Distinct from the names that pg gives its own statements on the same session.
    this.#name = `prepared_${name}`;
    this.#text = text;
    this.#values = values;
    this.callback = (error, rows = []) => callback(error, rows);
  }

  submit(connection: pg.Connection): void {
    const plans = plannedOn(connection);
    const statement = this.#name;
    const columns = plans.get(statement);
    const values = this.#values.map(written);
    connection.stream.cork();
    if (columns === undefined) {
      this.#plans = plans;
      connection.parse({ name: statement, text: this.#text, types: [] }, true);
      connection.bind({ statement, values }, true);
      connection.describe({ type: 'P' }, true);
    } else {
      this.#columns = columns;
      connection.bind({ statement, values }, true);
    }
    connection.execute({}, true);
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription({ fields }: { fields: readonly pg.FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: pg.types.getTypeParser(dataTypeID, 'text'),
    }));
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const row: Row = {};
    for (const [index, { name, parse }] of this.#columns.entries()) {
      const text = fields[index] ?? null;
      row[name] = text === null ? null : parse(text);
    }
    this.#rows.push(row);
  }

  handleCommandComplete(): void {
    this.#plans?.set(this.#name, this.#columns);
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback(null, this.#rows);
  }
}

function written(value: Plain): string | Buffer | null {
  if (typeof value === 'number') return String(value);
  return value instanceof Date ? value.toISOString() : value;
}
