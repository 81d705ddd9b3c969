/** What a user does with a loaded table and its map, each as a line with its number. */
import type { Page } from 'playwright-core';

const TABS_MAX = 20;
const ROUNDS = 5;
const DRAG_MS = 3_000;

/** `without` are the frames of the map without rows. */
export async function useTable(page: Page, without: number): Promise<string[]> {
  return [
    `keys from Search to the first row: ${await keysToRows(page)}`,
    `sort by living area: ${await timesText(page, SORT)}`,
    `filter by bedrooms: ${await filterText(page)}`,
    `drag the map: ${(await framesWhileDragging(page)).toFixed(0)} frames a second, ${without.toFixed(0)} without rows`,
  ];
}

/** Presses of Tab until the link to the rows, and Enter. */
async function keysToRows(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Search', exact: true }).focus();
  for (let tabs = 1; tabs <= TABS_MAX; tabs += 1) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate('document.activeElement.textContent')) !== 'Skip to the rows')
      continue;
    await page.keyboard.press('Enter');
    const isThere = await page.evaluate("document.activeElement.closest('tbody tr') !== null");
    if (isThere === true) return tabs + 1;
  }
  throw new Error(`the first row is not within ${TABS_MAX} presses of Tab`);
}

/** Until the page has drawn other rows. Run in the browser, so written as text. */
const UNTIL_DRAWN = `async (act, seen) => {
  const before = seen();
  const began = performance.now();
  act();
  const frame = () => new Promise(requestAnimationFrame);
  while (seen() === before) await frame();
  await frame();
  return performance.now() - began;
}`;

const SORT = `(${UNTIL_DRAWN})(
  () => [...document.querySelectorAll('th button')].find(({ innerText }) => /Living area/.test(innerText)).click(),
  () => document.querySelector('tbody tr').dataset.key,
)`;

async function timesText(page: Page, action: string): Promise<string> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await page.evaluate<number>(action));
  return msText(times);
}

function msText(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const [middle = Number.NaN] = sorted.slice(Math.floor(sorted.length / 2));
  return `${middle.toFixed(0)} ms in the middle of ${sorted.length}, at most ${sorted.at(-1)?.toFixed(0)} ms`;
}

/** As React hears of a typed value. */
const filterBy = (value: string): string => `(${UNTIL_DRAWN})(
  () => {
    const field = document.querySelector('input[aria-label="Filter Beds"]');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, '${value}');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  },
  () => document.querySelector('.rows table').ariaRowCount,
)`;

async function filterText(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('textbox', { name: 'Filter Beds' }).waitFor();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    times.push(await page.evaluate<number>(filterBy('3')));
    await page.evaluate(filterBy(''));
  }
  return msText(times);
}

/** Frames a second. */
export async function framesWhileDragging(page: Page): Promise<number> {
  const canvas = page.locator('.map canvas >> visible=true').first();
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  if (box === null) throw new Error('no map');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.evaluate(`window.drawn = 0;
    (function count() { window.drawn += 1; window.counting = requestAnimationFrame(count); })()`);
  const began = performance.now();
  for (let step = 0; performance.now() - began < DRAG_MS; step += 1) {
    await page.mouse.move(x + 60 * Math.sin(step / 20), y + 60 * Math.cos(step / 20));
  }
  const frames = await page.evaluate<number>('cancelAnimationFrame(window.counting); window.drawn');
  const tookS = (performance.now() - began) / 1_000;
  await page.mouse.up();
  return frames / tookS;
}
