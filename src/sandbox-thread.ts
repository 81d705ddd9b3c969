/** Starts the sandbox in its thread and ends it. */
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { UpstreamAddresses } from '#collect/source-client.js';
import type { SourceName } from '#contract/sources.js';
import type { SandboxThreadInput } from '#sandbox/thread.js';
import type { Config } from './config.js';

const DIST = new URL(import.meta.url.endsWith('.ts') ? '../dist/' : './', import.meta.url);

export interface RunningSandbox {
  readonly url: string;
  readonly urls: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Addresses of sources that the sandbox serves; none without a sandbox. */
export const sandboxAddresses = (
  sandbox: RunningSandbox | null,
  sources: readonly SourceName[],
): UpstreamAddresses =>
  Object.fromEntries(
    sources.flatMap((source) => {
      const url = sandbox?.urls[source];
      return url === undefined
        ? []
        : [[source, { url, places: url, headers: {}, sandbox: true }] as const];
    }),
  );

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
