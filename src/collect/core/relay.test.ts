/** A core may answer anything: only pages and errors of the contract pass. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routeById } from '#contract/routes.js';
import { SourceError } from '#sources/driver.js';
import { portalASamples } from '#sources/portal_a/samples.js';
import { relay } from './relay.js';

type Members = Record<string, unknown>;
const CLOCK = { nowMs: () => 0 };
const route = routeById('portal_a_listings') ?? assert.fail('a route');
const { row, ...page } = portalASamples.portal_a_listings;

/** What the edge makes of an answer of its core. */
function relayed(status: number, answer: object) {
  const body = JSON.stringify(answer);
  const core = {
    addressOf: () => undefined,
    ask: async (_source: string, _at: string, request: Parameters<typeof accepts>[0]) =>
      accepts(request, status, body),
  };
  const call = { route, query: { zip: '78704' }, idempotencyKey: 'a', via: 'b', maxAgeS: null };
  return relay({ client: core, clock: CLOCK }, call, AbortSignal.timeout(5_000));
}

function accepts(
  { accepts: are }: { readonly accepts?: (answer: never) => boolean },
  status: number,
  body: string,
): string {
  if (are?.({ status, headers: {}, body } as never) === true) return body;
  throw new SourceError('refused', 'No answer of the contract.');
}

const result = (): Members & { data: [Members] } => ({
  reported_total: null,
  next_cursor: page.next_cursor,
  collected_at: page.collected_at,
  schema_version: 1,
  completeness: 'complete',
  summary: null,
  data: [structuredClone(row) as unknown as Members],
  field_notes: [],
});
const complete = (sent: object) => ({ status: 'complete', poll_url: null, result: sent });

test('a page of the contract passes', async () => {
  const { data, next_cursor } = await relayed(200, complete(result()));
  assert.equal(next_cursor, page.next_cursor);
  assert.deepEqual(Object.keys(data[0] ?? {}).sort(), Object.keys(row).sort());
});

const OTHERS: readonly (readonly [member: string, value: unknown])[] = [
  ['completeness', 'mostly'],
  ['next_cursor', 'a b'],
  ['next_cursor', { at: 1 }],
  ['next_cursor', ''],
  ['reported_total', 'many'],
  ['summary', 'fine'],
  ['field_notes', [7]],
  ['collected_at', '-200000-01-01T00:00:00Z'],
  ['data.list_price', 'a million'],
  ['data.beds', [3]],
  ['data.list_date', 'yesterday'],
  ['data.photo_count', 1.5],
  ['data.location', { lat: 'north', lng: 1 }],
  ['data.source_id', 7],
  ['data.source', 'portal_b'],
  ['data.address.zip', 78704],
  ['data.extras.units', [null]],
];
for (const [member, value] of OTHERS) {
  test(`${member} as ${JSON.stringify(value)} is a changed format`, async () => {
    const sent = result();
    const path = member.split('.');
    const last = path.pop() ?? '';
    let at: Members = path[0] === 'data' ? sent.data[0] : sent;
    for (const name of path.slice(1)) at = at[name] as Members;
    at[last] = value;
    await assert.rejects(relayed(200, complete(sent)), (error: SourceError) => {
      assert.equal(error.kind, 'changed');
      assert.match(error.message, /^portal_a sent a changed format: its core sends/);
      return true;
    });
  });
}

for (const error of [
  { code: 'toString', message: 'A word of JavaScript.', param: null },
  { code: 'collection_unavailable', message: 'A NUL: \0', param: null },
  { code: 'collection_unavailable', message: 'long'.repeat(10_000), param: null },
  { code: 'location_required', message: 'A message.', param: { at: 1 } },
]) {
  test(`${JSON.stringify(error).slice(0, 60)} is not an error of the contract`, async () => {
    await assert.rejects(relayed(422, { error }), { message: 'No answer of the contract.' });
  });
}

/** A core that gives these answers in turn; `down` where it cannot be reached, after a time. */
function coreOf(answers: readonly (object | 'down')[], secondsLost = 0) {
  const asked: string[] = [];
  let nowMs = 0;
  const ask = async (_source: string, _at: string, request: { readonly path: string }) => {
    const answer = answers[asked.length] ?? assert.fail('no further answer');
    asked.push(request.path);
    if (answer !== 'down') return accepts(request as never, 200, JSON.stringify(answer));
    nowMs += secondsLost * 1000;
    throw new SourceError('down', 'The core cannot be reached.');
  };
  const call = { route, query: { zip: '78704' }, idempotencyKey: 'a', via: 'b', maxAgeS: null };
  const parts = { client: { addressOf: () => undefined, ask }, clock: { nowMs: () => nowMs } };
  return { asked, read: () => relay(parts, call, AbortSignal.timeout(20_000)) };
}
const pending = { status: 'pending', poll_url: '/v1/jobs/1', result: null };

test('a core that restarts during an accepted search is polled again until it is back', async () => {
  const core = coreOf([pending, 'down', 'down', pending, 'down', complete(result())]);
  assert.equal((await core.read()).count, 1);
  assert.deepEqual(new Set(core.asked.slice(1)), new Set(['/v1/jobs/1?wait=7']));
});

test('a core that stays away for longer than a restart is not polled again', async () => {
  const core = coreOf([pending, 'down', 'down', complete(result())], 20);
  await assert.rejects(core.read(), /cannot be reached/);
  assert.equal(core.asked.length, 3);
});

test('a core that cannot be reached with a search is not waited for', async () => {
  const core = coreOf(['down', complete(result())]);
  await assert.rejects(core.read(), /cannot be reached/);
});
