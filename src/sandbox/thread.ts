/** The sandbox in a thread of its own, so that the synthetic data takes no time from the service. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Clock } from '#base/clock.js';
import { loadGeo } from '#geo/index.js';
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
}

const input = workerData as SandboxThreadInput;
const clock: Clock = {
  nowMs: () => performance.timeOrigin + performance.now(),
  sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
};
const sandbox = await startSandbox({ ...input, geo: loadGeo(input.geoPath), clock });
parentPort?.postMessage({ url: sandbox.url, urls: sandbox.urls });
