/** Many homes looked up in the console: what they can cost, what becomes of each, and the link. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { groupBy } from '#base/group-by.js';
import { axeReport } from './support/axe.js';
import { expectFit } from './support/open-browser.js';
import { ownConsole } from './support/open-console.js';

const app = ownConsole({ ROWHOUSE_PAGE_ROWS: '100' });

const NEW_BATCH = '#/home?batch=';
const available = async () => (await app.client.account()).balance.available;

interface Address {
  readonly line1: string | null;
  readonly unit: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly zip: string;
}
const lineOf = ({ line1, unit, city, state, zip }: Address): string =>
  `${[line1, unit].filter(Boolean).join(' ')}, ${city}, ${state} ${zip}`;

test('a pasted list says the most it can cost, and each home has a line with its home or the reason', async (t) => {
  const { result } = await app.client.portalA.listings({ zip: '78704' });
  const streets = groupBy(result.data, ({ address }) => address.line1 ?? '');
  const single = result.data.find(
    ({ address }) => address.unit === null && streets.get(address.line1 ?? '')?.length === 1,
  );
  const building = result.data.find(
    ({ address }) => address.unit !== null && (streets.get(address.line1 ?? '')?.length ?? 0) > 1,
  );
  assert.ok(single !== undefined && building !== undefined);
  const list = [
    lineOf(single.address),
    '1 Nowhere St, Austin, TX 78704',
    single.source_url,
    lineOf({ ...building.address, unit: null }),
    '12 Main St, Atlantis, TX 00000',
    'no-such-id',
  ];
  const page = await app.visit(t, '#/home');
  if (page === null) return;
  await page.getByRole('link', { name: 'Many homes' }).click();
  await page.getByLabel('Homes', { exact: true }).fill(list.join('\n'));
  await page.getByText('At most 6 credits').waitFor();
  assert.deepEqual((await axeReport(page)).found, []);
  const before = await available();
  await page.getByRole('button', { name: 'Look up 6 homes' }).click();
  await page.waitForURL(/#\/home\?batch=[0-9a-f-]{36}$/);
  await page.getByText('All 6 homes have an outcome.').waitFor();
  assert.equal(await available(), before - 1, 'the same home twice is charged once');
  await page.reload();
  await page.getByText('All 6 homes have an outcome.').waitFor();
  const lines = page.locator('.batch-homes tbody tr');
  const outcomes = await lines.locator('.badge').allInnerTexts();
  assert.deepEqual(outcomes, [
    'Found',
    'Not found',
    'Found',
    'Several homes fit',
    'Place not known',
    'Not seen before',
  ]);
  const sent = await lines.locator('td:nth-child(2)').allInnerTexts();
  assert.deepEqual(sent, list);
  assert.ok((await lines.nth(3).getByRole('link').count()) > 1, 'each home that fits is a link');
  assert.match(await lines.nth(1).innerText(), /The source showed the entire area/);
  assert.deepEqual((await axeReport(page)).found, []);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV', exact: true }).click(),
  ]);
  const saved = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\n');
  assert.equal(saved.length, 7);
  assert.match(saved[2] ?? '', /not_found/);

  await lines.nth(0).getByRole('link').first().click();
  await page.getByText('Opened again, no charge').waitFor();
  assert.equal(await available(), before - 1);
});

test('a table is read by its columns; a list that is too long is not sent', async (t) => {
  const page = await app.visit(t, NEW_BATCH, {
    colorScheme: 'dark',
    viewport: { width: 390, height: 844 },
  });
  if (page === null) return;
  await expectFit(page, 'it fits on a phone');
  const field = page.getByLabel('Homes', { exact: true });
  await field.fill(
    'note,address,zip\n"two\nlines","1 Nowhere St",78704\n,"2 Nowhere St, APT 4",78704\n',
  );
  await page.getByText('Read as a table with the columns address, zip.').waitFor();
  await page.getByRole('button', { name: 'Look up 2 homes' }).waitFor();
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(request.url());
  });
  await field.fill(Array.from({ length: 1_001 }, (_home, at) => `${at} Oak St 78704`).join('\n'));
  await page.getByText('These are 1,001 homes. Send at most 1,000 at once').waitFor();
  await page.getByRole('button', { name: 'Look up these homes' }).click();
  await page.locator('input[type="file"]').setInputFiles({
    name: 'homes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('address,zip\n1 Nowhere St,78704\n'),
  });
  await page.getByText('At most 1 credit').waitFor();
  assert.deepEqual(calls, []);
  await page.getByRole('button', { name: 'Look up 1 home' }).click();
  await page.getByText('The home has an outcome.').waitFor();
  assert.equal(calls.length, 1);
  assert.deepEqual((await axeReport(page)).found, []);
});

test('a file that is not in UTF-8 is not read: its other letters would be lost', async (t) => {
  const page = await app.visit(t, NEW_BATCH);
  if (page === null) return;
  const field = page.getByLabel('Homes', { exact: true });
  await field.fill('1 Oak St, Austin, TX 78704');
  const choose = (text: string, encoding: BufferEncoding) =>
    page.locator('input[type="file"]').setInputFiles({
      name: 'homes.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text, encoding),
    });
  await choose('address,zip\n1 Cañon St,78704\n', 'latin1');
  await page.getByText('The file is not in UTF-8. Save it in UTF-8').waitFor();
  assert.equal(await field.inputValue(), '1 Oak St, Austin, TX 78704');
  // Some spreadsheets end lines with a carriage return alone.
  await choose('address,zip\r1 Cañon St,78704\r', 'utf8');
  await page.getByText('At most 1 credit').waitFor();
  assert.equal(await field.inputValue(), 'address,zip\n1 Cañon St,78704\n');
});

test('the rows of a batch are dimmed until the next ones are there', async (t) => {
  const addresses = Array.from({ length: 101 }, (_home, at) => ({
    address: `${at + 1} Nowhere St, Austin, TX 78704`,
  }));
  const { batch_id } = await app.client.lookups.create('portal_a', addresses);
  await app.client.lookups.ended(batch_id);
  const page = await app.visit(t, `#/home?batch=${batch_id}`);
  if (page === null) return;
  const rows = page.locator('.batch-homes tbody tr');
  await rows.nth(99).waitFor();
  let release = () => undefined as void;
  const held = new Promise<void>((go) => {
    release = go;
  });
  await page.route(`**/v1/lookups/${batch_id}/homes?*`, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Next homes' }).click();
  await page.locator('.stale[aria-busy="true"] .batch-homes').waitFor();
  assert.equal(await rows.count(), 100);
  release();
  await page.locator('[aria-busy="false"] .batch-homes').waitFor();
  assert.equal(await page.locator('.stale .batch-homes').count(), 0);
  assert.equal(await rows.count(), 1);
});

test('homes that a source did not show can be retried; a deleted batch leaves the list', async (t) => {
  const { batch_id } = await app.client.lookups.create('portal_a', [
    { address: '3 Nowhere St, Austin, TX 78704' },
  ]);
  await app.client.lookups.ended(batch_id);
  const page = await app.visit(t, NEW_BATCH);
  if (page === null) return;
  // As if the source had been away.
  await page.route(`**/v1/lookups/${batch_id}`, async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const answer = await route.fetch();
    const outcomes = { source_unavailable: 1 };
    return route.fulfill({ json: { ...(await answer.json()), outcomes } });
  });
  await page.locator(`a[href$="${batch_id}"]`).click();
  await page.getByText('1 source not available.').waitFor();
  const retried = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith(`${batch_id}/retry`),
  );
  await page.getByRole('button', { name: 'Retry 1 home (at most 1 credit)' }).click();
  await retried;
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('Homes that were found stay charged.').waitFor();
  await page.getByRole('button', { name: 'Delete the batch' }).click();
  await page.getByRole('form', { name: 'Lookup of many homes' }).waitFor();
  await page.locator(`a[href$="${batch_id}"]`).waitFor({ state: 'detached' });
  assert.equal(
    (await app.client.lookups.list()).batches.some((batch) => batch.batch_id === batch_id),
    false,
  );
  await page.goBack();
  await page.getByRole('alert').getByRole('heading', { name: 'Not found' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Delete', exact: true }).count(), 0);
});
