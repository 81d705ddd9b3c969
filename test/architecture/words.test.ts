import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filesOf, placesOf, textOf } from './read-tree.js';

/** Words of the first version that only its authors knew, and the words to use instead. */
const OLD_WORDS: Readonly<Record<string, RegExp>> = {
  'request pipeline, step': /\bladders?\b|\brungs?\b/i,
  'fast path': /\bshort way\b/i,
  application: /\b(this|our|the|open|test)[ -]house\b|\bopenHouse\b|\bwalking[ -]house\b/i,
  'module boundary': /\bwalls?\b/i,
  again: /\banew\b/i,
  'validated against': /\bheld against\b/i,
  'returned, shows': /\b(un)?told\b|\btells\b/i,
  'same for': /\blikewise\b/i,
  fix: /\bmends?\b/i,
  'disconnected clients': /\bwhoever has gone\b/i,
  'internal error': /\bfaults? of ours\b|\bour fault\b|\bworld's fault\b/i,
  'best effort': /\bfavours?\b/i,
  'valid, cached': /\bbeliev(e|es|ed)\b/i,
  'timeout, retry budget': /\bpatience/i,
  maintenance: /\bupkeep\b/i,
  cleanup: /\bsweep(s|er|ing)?\b/i,
  'report, checker': /\bverdicts?\b/i,
  'injected failures, seeded bugs': /\bhurts?\b|\bplant(s|ed)\b/i,
  batcher: /\bdesks?\b/i,
  'behaviour settings': /\bhabits?\b/i,
};

/** Where a word means what it says: rows are of houses too, some of which are open on Saturday. */
const PLAIN_THERE: Readonly<Record<string, RegExp>> = {
  application: /^(?:src\/(?:sources|sandbox)|test\/(?:honest|mutations))\//,
};

/** Where code is. */
const FOLDERS = ['src', 'test', 'bench', 'scripts'];

/** A migration that has run is not edited, and this file names the words. */
const EXCEPT = ['test/architecture/words.test.ts', 'test/architecture/migrations.test.ts'];

for (const [instead, word] of Object.entries(OLD_WORDS)) {
  test(`plain words: ${instead}`, () => {
    const found = filesOf(FOLDERS, ['.ts', '.js', '.lua'])
      .filter((path) => !EXCEPT.includes(path) && PLAIN_THERE[instead]?.test(path) !== true)
      .flatMap((path) => placesOf(path, textOf(path), word));
    assert.deepEqual(found, []);
  });
}
