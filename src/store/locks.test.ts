/** Statements that meet over the same rows wait for each other, and never deadlock. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { AT, sharedStore } from '../../test/support/open-test-store.js';
import { lockAccount } from './accounts.js';
import { auditLedger, LEDGER_RULES } from './audit.js';
import { insertCachedPages } from './hits.js';
import { grantCredits, reserveCredits } from './ledger.js';
import { deleteRequests, insertRequest } from './requests.js';
import { endReservations } from './reservations.js';

const ROUNDS = 25;
const PAGES = 200;
const REQUESTS = 60;

const store = sharedStore();

test('batches that store the same new pages in other orders', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const pages = Array.from({ length: PAGES }, (_, n) => ({
      page_id: randomUUID(),
      route: 'portal_a_listings',
      page_hash: `page ${n}`,
      query: '{}',
      result_id: store.id(),
    }));
    await Promise.all([
      insertCachedPages(store.pool, pages),
      insertCachedPages(store.pool, pages.toReversed()),
    ]);
  }
});

test('captures at the end of retention and the cleanup of the same requests: each ends once', async () => {
  const { account, keyId } = await store.account();
  await store.pool.transaction(async (tx) => {
    await lockAccount(tx, account.account_id);
    await grantCredits(tx, account, 'extra', ROUNDS * REQUESTS, AT);
  });
  for (let round = 0; round < ROUNDS; round += 1) {
    const ids = Array.from({ length: REQUESTS }, () => store.id());
    await store.pool.transaction(async (tx) => {
      await lockAccount(tx, account.account_id);
      for (const request_id of ids) {
        await insertRequest(tx, {
          request_id,
          account_id: account.account_id,
          key_id: keyId,
          route: 'portal_a_listings',
          page_hash: 'page',
          query: '{}',
          status: 'complete',
          cached: false,
          credits: 0,
          collection_id: null,
          result_id: store.id(),
          error: null,
          created_at: AT,
          settled_at: AT,
        });
        await reserveCredits(
          tx,
          account,
          { request_id, route: 'portal_a_listings', credits: 1, key_id: null },
          AT,
        );
      }
    });
    const cleanup = store.pool.transaction(async (tx) => {
      await deleteRequests(tx, ids.toReversed());
      return endReservations(tx, ids, 'unread', AT);
    });
    const some = ids.slice(0, REQUESTS / 2);
    const [captured, unread] = await Promise.all([
      endReservations(store.pool, some, 'capture', AT),
      cleanup,
    ]);
    assert.equal(captured.length + unread.length, REQUESTS);
  }
  assert.deepEqual((await auditLedger(store.pool, LEDGER_RULES)).violations, []);
});
