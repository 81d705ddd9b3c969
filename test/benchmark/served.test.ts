/** The benchmark over HTTP: its protocol, its bounds, and the plain reader's line of README.md. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DAY_MS } from '#contract/durations.js';
import { type Benchmark, startBenchmark } from '#sandbox/benchmark/index.js';
import type { BenchmarkScore } from '#sandbox/benchmark/report.js';
import {
  type AskedQuestion,
  type ClientAnswer,
  fileOf,
  questionsOf,
  scoreOf,
} from '../../bench/benchmark/client.js';
import { readPlainly } from '../../bench/benchmark/plain-reader.js';
import { scoreLine, scoresIn } from '../../bench/benchmark/table.js';
import { textOf } from '../architecture/read-tree.js';
import { geography } from '../support/geography.js';
import { testClock } from '../support/test-clock.js';

const README = scoresIn(textOf('README.md'));
/** Rows of a search that every portal shows in full, and rows that one adds from outside. */
const CAP_MIN = 800;
const RELAXED_MAX = 3;
const options = {
  seed: README.seed,
  homes: 1_000_000,
  geo: geography(),
  clock: testClock(Date.parse(`${README.day}T12:00:00Z`)),
  latencyMinMs: 0,
  latencyMaxMs: 0,
};
let benchmark: Benchmark;
let questions: readonly AskedQuestion[];
before(async () => {
  benchmark = await startBenchmark(options);
  questions = await questionsOf(benchmark.url);
});
after(() => benchmark.close());

const send = (path: string, body: string) => fetch(benchmark.url + path, { method: 'POST', body });
const jsonScore = async (file: string) =>
  JSON.parse(await scoreOf(benchmark.url, file, 'json')) as BenchmarkScore;

test("the plain reader has the score of README.md's table", async () => {
  const answers: ClientAnswer[] = [];
  for (const question of questions) answers.push(await readPlainly(question));
  const { totals, seed, day, questions: scores } = await jsonScore(fileOf(answers));
  assert.deepEqual({ seed, day }, { seed: README.seed, day: README.day });
  assert.ok(
    README.lines.includes(scoreLine('plain reader', totals)),
    scoreLine('plain reader', totals),
  );
  // Caps, rows from outside the search, units and emptied fields are beyond it.
  const { rows_lost, rows_outside, rows_unfit, values_wrong, overclaimed } = totals;
  for (const count of [rows_lost, rows_outside, rows_unfit, values_wrong, overclaimed])
    assert.ok(count > 0, JSON.stringify(totals));
  // What no fault and no cap touches, it reads in full: its format is the portal's.
  const whole = scores.filter(
    ({ fault, rows }) => fault === null && rows.expected > 0 && rows.expected < 60,
  );
  assert.ok(whole.length > 2);
  for (const { question, rows } of whole.filter(({ portal }) => portal !== 'nyc_portal'))
    assert.equal(rows.lost, 0, question);
  // Filters of the portals and of the truth agree, where no cap and no weekly rent is in between.
  const asked = new Map(questions.map((question) => [question.id, question]));
  const filtered = scores.filter(
    ({ question, portal, kind, fault, rows }) =>
      asked.get(question)?.filters !== undefined &&
      fault === null &&
      rows.expected < CAP_MIN &&
      `${portal} ${kind}` !== 'mls rentals',
  );
  assert.ok(filtered.length > 5);
  for (const { question, rows } of filtered) {
    assert.equal(rows.lost, 0, question);
    assert.ok(rows.unfit <= RELAXED_MAX, question);
  }
});

test('questions show their area, fields and address, and neither faults nor rows', async () => {
  const response = await fetch(`${benchmark.url}/questions`);
  const shown = (await response.json()) as object;
  const names = new Set(questions.flatMap((question) => Object.keys(question)));
  assert.deepEqual([...names].sort(), [
    'area',
    'fields',
    'filters',
    'id',
    'kind',
    'portal',
    'sold_since',
    'sold_within_days',
    'statuses',
    'url',
  ]);
  assert.deepEqual(Object.keys(shown), ['seed', 'day', 'questions']);
  for (const { id, portal, url } of questions)
    assert.equal(url, `${benchmark.url}/${id}/${portal}`);
  const first = questions.find(({ kind }) => kind === 'sold') ?? assert.fail('sold homes');
  const since = Date.parse(README.day) - (first.sold_within_days ?? 0) * DAY_MS;
  assert.equal(first.sold_since, new Date(since).toISOString().slice(0, 10));
});

test('no endpoint of the sandbox shows the truth, the faults or the clock', async () => {
  for (const path of ['truth?source=mls&kind=sold', 'faults', 'stats', 'clock', 'world'])
    assert.equal((await fetch(`${benchmark.url}/__sandbox/${path}`)).status, 404, path);
});

