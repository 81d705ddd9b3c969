/** Runs a fuzzer's cases in blocks, each with its own seed; reports the first rule broken. */
import { createHash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import type { Fuzzer, OpenFuzzer } from './fuzzer.js';
import type { Watchdog } from './watchdog.js';

/** Cases of one block: between blocks the rules over all cases are checked, and memory. */
export const BLOCK_CASES = 1_000;
/** A case that takes longer has not ended. */
export const CASE_MS_MAX = 20_000;
/** What one process may hold after a collection of garbage: heap and buffers. */
export const HELD_BYTES_MAX = 768 * 1024 * 1024;
const SHOWN_CHARS = 4_000;

export interface Run {
  readonly seed: number;
  readonly cases: number;
  /** Repeats one case of a failure, by what the report printed. */
  readonly path?: string;
  /** Ends before the next block; never when left out. */
  readonly isOver?: () => boolean;
}

export interface Outcome {
  readonly cases: number;
  readonly seconds: number;
  /** Of all threads of the process. */
  readonly cpuSeconds: number;
  /** What to print of a broken rule; null where all held. */
  readonly failure: string | null;
}

/** Runs an open fuzzer. */
export async function runFuzzer(
  { name }: Fuzzer,
  open: OpenFuzzer,
  run: Run,
  watchdog: Watchdog,
): Promise<Outcome> {
  const began = performance.now();
  const cpuBegan = process.cpuUsage();
  let done = 0;
  const ended = (failure: string | null): Outcome => ({
    cases: done,
    seconds: (performance.now() - began) / 1000,
    cpuSeconds: cpuOf(process.cpuUsage(cpuBegan)),
    failure,
  });
  for (let block = 0; done < run.cases && run.isOver?.() !== true; block += 1) {
    const seed = seedOf(run.seed, name, block);
    const cases = Math.min(BLOCK_CASES, run.cases - done);
    const property = fc.asyncProperty(open.cases, async (input) => {
      watchdog.begin(seed);
      await inTime(open.check(input));
      watchdog.end();
    });
    const result = await fc.check(property, {
      seed,
      numRuns: run.path === undefined ? cases : 1,
      ...(run.path !== undefined && { path: run.path, endOnFailure: true }),
    });
    watchdog.end();
    done += result.numRuns;
    if (result.failed) return ended(reportOf(name, result));
    const broken = await rulesOf(open);
    if (broken !== null) {
      return ended(
        `${name}: BROKEN after the block of seed ${seed}: ${broken}\n  again: npm run fuzz -- --only ${name} --seed=${seed} --cases ${cases}`,
      );
    }
    if (run.path !== undefined) break;
  }
  return ended(null);
}

const cpuOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1e6;

/** The first block has the seed of the run, so that one block can be run alone. */
export function seedOf(seed: number, name: string, block: number): number {
  if (block === 0) return seed;
  return createHash('sha256').update(`${seed} ${name} ${block}`).digest().readInt32BE(0);
}

async function inTime(work: Promise<void> | void): Promise<void> {
  if (work === undefined) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_done, failed) => {
    timer = setTimeout(
      () => failed(new Error(`the case has not ended in ${CASE_MS_MAX} ms`)),
      CASE_MS_MAX,
    );
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What is broken after a block; null where nothing is. */
async function rulesOf(open: OpenFuzzer): Promise<string | null> {
  try {
    await open.checkAll?.();
  } catch (error) {
    return String(error instanceof Error ? error.message : error).slice(0, SHOWN_CHARS);
  }
  const held = heldBytes();
  return held <= HELD_BYTES_MAX ? null : `the process holds ${Math.round(held / 1e6)} MB`;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes of the heap and of buffers that are in use. */
export function heldBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function reportOf(name: string, result: fc.RunDetails<[unknown]>): string {
  const { seed, counterexamplePath: path, counterexample, errorInstance } = result;
  const why = errorInstance instanceof Error ? errorInstance.stack : String(errorInstance);
  return [
    `${name}: BROKEN at case ${result.numRuns}, shrunk ${result.numShrinks} times`,
    `  case: ${fc.stringify(counterexample?.[0]).slice(0, SHOWN_CHARS)}`,
    `  why: ${String(why).slice(0, SHOWN_CHARS)}`,
    `  again: npm run fuzz -- --only ${name} --seed=${seed} --path ${path}`,
  ].join('\n');
}
