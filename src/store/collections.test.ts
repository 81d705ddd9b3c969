import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { AT, sharedStore } from '../../test/support/open-test-store.js';
import { renewLease } from './claims.js';
import {
  claimCollection,
  claimOverdue,
  joinOrCreate,
  releaseCollection,
  settleCollection,
} from './collections.js';

const store = sharedStore();
beforeEach(async () => {
  await store.pool.rows('delete from collections');
});

const after_ = (seconds: number) => new Date(AT.getTime() + seconds * 1000);
const FAILED = { code: 'collection_unavailable', message: 'x', param: null } as const;

const queue = (
  page_hash: string,
  options: {
    at?: Date;
    priority?: number;
    max?: number;
    maxAgeS?: number;
    askedBy?: string;
    account?: string;
  } = {},
) =>
  joinOrCreate(
    store.pool,
    {
      collection_id: store.id(),
      page_hash,
      max_age_s: options.maxAgeS ?? null,
      route: 'portal_a_listings',
      task: { page_hash },
      priority: options.priority ?? 0,
      asked_by: options.askedBy ?? null,
      account_id: options.account ?? null,
      at: options.at ?? AT,
    },
    options.max ?? 100,
  );
async function claim(now: Date, leaseS = 15, full: readonly string[] = []) {
  const lease_id = store.id();
  const until = new Date(now.getTime() + leaseS * 1000);
  return claimCollection<{ page_hash: string }>(store.pool, { lease_id, now, until }, full);
}
const held = (collection_id = '', lease_id = '') => ({ collection_id, lease_id });
const settle = (id: string, leaseId: string) =>
  settleCollection(store.pool, held(id, leaseId), {
    result_id: null,
    error: FAILED,
    fails_until: null,
    at: after_(1),
  });

test('equal hashes in flight are one collection, also when 20 come at once', async () => {
  const joined = await Promise.all(Array.from({ length: 20 }, () => queue('same')));
  const ids = new Set(joined.map((one) => ('queue_full' in one ? '' : one.collection_id)));
  assert.equal(ids.size, 1);
  assert.equal(joined.filter((one) => 'joined' in one && !one.joined).length, 1);
});

test('a settled collection is joined no more', async () => {
  await queue('again');
  const claimed = await claim(AT);
  await settle(claimed?.collection_id ?? '', claimed?.lease_id ?? '');
  const next = await queue('again');
  assert.ok('joined' in next && !next.joined);
});

test('a full queue takes no new page_hash and still lets an equal one join', async () => {
  await queue('one', { max: 1 });
  assert.deepEqual(await queue('two', { max: 1 }), { queue_full: true });
  const joined = await queue('one', { max: 1 });
  assert.ok('joined' in joined && joined.joined);
});

test('collections are claimed by priority, then by age, each by one collector', async () => {
  await queue('late', { at: after_(2) });
  await queue('ahead', { at: AT, priority: 9 });
  await queue('early', { at: after_(1) });
  const claims = await Promise.all(Array.from({ length: 6 }, () => claim(after_(3))));
  const order = claims.flatMap((one) => (one === undefined ? [] : [one.task.page_hash]));
  assert.deepEqual([...order].sort(), ['ahead', 'early', 'late']);
  await store.pool.rows('delete from collections');
  await queue('ahead', { at: AT, priority: 9 });
  await queue('late', { at: after_(2) });
  await queue('early', { at: after_(1) });
  const inTurn = [];
  for (let n = 0; n < 4; n += 1) inTurn.push((await claim(after_(3)))?.task.page_hash);
  assert.deepEqual(inTurn, ['early', 'late', 'ahead', undefined]);
});

test('a caller who joins what was read ahead brings it forward', async () => {
  await queue('asked first', { at: AT });
  await queue('read ahead', { at: after_(-5), priority: 9 });
  await queue('read ahead', { at: after_(5), priority: 0 });
  assert.equal((await claim(after_(6)))?.task.page_hash, 'read ahead');
});

test('a lease keeps others away until it ends; then the next claims and the first has lost it', async () => {
  await queue('leased');
  const first = await claim(AT, 15);
  assert.equal(first?.attempts, 1);
  assert.equal(await claim(after_(14)), undefined);
  const second = await claim(after_(16), 15);
  assert.equal(second?.collection_id, first?.collection_id);
  assert.equal(second?.attempts, 2);
  assert.deepEqual(
    second?.started_at,
    first?.started_at,
    'the deadline counts from the first start',
  );
  const id = first?.collection_id ?? '';
  assert.equal(
    await renewLease(store.pool, 'collections', id, first?.lease_id ?? '', after_(60)),
    false,
  );
  assert.equal(await settle(id, first?.lease_id ?? ''), null);
  assert.deepEqual(await settle(id, second?.lease_id ?? ''), []);
  assert.equal(await settle(id, second?.lease_id ?? ''), null, 'settled once');
});

