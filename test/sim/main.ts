/**
 * The simulation from the command line (CONTRIBUTING.md, "Simulation").
 *   npm run sim -- --seeds 5000 --from 1     thousands of seeds; --seconds N ends it earlier
 *   npm run sim -- --seed 1234               one seed, with its steps
 */
import { parseArgs } from 'node:util';
import { openSimulation, report } from './run.js';
import { NO_BUG, SEEDED_BUGS } from './seeded-bugs.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string', default: '300' },
    from: { type: 'string', default: '1' },
    parallel: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '86400' },
    bug: { type: 'string' },
  },
});
const bug = values.bug === undefined ? NO_BUG : SEEDED_BUGS.find(({ name }) => name === values.bug);
if (bug === undefined) {
  throw new Error(
    `There is no seeded bug ${values.bug}: ${SEEDED_BUGS.map(({ name }) => name).join(', ')}.`,
  );
}
const from = Number(values.seed ?? values.from);
const seeds = values.seed === undefined ? Number(values.seeds) : 1;
const simulation = await openSimulation(Number(values.parallel));
const began = performance.now();
const sums = new Map<string, number>();
let ran = 0;
const endsMs = began + Number(values.seconds) * 1000;
const goesOn = () => process.exitCode === undefined && performance.now() < endsMs;
for (let seed = from; seed < from + seeds && goesOn(); seed += 1) {
  const outcome = await simulation.run(seed, bug);
  ran += 1;
  for (const [what, count] of outcome.counts) sums.set(what, (sums.get(what) ?? 0) + count);
  if (outcome.broken !== null) {
    console.log(report(outcome, bug === NO_BUG ? '' : ` --bug ${bug.name}`));
    process.exitCode = 1;
  } else if (values.seed !== undefined) {
    console.log(outcome.lines.join('\n'));
    console.log(`hash ${outcome.hash}`);
  }
}
const seconds = (performance.now() - began) / 1000;
for (const [what, count] of [...sums].sort(([a], [b]) => a.localeCompare(b))) {
  console.log(`${String(count).padStart(9)}  ${what}`);
}
console.log(
  `${simulation.engine}: ${ran} seeds from ${from} in ${seconds.toFixed(1)} s (${(ran / seconds).toFixed(1)} seeds/s): ${process.exitCode === undefined ? 'every rule held' : 'BROKEN'}`,
);
await simulation.close();
