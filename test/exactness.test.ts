/** Charged once, for what was asked, in the minute and month in which it was counted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rateWindow } from '#domain/rate.js';
import { cleanUpOnce } from '#service/operations/cleanup.js';
import { openBatchers } from '#service/search/batchers.js';
import { envelopeOf, freshSearch, resultOf } from './support/expect.js';
import { openTestApp, sharedApp } from './support/open-test-app.js';
import { testClock } from './support/test-clock.js';

const POLLS = 8;

const t = sharedApp({ limits: { READ_AHEAD: 0 } });

test('a search with no-cache never joins one that takes older pages', async () => {
  const account = await t.account();
  const path = freshSearch();
  await t.settled(path, account.api_key);
  t.clock.advance(240_000);
  await t.app.db.rows('update results set fresh_until = collected_at');
  await t.hold();
  const minutes = await t.get(path, account.api_key, { 'cache-control': 'max-age=300' });
  const askedMs = t.clock.nowMs();
  const now = await t.get(path, account.api_key, { 'cache-control': 'no-cache' });
  const again = await t.get(path, account.api_key, { 'cache-control': 'no-cache' });
  assert.deepEqual(
    [minutes, now, again].map(({ headers }) => headers['cache-status']),
    ['rowhouse; fwd=miss', 'rowhouse; fwd=miss', 'rowhouse; fwd=miss; collapsed'],
  );
  t.release();
  const done = await t.get(`${envelopeOf(now).poll_url}?wait=20`, account.api_key);
  assert.ok(Date.parse(resultOf(done).collected_at) >= askedMs - 1_000);
});

test('polls that meet at one job capture one credit, and one is counted', async () => {
  const account = await t.account();
  const { request_id, poll_url } = envelopeOf(await t.get(freshSearch(), account.api_key));
  const status = async () => {
    const rows = await t.app.db.rows<{ status: string }>(
      'select status from requests where request_id = $1',
      [request_id],
    );
    return rows[0]?.status;
  };
  while ((await status()) === 'pending') await new Promise((done) => setTimeout(done, 20));
  let counted = 0;
  const captured = () => {
    counted += 1;
  };
  Object.assign(t.app.metrics, { captured });
  await Promise.all(Array.from({ length: POLLS }, () => t.get(String(poll_url), account.api_key)));
  assert.equal(counted, 1);
});

test('a call that waits over the turn of a minute returns the window of the minute in which it was counted', async () => {
  const account = await t.account();
  const clock = testClock(Date.parse('2026-11-21T12:00:59.900Z'));
  const batchers = openBatchers(t.app.db, clock, 1_000);
  const waiting = batchers.calls.add(account.account_id);
  clock.advance(200);
  const { calls, atMs } = await waiting;
  assert.equal(calls, 1);
  assert.ok(rateWindow(60, calls, atMs).reset_s > 50, 'the whole of the new minute is left');
});

test('a cleanup of a node whose clock is ahead over the turn of a month takes no plan credits that others still grant', async () => {
  const own = await openTestApp({
    startMs: Date.parse('2026-11-30T23:58:00Z'),
    limits: { READ_AHEAD: 0 },
  });
  const { api_key } = await own.account({ plan_credits: 2, extra_credits: 0 });
  const path = freshSearch();
  await own.settled(path, api_key);
  await own.get(path, api_key);
  const ahead = { ...own.clock, nowMs: () => own.clock.nowMs() + 180_000 };
  await cleanUpOnce({ ...own.app, clock: ahead });
  const rejected = await own.get(path, api_key);
  assert.equal(rejected.json().error?.code, 'quota_exceeded');
  await own.close();
});
