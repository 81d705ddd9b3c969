/** A process that runs the seeds it is sent, one after another, and sends back their outcomes. */
import { type Outcome, openSimulation, report } from './run.js';
import { bugNamed } from './seeded-bugs.js';

/** What a worker is started with. */
export interface WorkerOptions {
  readonly parallel: number;
  /** The seeded bug. */
  readonly bug: string;
}

/** What a worker sends: first which engine it has opened, then each seed that has ended. */
export type FromWorker =
  | { readonly engine: string }
  | { readonly seed: number; readonly counts: Counts; readonly failure: string | null };

type Counts = readonly (readonly [what: string, count: number])[];

const send = (message: FromWorker) => process.send?.(message);
const { parallel, bug: name } = JSON.parse(process.argv[2] ?? '{}') as WorkerOptions;
const bug = bugNamed(name);
const simulation = await openSimulation(parallel);

/** Seeds that came while another one ran wait here. */
let last: Promise<unknown> = Promise.resolve();
process.on('message', (seed: number) => {
  last = last.then(async () => send(endOf(await simulation.run(seed, bug))));
});
process.on('disconnect', () => {
  void last.then(() => simulation.close());
});
send({ engine: simulation.engine });

function endOf(outcome: Outcome): FromWorker {
  const { seed, counts, broken } = outcome;
  const more = name === 'none' ? '' : ` --bug ${name}`;
  return { seed, counts: [...counts], failure: broken === null ? null : report(outcome, more) };
}
