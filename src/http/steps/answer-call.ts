import { assert } from '#base/assert.js';
import { readHops } from '#domain/hops.js';
import { readmit } from '#service/accounts/admit-caller.js';
import type { Answer } from '#service/search/answer.js';
import { readRows } from '#service/search/job-rows.js';
import { readJob } from '#service/search/poll.js';
import { startSearch } from '#service/search/start.js';
import { answerMcp } from '../answer-mcp.js';
import { admittedCaller, type Call, header, readmitHeld, type Target } from '../call.js';
import { answerLayers } from '../layers/answer-layers.js';
import { isThere, silenceOf } from '../presence.js';
import { readParameters, waitOf } from '../read-parameters.js';
import { answerOperation } from '../resources.js';
import { sendAnswer } from '../send-answer.js';
import { sendRows } from '../send-rows.js';
import { afterWait } from './count-window.js';

/** Steps 11 to 17: the path's use case and answer. In the store it takes its account's turns. */
export async function answerCall(call: Call): Promise<void> {
  const { target, app, caller } = call;
  if (caller !== undefined) call.app = { ...app, db: app.dbOf(caller.account_id) };
  assert(target !== undefined, 'the path was known');
  switch (target.to) {
    case 'search': {
      const answer = await search(call, target.route);
      // RFC 9110, 7.6.3; the other installation is not named.
      const isForwarded = answer.status === 'pending' && app.client.isCore(target.route.source);
      if (isForwarded) call.reply.header('via', '1.1 rowhouse');
      sendAnswer(call, answer);
      return;
    }
    case 'job':
      sendAnswer(call, await job(call, target.requestId));
      return;
    case 'rows':
      readParameters([], call.queryText);
      await sendRows(call, await readRows(call.app, rowsQuestion(call, target)));
      return;
    case 'operation':
      assert(target.operation !== undefined, 'the method was known');
      await answerOperation(call, target.operation, target.id);
      return;
    case 'mcp':
      readParameters([], call.queryText);
      await answerMcp(call);
      return;
    case 'layers':
      await answerLayers(call, target);
      return;
    case 'openapi':
    case 'visit':
      assert(call.reply.sent, 'what needs no key is sent before it is checked');
  }
}

function search(call: Call, route: Parameters<typeof startSearch>[1]['route']): Promise<Answer> {
  const { app, requestId, queryText } = call;
  const caller = admittedCaller(call);
  const key = header(call, 'idempotency-key');
  return startSearch(app, {
    requestId,
    accountId: caller.account_id,
    keyId: caller.key_id,
    creditsMax: caller.credits_max,
    feeds: caller.feeds,
    route,
    queryText,
    key: key === undefined ? null : { purpose: 'call', idempotency_key: key },
    maxAgeS: maxAge(header(call, 'cache-control')),
    hops: readHops(header(call, 'via')),
    readmit: () => readmit(call.app, header(call, 'authorization')),
    isThere: () => isThere(call.request.raw),
  });
}

async function job(call: Call, requestId: string): Promise<Answer> {
  const { account_id, feeds } = admittedCaller(call);
  const waitS = waitOf(readParameters(['wait'], call.queryText));
  const answer = readJob(call.app, {
    requestId,
    accountId: account_id,
    feeds,
    waitS,
    readmit: () => readmitHeld(call),
    isThere: () => isThere(call.request.raw),
    silent: silenceOf(call.request.raw, call.reply.raw),
  });
  return afterWait(call, answer);
}

const rowsQuestion = (call: Call, { requestId, format }: Extract<Target, { to: 'rows' }>) => ({
  requestId,
  accountId: admittedCaller(call).account_id,
  feeds: admittedCaller(call).feeds,
  format,
  isThere: () => isThere(call.request.raw),
});

/** The age that a caller accepts: `no-cache` requests a new collection. */
function maxAge(cacheControl: string | undefined): number | null {
  if (cacheControl === undefined) return null;
  if (/(^|[\s,])no-(cache|store)($|[\s,])/i.test(cacheControl)) return 0;
  const seconds = /(^|[\s,])max-age=(\d{1,9})($|[\s,])/i.exec(cacheControl)?.[2];
  return seconds === undefined ? null : Number(seconds);
}
