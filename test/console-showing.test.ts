/** How often the console shows the rows of a search again while its pages arrive. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleModule } from './support/console-module.js';

interface State {
  readonly pages: readonly object[];
  readonly shown: readonly object[];
}

const { INITIAL, reduce } = (await consoleModule('search/search-state.js')) as {
  INITIAL: State;
  reduce: (state: State, action: object) => State;
};

const begin = { type: 'begin', what: 'rest', draft: {}, jobId: null, opening: null };
const page = { type: 'pages', pages: [{}] };
const pending = { type: 'pending', requestId: 'one' };

/** The numbers of pages that were shown, one for each time that rows were shown. */
function shownBy(actions: readonly object[]): number[] {
  let state = INITIAL;
  const shown: number[] = [];
  for (const action of actions) {
    const before = state.shown;
    state = reduce(state, action);
    if (state.shown !== before) shown.push(state.shown.length);
  }
  return shown;
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

test('pages that come without a wait are shown in groups: work grows with the pages, not their square', () => {
  for (const count of [25, 50, 100]) {
    const shown = shownBy([begin, ...Array.from({ length: count }, () => page), { type: 'end' }]);
    assert.equal(shown.at(-1), count, 'all are shown in the end');
    assert.ok(sum(shown) <= 3 * count, `${count} pages: ${sum(shown)} pages were shown in all`);
  }
});

test('no page is held back while one waits, after a failure, or when one stops waiting', () => {
  const some = [begin, page, page, page];
  for (const next of [
    pending,
    { type: 'retry', retry: { error: {}, pauseMs: 9 } },
    { type: 'fail', error: {} },
    { type: 'stop' },
    { type: 'end' },
  ]) {
    assert.deepEqual(shownBy([...some, next]), [1, 2, 3], JSON.stringify(next));
  }
});

test('a new search shows its first page at once, in place of the rows before', () => {
  const search = { type: 'begin', what: 'search', draft: {}, jobId: null, opening: null };
  assert.deepEqual(
    shownBy([search, page, { type: 'end' }, search, { ...page, pages: [{}] }]),
    [1, 1],
  );
});
