/** Lookups of many homes at an edge: turns that are cut short, by a stop or a core that hangs. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { JobEnvelope } from '#contract/envelope.js';
import type { LookupBatchBody } from '#contract/operations/lookups.js';
import { runNextArea } from '#service/lookups/run-batches.js';
import { expectSoundLedger, usageOf } from '../support/expect.js';
import { type Core, openCore, openEdge } from '../support/open-edge.js';
import type { TestAccount, TestApp } from '../support/open-test-app.js';
import { send } from '../support/watching.js';

const HOMES = 4;

let core: Core;
let ofEdge: TestAccount;
let edge: TestApp;
before(async () => {
  core = await openCore({ limits: { READ_AHEAD: 0 } });
  ofEdge = await core.edgeAccount();
  edge = await openEdge(core, ofEdge.api_key);
});
after(async () => {
  await edge.close();
  await core.close();
});

test('homes that the core has answered are charged there once if a turn is cut short', async () => {
  const own = await core.account();
  const search = await core.settled('/v1/portal_a/listings?zip=78704', own.api_key);
  const homes = (search.json<JobEnvelope>().result?.data ?? assert.fail(search.body))
    .slice(0, HOMES)
    .map(({ address: { line1, unit, city, state, zip } }) => ({
      address: `${line1}${unit === null ? '' : ` ${unit}`}, ${city}, ${state} ${zip}`,
    }));
  const caller = await edge.account();
  const path = '/v1/lookups?source=portal_a';
  const made = await send(edge, caller.api_key, 'POST', path, { homes });
  const { batch_id } = made.json<LookupBatchBody>();
  const there = await usageOf(core, ofEdge);
  const over = new AbortController();
  let lookups = 0;
  const ask: TestApp['app']['client']['ask'] = (source, kind, request, signal) => {
    lookups += request.path.includes('/home?') ? 1 : 0;
    if (lookups === HOMES) over.abort();
    return edge.app.client.ask(source, kind, request, signal);
  };
  const app = { ...edge.app, client: { ...edge.app.client, ask } };
  while (!over.signal.aborted) await runNextArea(app, over.signal);
  while ((await runNextArea(edge.app, new AbortController().signal)) !== undefined);
  const ended = await edge.get(`/v1/lookups/${batch_id}`, caller.api_key);
  const { outcomes, credits } = ended.json<LookupBatchBody>();
  assert.deepEqual({ outcomes, credits }, { outcomes: { found: HOMES }, credits: HOMES });
  const spent = (await usageOf(core, ofEdge)).credits_captured - there.credits_captured;
  assert.equal(spent, HOMES, 'at the core');
  for (const one of [edge, core]) await expectSoundLedger(one);
});
