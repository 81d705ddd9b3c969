/** `rowhouse usage` as a file: its first line names the columns, with and without rows. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Rowhouse } from '#client/index.js';
import { rowhouse, type ServiceHere, settingsOf, startHere } from './support/run-rowhouse.js';

const folder = mkdtempSync(join(tmpdir(), 'rowhouse-usage-'));
let service: ServiceHere;
before(async () => {
  service = await startHere(settingsOf(folder));
  const client = new Rowhouse({ baseUrl: service.apiUrl, apiKey: service.demoKey });
  await client.search('/portal_a/listings', { zip: '78704' });
});
after(async () => {
  await service.interrupt();
  rmSync(folder, { recursive: true, force: true });
});

async function usage(...words: string[]): Promise<readonly string[]> {
  const all = ['usage', '--all', '--admin-url', service.adminUrl, ...words];
  const { code, stdout, stderr } = await rowhouse(all, settingsOf(folder));
  assert.equal(code, 0, stderr);
  return stdout.trimEnd().split(/\r?\n/);
}

for (const by of ['day', 'route', 'key', 'account']) {
  test(`a CSV report by ${by} has the same first line without rows`, async () => {
    const csv = ['--by', by, '--format', 'csv'];
    const filled = await usage(...csv);
    assert.equal(filled.length, 2, filled.join('\n'));
    assert.match(filled[0] ?? '', /^account_id,name,.*credits$/);
    assert.deepEqual(await usage(...csv, '--from', '2020-01-01', '--to', '2020-01-31'), [
      filled[0],
    ]);
  });
}
