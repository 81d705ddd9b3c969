import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { runBridge } from './mcp-bridge.js';
import type { Terminal } from './run-search.js';

interface Sent {
  readonly signal: AbortSignal;
}

const TURNS_MAX = 1_000;

test('a call that gets no answer within a minute is an error, not retried', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { mock } = t.mock.method(globalThis, 'fetch', (_url: string, { signal }: Sent) => {
    return new Promise((_answer, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  });
  const written: string[] = [];
  const stream = { write: (text: string) => written.push(text) };
  const terminal = { out: stream, err: stream, onInterrupt: () => undefined };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const ends: true[] = [];
  const ended = runBridge(
    { baseUrl: 'http://127.0.0.1:1', apiKey: 'a-key' } as Parameters<typeof runBridge>[0],
    terminal as unknown as Terminal,
    Readable.from([`${JSON.stringify(message)}\n`]),
  ).then(() => {
    ends.push(true);
  });
  for (let turns = 0; mock.callCount() === 0 && turns < TURNS_MAX; turns += 1) await turn();
  t.mock.timers.tick(60_000);
  for (let turns = 0; ends.length === 0 && turns < TURNS_MAX; turns += 1) await turn();
  assert.ok(ends.length > 0, 'the call waits for an answer');
  await ended;
  assert.equal(mock.callCount(), 1);
  assert.match(written.join(''), /connection_failed: no answer from the service \(none in 60 s\)/);
});
