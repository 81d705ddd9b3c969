/** Questions as agents ask them: some of those that `npm run bench -- questions` puts. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { expectSoundLedger } from '../support/expect.js';
import { measure } from './questions/asker.js';
import { QUESTIONS } from './questions/list.js';
import { openWorld, type World } from './questions/world.js';

/** The tokens of all answers to one of them. */
const TOKENS_MAX = 2_500;

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

/** Those that are put here, and the credits that each may cost. */
const ASKED = [
  ['3-bed homes under $900k in 78704 with a price cut this month', 0],
  ['How many homes are for sale in 78704?', 0],
  ['Is anything for sale in 98103?', 1],
  ['Median rent in Austin by bedrooms', 1],
  ['How many sales in 78704 have no public price?', 1],
  ['What did this home in Austin sell for?', 0],
  ['Which of these 20 addresses are for sale?', 17],
  ['Watch 78704 for homes under $900k; what is new a day later?', 2],
] as const;

for (const [ask, credits] of ASKED) {
  test(`the sandbox's truth in at most ${credits} credits: ${ask}`, async () => {
    const question = QUESTIONS.find((one) => one.ask === ask);
    assert.ok(question !== undefined);
    const found = await measure(world, question);
    assert.ok(found.truth !== undefined && found.truth !== null);
    assert.deepEqual(found.answer, found.truth);
    assert.ok(found.credits <= credits, `${found.credits} credits`);
    assert.ok(found.tokens < TOKENS_MAX, `${found.tokens} tokens`);
    await expectSoundLedger(world.app);
  });
}

test('there are 30 questions, each once', () => {
  assert.equal(new Set(QUESTIONS.map(({ ask }) => ask)).size, 30);
});
