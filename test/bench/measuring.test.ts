import assert from 'node:assert/strict';
import { test } from 'node:test';
import { percentile } from '../../bench/support/numbers.js';
import { answerReader } from '../../bench/support/raw-polls.js';
import { busyMs } from '../../bench/support/upstream-proxy.js';

const exchange = (fromMs: number, toMs: number) => ({ body: '', fromMs, toMs });

test('the time of a source is the union of its exchanges, within the moments asked for', () => {
  const all = [exchange(30, 40), exchange(0, 10), exchange(5, 20), exchange(6, 8)];
  assert.equal(busyMs(all, 0, 100), 30);
  assert.equal(busyMs(all, 15, 35), 10);
  assert.equal(busyMs([exchange(10, Number.POSITIVE_INFINITY)], 0, 50), 40);
  assert.equal(busyMs([], 0, 50), 0);
});

test('a percentile is a value that was measured, by nearest rank', () => {
  const values = Array.from({ length: 100 }, (_, at) => 100 - at);
  assert.deepEqual(
    [0, 1, 50, 99, 100].map((p) => percentile(values, p)),
    [1, 1, 50, 99, 100],
  );
  assert.equal(percentile([7], 50), 7);
  assert.ok(Number.isNaN(percentile([], 50)));
});

test('an answer of a raw poll is counted once, however it is split into chunks', () => {
  const body = 'x'.repeat(50);
  const text = `HTTP/1.1 202 Accepted\r\nContent-Length: 50\r\n\r\n${body}`;
  for (let size = 1; size <= text.length; size += 1) {
    const statuses: number[] = [];
    const read = answerReader((status) => statuses.push(status));
    for (const answer of [text, text.replace('202 Accepted', '200 OK')]) {
      for (let from = 0; from < answer.length; from += size) {
        read(Buffer.from(answer.slice(from, from + size)));
      }
    }
    assert.deepEqual(statuses, [202, 200], `chunks of ${size}`);
  }
});

test('an answer of a raw poll without a length is an error, not a wait', () => {
  const read = answerReader(() => undefined);
  assert.throws(() => read(Buffer.from('HTTP/1.1 200 OK\r\n\r\n')), /Content-Length/);
});
