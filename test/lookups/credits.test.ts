/** Lookup batches of callers who cannot pay: nothing is read for them, and nothing stored. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LookupBatchBody } from '#contract/operations/lookups.js';
import { createKey } from '#service/accounts/keys.js';
import { runNextArea } from '#service/lookups/run-batches.js';
import { type Listed, lookupsOf } from '../support/lookups.js';
import { sharedApp } from '../support/open-test-app.js';
import { requestsTo } from '../support/whole-search.js';

const SEARCH = '/v1/portal_a/listings?zip=78704&property_type=single_family,condo';
const t = sharedApp({ limits: { READ_AHEAD: 0, UPSTREAM_CACHE_S: 0 } });

async function runAll(): Promise<void> {
  while ((await runNextArea(t.app, new AbortController().signal)) !== undefined);
}

/** A key of an account with credits that has spent its own. */
async function spentKey(): Promise<string> {
  const { account_id } = await t.account();
  const { key_id, api_key } = await createKey(t.app, account_id, { credits_max: 1 });
  await t.app.db.rows('update api_keys set credits_used = 1 where key_id = $1', [key_id]);
  return api_key;
}

for (const [whose, open, why] of [
  [
    'an account',
    async () => (await t.account({ extra_credits: 0 })).api_key,
    /^The credits of this account are used up/,
  ],
  ['a key', spentKey, /^This key has spent or reserved all credits of its limit \(1\)/],
] as const) {
  test(`without credit of ${whose} no source is asked, no home is stored, and each says why`, async () => {
    const { result } = (await t.settled(SEARCH, (await t.account()).api_key)).json();
    t.clock.advance(t.app.limits.CACHE_SOLD_S * 1_000);
    const homes = (result.data as Listed[]).slice(0, 5).map(({ source_id }) => ({ source_id }));
    const key = await open();
    const { call, create, show, homesOf } = lookupsOf(
      () => t,
      () => key,
    );
    const seen = () =>
      t.app.db.rows('select source_id, last_seen_at from home_members order by source_id');
    const [before, requests] = [await seen(), await requestsTo(t, 'portal_a')];
    const batch = await create(homes);
    await runAll();
    const { outcomes, credits } = await show(batch);
    const retried = await call('POST', `/v1/lookups/${batch.batch_id}/retry`, 200);
    assert.equal(retried.json<LookupBatchBody>().pending, 5);
    await runAll();
    assert.equal((await requestsTo(t, 'portal_a')) - requests, 0);
    assert.deepEqual([outcomes, credits], [{ quota_exceeded: 5 }, 0]);
    for (const { detail } of await homesOf(batch)) assert.match(String(detail), why);
    assert.deepEqual(await seen(), before);
  });
}
