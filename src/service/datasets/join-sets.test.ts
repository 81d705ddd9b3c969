/** Files of rows on disk: joined by a key, and replaced by what has changed, each row once. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { joinSets } from './join-sets.js';
import { mergeChanged } from './set-spool.js';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rowhouse-join-'));
});
after(() => rm(folder, { recursive: true, force: true }));

type Line = Readonly<Record<string, unknown>>;

async function fileWith(name: string, rows: readonly Line[]): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return file;
}

const linesIn = async (file: string): Promise<Line[]> =>
  (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

test('each row gets the row with its key: texts and numbers alike, none twice, none lost', async () => {
  const sales = Array.from({ length: 5_000 }, (_sale, at) => ({ id: at, pin: ` ${at % 1_500} ` }));
  const parcels = Array.from({ length: 1_000 }, (_parcel, at) => ({ PIN: at, lat: at / 10 }));
  const set = await fileWith('sales', [...sales, { id: 5_000, pin: '' }, { id: 5_001 }]);
  const file = await fileWith('parcels', [...parcels, { PIN: 7, lat: -1 }, { PIN: '', lat: -2 }]);
  const rooms = await fileWith('rooms', [{ code: '7', beds: 3 }]);
  const into = join(folder, 'joined');
  const bytes = await joinSets(
    set,
    [
      { name: 'parcel', file, key: 'PIN', on: 'pin' },
      { name: 'room', file: rooms, key: 'code', on: 'pin' },
    ],
    join(folder, 'parts'),
    into,
  );
  const joined = await linesIn(into);
  assert.equal(bytes, (await readFile(into)).length);
  const byId = new Map(joined.map((row) => [row.id, row]));
  assert.deepEqual([joined.length, byId.size], [5_002, 5_002]);
  assert.deepEqual(byId.get(7), {
    id: 7,
    pin: ' 7 ',
    parcel: { PIN: 7, lat: 0.7 },
    room: { code: '7', beds: 3 },
  });
  assert.deepEqual(byId.get(1_200), { id: 1_200, pin: ' 1200 ' });
  assert.deepEqual(byId.get(5_000), { id: 5_000, pin: '' });
  assert.equal(joined.filter(({ parcel }) => parcel !== undefined).length, 3_500);
  assert.deepEqual((await readdir(folder)).sort(), ['joined', 'parcels', 'rooms', 'sales']);
});

test('changed rows replace those of before; of a row that was sent twice the last counts', async () => {
  const row = (key: string, price: number) => ({ ':key': key, price });
  const before = await fileWith('before', [row('1', 10), row('12', 20), row('3"\\', 30)]);
  const changed = await fileWith('changed', [row('12', 21), row('9', 90), row('12', 22)]);
  const merged = await mergeChanged(before, changed, join(folder, 'merged'));
  assert.deepEqual(await linesIn(join(folder, 'merged')), [
    row('1', 10),
    row('3"\\', 30),
    row('9', 90),
    row('12', 22),
  ]);
  assert.equal(merged.rows, 4);
  assert.equal(merged.bytes, (await readFile(join(folder, 'merged'))).length);
});
