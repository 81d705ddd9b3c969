import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  envelopeOf,
  expectApiError,
  expectNothingStored,
  expectSoundLedger,
  usageOf,
} from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';
import { HOME } from './lookups.js';

const ADDRESS = `${HOME}?address=1+Nobody+Lives+Here+Rd,+78704`;

export function register(t: () => TestApp): void {
  test('an id that was never seen answers 404 at once, and names what to send instead', async () => {
    const account = await t().account();
    await expectNothingStored(t(), account, async () => {
      const answer = await t().get(`${HOME}?source_id=31415926535`, account.api_key);
      assert.match(expectApiError(answer, 'address_not_found'), /url .* or its address/);
    });
  });

  test('an address without a home fails the job: nothing is charged, the key is free again', async () => {
    const account = await t().account();
    const headers = { 'idempotency-key': 'nobody' };
    const answer = await t().settled(ADDRESS, account.api_key, headers);
    assert.equal(answer.statusCode, 200);
    const { status, credits, error, result } = envelopeOf(answer);
    assert.deepEqual(
      [status, credits, error?.code, result],
      ['failed', 0, 'address_not_found', null],
    );
    const { balance, credits_captured } = await usageOf(t(), account);
    assert.deepEqual([balance.available, balance.reserved, credits_captured], [1000, 0, 0]);
    await expectSoundLedger(t());
    const again = await t().get(ADDRESS, account.api_key, headers);
    assert.equal(again.headers['idempotent-replayed'], undefined);
    await t().settled(ADDRESS, account.api_key, headers);
  });

  test('the rows of such a job answer its error with its status', async () => {
    const account = await t().account();
    const { request_id } = envelopeOf(await t().settled(ADDRESS, account.api_key));
    const rows = await t().get(`/v1/jobs/${request_id}/rows.csv`, account.api_key);
    expectApiError(rows, 'address_not_found');
  });

  test('while the source rejects requests, a home is not reported as absent', async () => {
    const { api_key } = await t().account();
    await t().faults('refuse');
    const answer = await t().settled(`${HOME}?address=2+Other+Rd,+10025`, api_key);
    await t().faults('ok');
    assert.equal(envelopeOf(answer).error?.code, 'collection_unavailable');
  });
}
