/** The log has one line for each collection, whatever came of it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { failOverdue } from '#service/operations/cleanup.js';
import { openTestApp, type TestApp } from './support/open-test-app.js';

let t: TestApp;
let lines: { readonly [member: string]: unknown; readonly message: string }[] = [];
const noted = (fields: object, message: string) => {
  if ('collection_id' in fields) lines.push({ ...fields, message });
};
before(async () => {
  t = await openTestApp({ log: { info: noted, warn: noted, error: noted } });
});
after(() => t.close());

/** The only line of what a search makes the service collect. */
async function lineOf(path: string) {
  const { api_key } = await t.account();
  lines = [];
  await t.settled(path, api_key);
  const [line] = lines;
  assert.ok(line !== undefined && lines.length === 1, `${path}: ${JSON.stringify(lines)}`);
  assert.equal(typeof line['collection_id'], 'string');
  assert.equal(typeof line['took_ms'], 'number');
  return line;
}

test('of a collected page, a failure and a rejected lookup one line each is logged', async () => {
  const page = await lineOf('/v1/portal_a/listings?zip=78704');
  assert.equal(page.message, 'collected');
  assert.equal(page['completeness'], 'complete');
  assert.ok(Number(page['rows']) > 0);

  const address = encodeURIComponent('99999 Nowhere Street, Austin, TX 78701');
  const unknown = await lineOf(`/v1/portal_a/home?address=${address}`);
  assert.equal(unknown.message, 'collection rejected');
  assert.equal(unknown['code'], 'address_not_found');
  assert.equal(unknown['why'], undefined, 'the message may name an address');

  await t.faults('refuse');
  const failed = await lineOf('/v1/portal_b/sold?zip=78704');
  assert.equal(failed.message, 'collection failed');
  assert.equal(failed['code'], 'collection_unavailable');
  assert.match(String(failed['why']), /portal_b/);
});

test('so is one of a collection that did not run, or end, before its deadline', async () => {
  const { api_key } = await t.account();
  await t.hold();
  assert.equal((await t.get('/v1/portal_a/rentals?zip=78704', api_key)).statusCode, 202);
  lines = [];
  t.clock.advance((t.app.limits.QUEUE_DEADLINE_S + 1) * 1_000);
  assert.equal(await failOverdue(t.app), 1);
  t.release();
  const [line, ...others] = lines;
  assert.deepEqual(
    [line?.message, line?.['took_ms'], others],
    ['collection failed', undefined, []],
  );
  assert.match(String(line?.['why']), /did not end before its deadline/);
});
