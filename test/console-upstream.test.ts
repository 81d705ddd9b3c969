/** Upstream requests caused by the console, counted in the sandbox. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { ownConsole, search, streets } from './support/open-console.js';

const app = ownConsole();

interface Stats {
  readonly sources: Readonly<Record<string, { readonly requests: number }>>;
}

async function upstreamRequests(): Promise<number> {
  const answer = await fetch(`${app.service.sandboxUrl}/__sandbox/stats`);
  const { sources } = (await answer.json()) as Stats;
  return Object.values(sources).reduce((sum, { requests }) => sum + requests, 0);
}

/** Waits for the prefetched page: until no request comes for half a second. */
async function quietUpstream(): Promise<number> {
  const TURNS_MAX = 40;
  let before = -1;
  for (let turn = 0; turn < TURNS_MAX; turn += 1) {
    const now = await upstreamRequests();
    if (now === before) return now;
    before = now;
    await delay(500);
  }
  throw new Error('upstream requests do not stop');
}

test('a repeated search comes from the cache without an upstream request', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  await search(page, '78704');
  const first = await streets(page);
  const asked = await quietUpstream();
  assert.ok(asked > 0, 'the sandbox counts requests');

  // Also in a new browser context, which shares no cache with the first.
  for (const again of [page, (await app.visit(t, '#/search')) ?? assert.fail()]) {
    await search(again, '78704');
    await again.locator('.facts', { hasText: 'From the cache' }).waitFor();
    assert.deepEqual(await streets(again), first);
  }
  assert.equal((await quietUpstream()) - asked, 0);

  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.locator('.facts', { hasText: 'New from source' }).waitFor();
  assert.ok((await quietUpstream()) > asked, 'Refresh fetches from the source');
});

test('a prefetched page is not fetched a second time', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  await search(page, '78745');
  await quietUpstream();
  const answered = page.waitForResponse((response) => response.url().includes('cursor='));
  await page.getByRole('button', { name: 'Next page' }).click();
  assert.equal((await answered).status(), 200, 'the page is cached: no job to wait for');
});
