/** Layers of licensed sources: only for accounts with a grant, and only while it lasts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeFeed } from '#service/accounts/feeds.js';
import { featuresAt } from '../support/layers.js';
import { sharedApp } from '../support/open-test-app.js';

const HOMES = '/v1/ogc/collections/homes/items';

const t = sharedApp({ feeds: 'none' });

test('homes of a licensed feed need the grant, and end with their retention', async () => {
  const columns = `kind, source_id, feed, home_id, building_id, zip, number, street, unit, address,
    source_url, lat, lng, status, price_cents, state_since, first_seen_at, last_seen_at, digest, seen_on`;
  const [mls] = t.app.client.feeds('mls');
  assert.ok(mls !== undefined);
  const client = { ...t.app.client, isSandbox: () => false };
  const add = (id: string, feed: string | null, source: string) =>
    t.app.db.rows(
      `insert into home_members (source, ${columns}) values ($1, 'listings', $2, $3, $4, $4, '78704', '1',
         'oak st', '', '{"line1":"1 Oak St","unit":null,"city":"Austin","state":"TX","zip":"78704"}', 'https://x.invalid/',
         30200000, -97700000, 'for_sale', 100, $5::timestamptz, $5::timestamptz, $5::timestamptz, $2, $5::date)`,
      [source, id, feed, '00000000-0000-8000-8000-00000000000a', new Date(t.clock.nowMs())],
    );
  await add('licensed', mls, client.origin('mls'));
  await add('free', null, client.origin('portal_a'));
  const account = await t.account();
  const call = t.answerWith({ client });
  const ids = async () => {
    const answer = await call(HOMES, account.api_key);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer
      .json<{ features: { properties: { source_id: string } }[] }>()
      .features.map(({ properties }) => properties.source_id);
  };
  assert.deepEqual(await ids(), ['free']);
  await changeFeed(t.app, account.account_id, mls, true);
  const granted = t.answerWith({ client });
  const after = (await granted(HOMES, account.api_key)).json<{ numberMatched: number }>();
  assert.equal(after.numberMatched, 2);
  t.clock.advance((t.app.limits.FEED_RETENTION_S + 1) * 1000);
  const later = t.answerWith({ client });
  const ended = (await later(HOMES, account.api_key)).json<{ numberMatched: number }>();
  assert.equal(ended.numberMatched, 1);
  // The sandbox's data are synthetic: without the licence everyone may read them.
  const all = await featuresAt(t, account.api_key, HOMES, 'homesFeatures');
  assert.equal(all.numberMatched, 1);
});
