import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERRORS, type ErrorCode, retryAfterSeconds } from '#contract/errors.js';
import { WAIT_SECONDS_MAX } from '#contract/limits.js';
import { BATCH_BYTES_MAX } from '#contract/lookups.js';
import { EDGE_FILES, EDGE_KINDS } from '../support/run-edge.js';
import { textOf } from './read-tree.js';

test('every answer that an edge file holds is the one of the table', () => {
  const unreadable = /'(The request is not valid HTTP\.[^']*)'/.exec(
    textOf('src/http/reject-broken.ts'),
  )?.[1];
  for (const kind of EDGE_KINDS) {
    const text = textOf(EDGE_FILES[kind]);
    const bodies = [...text.matchAll(/(\d{3} )?['`](\{"error":.*\})['`]( \d{3})?/g)];
    assert.ok(bodies.length >= 2, kind);
    for (const [, before, body = '', behind] of bodies) {
      const { error } = JSON.parse(body) as { error: { code: ErrorCode; message: string } };
      assert.deepEqual(Object.keys(error), ['code', 'message', 'param']);
      const own = error.code === 'unsupported_or_invalid_query';
      const { message } = ERRORS[error.code];
      // An edge takes whatever one of the operations takes.
      const largest = message.replace('16 KiB', `${BATCH_BYTES_MAX / 1_024} KiB`);
      assert.equal(error.message, own ? unreadable : largest);
      assert.equal(Number(before ?? behind), own ? 400 : ERRORS[error.code].http);
    }
    const waits = [...text.matchAll(/Retry-After (\d+)/g)].map(([, seconds]) => Number(seconds));
    assert.deepEqual(waits, [retryAfterSeconds('origin_unavailable')]);
  }
});

test('every edge waits longer for an answer than a poll is held', () => {
  const waits = [
    /proxy_read_timeout (\d+)s;/.exec(textOf(EDGE_FILES.nginx))?.[1],
    /response_header_timeout (\d+)s/.exec(textOf(EDGE_FILES.caddy))?.[1],
  ];
  for (const wait of waits) assert.ok(Number(wait) >= WAIT_SECONDS_MAX + 10, String(wait));
});
