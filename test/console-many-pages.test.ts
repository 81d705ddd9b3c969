/** Many pages that come quickly are shown in batches, and those of a link open side by side. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { MINUTE_MS } from '#contract/durations.js';
import type { FieldNote } from '#contract/envelope.js';
import { dataNotes } from '#domain/notes.js';
import { consoleModule } from './support/console-module.js';
import { search, sharedConsole, streets } from './support/open-console.js';

interface Page {
  readonly request_id: string;
}

/** The members of an answer that the age and the origin of a result come from. */
interface LoadedPage {
  cached: boolean;
  readonly result: { collected_at?: string };
}

const { BATCH_MS, openBatches } = (await consoleModule('search/page-batches.js')) as {
  BATCH_MS: number;
  openBatches: (send: (pages: readonly Page[]) => void) => { add(page: Page): void; flush(): void };
};

const { rowNotes } = (await consoleModule('results/reasons.js')) as {
  rowNotes: (notes: readonly FieldNote[]) => string[];
};

const app = sharedConsole();

const pageOf = (request_id: string): Page => ({ request_id });

test('the first page is shown at once, those that follow quickly together, and none is lost', async () => {
  const sent: string[] = [];
  const batches = openBatches((pages) =>
    sent.push(pages.map(({ request_id }) => request_id).join('')),
  );
  for (const id of ['a', 'b', 'c']) batches.add(pageOf(id));
  assert.deepEqual(sent, ['a']);
  await delay(BATCH_MS + 100);
  assert.deepEqual(sent, ['a', 'bc']);
  batches.add(pageOf('d'));
  batches.flush();
  batches.flush();
  assert.deepEqual(sent, ['a', 'bc', 'd']);
});

test('rows that several pages excluded are counted together by their cause', () => {
  const lost = 'the source gave no row count';
  const { notes } = dataNotes(new Map([['duplicate', 1]]), [lost], 10);
  const pages = [2, 3, 2, 1_200].map((rows) =>
    dataNotes(new Map([['unverifiable', rows]]), [], 10),
  );
  assert.deepEqual(rowNotes([...notes, ...pages.flatMap((page) => page.notes), ...notes]), [
    '2 rows repeated by the source were excluded',
    'The source gave no row count',
    '1,207 rows without a value that the filters need were excluded',
  ]);
  assert.deepEqual(rowNotes(notes.slice(0, 1)), ['1 row repeated by the source was excluded']);
});

test('a search is as old as its oldest page, and says which pages are from the cache', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  let nth = 0;
  await page.route('**/v1/**', async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as Partial<LoadedPage>;
    if (json.result?.collected_at !== undefined) {
      nth += 1;
      // Whether a page was read ahead in time is no matter of the console.
      json.cached = nth === 2;
      if (nth === 1) {
        json.result.collected_at = new Date(Date.now() - 20.5 * MINUTE_MS).toISOString();
      }
    }
    await route.fulfill({ response, json });
  });
  await search(page, '78702');
  const facts = page.getByRole('list', { name: 'About this result' });
  await facts.getByText('New from source').waitFor();
  await page.getByRole('button', { name: /^Load all/ }).click();
  await page.locator('.status', { hasText: /All \d+ results shown/ }).waitFor();
  assert.match(await facts.innerText(), /1 of 3 pages from the cache/);
  assert.match(await facts.innerText(), /collected 20 minutes ago/);
  const recent = page.getByRole('navigation', { name: 'Past searches' });
  assert.match(await recent.innerText(), /rows, 20 minutes ago/);
});

test('the pages of a link are opened side by side and shown in their order', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  await search(page, '78702');
  await page.getByRole('button', { name: /^Load all/ }).click();
  await page.locator('.status', { hasText: /All \d+ results shown/ }).waitFor();
  const rows = await streets(page);
  const { hash } = new URL(page.url());

  const again = await app.visit(t, '#/search');
  assert.ok(again !== null);
  let [open, most] = [0, 0];
  await again.route('**/v1/jobs/**', async (route) => {
    open += 1;
    most = Math.max(most, open);
    await delay(300);
    open -= 1;
    await route.continue();
  });
  await again.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await again.locator('.status', { hasText: /All \d+ results shown/ }).waitFor();
  assert.ok(most > 1, `${most} at once`);
  assert.deepEqual(await streets(again), rows);
  assert.equal(new URL(again.url()).hash, hash);
});
