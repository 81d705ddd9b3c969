import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownTurn } from './own-turn.js';

const PIECES = 100;
const PIECE_MS = 2;

test('what has come in waits for one piece of long work, however many are to be done', async () => {
  let done = 0;
  const piece = async () => {
    await ownTurn();
    const until = performance.now() + PIECE_MS;
    while (performance.now() < until);
    done += 1;
  };
  const pieces = Array.from({ length: PIECES }, piece);
  for (let call = 0; call < 10; call += 1) {
    const before = done;
    await new Promise<void>((answered) => setImmediate(answered));
    assert.ok(done - before <= 1, `${done - before} pieces ran before a call`);
  }
  await Promise.all(pieces);
  assert.equal(done, PIECES);
});
