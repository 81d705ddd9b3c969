/** `rowhouse records` against a running service: what an operator does and reads. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  endAll,
  failure,
  rowhouse,
  type Service,
  settingsOf,
  startService,
} from '../support/run-rowhouse.js';

/** An import of the large file takes far longer than this. */
const HALF_WAY_MS = 3_000;
const LARGE_ROWS = 300_000;

const folder = mkdtempSync(join(tmpdir(), 'rowhouse-records-'));
const temporary = join(folder, 'tmp');
const plain = { ...settingsOf(join(folder, 'data')), TMPDIR: temporary };
let service: Service;
let settings: Readonly<Record<string, string>>;

async function open(): Promise<void> {
  service = await startService(plain);
  settings = { ...plain, ROWHOUSE_ADMIN_PORT: new URL(service.adminUrl).port };
}

/** A file in the folder of the test. */
function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const sales = (rows: number, price: number): string =>
  `id,sold,price,zip\n${Array.from({ length: rows }, (_row, nth) => `${nth},2026-05-${10 + (nth % 20)},${price},60614\n`).join('')}`;
const mapping = file(
  'mapping.json',
  JSON.stringify({
    dataset: 'county',
    key: ['id'],
    fields: { sold_date: 'sold', sale_price: 'price', zip: 'zip' },
    drop_when: [{ column: 'price', below: 10 }],
  }),
);

before(async () => {
  mkdirSync(temporary);
  await open();
});
after(() => {
  endAll();
  rmSync(folder, { recursive: true, force: true });
});

const records = (...words: string[]) => rowhouse(['records', ...words], settings, 120_000);

async function priceFound(): Promise<number> {
  const answer = await fetch(`${service.apiUrl}/v1/records/sold?zip=60614&sold_within_days=36500`, {
    headers: { authorization: `Bearer ${service.demoKey}` },
  });
  assert.equal(answer.status, 200);
  const { result } = (await answer.json()) as {
    result: { data: { sale_price: { amount: number } }[] };
  };
  return result.data[0]?.sale_price.amount ?? 0;
}

test('an import says what it found, and the other commands show and remove it', async () => {
  const path = file('sales.csv', `${sales(50, 300_000)}51,soon,5,60614\n52,2026-05-01,5,60614\n`);
  const done = await records('import', path, '--mapping', mapping);
  assert.equal(done.code, 0, done.stderr);
  assert.match(done.stdout, /^Imported: county, 50 rows of 52 records in [\d.]+ s$/m);
  assert.match(done.stdout, /^Excluded: 2, mapping rule: price is below 10/m);
  assert.match(
    done.stdout,
    /^Sold from 2026-05-10 to 2026-05-29\. Without sold_within_days, a search finds the \d+/m,
  );
  assert.match(done.stdout, /^Filled in every row: .*sale_price.*address\.zip/m);
  assert.match(done.stdout, /^Empty in every row: .*beds/m);
  assert.equal(await priceFound(), 300_000);
  assert.match((await records('import', path, '--mapping', mapping)).stdout, /^Unchanged/);
  assert.match((await records('list')).stdout, /^county +50 +2026-05-10 +2026-05-29 +sales\.csv/m);
  assert.match((await records('show', 'county')).stdout, /^mapping\.fields\.sold_date: sold$/m);
  const other = await records('import', path, '--mapping', mapping, '--dataset', 'other');
  assert.equal(other.code, 0, other.stderr);
  assert.equal((await records('remove', 'other')).code, 0);
  await failure(['records', 'show', 'other'], /No dataset "other" exists in records/, settings);
});

test('a file of more records than are checked first is imported whole', async () => {
  const path = file('many.csv', sales(5_000, 310_000));
  const done = await records('import', path, '--mapping', mapping, '--dataset', 'many');
  assert.equal(done.code, 0, done.stderr);
  assert.match(done.stdout, /^Imported: many, 5000 rows of 5000 records/m);
  assert.equal((await records('remove', 'many')).code, 0);
});

test('what cannot be imported is one line that says what to do', async () => {
  const rejected = (path: string, why: RegExp, by = mapping) =>
    failure(['records', 'import', path, '--mapping', by], why, settings);
  const zip = file('sheet.csv', Buffer.from([0x50, 0x4b, 3, 4, 0, 0]));
  await rejected(zip, /sheet\.csv is not a text file\. It is a zip archive or an Excel sheet/);
  const packed = file('sales.csv.gz', Buffer.from([0x1f, 0x8b, 8, 0]));
  await rejected(packed, /compressed with gzip: unpack it first/);
  await rejected(file('noise.csv', Buffer.from([1, 2, 0, 255])), /noise\.csv is not a text file/);
  const wide = Buffer.from('\uFEFFid,sold', 'utf16le');
  await rejected(
    file('wide.csv', wide),
    /If it is UTF-16, set "encoding" in the mapping to utf-16le/,
  );
  await rejected(file('sales.dat', 'a,b\n'), /set "format" in the mapping to one of csv/);
  const columns = file('columns.csv', 'id,sale_date,price,zipcode\n1,2,3,4\n');
  await rejected(
    columns,
    /does not have: "sold", "zip" \(did you mean "zipcode"\?\)\. The file has/,
  );
  await rejected(join(folder, 'none.csv'), /does not exist/);
  const empty = file('empty.json', '{}');
  await rejected(columns, /"fields" must be an object.*"dataset" must be a name/, empty);
  assert.equal(await priceFound(), 300_000);
});

test('a service that is killed half-way has the old rows when it starts again, and no file is left', async () => {
  const large = file('large.csv', sales(LARGE_ROWS, 999_999));
  const running = records('import', large, '--mapping', mapping);
  await sleep(HALF_WAY_MS);
  await service.kill();
  const { code, stderr } = await running;
  assert.equal(code, 1, stderr);
  await open();
  assert.equal(await priceFound(), 300_000);
  assert.deepEqual(readdirSync(temporary), []);
  const next = await records('import', file('next.csv', sales(20, 400_000)), '--mapping', mapping);
  assert.equal(next.code, 0, next.stderr);
  assert.equal(await priceFound(), 400_000);
});
