/** What the line of a call in the log says, and what it must not. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestApp, type TestApp } from './support/open-test-app.js';

let t: TestApp;
let lines: Record<string, unknown>[] = [];
const noted = (fields: object, message: string) => {
  if (message === 'call') lines.push({ ...fields });
};
before(async () => {
  t = await openTestApp({ log: { info: noted, warn: noted, error: noted } });
});
after(() => t.close());

async function lineOf(path: string, key?: string): Promise<Record<string, unknown>> {
  lines = [];
  await t.get(path, key);
  const [line] = lines;
  assert.ok(line !== undefined && lines.length === 1, JSON.stringify(lines));
  return line;
}

test('a key that a caller writes into the path is not logged, except for its start', async () => {
  const { api_key } = await t.account();
  const shown = `${api_key.slice(0, 12)}…`;
  for (const path of ['/v1/KEY/portal_a/listings', '/v1/jobs/KEY', '/KEY?key=KEY', '/v1/KEY,KEY']) {
    const { path: logged } = await lineOf(path.replaceAll('KEY', api_key), api_key);
    assert.equal(logged, path.replace(/\?.*/, '').replaceAll('KEY', shown));
  }
});

test('nor is one that is percent-encoded there, in part or whole', async () => {
  const { api_key } = await t.account();
  const encoded = (letters: string) =>
    letters.replace(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  for (const written of [api_key.replaceAll('_', '%5F'), encoded(api_key).toUpperCase()]) {
    const { path } = await lineOf(`/v1/jobs/${written}`, api_key);
    assert.equal(path, `/v1/jobs/${api_key.slice(0, 12)}…`);
  }
});

test('the code of an error is logged with the request, and other calls have none', async () => {
  const { api_key } = await t.account();
  const codeOf = async (path: string, key?: string) => (await lineOf(path, key)).code;
  assert.equal(await codeOf('/v1/portal_a/listings?zip=78704'), 'invalid_api_key');
  assert.equal(
    await codeOf('/v1/portal_a/listings?zip=1', api_key),
    'unsupported_or_invalid_query',
  );
  assert.equal(await codeOf('/nowhere'), 'not_found');
  assert.equal(await codeOf('/v1/account', api_key), undefined);
});

test('of a long path its start is logged: a caller without a key fills no disk', async () => {
  const { path } = await lineOf(`/v1/${'a'.repeat(60_000)}`);
  assert.equal(path, `/v1/${'a'.repeat(196)}`);
});
