/** Lists of operators as files: the first line names the columns, with and without rows. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ADMIN_COMMANDS } from '#cli/admin-commands.js';
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

const usage = (...words: string[]) => lines('usage', '--all', ...words);

async function lines(...words: string[]): Promise<readonly string[]> {
  const all = [...words, '--admin-url', service.adminUrl];
  const { code, stdout, stderr } = await rowhouse(all, settingsOf(folder));
  assert.deepEqual([code, stderr], [0, '']);
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

for (const name of ['accounts list', 'keys list', 'audit']) {
  test(`the first line of ${name} as CSV is known without rows`, async () => {
    const [heading = ''] = await lines(...name.split(' '), '--format', 'csv');
    const { list } = ADMIN_COMMANDS.find((one) => one.name === name) ?? {};
    assert.deepEqual(list?.columns?.({}), heading.split(','));
  });
}

test('a period without changes by operators has the first line alone', async () => {
  const [heading] = await lines('audit', '--format', 'csv');
  assert.deepEqual(await lines('audit', '--to', '2020-01-01', '--format', 'csv'), [heading]);
});

test('a table without --limit has every row, and no advice to use it', async () => {
  const token = readFileSync(join(folder, 'admin-token'), 'utf8').trim();
  for (let count = 1; count <= 100; count += 1) {
    const answer = await fetch(`${service.adminUrl}/admin/accounts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `account ${count}` }),
    });
    assert.ok(answer.ok, await answer.text());
  }
  // The demo account, and the heading.
  for (const list of ['accounts', 'keys']) assert.equal((await lines(list, 'list')).length, 102);
});
