import { assert } from '#base/assert.js';
import { answerHit } from '#service/answer-hit.js';
import type { Call } from '../call.js';
import { rateHeaders } from '../respond.js';
import { sendAnswer } from '../send-answer.js';

/**
 * The short way of the hottest call: a plain search whose page is in memory takes the rungs that are
 * left in one batch with its charge. Everything that is not plain goes on down the ladder; when the
 * short way counted the call but could not charge it, the rest of the ladder refuses or charges it.
 */
export function tryHit(call: Call): void | Promise<void> {
  const { house, request, target, caller, requestId, queryText } = call;
  assert(target !== undefined && caller !== undefined, 'the key was admitted before');
  const { 'idempotency-key': key, 'cache-control': freshness } = request.headers;
  const plain = key === undefined && freshness === undefined && house.secret !== null;
  if (!plain || target.to !== 'search' || caller.status !== 'active') return undefined;
  const hit = answerHit(house, { requestId, caller, route: target.route, queryText });
  return hit?.then(({ window, answer }) => {
    call.window = window;
    call.reply.headers(rateHeaders(window));
    if (answer !== null) sendAnswer(call, answer);
  });
}
