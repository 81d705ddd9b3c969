/** Sales of a real county, where the file is at hand: it names no street, so parcels alone tell what was sold twice. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import type { HomeBody } from '#contract/homes.js';
import { fileOf, importInto, readyMapping } from '../support/import-file.js';
import { openTestApp } from '../support/open-test-app.js';

const ROOT = resolve(import.meta.dirname, '../..');
const FILE = join(
  process.env.ROWHOUSE_TEST_SAMPLES ?? resolve(ROOT, '../shared/samples'),
  'records/kc_house_data.csv',
);
const skip = existsSync(FILE) ? false : 'no recorded sales here; set ROWHOUSE_TEST_SAMPLES';

test('King County: every parcel that was sold again is one home with its sales, and no other is', {
  skip,
  timeout: 300_000,
}, async () => {
  const t = await openTestApp({ limits: { READ_AHEAD: 0 } });
  const account = await t.account();
  const bytes = readFileSync(FILE);
  await importInto(t, readyMapping('king-county-wa-sales'), fileOf('kc.csv', bytes));
  const sales = new Map<string, string[]>();
  for (const line of bytes.toString().trim().split(/\r?\n/).slice(1)) {
    const [parcel = '', date = ''] = line.split(',').map((value) => value.replaceAll('"', ''));
    const day = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6, 8)}`;
    sales.set(parcel, [...(sales.get(parcel) ?? []), day]);
  }
  const again = [...sales].filter(([, days]) => days.length > 1);
  assert.equal(again.length, 176);
  const homes = await t.app.db.rows<{ home_id: string; count: number }>(
    `select home_id, count(*) as count from home_members where source = 'records' group by 1`,
  );
  assert.equal(homes.length, sales.size);
  assert.equal(homes.filter(({ count }) => count > 1).length, again.length);
  const found: string[] = [];
  for (const { home_id } of homes.filter(({ count }) => count > 1)) {
    const answer = await t.get(`/v1/homes/${home_id}`, account.api_key);
    const { members, possible, reported } = answer.json<HomeBody>();
    assert.deepEqual(possible, []);
    assert.ok(members.every(({ level }) => level === 'parcel'));
    const [parcel = ''] = members[0]?.source_id.split(':')[1]?.split('~') ?? [];
    assert.deepEqual(
      reported.map(({ date }) => date),
      sales.get(parcel)?.sort(),
    );
    found.push(parcel);
  }
  assert.deepEqual(found.sort(), again.map(([parcel]) => parcel).sort());
  await t.close();
});
