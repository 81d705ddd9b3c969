/** ZIP outlines on a running service: imported at the admin listener, used by the next search. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asking } from './support/ask-admin.js';
import { geography } from './support/geography.js';
import { ADMIN_TOKEN, openTestApp, sharedApp, type TestApp } from './support/open-test-app.js';
import { type SeenRow, wholeSearch } from './support/whole-search.js';

const ZIP = '78704';
const geo = geography();
const near = geo.zipsIn(geo.zip(ZIP)?.cover ?? { w: 0, s: 0, e: 0, n: 0 });
const places = near.map(({ zip }) => ({ zip, homes: zip === ZIP ? 120 : 60 }));

const t = sharedApp({ sandbox: { places } });
const without = sharedApp({ sandbox: { places } });
const admin = asking(t);

const importFile = (file: string, more = '') =>
  admin('POST', `/outlines?file_name=zips.csv${more}`, file);

/** A table with the box of these rows as the outline of the ZIP. */
function tableOf(rows: readonly SeenRow[]): string {
  const points = rows.flatMap(({ location }) => location ?? []);
  const [x, y] = [points.map(({ lng }) => lng), points.map(({ lat }) => lat)];
  const box = [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)];
  return `zip,w,s,e,n\n${ZIP},${box.join(',')}\n`;
}

const whole = (app: TestApp, query: string) => wholeSearch(app, 'portal_a', query);

test('an imported outline is used by the next search: the same rows for fewer requests', async () => {
  const square = await whole(without, `zip=${ZIP}`);
  const { status, json } = await importFile(tableOf(square.rows));
  assert.equal(status, 200, JSON.stringify(json));
  assert.deepEqual(json.report, { outlines: 1, records: 1, dropped: [] });
  const outlined = await whole(t, `zip=${ZIP}`);
  assert.deepEqual(outlined.ids, square.ids);
  assert.ok(square.ids.length > 80);
  assert.ok(
    outlined.requests <= square.requests * 0.75,
    `${outlined.requests} requests, by the square ${square.requests}`,
  );
});

test('outlines are shown with their file and report, checked without storing, and removed', async () => {
  const table = `zip,w,s,e,n\n${ZIP},-97.81,30.22,-97.74,30.27\n`;
  assert.equal((await importFile(table)).json.result, 'imported');
  const shown = (await admin('GET', '/outlines')).json;
  assert.equal(shown.file_name, 'zips.csv');
  assert.match(shown.file_sha256, /^[0-9a-f]{64}$/);
  assert.equal(shown.report.outlines, 1);
  const checked = await importFile(`${table}78701,-97.76,30.25,-97.73,30.29\n`, '&check=true');
  assert.deepEqual([checked.json.result, checked.json.report.outlines], ['checked', 2]);
  assert.deepEqual((await admin('GET', '/outlines')).json, shown);
  assert.equal((await admin('POST', '/outlines/remove')).status, 200);
  for (const [method, path] of [
    ['GET', '/outlines'],
    ['POST', '/outlines/remove'],
  ] as const) {
    const gone = await admin(method, path);
    assert.equal(gone.status, 404);
    assert.match(gone.json.error.message, /No outlines are imported/);
  }
});

test('a file that is rejected changes nothing, and the answer names the line', async () => {
  await importFile(`zip,w,s,e,n\n${ZIP},-97.81,30.22,-97.74,30.27\n`);
  const before = (await admin('GET', '/outlines')).json;
  const swapped = await importFile(`zip,w,s,e,n\n${ZIP},30.22,-97.81,30.27,-97.74\n`);
  assert.equal(swapped.status, 422);
  assert.match(swapped.json.error.message, /Line 2: latitude and longitude are swapped/);
  assert.equal((await importFile('')).status, 422);
  const plain = await t.admin.inject({
    method: 'POST',
    url: '/admin/outlines?file_name=zips.csv',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
  });
  assert.match(plain.json().error.message, /^Send the file, as application\/x-rowhouse-import\.$/);
  assert.deepEqual((await admin('GET', '/outlines')).json, before);
});

test('an outline without a home of its ZIP costs a search no row', async () => {
  const fresh = await openTestApp({ sandbox: { places } });
  const expected = await whole(without, `zip=${ZIP}&min_price=1`);
  const { lat, lng } = geo.zip(ZIP) ?? { lat: 0, lng: 0 };
  const side = 10;
  const [x, y] = [Math.round(lng * 1e6), Math.round(lat * 1e6)];
  await fresh.app.db.rows('insert into zip_outlines values ($1, $2, $3, $4, $5)', [
    ZIP,
    x,
    y,
    x + side,
    y + side,
  ]);
  assert.deepEqual((await whole(fresh, `zip=${ZIP}&min_price=1`)).ids, expected.ids);
  await fresh.close();
});
