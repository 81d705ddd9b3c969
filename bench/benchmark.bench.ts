/**
 * The score of two clients on the benchmark (docs/benchmark.md): a Rowhouse service whose sources
 * are the benchmark's portals by its settings, and a plain reader. Each gets a new benchmark, so
 * that its requests are counted from zero. Prints the table of README.md.
 * Usage: npm run bench -- benchmark   (ROWHOUSE_SANDBOX_SEED=1; BENCHMARK_EACH=1 prints every
 * question; BENCHMARK_CLIENT=plain or rowhouse: one client only)
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Rowhouse } from '#client/index.js';
import type { BenchmarkScore } from '#sandbox/benchmark/report.js';
import {
  type AskedQuestion,
  type ClientAnswer,
  fileOf,
  questionsOf,
  scoreOf,
} from './benchmark/client.js';
import { readPlainly } from './benchmark/plain-reader.js';
import { askService } from './benchmark/service-client.js';
import { scoreLine, TABLE_HEADER } from './benchmark/table.js';
import { settingsFor } from './benchmark/upstreams.js';
import { atEnd, bench } from './support/at-end.js';
import { callAdmin } from './support/call-service.js';
import { startBenchmarkProcess } from './support/sandbox.js';
import { startService } from './support/service.js';

const SEED = process.env.ROWHOUSE_SANDBOX_SEED ?? '1';
const CREDITS = 100_000;

/** The clients of the table; docs/benchmark.md describes how to add one. */
const CLIENTS: Readonly<Record<string, () => Promise<BenchmarkScore>>> = {
  Rowhouse: runService,
  'plain reader': () => runAlone(readPlainly),
};

await bench(async () => {
  const lines: string[] = [];
  for (const [name, run] of Object.entries(CLIENTS)) {
    const only = process.env.BENCHMARK_CLIENT;
    if (only !== undefined && !name.toLowerCase().startsWith(only)) continue;
    const score = await run();
    lines.push(scoreLine(name, score.totals));
    const { seed, day, questions } = score;
    console.log(`  ${name}: seed ${seed}, ${day}`);
    for (const { question, explanation } of questions.filter((one) => one.explanation.length > 0))
      console.log(`    ${question}: ${explanation.join(' ')}`);
  }
  console.log(`\n${[...TABLE_HEADER, ...lines].join('\n')}\n`);
  return true;
});

type AnswerTo = (question: AskedQuestion) => Promise<ClientAnswer>;

async function runAlone(answerTo: AnswerTo): Promise<BenchmarkScore> {
  const served = await startBenchmarkProcess({ ROWHOUSE_SANDBOX_SEED: SEED });
  const score = await answerAll(served.url, answerTo);
  await served.end();
  return score;
}

async function runService(): Promise<BenchmarkScore> {
  const served = await startBenchmarkProcess({ ROWHOUSE_SANDBOX_SEED: SEED });
  const dataDir = mkdtempSync(join(tmpdir(), 'rowhouse-benchmark-'));
  atEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  const service = await startService({
    ...settingsFor(served.url),
    ROWHOUSE_DATA_DIR: dataDir,
  });
  const { account_id, key } = await callAdmin(service, dataDir, 'POST', '/accounts', {
    name: 'benchmark',
    extra_credits: CREDITS,
    rate_limit: 100_000,
  });
  await callAdmin(service, dataDir, 'POST', `/accounts/${account_id}/feeds`, {
    feed: 'mls',
    granted: true,
  });
  const rowhouse = new Rowhouse({ baseUrl: service.url, apiKey: key.api_key });
  const score = await answerAll(served.url, (question) =>
    askService(rowhouse, served.url, question),
  );
  await service.end('SIGTERM');
  await served.end();
  return score;
}

async function answerAll(url: string, answerTo: AnswerTo): Promise<BenchmarkScore> {
  const answers: ClientAnswer[] = [];
  for (const question of await questionsOf(url)) answers.push(await answerTo(question));
  const file = fileOf(answers);
  if (process.env.BENCHMARK_EACH !== undefined) console.log(await scoreOf(url, file));
  return JSON.parse(await scoreOf(url, file, 'json')) as BenchmarkScore;
}
