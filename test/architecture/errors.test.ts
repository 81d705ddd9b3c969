import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERRORS, type ErrorCode, retryAfterSeconds } from '#contract/errors.js';
import { EDGE_FILES } from '../support/run-edge.js';
import { codeOf, filesOf, shippedFiles, textOf } from './read-tree.js';

/** Codes of the contract that no route gives, and why. Take a code off when a route gives it. */
const NOT_GIVEN: Partial<Record<ErrorCode, string>> = {};
/**
 * Codes that the edge of deploy/ gives and the service itself never: test/edge.test.ts runs them.
 */
const GIVEN_BY_THE_EDGE: readonly ErrorCode[] = ['origin_unavailable'];
const CODES = Object.keys(ERRORS) as ErrorCode[];

test('every error code has a test file in test/http/ named after its status and code', () => {
  const files = new Set(filesOf(['test/http'], ['.ts']));
  const without = CODES.filter(
    (code) => !(code in NOT_GIVEN) && !files.has(`test/http/${ERRORS[code].http}.${code}.ts`),
  );
  assert.deepEqual(without, [], 'add test/http/<status>.<code>.ts, and run it from http.test.ts');
});

test('every file of test/http/ named after an answer names one of the contract', () => {
  const named = filesOf(['test/http'], ['.ts']).flatMap(
    (path) => /\/(\d{3})\.(\w+)\.ts$/.exec(path)?.slice(1, 3).join('.') ?? [],
  );
  const answers = ['200.complete', '200.failed', '202.pending'];
  const known = new Set([...answers, ...CODES.map((code) => `${ERRORS[code].http}.${code}`)]);
  assert.deepEqual(
    named.filter((name) => !known.has(name)),
    [],
  );
});

test('every file of test/http/ is run by one of the runners', () => {
  const runners = filesOf(['test'], ['.test.ts'])
    .filter((path) => /^test\/(http[\w-]*|edge)\.test\.ts$/.test(path))
    .map(textOf)
    .join('\n');
  const unrun = filesOf(['test/http'], ['.ts']).filter(
    (path) => !runners.includes(`'./http/${path.split('/').at(-1)?.replace(/ts$/, 'js')}'`),
  );
  assert.deepEqual(unrun, []);
});

test('a message of something that does not exist says where to look, and none speaks of headers', () => {
  const entries = Object.entries<{ http: number; message: string }>(ERRORS);
  const silent = entries.filter(
    ([, { http, message }]) =>
      http === 404 && !/GET \/v1\/|\/docs|\b(Search|Check|Send) /.test(message),
  );
  assert.deepEqual(silent, []);
  const unseen = entries.filter(([, { message }]) => message.includes('Retry-After'));
  assert.deepEqual(unseen, [], 'tools of agents give the message and retry_after_s, no headers');
});

test('a code is given somewhere in src/, or listed as not given with the reason', () => {
  const code = shippedFiles()
    .filter((path) => !path.startsWith('src/contract/'))
    .map(codeOf)
    .join('\n');
  const given = (name: ErrorCode) => code.includes(`'${name}'`);
  const listed = (name: ErrorCode) => name in NOT_GIVEN || GIVEN_BY_THE_EDGE.includes(name);
  const silent = CODES.filter((name) => !given(name) && !listed(name));
  assert.deepEqual(silent, [], 'nothing throws these');
  const stale = CODES.filter((name) => listed(name) && given(name));
  assert.deepEqual(stale, [], 'these are given now: take them off NOT_GIVEN and test them');
});

test('a code of the edge is given by every edge file', () => {
  const silent = Object.values(EDGE_FILES).flatMap((path) =>
    GIVEN_BY_THE_EDGE.filter((code) => !textOf(path).includes(`"code":"${code}"`)),
  );
  assert.deepEqual(silent, []);
});

test('every 429 and 503 states when to try again, and no other code does', () => {
  for (const code of CODES) {
    const waits = [429, 503].includes(ERRORS[code].http);
    assert.equal(retryAfterSeconds(code) !== null, waits, code);
  }
});