test('a renewed lease holds longer', async () => {
  await queue('renewed');
  const first = await claim(AT, 15);
  const id = first?.collection_id ?? '';
  assert.equal(
    await renewLease(store.pool, 'collections', id, first?.lease_id ?? '', after_(60)),
    true,
  );
  assert.equal(await claim(after_(59)), undefined);
  assert.equal((await claim(after_(61)))?.collection_id, id);
});

test('a lease given back is claimed again at once', async () => {
  await queue('given back');
  const first = await claim(AT);
  await releaseCollection(store.pool, held(first?.collection_id, first?.lease_id));
  assert.equal((await claim(after_(1)))?.collection_id, first?.collection_id);
});

test('the cleanup takes over what is past its deadline, queued or running, and nothing else', async () => {
  await queue('running');
  await claim(AT, 1_000);
  await queue('waiting', { at: after_(1) });
  const take = (started: number, queued: number) =>
    claimOverdue(
      store.pool,
      { lease_id: store.id(), until: after_(2_000) },
      after_(started),
      after_(queued),
      10,
    );
  assert.equal((await take(0, 1)).length, 0);
  assert.equal((await take(0, 2)).length, 1);
  assert.equal((await take(1, 2)).length, 2, 'the one it holds already has started too');
});

test('a collection keeps the traces of the calls that asked for it, apart from its task, and no more than it may', async () => {
  await queue('traced', { askedBy: 'first' });
  await queue('traced');
  await queue('traced', { askedBy: 'second' });
  const claimed = await claim(AT);
  assert.deepEqual(claimed?.task, { page_hash: 'traced' });
  assert.deepEqual(claimed?.asked_by, ['first', 'second']);
  for (let n = 0; n < 40; n += 1) await queue('traced', { askedBy: `late ${n}` });
  const kept = await settle(claimed?.collection_id ?? '', claimed?.lease_id ?? '');
  assert.deepEqual(kept?.slice(0, 3), ['first', 'second', 'late 0']);
  assert.equal(kept?.length, 32);
  await queue('untraced');
  assert.deepEqual((await claim(AT))?.asked_by, []);
});

test('collections of accounts alternate, however many one of them has queued before', async () => {
  while ((await claim(AT, 1_000)) !== undefined);
  const [heavy, light] = [store.id(), store.id()];
  for (let at = 0; at < 200; at += 1) await queue(`heavy ${at}`, { account: heavy, max: 1_000 });
  for (let at = 0; at < 20; at += 1) await claim(AT, 1_000);
  for (let at = 0; at < 3; at += 1) await queue(`light ${at}`, { account: light, max: 1_000 });
  const order: (string | undefined)[] = [];
  for (let at = 0; at < 8; at += 1) {
    const claimed = await claim(AT, 1_000);
    order.push(claimed?.account_id === light ? 'light' : 'heavy');
  }
  const turns = ['heavy', 'light', 'heavy', 'light', 'heavy', 'light', 'heavy', 'heavy'];
  assert.deepEqual(order, turns);
  assert.equal(await claim(AT, 1_000, [heavy]), undefined, 'the rest is all of the full account');
  await queue('late', { account: light, max: 1_000 });
  assert.equal((await claim(AT, 1_000, [heavy]))?.page_hash, 'late');
});

test("who joins another account's collection does not wait for its place in the queue", async () => {
  while ((await claim(AT, 1_000)) !== undefined);
  const [heavy, light] = [store.id(), store.id()];
  // The other account's turn is that of the first one, which is older.
  for (let at = 0; at < 100; at += 1) {
    await queue(`much ${at}`, { account: heavy, max: 1_000, at: after_(at - 100) });
  }
  await queue('much 99', { account: light, max: 1_000 });
  await claim(AT, 1_000);
  const next = await claim(AT, 1_000, [heavy]);
  assert.deepEqual([next?.page_hash, next?.account_id], ['much 99', null]);
});

test('reading ahead never takes a slot reserved for others', async () => {
  while ((await claim(AT, 1_000)) !== undefined);
  await queue('ahead of nobody', { priority: 1 });
  assert.equal(await claim(AT, 1_000, [store.id()]), undefined);
  assert.equal((await claim(AT, 1_000))?.page_hash, 'ahead of nobody');
});

test('one account cannot fill the queue: a part is for accounts that have little in it', async () => {
  const [heavy, light] = [store.id(), store.id()];
  const max = 40;
  for (let at = 0; at < 32; at += 1) {
    assert.ok('collection_id' in (await queue(`heavy ${at}`, { max, account: heavy })));
  }
  assert.deepEqual(await queue('heavy 33', { max, account: heavy }), { queue_full: true });
  for (let at = 0; at < 2; at += 1) {
    assert.ok('collection_id' in (await queue(`light ${at}`, { max, account: light })));
  }
  assert.deepEqual(await queue('light 2', { max, account: light }), { queue_full: true });
  for (let at = 0; at < 6; at += 1) {
    assert.ok('collection_id' in (await queue(`other ${at}`, { max, account: store.id() })));
  }
  assert.deepEqual(await queue('one more', { max, account: store.id() }), { queue_full: true });
});
