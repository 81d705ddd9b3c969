/** The client against the application: every method, waiting, pages and rows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Rowhouse } from '#client/index.js';
import { SEARCH_ROUTES } from '#contract/routes.js';
import { callerOf, captured, fresh } from '../support/call-app.js';
import type { TestApp } from '../support/open-test-app.js';

export function register(t: () => TestApp): void {
  test('there is a method for every row of the route table, and it returns what the job route says', async () => {
    const account = await t().account();
    const client = callerOf(t(), account);
    const groups = client as unknown as Record<string, Record<string, Rowhouse['portalA']['sold']>>;
    for (const { path, source, kind } of SEARCH_ROUTES) {
      const [, segment = '', name = ''] = path.split('/');
      const group = segment.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
      const zip = source === 'nyc_portal' ? '10025' : '78704';
      const { meta, ...envelope } = await groups[group]![name]!({ zip });
      assert.equal(envelope.status, 'complete', path);
      assert.equal(envelope.result.source, source);
      assert.equal('sale_price' in envelope.result.data[0]!, kind === 'sold');
      const job = await t().get(`/v1/jobs/${envelope.request_id}`, account.api_key);
      assert.deepEqual(envelope, job.json());
      assert.equal(meta.credits_charged, 1);
    }
    assert.equal(await captured(t(), account), SEARCH_ROUTES.length);
  });

  test('a search that is not cached is waited for; one that is takes a single call', async () => {
    const account = await t().account();
    const client = callerOf(t(), account);
    const search = fresh();
    const first = await client.portalA.listings(search);
    assert.equal(first.cached, false);
    assert.equal(first.credits, 1);
    assert.ok(first.meta.calls >= 2, 'the search and at least one poll');
    const again = await client.portalA.listings(search);
    assert.equal(again.cached, true);
    assert.equal(again.meta.calls, 1);
    assert.match(again.meta.cache_status ?? '', /hit/);
    assert.deepEqual(again.result, first.result);
    const newer = await client.portalA.listings(search, { maxAgeS: 0 });
    assert.equal(newer.cached, false, 'maxAgeS: 0 reads the source again');
  });

  test('meta carries the allowance of the key, call by call', async () => {
    const client = callerOf(t(), await t().account({ rate_limit: 50 }));
    const first = await client.sources();
    const second = await client.sources();
    assert.equal(first.meta.rate_limit?.limit, 50);
    assert.ok(first.meta.rate_limit.reset_s <= 60);
    assert.ok(second.meta.rate_limit !== null);
    assert.ok(second.meta.rate_limit.remaining !== first.meta.rate_limit.remaining);
    assert.equal(first.meta.credits_charged, null);
    assert.ok(first.sources.length >= 4);
  });

  test('a chain with an invalid number of pages says so, and requests nothing', async () => {
    const account = await t().account();
    const { portalA } = callerOf(t(), account);
    for (const pagesMax of [Number.NaN, -1]) {
      await assert.rejects(portalA.listings.rows(fresh(), { pagesMax }).next(), {
        code: 'invalid_option',
        message: /^pagesMax must be a number of 0 or more/,
      });
    }
    assert.equal(await captured(t(), account), 0);
  });

  test('pages and rows go to the end, every row once, each page one credit', async () => {
    const account = await t().account();
    const client = callerOf(t(), account);
    const search = fresh();
    const pages = [];
    for await (const page of client.portalA.listings.pages(search)) pages.push(page);
    assert.ok(pages.length >= 3, `${pages.length} pages`);
    assert.deepEqual([...new Set(pages.map(({ credits }) => credits))], [1]);
    assert.equal(pages.at(-1)?.result.next_cursor, null);
    const ids = pages.flatMap(({ result }) => result.data.map(({ source_id }) => source_id));
    assert.equal(new Set(ids).size, ids.length);
    const rows: string[] = [];
    for await (const row of client.portalA.listings.rows(search)) rows.push(row.source_id);
    assert.deepEqual(rows, ids);
    assert.equal(await captured(t(), account), pages.length * 2);
  });

  test('a chain is resumed by cursor where it stopped, without a row lost or doubled', async () => {
    const client = callerOf(t(), await t().account());
    const search = fresh();
    const seen: string[] = [];
    let cursor: string | null = null;
    const onPage = ({ result }: { result: { next_cursor: string | null } }) => {
      cursor = result.next_cursor;
    };
    for await (const row of client.portalA.listings.rows(search, { pagesMax: 1, onPage }))
      seen.push(row.source_id);
    assert.equal(seen.length, 20);
    assert.ok(cursor !== null);
    for await (const row of client.portalA.listings.rows({ ...search, cursor }))
      seen.push(row.source_id);
    const whole: string[] = [];
    for await (const row of client.portalA.listings.rows(search)) whole.push(row.source_id);
    assert.deepEqual(seen, whole);
  });
}
