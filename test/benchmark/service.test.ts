/** The service on the benchmark, by its settings and its API: its line of README.md. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Rowhouse } from '#client/index.js';
import { startBenchmark } from '#sandbox/benchmark/index.js';
import type { BenchmarkScore } from '#sandbox/benchmark/report.js';
import { type ClientAnswer, fileOf, questionsOf, scoreOf } from '../../bench/benchmark/client.js';
import { askService } from '../../bench/benchmark/service-client.js';
import { scoreLine, scoresIn } from '../../bench/benchmark/table.js';
import { settingsFor } from '../../bench/benchmark/upstreams.js';
import { readConfig } from '../../src/config.js';
import { textOf } from '../architecture/read-tree.js';
import { geography } from '../support/geography.js';
import { openTestApp } from '../support/open-test-app.js';
import { testClock } from '../support/test-clock.js';

/** Requests in flight when a fault strikes depend on the moment. */
const REQUESTS_APART = 10;

/** The numbers of a line in their order. */
function numbersIn(line: string) {
  const all = [...line.matchAll(/[\d,]+/g)].map(([text]) => Number(text.replaceAll(',', '')));
  const [lost, rows, doubled, outside, unfit, wrong, checked = 0, requests = 0, fewest, after = 0] =
    all;
  const [honest, questions] = all.slice(-2);
  return {
    lost,
    rows,
    doubled,
    outside,
    unfit,
    wrong,
    checked,
    requests,
    fewest,
    after,
    honest,
    questions,
  };
}

test("the service has the score of README.md's table", async () => {
  const { seed, day, lines } = scoresIn(textOf('README.md'));
  const clock = testClock(Date.parse(`${day}T12:00:00Z`));
  const world = { seed, homes: 1_000_000, geo: geography(), clock };
  const benchmark = await startBenchmark({ ...world, latencyMinMs: 0, latencyMaxMs: 0 });
  const t = await openTestApp({
    clock,
    upstreams: readConfig(settingsFor(benchmark.url)).upstreams,
    limits: { PLACE_AUDIT_ONE_IN: 200, UPSTREAM_CONCURRENCY: 4 },
  });
  const { api_key } = await t.account({ extra_credits: 100_000 });
  const baseUrl = await t.server.listen({ host: '127.0.0.1', port: 0 });
  const rowhouse = new Rowhouse({ baseUrl, apiKey: api_key });
  const answers: ClientAnswer[] = [];
  for (const question of await questionsOf(benchmark.url))
    answers.push(await askService(rowhouse, benchmark.url, question));
  const score = JSON.parse(await scoreOf(benchmark.url, fileOf(answers), 'json')) as BenchmarkScore;
  await t.close();
  await benchmark.close();
  const line = scoreLine('Rowhouse', score.totals);
  const [documented, measured] = [lines.find((one) => one.startsWith('| Rowhouse |')), line].map(
    (text) => numbersIn(text ?? assert.fail('README.md has a line of Rowhouse')),
  );
  assert.ok(documented && measured);
  const { requests, after, checked, ...exact } = measured;
  const { requests: usual, after: usuallyAfter, checked: usuallyChecked, ...expected } = documented;
  assert.deepEqual(exact, expected, line);
  assert.ok(Math.abs(requests - usual) <= REQUESTS_APART, line);
  assert.ok(Math.abs(after - usuallyAfter) <= REQUESTS_APART, line);
  assert.ok(checked > usuallyChecked * 0.9, line);
});