test('a question answers only for its portal, and /current for the question that is current', async () => {
  const { id, portal } = questions[0] ?? assert.fail('a question');
  const other = questions.find((one) => one.portal !== portal) ?? assert.fail('another portal');
  assert.equal((await fetch(`${benchmark.url}/${id}/${other.portal}/x`)).status, 404);
  assert.equal((await fetch(`${benchmark.url}/q99/${portal}/x`)).status, 404);
  const before = await fetch(`${benchmark.url}/current/${portal}/x`);
  assert.equal(before.status, 409);
  assert.match(await before.text(), /POST \/current/);
  assert.equal((await send('/current', '{"question":"q99"}')).status, 400);
  const sent = (score: BenchmarkScore) =>
    score.questions.find(({ question }) => question === id)?.requests.sent ?? assert.fail(id);
  const none = JSON.stringify({ question: id, outcome: 'empty' });
  const had = sent(await jsonScore(none));
  assert.equal((await send('/current', JSON.stringify({ question: id }))).status, 200);
  await fetch(`${benchmark.url}/current/${portal}/x`);
  assert.equal(sent(await jsonScore(none)), had + 1);
});

test('an answer file with an error is answered by what is wrong with it and what to send', async () => {
  const cases: readonly (readonly [file: string, error: RegExp])[] = [
    ['', /file is empty.*Send one line of JSON per question/],
    ['{"question":"q01",\n"outcome"', /Line 1 is not JSON.*Send one line/],
    ['{"question":"q01","outcome":"empty"}\nq02', /Line 2 is not JSON/],
    ['[3]', /Answer 1 is not a JSON object/],
    ['{"question":"q99","outcome":"empty"}', /"question" must be the id.*GET \/questions/],
    ['{"question":"q01","outcome":"fine"}', /q01: "outcome" must be one of complete, partial/],
    ['{"question":"q01","outcome":"empty","rows":{}}', /"rows" must be a list/],
    ['{"question":"q01","outcome":"complete","rows":[{"id":1}]}', /row 1 needs "source_id"/],
    ['{"question":"q01","outcome":"empty"}\n{"question":"q01","outcome":"empty"}', /second time/],
  ];
  for (const [file, error] of cases) {
    const response = await send('/score', file);
    assert.equal(response.status, 400, file);
    assert.match(((await response.json()) as { error: string }).error, error);
  }
});

test('answers are accepted as lines, as a list and as an object with answers', async () => {
  const answers = ['q01', 'q02'].map((question) => ({ question, outcome: 'empty', rows: [] }));
  const files = [
    answers.map((answer) => JSON.stringify(answer)).join('\r\n'),
    JSON.stringify(answers, null, 2),
    JSON.stringify({ answers }),
  ];
  for (const file of files) assert.equal((await jsonScore(file)).totals.answered, 2, file);
});

test('an answer has a bound of rows, and the file one of bytes', async () => {
  const rows = Array.from({ length: 50_001 }, (_, at) => ({ source_id: String(at) }));
  const many = await send('/score', JSON.stringify({ question: 'q01', outcome: 'partial', rows }));
  assert.match(await many.text(), /at most 50000/);
  const large = await send('/score', ' '.repeat(67_108_865));
  assert.equal(large.status, 413);
});

test('a client that knows some portals gets and answers the questions about these', async () => {
  const about = async (path: string, init?: RequestInit) =>
    (await fetch(`${benchmark.url}${path}`, init)).json() as Promise<any>;
  const some = await about('/questions?portal=auction,mls');
  const named = (list: readonly { readonly portal: string }[]) =>
    [...new Set(list.map(({ portal }) => portal))].sort();
  assert.deepEqual(named(some.questions), ['auction', 'mls']);
  const expected = questions.filter(({ portal }) => ['auction', 'mls'].includes(portal));
  assert.equal(some.questions.length, expected.length);
  const body = JSON.stringify({ question: expected[0]?.id, outcome: 'empty' });
  const score = await about('/score?portal=auction,mls&format=json', { method: 'POST', body });
  assert.equal(score.totals.questions, expected.length);
  const unknown = await about('/questions?portal=portal_z');
  assert.match(unknown.error, /"portal" must be some of auction, mls, nyc_portal, portal_a/);
});

test('a page of another site cannot use the benchmark', async () => {
  const headers = { origin: 'https://example.com' };
  const response = await fetch(`${benchmark.url}/score`, { method: 'POST', headers, body: '[]' });
  assert.equal(response.status, 403);
});

test('a question has a bound of requests and of time', async () => {
  const clock = testClock(Date.parse(`${README.day}T12:00:00Z`));
  const small = { ...options, homes: 200_000, clock, portals: ['auction'] as const };
  const served = await startBenchmark(small);
  const [first, second] = await questionsOf(served.url);
  assert.ok(first !== undefined && second !== undefined);
  const ask = async (question: AskedQuestion) => (await fetch(`${question.url}/x`)).status;
  assert.notEqual(await ask(second), 410);
  clock.advance(3_600_001);
  assert.equal(await ask(second), 410);
  const BATCH = 100;
  for (let sent = 0; sent < 5_000; sent += BATCH)
    await Promise.all(Array.from({ length: BATCH }, () => ask(first)));
  const over = await fetch(`${first.url}/x`);
  assert.equal(over.status, 429);
  assert.match(await over.text(), /has used its 5000 requests/);
  await served.close();
});
