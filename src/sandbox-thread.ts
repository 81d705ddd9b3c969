/** Starts the sandbox in its thread and ends it. */
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { SandboxThreadInput } from '#sandbox/thread.js';
import type { Config } from './config.js';

const DIST = new URL(import.meta.url.endsWith('.ts') ? '../dist/' : './', import.meta.url);

export interface RunningSandbox {
  readonly url: string;
  readonly urls: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Serves the synthetic data on a loopback port; 0 takes any free one. */
export async function startSandboxThread(
  config: Config,
  port: number,
  orAnyPort: boolean,
): Promise<RunningSandbox> {
  const input: SandboxThreadInput = {
    seed: config.sandbox.seed,
    homes: config.sandbox.homes,
    host: '127.0.0.1',
    port,
    orAnyPort,
    latencyMinMs: config.limits.SANDBOX_LATENCY_MIN_MS,
    latencyMaxMs: Math.max(
      config.limits.SANDBOX_LATENCY_MIN_MS,
      config.limits.SANDBOX_LATENCY_MAX_MS,
    ),
    geoPath: fileURLToPath(new URL('geo.bin', DIST)),
  };
  const worker = new Worker(new URL('sandbox/thread.js', DIST), {
    workerData: input,
    execArgv: [],
  });
  const { url, urls } = await new Promise<Omit<RunningSandbox, 'close'>>((done, failed) => {
    worker.once('message', done);
    worker.once('error', failed);
  });
  return {
    url,
    urls,
    close: async () => {
      await worker.terminate();
    },
  };
}
