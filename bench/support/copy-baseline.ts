/**
 * Baseline of an import: the engine's own COPY of the stored rows, all columns, into a table
 * without keys or indexes. COPY reads no operator's file, checks nothing and maps nothing.
 */
import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import type { TestApp } from '../../test/support/open-test-app.js';

const BATCH_ROWS = 5_000;
const COPY = 'copy bare from stdin with (format csv)';

/** Seconds that COPY takes for the rows of the only import. */
export async function copySeconds({ app }: TestApp): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-bench-copy-'));
  try {
    const columns = await app.db.rows<{ name: string; type: string }>(
      `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
       where attrelid = 'dataset_rows'::regclass and attnum > 0 and not attisdropped order by attnum`,
    );
    const file = join(folder, 'rows.csv');
    await writeRows(
      app.db,
      columns.map(({ name }) => name),
      file,
    );
    const table = `create table bare (${columns.map(({ name, type }) => `${name} ${type}`).join(', ')})`;
    return app.embedded
      ? await copyEmbedded(join(folder, 'data'), table, file)
      : await copyToServer(app.db, table, file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Db = TestApp['app']['db'];

/** The stored rows as CSV. */
async function writeRows(db: Db, names: readonly string[], file: string): Promise<void> {
  const out = createWriteStream(file);
  const texts = names.map((name) => `${name}::text as ${name}`).join(', ');
  for (let after = 0; ; ) {
    const rows = await db.rows<Record<string, string | null>>(
      `select ${texts} from dataset_rows r where r.line > $1 order by r.line limit ${BATCH_ROWS}`,
      [after],
    );
    const lines = rows.map((row) => `${names.map((name) => quoted(row[name])).join(',')}\n`);
    if (!out.write(lines.join(''))) await once(out, 'drain');
    if (rows.length < BATCH_ROWS) break;
    after = Number(rows.at(-1)?.line);
  }
  out.end();
  await once(out, 'finish');
}

const quoted = (value: string | null | undefined): string =>
  value === null || value === undefined ? '' : `"${value.replaceAll('"', '""')}"`;

async function copyEmbedded(directory: string, table: string, file: string): Promise<number> {
  const engine = await PGlite.create(directory);
  try {
    await engine.exec(table);
    const blob = new Blob([await readFile(file)]);
    const began = performance.now();
    await engine.query(COPY.replace('stdin', `'/dev/blob'`), [], { blob });
    return (performance.now() - began) / 1_000;
  } finally {
    await engine.close();
  }
}

/** What pg has of the protocol of COPY, and its types do not. */
interface CopyConnection {
  readonly stream: { readonly writableNeedDrain: boolean } & NodeJS.EventEmitter;
  sendCopyFromChunk(bytes: Buffer): void;
  endCopyFrom(): void;
}

async function copyToServer(db: Db, table: string, file: string): Promise<number> {
  const [row] = await db.rows<{ name: string }>('select current_database() as name');
  const url = new URL(process.env.ROWHOUSE_TEST_DATABASE_URL ?? '');
  url.pathname = `/${row?.name}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(table);
    const began = performance.now();
    await new Promise<void>((done, failed) => {
      const query = new pg.Query(COPY, (error) =>
        error instanceof Error ? failed(error) : done(),
      ) as pg.Query & { handleCopyInResponse: (connection: CopyConnection) => void };
      query.handleCopyInResponse = (connection) => void sendFile(connection, file).catch(failed);
      client.query(query as unknown as pg.Submittable);
    });
    return (performance.now() - began) / 1_000;
  } finally {
    await client.end();
  }
}

async function sendFile(connection: CopyConnection, file: string): Promise<void> {
  for await (const bytes of createReadStream(file, { highWaterMark: 262_144 })) {
    connection.sendCopyFromChunk(bytes as Buffer);
    if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
  }
  connection.endCopyFrom();
}
