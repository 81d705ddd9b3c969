import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  envelopeOf,
  expectApiError,
  expectNothingStored,
  expectSoundLedger,
  freshSearch,
  ROUTE,
  resultOf,
  usageOf,
} from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

export function register(t: () => TestApp): void {
  test('a key used for another search answers 409, while pending and when complete', async () => {
    const account = await t().account();
    const key = { 'idempotency-key': 'order-1' };
    await t().hold();
    const first = freshSearch();
    assert.equal((await t().get(first, account.api_key, key)).statusCode, 202);
    await expectNothingStored(t(), account, async () => {
      const other = await t().get(freshSearch(), account.api_key, key);
      expectApiError(other, 'idempotency_conflict');
    });
    t().release();
    assert.equal((await t().settled(first, account.api_key, key)).statusCode, 200);
    expectApiError(await t().get(freshSearch(), account.api_key, key), 'idempotency_conflict');
  });

  test('the next page is another search: the key of the first page conflicts', async () => {
    const { api_key } = await t().account();
    const path = freshSearch();
    const first = await t().settled(path, api_key, { 'idempotency-key': 'page-1' });
    const cursor = resultOf(first).next_cursor ?? '';
    assert.notEqual(cursor, '', 'the shared house has small pages');
    const next = await t().get(`${path}&cursor=${cursor}`, api_key, {
      'idempotency-key': 'page-1',
    });
    expectApiError(next, 'idempotency_conflict');
  });

  test('cursors of one position from two collections are two searches', async () => {
    const { api_key } = await t().account();
    const path = freshSearch();
    const cursors = [];
    for (const headers of [{}, { 'cache-control': 'no-cache' }]) {
      cursors.push(resultOf(await t().settled(path, api_key, headers)).next_cursor);
      t().clock.advance(60_000);
    }
    const [earlier, later] = cursors;
    assert.notEqual(earlier, later);
    const key = { 'idempotency-key': 'one-position' };
    const first = await t().settled(`${path}&cursor=${earlier}`, api_key, key);
    expectApiError(await t().get(`${path}&cursor=${later}`, api_key, key), 'idempotency_conflict');
    const again = await t().get(`${path}&cursor=${earlier}`, api_key, key);
    assert.equal(envelopeOf(again).request_id, envelopeOf(first).request_id);
    // Without the key both are the same page in the cache, each with its own query.
    const hit = await t().get(`${path}&cursor=${later}`, api_key);
    assert.equal(hit.headers['cache-status'], 'rowhouse; hit');
    assert.equal(resultOf(hit).query.cursor, later);
  });

  test('a key belongs to one account: the same word of another account is free', async () => {
    const [one, two] = [await t().account(), await t().account()];
    const key = { 'idempotency-key': 'shared-word' };
    assert.equal((await t().get(freshSearch(), one.api_key, key)).statusCode, 202);
    assert.equal((await t().get(freshSearch(), two.api_key, key)).statusCode, 202);
  });

  test('the same search is replayed: the first job, Idempotent-Replayed, never a second charge', async () => {
    const account = await t().account();
    const key = { 'idempotency-key': 'retry' };
    const path = freshSearch();
    await t().hold();
    const first = await t().get(path, account.api_key, key);
    const again = await t().get(path, account.api_key, key);
    assert.equal(first.headers['idempotent-replayed'], undefined);
    assert.equal(again.statusCode, 202);
    assert.equal(again.headers['idempotent-replayed'], 'true');
    assert.deepEqual(again.json(), first.json());
    t().release();
    await t().settled(path, account.api_key, key);
    for (let call = 0; call < 3; call += 1) {
      const replay = await t().get(path, account.api_key, key);
      assert.equal(replay.statusCode, 200);
      assert.equal(replay.headers['idempotent-replayed'], 'true');
      assert.equal(envelopeOf(replay).request_id, envelopeOf(first).request_id);
      assert.equal(envelopeOf(replay).credits, 1);
      assert.equal(replay.headers['x-credits-charged'], '1');
      assert.notEqual(replay.headers['x-request-id'], envelopeOf(first).request_id);
    }
    const usage = await usageOf(t(), account);
    assert.equal(usage.credits_captured, 1);
    assert.deepEqual(usage.requests, { pending: 0, complete: 1, failed: 0 });
  });

  test('a search that means the same in other words is the same search', async () => {
    const { api_key } = await t().account();
    const key = { 'idempotency-key': 'words' };
    const answers = [];
    for (const query of [
      'city=Austin&state=TX&property_type=condo,land',
      'state=tx&property_type=land,condo&city=AUSTIN&min_price=0',
    ])
      answers.push(await t().get(`${ROUTE}?${query}`, api_key, key));
    assert.equal(answers[1]?.headers['idempotent-replayed'], 'true');
  });

  test('another version of the geography and of every hash replays an unchanged call, uncharged', async () => {
    const account = await t().account();
    const place = 'lat=30.25&lng=-97.75&radius_mi=1.1';
    const searches = [`${ROUTE}?${place}&max_price=990001`, `${ROUTE}?${place}&max_price=990002`];
    await t().settled(searches[1] ?? '', account.api_key);
    const { version } = t().app.geo;
    const upgraded = t().answerWith({ geo: { ...t().app.geo, version: `${version}-next` } });
    for (const [n, path] of searches.entries()) {
      const key = { 'idempotency-key': `upgrade-${n}` };
      const first = await t().settled(path, account.api_key, key);
      const { request_id } = envelopeOf(first);
      await rehash(request_id);
      const again = await upgraded(path, account.api_key, key);
      assert.equal(again.statusCode, 200, again.body.slice(0, 200));
      assert.equal(again.headers['idempotent-replayed'], 'true');
      assert.equal(envelopeOf(again).request_id, request_id);
      expectApiError(await upgraded(freshSearch(), account.api_key, key), 'idempotency_conflict');
    }
    assert.equal((await usageOf(t(), account)).credits_captured, 3);
    await expectSoundLedger(t());
  });

  /** Gives what is stored of a request the hash that an earlier version would have made. */
  async function rehash(request_id: string): Promise<void> {
    const { db } = t().app;
    for (const table of ['requests', 'idempotency_keys']) {
      await db.rows(`update ${table} set page_hash = 'earlier' where request_id = $1`, [
        request_id,
      ]);
    }
    await db.rows(
      `update cached_pages set page_hash = 'earlier'
       where page_id in (select page_id from hits where request_id = $1)`,
      [request_id],
    );
  }

  test('20 calls at once with one key make one job and one charge', async () => {
    const account = await t().account();
    const path = freshSearch();
    const key = { 'idempotency-key': 'herd' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => t().get(path, account.api_key, key)),
    );
    assert.equal(new Set(answers.map((one) => envelopeOf(one).request_id)).size, 1);
    const fresh = answers.filter((one) => one.headers['idempotent-replayed'] === undefined);
    assert.equal(fresh.length, 1);
    await t().settled(path, account.api_key, key);
    const usage = await usageOf(t(), account);
    assert.equal(usage.credits_captured, 1);
    assert.equal(usage.balance.available, 999);
    await expectSoundLedger(t());
  });

  test('a call that the cache answers holds its key too: replayed, rejected for another search', async () => {
    const account = await t().account();
    const [path, other] = [freshSearch(), freshSearch()];
    for (const one of [path, other]) await t().settled(one, account.api_key);
    const key = { 'idempotency-key': 'cached' };
    const first = await t().get(path, account.api_key, key);
    assert.equal(first.headers['cache-status'], 'rowhouse; hit');
    assert.equal(first.headers['idempotent-replayed'], undefined);
    const again = await t().get(path, account.api_key, { ...key, 'cache-control': 'max-age=600' });
    assert.equal(again.headers['idempotent-replayed'], 'true');
    assert.deepEqual(again.json(), first.json());
    for (const conflicting of [other, freshSearch()]) {
      expectApiError(await t().get(conflicting, account.api_key, key), 'idempotency_conflict');
    }
    assert.equal((await usageOf(t(), account)).credits_captured, 3);
    await expectSoundLedger(t());
  });

  test('24 calls at once with one key, for two cached searches and one that is not: one is charged', async () => {
    const account = await t().account();
    const [one, two] = [freshSearch(), freshSearch()];
    for (const path of [one, two]) await t().settled(path, account.api_key);
    for (let round = 0; round < 4; round += 1) {
      const key = { 'idempotency-key': `mixed-${round}` };
      const searches = [one, two, freshSearch()];
      const paths = Array.from({ length: 24 }, (_, n) => searches[n % 3] ?? one);
      const answers = await Promise.all(paths.map((path) => t().get(path, account.api_key, key)));
      const rejected = answers.filter((answer) => answer.statusCode === 409);
      const taken = answers.filter((answer) => answer.statusCode !== 409);
      assert.equal(rejected.length, 16);
      assert.equal(new Set(taken.map((answer) => envelopeOf(answer).request_id)).size, 1);
      const fresh = taken.filter(({ headers }) => headers['idempotent-replayed'] === undefined);
      assert.equal(fresh.length, 1);
      for (const { poll_url } of taken.map(envelopeOf)) {
        if (poll_url !== null) await t().get(`${poll_url}?wait=20`, account.api_key);
      }
    }
    const usage = await usageOf(t(), account);
    assert.equal(usage.credits_captured, 2 + 4);
    assert.equal(usage.balance.reserved, 0);
    await expectSoundLedger(t());
  });

  test('a replay needs no credit', async () => {
    const { api_key } = await t().account({ extra_credits: 1 });
    const path = freshSearch();
    const key = { 'idempotency-key': 'last' };
    await t().settled(path, api_key, key);
    assert.equal((await t().get(path, api_key, key)).statusCode, 200);
    expectApiError(await t().get(path, api_key), 'quota_exceeded');
  });
}
