/** OWSLib, the Python client of OGC interfaces, reads layers of a running service. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { fileOf, importInto } from '../support/import-file.js';
import { findPython, pythonFolder, runPython } from '../support/python.js';
import { MAPPING, openSales, salesFile } from '../support/sales.js';

const PROGRAM = `
import os
from owslib.ogcapi.features import Features
layers = Features(os.environ['BASE'], headers={'Authorization': 'Bearer ' + os.environ['KEY']})
assert 'sales' in layers.feature_collections()
assert layers.api()['openapi'].startswith('3.0')
page = layers.collection_items('sales', limit=5, bbox=['-97.76', '30.21', '-97.74', '30.23'])
one = layers.collection_item('sales', page['features'][0]['id'])
print(page['numberMatched'], len(page['features']), one['id'] == page['features'][0]['id'])
`;

test('OWSLib lists collections, and reads a box and one feature', async (on) => {
  const python = findPython('owslib');
  if (python === null) {
    on.skip('no Python with OWSLib: install python3-owslib to run this test');
    return;
  }
  const { t, account } = await openSales();
  const folder = pythonFolder();
  on.after(async () => {
    rmSync(folder, { recursive: true });
    await t.close();
  });
  await importInto(t, MAPPING, fileOf('s.csv', salesFile(t, 500)));
  await t.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = t.server.server.address() as AddressInfo;
  const env = { BASE: `http://127.0.0.1:${port}/v1/ogc/`, KEY: account.api_key };
  const { code, stdout, stderr } = await runPython(python, folder, PROGRAM, env);
  assert.equal(code, 0, stderr);
  const box = '/v1/ogc/collections/sales/items?limit=1&bbox=-97.76,30.21,-97.74,30.23';
  const matched = (await t.get(box, account.api_key)).json<{ numberMatched: number }>();
  assert.equal(stdout.trim(), `${matched.numberMatched} 5 True`);
});
