import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AT, sharedStore } from '../../test/support/open-test-store.js';
import {
  claimKeys,
  claimOrFindKey,
  deleteOldKeys,
  freeKeys,
  type KeyClaim,
  takeOverKey,
} from './idempotency-keys.js';

const store = sharedStore();

const claim = (account_id: string, idempotency_key: string): KeyClaim => ({
  account_id,
  purpose: 'call',
  idempotency_key,
  request_id: store.id(),
  page_hash: 'page',
});
const named = async (claims: readonly KeyClaim[]) => {
  const got = await claimKeys(store.pool, claims);
  return claims.map(({ request_id }) => got.has(request_id));
};

test('a key belongs to the first that claims it, in one batch and after it, and to its account', async () => {
  const [mine, other] = [store.id(), store.id()];
  const claims = [
    claim(mine, 'a"\\{,}'),
    claim(other, 'a"\\{,}'),
    claim(mine, 'b'),
    claim(mine, 'b'),
  ];
  assert.deepEqual(await named(claims), [true, true, true, false]);
  assert.deepEqual(await named([claim(mine, 'b'), claim(mine, 'c')]), [false, true]);
  const [first] = claims;
  assert.ok(first !== undefined);
  assert.deepEqual(
    await claimOrFindKey(store.pool, { ...claim(mine, first.idempotency_key) }),
    first,
  );
});

test('a key of a caller never meets one of another purpose', async () => {
  const [of, key] = [store.id(), 'k'];
  const claims = [claim(of, key), { ...claim(of, key), purpose: 'watch_run' as const }];
  assert.deepEqual(await named([...claims, claim(of, key)]), [true, true, false]);
  const [mine] = claims;
  assert.deepEqual(await claimOrFindKey(store.pool, claim(of, key)), mine);
});

test('a freed key and one that is taken over belong to the next', async () => {
  const account = store.id();
  const [one, two, three] = [claim(account, 'k'), claim(account, 'k'), claim(account, 'k')];
  assert.deepEqual(await claimOrFindKey(store.pool, one), one);
  await freeKeys(store.pool, [one.request_id]);
  assert.deepEqual(await claimOrFindKey(store.pool, two), two);
  await takeOverKey(store.pool, three);
  assert.deepEqual(await claimOrFindKey(store.pool, one), three);
});

test('claims of the same keys in other orders wait for each other and never deadlock', async () => {
  const account = store.id();
  for (let round = 0; round < 25; round += 1) {
    const keys = Array.from({ length: 60 }, (_, n) => `round ${round} key ${n}`);
    const [one, other] = await Promise.all([
      store.pool.transaction((tx) =>
        claimKeys(
          tx,
          keys.map((key) => claim(account, key)),
        ),
      ),
      store.pool.transaction((tx) =>
        claimKeys(
          tx,
          keys.toReversed().map((key) => claim(account, key)),
        ),
      ),
    ]);
    assert.equal(one.size + other.size, keys.length);
  }
});

test('keys are forgotten by the time of their requests', async () => {
  const account = store.id();
  const old = { ...claim(account, 'old'), request_id: '00000000-0001-7000-8000-000000000001' };
  const young = claim(account, 'young');
  await claimKeys(store.pool, [old, young]);
  const before = new Date(Math.min(AT.getTime(), Number.parseInt('01a1fdfa0000', 16)) - 1);
  assert.equal(await deleteOldKeys(store.pool, before, 10), 1);
  assert.deepEqual(await claimOrFindKey(store.pool, claim(account, 'young')), young);
});
