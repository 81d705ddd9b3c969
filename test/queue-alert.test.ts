/** The alert of a nearly full queue fires while a single account fills its share of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf } from './architecture/read-tree.js';
import { freshSearch } from './support/expect.js';
import { sharedApp } from './support/open-test-app.js';

const QUEUE_MAX = 20;
const t = sharedApp({ limits: { READ_AHEAD: 0, QUEUE_MAX } });

test('the alert fires before an account that calls alone gets queue_full, with room for some that end', async () => {
  const [, share] = /> (0\.\d+) \* max\(rowhouse_queue_max\)/.exec(
    textOf('deploy/prometheus-rules.yml'),
  ) ?? [''];
  const { api_key } = await t.account({ max_pending: QUEUE_MAX });
  await t.hold();
  let answer = await t.get(freshSearch(), api_key);
  while (answer.statusCode === 202) answer = await t.get(freshSearch(), api_key);
  assert.equal(answer.json<{ error: { code: string } }>().error.code, 'queue_full');
  const { body } = await t.admin.inject({ method: 'GET', url: '/metrics' });
  const [queued, running] = ['queued', 'running'].map((state) =>
    Number(new RegExp(`^rowhouse_collections\\{state="${state}"\\} (\\d+)$`, 'm').exec(body)?.[1]),
  ) as [number, number];
  t.release();
  const justEnded = 1;
  assert.ok(queued + running - justEnded > Number(share) * QUEUE_MAX, `${queued} + ${running}`);
});
