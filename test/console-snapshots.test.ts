/** Snapshots in the console: kept from the results, listed, checked, compared, removed. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { axeReport } from './support/axe.js';
import { PAGE_ROWS, search, sharedConsole } from './support/open-console.js';

const app = sharedConsole();

test('the results are stored as a snapshot, free; its page has the rows, files and a hash that fits', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  await search(page, '78704');
  const before = (await app.client.account()).balance.available;
  await page.getByRole('button', { name: 'Keep this result' }).click();
  await page.getByLabel('Name (optional)').fill('South Austin');
  assert.deepEqual((await axeReport(page)).found, []);
  await page.keyboard.press('Enter');
  await page.getByText(`${PAGE_ROWS} rows stored, part of the search.`).waitFor();
  await page.getByRole('link', { name: 'Open the snapshot' }).click();
  await page.getByRole('heading', { name: 'South Austin' }).waitFor();
  const [snapshot] = (await app.client.snapshots.list()).snapshots;
  assert.ok(snapshot !== undefined);
  assert.equal((await app.client.account()).balance.available, before);
  assert.ok(page.url().endsWith(`#/snapshots/${snapshot.snapshot_id}`));
  await page.locator('.page.snapshot tbody tr').first().waitFor();
  assert.equal(await page.locator('.page.snapshot tbody tr').count(), PAGE_ROWS);
  await page.getByText(snapshot.hash, { exact: true }).waitFor();
  await page.getByText(`/v1/ogc/collections/snapshot-${snapshot.snapshot_id}/items`).waitFor();
  await page.getByRole('button', { name: 'Check the content' }).click();
  await page.getByText('Checked in this browser: the content has exactly this hash.').waitFor();
  assert.deepEqual((await axeReport(page)).found, []);

  const saved = async (format: string): Promise<Buffer> => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: format, exact: true }).click(),
    ]);
    return readFileSync(await file.path());
  };
  const content = await saved('NDJSON');
  assert.equal(createHash('sha256').update(content).digest('hex'), snapshot.hash);
  const parquet = await saved('Parquet');
  assert.equal(parquet.subarray(0, 4).toString(), 'PAR1');
});

test('content that is not that of the hash is said to be different', async (t) => {
  const { request_id } = await app.client.portalA.listings({ zip: '78704' });
  const { snapshot_id } = await app.client.snapshots.create({ request_id });
  const page = await app.visit(t, '#/snapshots');
  if (page === null) return;
  await page.route('**/rows.ndjson', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ body: (await answer.text()).replace('"beds":3', '"beds":4') });
  });
  await page.goto(`${app.service.apiUrl}/#/snapshots/${snapshot_id}`);
  await page.getByRole('button', { name: 'Check the content' }).click();
  await page.getByText('The content has another hash').waitFor();
});

test('two snapshots are compared; a deleted one leaves the list after a confirmation', async (t) => {
  const all = await app.client.portalA.listings({ zip: '78702' });
  const cheap = await app.client.portalA.listings({ zip: '78702', max_price: 700_000 });
  const from = await app.client.snapshots.create({
    request_id: all.request_id,
    name: 'All of 78702',
  });
  const to = await app.client.snapshots.create({ request_id: cheap.request_id, name: 'Cheap' });
  const real = await app.client.snapshots.difference(from.snapshot_id, to.snapshot_id);
  const removed = real.changes.filter(({ kind }) => kind === 'removed').length;
  assert.ok(removed > 0);
  const page = await app.visit(t, '#/snapshots', {
    colorScheme: 'dark',
    viewport: { width: 390, height: 844 },
  });
  if (page === null) return;
  // The homes of the sandbox do not change within a test: one of them does here.
  await page.route('**/difference?*', async (route) => {
    const answer = await (await route.fetch()).json();
    const [first] = answer.changes;
    const changed = {
      ...first,
      kind: 'changed',
      source_id: 'changed-1',
      previous: { list_price: { amount: 1_234_000, currency: 'USD' } },
    };
    await route.fulfill({ json: { ...answer, changes: [changed, ...answer.changes] } });
  });
  await page.getByRole('link', { name: 'Cheap' }).click();
  await page.getByLabel('What is different in another snapshot').selectOption(from.snapshot_id);
  await page.waitForURL(new RegExp(`#/snapshots/${from.snapshot_id}\\?to=${to.snapshot_id}$`));
  await page.getByText('These are of different searches').waitFor();
  await page.getByText(/^List price: \$1,234,000 → \$/).waitFor();
  assert.equal(await page.locator('.change.removed').count(), removed);
  assert.equal(
    await page.locator('.figure', { hasText: 'Gone' }).locator('dd').innerText(),
    String(removed),
  );
  assert.deepEqual((await axeReport(page)).found, []);

  await page.getByRole('link', { name: 'Cheap' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('Its rows are removed for good').waitFor();
  await page.getByRole('button', { name: 'Delete the snapshot' }).click();
  await page.getByRole('link', { name: 'All of 78702' }).waitFor();
  await page.getByRole('link', { name: 'Cheap' }).waitFor({ state: 'detached' });
  await page.getByLabel('What was known on').fill('2020-01-01');
  await page.getByText('No snapshot was made by then').waitFor();
  assert.deepEqual((await axeReport(page)).found, []);
});
