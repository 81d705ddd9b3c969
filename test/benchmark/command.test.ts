/** `rowhouse sandbox --benchmark` as a stranger uses it: start, questions, answers, score. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileOf, questionsOf, scoreOf } from '../../bench/benchmark/client.js';
import { readPlainly } from '../../bench/benchmark/plain-reader.js';
import { startBenchmarkProcess } from '../../bench/support/sandbox.js';
import { endAll, rowhouse } from '../support/run-rowhouse.js';

let served: { readonly url: string; end(): Promise<void> };
before(async () => {
  served = await startBenchmarkProcess({
    ROWHOUSE_SANDBOX_SEED: '7',
    ROWHOUSE_SANDBOX_HOMES: '300000',
    ROWHOUSE_SANDBOX_LATENCY_MIN_MS: '0',
    ROWHOUSE_SANDBOX_LATENCY_MAX_MS: '0',
  });
});
after(async () => {
  await served.end();
  endAll();
});

test('the command serves questions and scores the answers of a client', async () => {
  const questions = await questionsOf(served.url);
  assert.equal(questions.length, 43);
  const answers = [];
  for (const question of questions) answers.push(await readPlainly(question));
  const table = await scoreOf(served.url, fileOf(answers));
  assert.match(table, /^question +portal +kind +area +rows +lost +doubled +outside +unfit +wrong/);
  assert.match(table, /^seed 7, .*: 43 of 43 questions answered$/m);
  for (const name of ['rows', 'values', 'requests', 'honesty'])
    assert.match(table, new RegExp(`^${name} +\\d+`, 'm'));
  assert.match(table, /^q\d\d: .*the outcome is changed, not complete\.$/m);
});

test('a port that is taken ends the command with one line', async () => {
  const { port } = new URL(served.url);
  const { code, stderr } = await rowhouse(['sandbox', '--benchmark', '--port', port]);
  assert.equal(code, 1);
  assert.match(stderr, /^rowhouse: .*\b(in use|EADDRINUSE)\b.*\n$/);
});
