import { assert } from '#base/assert.js';
import { creditsFor } from '#domain/credits.js';
import type { RequestRow } from '#store/requests.js';
import { findResult } from '#store/results.js';
import { type Answer, completeAnswer, failedAnswer } from './answer.js';
import type { House } from './house.js';
import { readAhead } from './read-ahead.js';
import type { Tail } from './tails.js';

/**
 * The answer of a settled request. The first delivery of a result captures its reserved credit; the
 * ledger allows one end a request, so however many polls meet here it is charged once (decisions §3).
 */
export async function deliver(house: House, row: RequestRow): Promise<Answer> {
  if (row.error !== null) return failedAnswer(row, row.error);
  const tail = await tailOfResult(house, row.result_id);
  const price = creditsFor(tail);
  if (price > row.credits) await house.memory.desk.captures.add(row.request_id);
  readAhead(house, tail);
  return completeAnswer(row, price, tail);
}

/** The tail of a stored result, from memory or from the store. */
export async function tailOfResult(house: House, resultId: string | null): Promise<Tail> {
  assert(resultId !== null, 'a complete request has a result');
  const known = house.memory.tails.ofResult(resultId);
  if (known !== undefined) return known;
  const result = await findResult(house.db, resultId);
  assert(result !== undefined, 'a result is kept as long as a request names it');
  return house.memory.tails.put(result);
}
