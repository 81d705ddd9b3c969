/** Everything stored about one account as lines of JSON, including its test data. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { OperatorError } from '#base/operator-error.js';
import { ACCOUNT_TABLES, type AccountTable, rowsOfAccount } from '#store/account-data.js';
import { findErasure } from '#store/erasures.js';
import { type TransferTable, transferTables } from '#store/transfer/tables.js';
import { noteChange, type Operator } from '../accounts/audit-log.js';
import { requireAccount } from '../accounts/keys.js';
import type { TestService } from '../accounts/test-keys.js';
import { type App, now, type Parts } from '../app.js';
import { Download } from './download.js';

const FORMAT = 'rowhouse-account-1';
type Proofs = Record<string, { readonly rows: number; readonly sha256: string }>;

/**
 * The first line describes the export, then each row is a line, and the last line has the row count
 * and the SHA-256 of each table's lines. It has no secrets and no key hashes. Rejects with
 * OperatorError for an erased account.
 */
export async function exportAccount(
  app: App,
  service: TestService,
  accountId: string,
  by: Operator,
): Promise<Download> {
  await requireAccount(app.db, accountId);
  const erasure = await findErasure(app.db, accountId);
  if (erasure !== undefined) {
    throw new OperatorError(
      `This account was erased at ${erasure.begun_at.toISOString()}. Only its ledger, balances and a redacted audit log remain.`,
    );
  }
  await noteChange(app, app.db, by, { action: 'account.export', account_id: accountId });
  const test = await service.find();
  const note = { format: FORMAT, account_id: accountId, created_at: now(app).toISOString() };
  return new Download(
    note,
    Readable.from(linesOf(note, { live: app, test_keys: test }, accountId)),
  );
}

async function* linesOf(
  note: object,
  stores: Readonly<Record<string, App | null>>,
  accountId: string,
): AsyncGenerator<string> {
  yield lineOf(note);
  const manifest: Record<string, Proofs> = {};
  for (const [store, app] of Object.entries(stores)) {
    if (app === null) continue;
    const proofs: Proofs = {};
    for (const table of await transferTables(app.db)) {
      const rule = ACCOUNT_TABLES[table.name];
      if (rule !== undefined)
        proofs[table.name] = yield* tableOf(app, store, table, rule, accountId);
    }
    manifest[store] = proofs;
  }
  yield lineOf({ manifest });
}

async function* tableOf(
  app: Parts<'codec' | 'db'>,
  store: string,
  table: TransferTable,
  rule: AccountTable,
  accountId: string,
): AsyncGenerator<string, Proofs[string]> {
  const digest = createHash('sha256');
  let count = 0;
  for await (const rows of rowsOfAccount(app.db, table, rule, accountId)) {
    for (const row of rows) {
      const line = lineOf({ store, table: table.name, row: readable(app, row) });
      digest.update(line);
      count += 1;
      yield line;
    }
  }
  return { rows: count, sha256: digest.digest('hex') };
}

/** The body of a result as text. */
function readable(
  app: Parts<'codec'>,
  { body_gzip, ...row }: Readonly<Record<string, unknown>>,
): object {
  if (typeof body_gzip !== 'string') return row;
  const packed = Buffer.from(body_gzip.slice('\\x'.length), 'hex');
  return { ...row, body: packed.length === 0 ? '' : app.codec.decode(packed).toString() };
}

const lineOf = (value: object): string => `${JSON.stringify(value)}\n`;
