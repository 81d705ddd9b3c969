/** Reads that are interrupted, repeated, refreshed and joined: nothing lost, nothing doubled. */
import assert from 'node:assert/strict';
import { readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { addOpenSet } from '#service/datasets/add-open-set.js';
import { removeSet } from '#service/datasets/open-sets.js';
import { someRows } from '../support/open-data-rows.js';
import { startOpenServer } from '../support/open-data-server.js';
import { ROWS, sharedOpenData, type TestSet } from '../support/open-data-sets.js';

const open = sharedOpenData();
beforeEach(() => open.reset());

const NEVER = new AbortController().signal;
const PAGE_ROWS = 7;
const PLACES = 10;
const isPage = (address: string) => /outFields=|select=%3Aid/.test(address);
const pages = () => open.server.requests.filter(isPage).length;

async function holdsAll(set: TestSet): Promise<void> {
  const rows = await open.found(set);
  assert.deepEqual([...rows.keys()].sort(), open.server.rows.map(({ id }) => `P${id}`).sort());
  for (const { id, values } of open.server.rows) {
    const price = Number(values.PRICE);
    assert.equal(rows.get(`P${id}`)?.sale_price?.amount ?? 10, price, String(id));
  }
}

for (const protocol of ['esri', 'socrata'] as const) {
  test(`${protocol}: interrupted at ten places, a read continues behind the last whole page`, async () => {
    open.server.faults = { pageRows: PAGE_ROWS };
    const set = open.setOf(protocol);
    for (let place = 1; place <= PLACES; place += 1) {
      const before = pages();
      const stop = new AbortController();
      const how: string[] = [];
      const ended = open.add(set, stop.signal).then(
        () => how.push('imported'),
        () => how.push('stopped'),
      );
      // Stopped while a page is on its way, each time after two whole ones.
      while (how.length === 0 && pages() < before + 3) await delay(1);
      stop.abort();
      await ended;
      assert.deepEqual(how, ['stopped']);
      assert.equal((await open.found(set)).size, 0);
    }
    const before = pages();
    const added = await open.add(set);
    assert.ok(added.rows_read < ROWS - PLACES * PAGE_ROWS, 'many rows were there already');
    assert.ok(pages() - before <= added.rows_read / PAGE_ROWS + 2, 'no page is read twice');
    await holdsAll(set);
    await removeSet(open.t.app, set.name);
  });

  test(`${protocol}: a set that has not changed costs two requests`, async () => {
    const set = open.setOf(protocol);
    await open.add(set);
    open.server.requests.length = 0;
    const again = await open.add(set);
    assert.deepEqual([again.result, again.rows_read], ['unchanged', 0]);
    assert.equal(open.server.requests.length, 2);
    await removeSet(open.t.app, set.name);
  });

  test(`${protocol}: a refresh reads what changed, and has what a whole read has`, async () => {
    const set = open.setOf(protocol);
    await open.add(set);
    change(7, 3);
    const again = await open.add(set);
    // With the last row of the first load: changes of the last day are read once more.
    assert.deepEqual([again.result, again.rows_read], ['imported', 11]);
    await holdsAll(set);
    change(5, 0);
    assert.equal((await open.add(set)).rows_read, 11);
    await holdsAll(set);
    await removeSet(open.t.app, set.name);
  });

  test(`${protocol}: rows that are gone make a refresh read everything`, async () => {
    const set = open.setOf(protocol);
    await open.add(set);
    change(2, 1);
    open.server.rows.splice(100, 1);
    assert.equal((await open.add(set)).rows_read, ROWS);
    await holdsAll(set);
    await removeSet(open.t.app, set.name);
  });

  test(`${protocol}: changes that are counted and not shown make a refresh read everything`, async () => {
    const set = open.setOf(protocol);
    await open.add(set);
    change(4, 0);
    open.server.faults = { shortChanges: true };
    assert.equal((await open.add(set)).rows_read, ROWS);
    await holdsAll(set);
    await removeSet(open.t.app, set.name);
  });
}

/** Changes the first rows and adds others, a week after the first read. */
function change(changed: number, added: number): void {
  const editedMs = Math.max(...open.server.rows.map((row) => row.editedMs)) + 36e5;
  const { rows } = open.server;
  for (let at = 0; at < changed; at += 1) {
    const row = rows[at];
    if (row === undefined) continue;
    const price = 500_000 + at + rows.length;
    rows[at] = { ...row, editedMs, values: { ...row.values, PRICE: price } };
  }
  rows.push(...someRows(added, rows.length + 1).map((row) => ({ ...row, editedMs })));
}

for (const [counted, isWhole] of [
  [500_001, true],
  [4, false],
] as const) {
  test(`${counted} changes are ${isWhole ? 'too many: all rows' : 'few: they alone'} are read`, async () => {
    const set = open.setOf('esri');
    await open.add(set);
    change(3, 0);
    open.server.requests.length = 0;
    open.server.faults = { countedChanges: counted };
    assert.equal((await open.add(set)).rows_read, isWhole ? ROWS : 4);
    const asked = open.server.requests.filter(isPage).some((address) => /EDITED/.test(address));
    assert.equal(asked, !isWhole);
    await holdsAll(set);
    await removeSet(open.t.app, set.name);
  });
}

test('a refresh whose import is interrupted loses no change', async () => {
  const set = open.setOf('esri');
  await open.add(set);
  change(7, 0);
  const { files } = open.t.app;
  const broken = { ...open.t.app, files: { read: () => assert.fail('interrupted') } };
  await assert.rejects(addOpenSet(broken, { set, check: false, signal: NEVER }), /interrupted/);
  assert.equal(open.t.app.files, files);
  assert.equal((await open.add(set)).result, 'imported');
  await holdsAll(set);
  await removeSet(open.t.app, set.name);
});

test('rows that a power cut took are read again', async () => {
  open.server.faults = { pageRows: 20, failAt: { at: 12, times: 1, how: 403 } };
  const set = open.setOf('esri');
  await assert.rejects(open.add(set), /run the command again to continue/);
  const file = join(open.t.app.openSets.folder, `${set.name}.reading.ndjson`);
  truncateSync(file, readFileSync(file).length - 5);
  assert.equal((await open.add(set)).rows_read, ROWS);
  await holdsAll(set);
  await removeSet(open.t.app, set.name);
});

test('joined sets: each sale has the parcel and the rooms with its key, from other servers', async () => {
  const parcels = await startOpenServer(
    someRows(ROWS).map((row) => ({ ...row, values: { PIN: row.values.PARCEL, BEDS: row.id % 5 } })),
  );
  const set = open.setOf('esri', {
    joins: {
      home: {
        protocol: 'socrata',
        url: `${parcels.url}/resource/abcd-1234`,
        key: 'PIN',
        on: 'PARCEL',
      },
    },
  });
  const { fields, key } = set.mapping;
  const joined = {
    ...set,
    mapping: {
      key,
      fields: { ...fields, beds: 'home.BEDS', lat: 'home.location.lat', lng: 'home.location.lng' },
    },
  };
  const added = await open.add(joined);
  assert.equal(added.rows_read, 2 * ROWS);
  assert.ok(open.server.requests.every((address) => !address.includes('returnGeometry=true')));
  const rows = await open.found(joined);
  for (const { id, y } of open.server.rows) {
    const row = rows.get(`P${id}`);
    assert.deepEqual([row?.beds, row?.location?.lat], [id % 5, y]);
  }
  assert.equal((await open.add(joined)).result, 'unchanged');
  await removeSet(open.t.app, joined.name);
  await parcels.close();
});
