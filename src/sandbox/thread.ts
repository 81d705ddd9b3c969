/** The sandbox in its own thread, so that the synthetic data takes no time from the service. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Clock } from '#base/clock.js';
import { loadGeo } from '#geo/index.js';
import { startBenchmark } from './benchmark/index.js';
import type { HomeEdges } from './data/home.js';
import { openStreets, type StreetsIn, streetsText } from './data/streets-in.js';
import { startSandbox } from './index.js';

export interface SandboxThreadInput {
  readonly seed: number;
  readonly homes: number;
  readonly host: string;
  readonly port: number;
  readonly orAnyPort: boolean;
  readonly latencyMinMs: number;
  readonly latencyMaxMs: number;
  readonly geoPath: string;
  /** Serves the benchmark in place of the portals alone. */
  readonly benchmark: boolean;
}

/** Requests the streets of a box; the reply has the same id. */
export interface StreetsOrder {
  readonly id: number;
  readonly edges: HomeEdges;
  readonly mainOnly: boolean;
}

export interface StreetsReply {
  readonly id: number;
  readonly text: string;
}

const input = workerData as SandboxThreadInput;
const clock: Clock = {
  nowMs: () => performance.timeOrigin + performance.now(),
  sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
};
const geo = loadGeo(input.geoPath);
/** They index every ZIP, which a service without a map never needs. */
let streetsIn: StreetsIn | undefined;
parentPort?.on('message', ({ id, edges, mainOnly }: StreetsOrder) => {
  streetsIn ??= openStreets({ seed: input.seed, geo });
  parentPort?.postMessage({ id, text: streetsText(streetsIn(edges, mainOnly)) });
});
const served = { ...input, geo, clock };
if (input.benchmark) {
  const { url, seed, day, questions } = await startBenchmark(served);
  parentPort?.postMessage({ url, urls: {}, exam: { seed, day, questions } });
} else {
  const { url, urls } = await startSandbox(served);
  parentPort?.postMessage({ url, urls });
}
