/** SQL in a real browser: examples, an answer with its plot, an error, a narrow screen. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeReport } from './support/axe.js';
import { expectFit } from './support/open-browser.js';
import { search, sharedConsole } from './support/open-console.js';

const app = sharedConsole();

test('an example answers with a table and a plot, and an own statement by keyboard', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  await search(page, '78704');
  await page.evaluate("location.hash = '#/sql'");
  await page.getByRole('button', { name: 'Homes by type' }).click();
  await page.getByRole('img', { name: /as bars/ }).waitFor();
  const answer = page.getByRole('region', { name: 'Answer' });
  assert.match(await answer.innerText(), /^\d+ rows?\n[\s\S]*property_type[\s\S]*\d/);
  const editor = page.getByLabel('Statement');
  await editor.fill('select count(*) as n from ');
  await page.getByText('listings', { exact: true }).first().click();
  await page.getByRole('button', { name: 'source_id', exact: true }).first().waitFor();
  await editor.fill('select 40 + 2 as n');
  await editor.press('Control+Enter');
  await answer.getByRole('cell', { name: '42' }).waitFor();
  assert.deepEqual((await axeReport(page)).found, []);
});

test('numbers are shown as they are, a missing one without a bar, and an empty answer without advice', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  await search(page, '78704');
  await page.evaluate("location.hash = '#/sql'");
  const run = async (sql: string) => {
    await page.getByLabel('Statement').fill(sql);
    await page.getByLabel('Statement').press('Control+Enter');
  };
  const answer = page.getByRole('region', { name: 'Answer' });
  await run(`select 'old' as name, 1905 as year, 30.244218::double as lat, 0.00004::double as share
    union all select 'new', 2026, null, 1 order by 2`);
  await answer.getByRole('cell', { name: '1905', exact: true }).waitFor({ timeout: 10_000 });
  await answer.getByRole('cell', { name: '30.244218', exact: true }).waitFor();
  await answer.getByRole('cell', { name: '0.00004', exact: true }).waitFor();
  const plot = page.getByRole('img', { name: /as bars/ });
  assert.equal(await plot.locator('.bar').count(), 2);
  await page.getByLabel('Plot').selectOption('lat');
  assert.equal(await plot.locator('.bar').count(), 1);
  assert.match(await plot.innerHTML(), /<title>old: 30\.244218<\/title>.*>30\.2442<.*>–</);
  await run('select source_id from listings where false');
  await answer.getByText('The statement has no rows.', { exact: true }).waitFor();
  await run('select source_id from sales');
  await answer.getByText('The statement has no rows. Search first').waitFor();
});

test('a statement is still there after another page, and after the page is loaded again', async (t) => {
  const page = await app.visit(t, '#/sql');
  if (page === null) return;
  const editor = page.getByLabel('Statement');
  await editor.fill('select 1 as mine');
  await page.evaluate("location.hash = '#/usage'");
  await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
  await page.goBack();
  assert.equal(await editor.inputValue(), 'select 1 as mine');
  await page.reload();
  assert.equal(await editor.inputValue(), 'select 1 as mine');
});

test('every example runs, and an account without searches reads where rows come from', async (t) => {
  const page = await app.visit(t, '#/sql');
  if (page === null) return;
  const examples = page.getByRole('group', { name: 'Examples' }).getByRole('button');
  await examples.first().waitFor();
  for (const button of await examples.all()) {
    await button.click();
    await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
    assert.equal(await page.getByRole('alert').count(), 0, await button.innerText());
  }
});

test('a statement that writes is refused in words, and the page fits a phone', async (t) => {
  const page = await app.visit(t, '#/sql');
  if (page === null) return;
  await page.getByLabel('Statement').fill('drop table listings');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const alert = page.getByRole('alert');
  await alert.waitFor();
  assert.match(await alert.innerText(), /cannot be run[\s\S]*SELECT, WITH, FROM/);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFit(page);
});
