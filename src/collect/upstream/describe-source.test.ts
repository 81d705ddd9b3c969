import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS } from '#contract/durations.js';
import { SourceError, type SourceErrorKind } from '#sources/driver.js';
import { Descriptions } from './describe-source.js';
import type { Upstream } from './upstream.js';

const driver = {
  description: {
    request: () => ({ method: 'GET' as const, path: '/', headers: {}, body: null }),
    read: (body: string) => body,
  },
};

function opened() {
  let now = 0;
  let asked = 0;
  const answers: string[] = [];
  const descriptions = new Descriptions({ nowMs: () => now });
  const upstream = { address: { url: 'http://a', headers: {} } } as unknown as Upstream;
  const profile = () =>
    descriptions.profileOf(upstream, driver, async (_request, read) => {
      asked += 1;
      const answer = answers.shift() ?? 'fields';
      if (answer === 'fields') return read(answer);
      throw new SourceError(answer as SourceErrorKind, 'no');
    });
  const pass = (hours: number) => {
    now += hours * HOUR_MS;
  };
  return { profile, pass, answers, count: () => asked };
}

test('a source is asked what it is once a day, however many wait for the answer', async () => {
  const { profile, pass, count } = opened();
  const all = await Promise.all([profile(), profile(), profile()]);
  assert.deepEqual(all[2], { options: {}, described: 'fields' });
  pass(23);
  await profile();
  assert.equal(count(), 1);
  pass(2);
  await profile();
  assert.equal(count(), 2);
});

test('a source that does not describe itself is asked without, and again a little later', async () => {
  const { profile, pass, answers, count } = opened();
  answers.push('refused');
  assert.equal((await profile()).described, null);
  assert.equal((await profile()).described, null);
  assert.equal(count(), 1);
  pass(1);
  assert.equal((await profile()).described, 'fields');
});

test('a source that is down is also down for its description, and nothing is stored', async () => {
  const { profile, answers, count } = opened();
  answers.push('down');
  await assert.rejects(profile(), SourceError);
  assert.equal((await profile()).described, 'fields');
  assert.equal(count(), 2);
});

test('a source without a description is asked with its options alone', async () => {
  const descriptions = new Descriptions({ nowMs: () => 0 });
  const upstream = { address: { url: 'http://a', headers: {}, options: { top: '5' } } };
  const profile = await descriptions.profileOf(upstream as unknown as Upstream, {}, () =>
    assert.fail('nothing is asked'),
  );
  assert.deepEqual(profile, { options: { top: '5' }, described: null });
});
