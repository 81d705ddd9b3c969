import { assert } from '#base/assert.js';
import { creditsFor } from '#domain/credits.js';
import { lockAccount } from '#store/accounts.js';
import { endReservation } from '#store/ledger.js';
import { markCharged, type RequestRow } from '#store/requests.js';
import { findResult } from '#store/results.js';
import { type Answer, completeAnswer, failedAnswer } from './answer.js';
import { type House, now } from './house.js';
import { readAhead } from './read-ahead.js';

/**
 * The answer of a settled request. The first delivery of a result captures its reserved credit; the
 * ledger allows one capture a request, so however many polls meet here it is charged once
 * (decisions §3).
 */
export async function deliver(house: House, row: RequestRow): Promise<Answer> {
  if (row.error !== null) return failedAnswer(row, row.error);
  assert(row.result_id !== null, 'a complete request has a result');
  const result = await findResult(house.db, row.result_id);
  assert(result !== undefined, 'a result is kept as long as a request names it');
  const price = creditsFor({ past_end: result.past_end });
  if (price > row.credits) await capture(house, row);
  readAhead(house, result);
  return completeAnswer(row, price, result.tail_gzip);
}

async function capture(house: House, row: RequestRow): Promise<void> {
  await house.db.transaction(async (tx) => {
    await lockAccount(tx, row.account_id);
    if (await endReservation(tx, row.request_id, 'capture', now(house))) {
      await markCharged(tx, row.request_id);
    }
  });
}
