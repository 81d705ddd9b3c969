/** The console in a real browser: its table, the reasons of empty cells, and the files of its rows. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { NOTE_REASONS } from '#contract/values.js';
import {
  type ConsoleHouse,
  openConsole,
  PAGE_ROWS,
  search,
  streets,
} from './support/open-console.js';

/** Asked in the browser, so written as text: this side knows no document. */
const ON_EMPTY_CELL = "document.activeElement?.hasAttribute('data-why')";

let house: ConsoleHouse;
before(async () => {
  house = await openConsole();
});
after(() => house.close());

test('an empty cell says why, to the pointer, to the keyboard and to a screen reader', async (t) => {
  const visited = await house.visit(t, '');
  if (visited === null) return;
  const { page, faults } = visited;
  await search(page, '78704');
  const cell = page.locator('td[data-why="agent_name"]').first();
  await cell.hover();
  const tip = page.getByRole('tooltip');
  assert.match(await tip.innerText(), /Agent name is empty/);
  assert.ok((await tip.innerText()).includes(NOTE_REASONS.hidden_by_source));
  const described = await cell.getAttribute('aria-describedby');
  const text = await page.locator(`[id="${described}"]`).textContent();
  assert.ok(text?.includes(NOTE_REASONS.hidden_by_source), text ?? '');

  await page.mouse.move(0, 0);
  await tip.waitFor({ state: 'detached' });
  await page.locator('tbody td[tabindex="0"]').focus();
  await page.keyboard.press('End');
  for (let row = 0; row < PAGE_ROWS; row += 1) {
    if (await page.evaluate<boolean>(ON_EMPTY_CELL)) break;
    await page.keyboard.press('ArrowDown');
  }
  await tip.waitFor();
  await page.keyboard.press('Escape');
  await tip.waitFor({ state: 'detached' });
  assert.equal(await page.locator('tbody td[tabindex="0"]').count(), 1, 'one tab stop');
  assert.deepEqual(faults, []);
});

test('a column sorts both ways with empty cells last, and the row is ringed on the map', async (t) => {
  const visited = await house.visit(t, '');
  if (visited === null) return;
  const { page, faults } = visited;
  await search(page, '78704');
  const heading = page.getByRole('columnheader', { name: 'Living area' });
  const titles = await page.getByRole('columnheader').allInnerTexts();
  const place = titles.findIndex((title) => title.trim() === 'Living area');
  const areas = async () => {
    const texts = await page.locator(`tbody tr td:nth-child(${place + 1})`).allInnerTexts();
    return texts.map((text) => (text === '–' ? null : Number(text.replaceAll(',', ''))));
  };
  for (const [word, sign] of [
    ['descending', -1],
    ['ascending', 1],
  ] as const) {
    await heading.getByRole('button').click();
    assert.equal(await heading.getAttribute('aria-sort'), word);
    const shown = await areas();
    const known = shown.filter((area) => area !== null);
    const sorted = [...known].sort((a, b) => sign * (a - b));
    assert.ok(known.length > 5);
    assert.deepEqual(known, sorted);
    assert.deepEqual(shown.slice(0, known.length), known, 'empty cells come last');
  }
  const row = page.locator('tbody tr').first();
  await row.click();
  assert.equal(await row.getAttribute('aria-selected'), 'true');
  assert.deepEqual(faults, []);
});

test('the CSV of a page holds the rows of the table', async (t) => {
  const visited = await house.visit(t, '');
  if (visited === null) return;
  const { page, faults } = visited;
  await search(page, '78704');
  const answered = page.waitForResponse((response) => response.url().endsWith('/rows.csv'));
  const saved = page.waitForEvent('download').catch(() => null);
  await page.getByRole('button', { name: 'CSV', exact: true }).click();
  const answer = await answered;
  if (answer.status() === 404) {
    await page.locator('.downloads', { hasText: 'nothing at this path' }).waitFor();
    return t.skip(
      'this service has no rows.csv yet: the route answers 404, and the console says so',
    );
  }
  const file = await saved;
  assert.match(file?.suggestedFilename() ?? '', /^portal_a-listings-\w+\.csv$/);
  const [head = '', ...lines] = readFileSync((await file?.path()) ?? '', 'utf8')
    .trim()
    .split('\r\n');
  const at = head.split(',').findIndex((name) => /^address[._]line1$/.test(name));
  assert.ok(at >= 0, head);
  assert.deepEqual(
    lines.map((line) => line.split(',')[at]),
    // An empty cell of the file is a dash in the table.
    (await streets(page)).map((street) => (street === '–' ? '' : street)),
  );
  assert.deepEqual(faults, []);
});
