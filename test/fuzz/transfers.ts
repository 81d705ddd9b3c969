/** Export files: read, and put into a store; a file is taken whole or rejected in words. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { OperatorError } from '#base/operator-error.js';
import type { Pool } from '#store/db.js';
import { exportStore } from '#store/transfer/export.js';
import { checkTransfer, importStore } from '#store/transfer/import.js';
import { AT, openTestStore } from '../support/open-test-store.js';
import { editedBytes, editedJson, editedText, oddValue, written } from './arbitraries.js';
import { Canary, type Fuzzer, type OpenFuzzer } from './fuzzer.js';

interface File {
  readonly bytes: Buffer;
  /** Whether it is put into a store as well. */
  readonly stored: boolean;
}

/** A file whose lines are changed and whose proofs are true of what it holds then. */
const provenFile = (lines: readonly string[]): fc.Arbitrary<Buffer> => {
  const rows = lines.flatMap((line, at) => (line.startsWith('[') ? [at] : []));
  return fc
    .constantFrom(...rows)
    .chain((at) =>
      editedJson(JSON.parse(lines[at] ?? '[]')).map((row) =>
        packed(proven(lines.with(at, written(JSON.stringify(row) ?? '[]')))),
      ),
    );
};

/** The lines with a last one that proves them. */
function proven(lines: readonly string[]): readonly string[] {
  const proofs: Record<string, { rows: number; sha256: string }> = {};
  let name = '';
  let rows: string[] = [];
  const end = () => {
    const digest = createHash('sha256').update(rows.map((row) => `${row}\n`).join(''));
    if (name !== '') proofs[name] = { rows: rows.length, sha256: digest.digest('hex') };
    rows = [];
  };
  for (const line of lines) {
    if (line.startsWith('{"table":')) {
      end();
      name = (JSON.parse(line) as { table: string }).table;
    } else if (line.startsWith('[')) rows.push(line);
  }
  end();
  return [...lines.slice(0, -2), JSON.stringify({ proofs }), ''];
}

const packed = (lines: readonly string[]): Buffer => gzipSync(lines.join('\n'), { level: 1 });

const file = (whole: Buffer): fc.Arbitrary<File> => {
  const lines = gunzipSync(whole).toString().split('\n');
  const [header = '{}'] = lines;
  const last = lines.at(-2) ?? '{}';
  const changedLine = (at: number, text: string) =>
    editedJson(JSON.parse(text)).map((value) =>
      packed(lines.with(at, written(JSON.stringify(value) ?? ''))),
    );
  const read = fc
    .oneof(
      { weight: 2, arbitrary: editedBytes(whole) },
      { weight: 4, arbitrary: changedLine(0, header) },
      { weight: 3, arbitrary: changedLine(lines.length - 2, last) },
      {
        weight: 3,
        arbitrary: editedText(lines.join('\n')).map((text) => gzipSync(text, { level: 1 })),
      },
      {
        weight: 1,
        arbitrary: oddValue().map((value) => gzipSync(written(`${JSON.stringify(value) ?? ''}\n`))),
      },
      { weight: 1, arbitrary: fc.constant(packed(['{"format":"rowhouse-export-1"}', ''])) },
    )
    .map((bytes) => ({ bytes, stored: false }));
  return fc.oneof(
    { weight: 6, arbitrary: read },
    { weight: 1, arbitrary: provenFile(lines).map((bytes) => ({ bytes, stored: true })) },
  );
};

export const TRANSFERS: Fuzzer = {
  name: 'transfers',
  about: 'export files',
  share: 1,
  open: async ({ canary }): Promise<OpenFuzzer<File>> => {
    const folder = mkdtempSync(join(tmpdir(), 'rowhouse-fuzz-'));
    const store = await openTestStore();
    const path = join(folder, 'whole.gz');
    const { account, keyId } = await store.account(5);
    assert.ok(account !== undefined && keyId !== '');
    await exportStore(store.pool, path, AT.toISOString());
    const whole = readFileSync(path);
    await store.pool.rows('delete from api_keys');
    for (const table of ['wallets', 'access_changes', 'accounts']) {
      await store.pool.rows(`delete from ${table}`);
    }
    const pool = undone(store.pool);
    const changed = join(folder, 'changed.gz');
    return {
      cases: file(whole),
      check: async ({ bytes, stored }) => {
        writeFileSync(changed, bytes);
        await orRejected(() => checkTransfer(changed));
        if (canary && bytes.length % 5 === 0) throw new Canary('a length was counted');
        if (stored) await orRejected(() => importStore(pool, changed));
      },
      close: async () => {
        await store.close();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
};

class Undone extends Error {}

/** A pool whose transactions are all taken back, so that the store is empty for the next case. */
const undone = (pool: Pool): Pool => ({
  ...pool,
  rows: (...sent) => pool.rows(...sent),
  transaction: (work) =>
    pool.transaction(async (tx) => {
      await work(tx);
      throw new Undone();
    }),
});

/** The contract of an import allows worded rejections; a store rejects rows in its own words. */
async function orRejected(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof OperatorError || error instanceof Undone) return;
    throw error;
  }
}
