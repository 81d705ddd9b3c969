/** How far a long import is: what the service says of it, and what the command writes. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { callAdmin } from '#cli/call-admin.js';
import { DATASET_COMMANDS } from '#cli/dataset-commands.js';
import { progressLine } from '#cli/show-imported.js';
import { listDatasets } from '#service/datasets/show-datasets.js';
import { fileOf, importInto } from '../support/import-file.js';
import { MAPPING, openSales, type Sales, salesFile } from '../support/sales.js';

let sales: Sales;
const folder = mkdtempSync(join(tmpdir(), 'rowhouse-progress-'));
before(async () => {
  sales = await openSales();
});
after(async () => {
  await sales.t.close();
  rmSync(folder, { recursive: true, force: true });
});

test('an import that runs is listed with the records and bytes that it has read', async () => {
  const { app } = sales.t;
  const file = fileOf('sales.csv', salesFile(sales.t, 9_000));
  const seen: { step: string; records: number; bytes_read: number }[] = [];
  const watched = {
    ...file,
    stream: async function* () {
      for await (const bytes of file.stream()) {
        const { loading } = await listDatasets(app, 'records');
        seen.push(...(loading as unknown as typeof seen));
        yield bytes;
      }
    },
  };
  await importInto({ app }, MAPPING, watched);
  const known = seen.filter(({ records }) => records !== undefined);
  assert.ok(known.length > 1, JSON.stringify(seen));
  for (const one of known) {
    assert.ok(one.records >= 2_000 && one.records <= 9_000 && one.bytes_read <= file.bytes);
    assert.deepEqual(one, {
      ...one,
      dataset: 'test-county',
      file_name: 'sales.csv',
      step: 'reading',
    });
  }
  assert.deepEqual((await listDatasets(app, 'records')).loading, []);
});

test('a line says what is sent, read and indexed', () => {
  const loading = [
    { dataset: 'a', file_name: 'a.csv' },
    { dataset: 'b', step: 'reading', records: 250_000, bytes_read: 20_900_000, bytes: 99_100_000 },
    { dataset: 'c', step: 'indexing', records: 9, bytes_read: 5, bytes: 5 },
    { dataset: 'd', step: 'reading', records: 20_000, bytes_read: 0, bytes: 99_100_000 },
  ];
  const lines = ['a', 'b', 'c', 'd', 'e'].map((name) => progressLine(loading, name, 10, 10));
  assert.deepEqual(lines, [
    null,
    'Read 250000 records, 20 of 100 MB',
    'Read 9 records; building the indexes',
    'Read 20000 records',
    null,
  ]);
  assert.equal(progressLine(loading, 'b', 2_000_000, 9_000_000), 'Sent 2 of 9 MB');
});

test('the command says how far its import is, and ends with its result', async () => {
  let looks = 0;
  let end = () => {};
  // The line of the first look has been said when the command looks again.
  const askedAgain = new Promise<void>((done) => {
    end = done;
  });
  const running = { dataset: 'own', step: 'reading', records: 7, bytes_read: 3, bytes: 9 };
  const server = createServer((request, answer) => {
    request.resume();
    if (request.method === 'POST') {
      void askedAgain.then(() => answer.end(JSON.stringify({ result: 'imported' })));
      return;
    }
    looks += 1;
    answer.end(JSON.stringify({ loading: [running] }));
    if (looks > 1) end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const mapping = join(folder, 'mapping.json');
  writeFileSync(mapping, JSON.stringify(MAPPING));
  const path = join(folder, 'sales.csv');
  writeFileSync(path, 'id,sold\n');
  const command = DATASET_COMMANDS.find(({ name }) => name === 'records import');
  const request = command?.request([path], { mapping, dataset: 'own' });
  assert.ok(request !== undefined);
  const lines: string[] = [];
  const result = await callAdmin({ url, token: 'token', operator: 'test' }, request, (line) =>
    lines.push(line),
  );
  assert.deepEqual(result, { result: 'imported' });
  assert.deepEqual(lines, ['Read 7 records, 0 of 1 MB']);
  server.close();
});
