/** The request ids in the address of the console at each step of a search. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleModule } from './support/console-module.js';

interface State {
  readonly jobId: string | null;
}

const { INITIAL, linkedIds, reduce } = (await consoleModule('search/search-state.js')) as {
  INITIAL: State;
  reduce: (state: State, action: object) => State;
  linkedIds: (state: State) => readonly string[];
};

/** What the address has after each action: the ids of pages, and the job. */
function addresses(actions: readonly object[]): string[] {
  let state = INITIAL;
  return actions.map((action) => {
    state = reduce(state, action);
    return [...linkedIds(state), ...(state.jobId === null ? [] : [`job ${state.jobId}`])].join(' ');
  });
}

const begin = (what: string, jobId: string | null, opening: readonly string[] | null) => ({
  type: 'begin',
  what,
  draft: {},
  jobId,
  opening,
});
const pages = (...ids: string[]) => ({
  type: 'pages',
  pages: ids.map((request_id) => ({ request_id })),
});
const end = { type: 'end' };

test('a job of a link is in the address until its page is, with no step between', () => {
  assert.deepEqual(addresses([begin('job', 'a', []), pages('a'), end]), ['job a', 'a', 'a']);
  assert.deepEqual(addresses([begin('job', 'b', ['a']), pages('a'), pages('b'), end]), [
    'a job b',
    'a job b',
    'a b',
    'a b',
  ]);
});

test('a link of several pages stays whole while they arrive', () => {
  const link = begin('link', null, ['a', 'b', 'c']);
  const fail = { type: 'fail', error: {} };
  assert.deepEqual(addresses([link, pages('a'), pages('b'), fail]), Array(4).fill('a b c'));
});

test('a new search has no page in the address until its first one comes', () => {
  const search = begin('search', null, null);
  const pending = { type: 'pending', requestId: 'a' };
  assert.deepEqual(addresses([search, pending, pages('a'), end]), ['', 'job a', 'a', 'a']);
});
