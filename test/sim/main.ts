/**
 * The simulation from the command line (CONTRIBUTING.md, "Simulation").
 *   npm run sim -- --seeds 5000 --from 1     thousands of seeds; --seconds N ends it earlier
 *   npm run sim -- --seed 1234               one seed, with its steps
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { openSimulation, report } from './run.js';
import { bugNamed } from './seeded-bugs.js';
import { runOnWorkers } from './workers.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string', default: '300' },
    from: { type: 'string', default: '1' },
    parallel: { type: 'string', default: '6' },
    workers: { type: 'string', default: String(availableParallelism()) },
    seconds: { type: 'string', default: '86400' },
    bug: { type: 'string', default: 'none' },
  },
});
const bug = bugNamed(values.bug);
if (values.seed === undefined) await runMany();
else await runOne(Number(values.seed));

/** One seed, with its steps whatever comes of it. */
async function runOne(seed: number): Promise<void> {
  const simulation = await openSimulation(Number(values.parallel));
  const outcome = await simulation.run(seed, bug);
  await simulation.close();
  if (outcome.broken === null) {
    console.log(`${outcome.lines.join('\n')}\nhash ${outcome.hash}\nevery rule held`);
    return;
  }
  console.log(report(outcome, bug.name === 'none' ? '' : ` --bug ${bug.name}`));
  process.exitCode = 1;
}

async function runMany(): Promise<void> {
  const from = Number(values.from);
  const range = { from, seeds: Number(values.seeds), seconds: Number(values.seconds) };
  const options = { parallel: Number(values.parallel), bug: bug.name };
  const workers = Number(values.workers);
  const { engine, ran, seconds, sums, failure } = await runOnWorkers(workers, range, options);
  if (failure !== null) console.log(failure);
  for (const [what, count] of [...sums].sort(([a], [b]) => a.localeCompare(b))) {
    console.log(`${String(count).padStart(9)}  ${what}`);
  }
  const rate = (count: number, what: string) => `${(count / seconds).toFixed(1)} ${what}/s`;
  const rates = `${rate(ran, 'seeds')}, ${rate(sums.get('steps') ?? 0, 'steps')}`;
  console.log(
    `${engine}, ${workers} processes: ${ran} seeds from ${from} in ${seconds.toFixed(1)} s (${rates}): ${failure === null ? 'every rule held' : 'BROKEN'}`,
  );
  if (failure !== null) process.exitCode = 1;
}
