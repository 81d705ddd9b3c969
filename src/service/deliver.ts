import { creditsFor } from '#domain/credits.js';
import { findRequests, type RequestRow } from '#store/requests.js';
import { findResult } from '#store/results.js';
import { type Answer, completeAnswer, failedAnswer } from './answer.js';
import { CallerGone } from './caller-gone.js';
import type { House } from './house.js';
import { readAhead } from './read-ahead.js';
import type { Tail } from './tails.js';

/**
 * The answer of a settled request; undefined when its retention ended while it was read. The first
 * delivery of a result captures its reserved credit; the ledger allows one end a request, so however
 * many polls meet here it is charged once (decisions §3). A caller who is gone is not charged.
 */
export async function deliver(
  house: House,
  row: RequestRow,
  isThere: () => boolean,
): Promise<Answer | undefined> {
  if (row.error !== null) return failedAnswer(row, row.error);
  const tail = await tailOfResult(house, row.result_id);
  if (tail === undefined) return undefined;
  const price = creditsFor(tail);
  if (price > row.credits && !isThere()) throw new CallerGone();
  if (price > row.credits && !(await capture(house, row.request_id))) return undefined;
  readAhead(house, tail);
  return completeAnswer(row, price, tail);
}

/** False when a sweep has given the credit back and taken the request away: nothing is delivered. */
async function capture(house: House, requestId: string): Promise<boolean> {
  if (await house.memory.desk.captures.add(requestId)) {
    house.metrics.captured();
    return true;
  }
  // Ended before: by another delivery, or by the sweep.
  const [row] = await findRequests(house.db, [requestId]);
  return row !== undefined;
}

/**
 * The tail of a stored result, from memory or from the store. A result is kept as long as a request
 * names it: undefined means that the request was swept meanwhile.
 */
export async function tailOfResult(
  house: House,
  resultId: string | null,
): Promise<Tail | undefined> {
  if (resultId === null) return undefined;
  const known = house.memory.tails.ofResult(resultId);
  if (known !== undefined) return known;
  const result = await findResult(house.db, resultId);
  return result && house.memory.tails.put(result);
}
