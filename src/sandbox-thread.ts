/** Starts the sandbox in a worker thread and stops it. */
import { Worker } from 'node:worker_threads';
import { builtFile } from '#base/program-files.js';
import type { UpstreamAddresses } from '#collect/upstream/source-client.js';
import type { SourceName } from '#contract/sources.js';
import type { StreetsOf } from '#http/console-streets.js';
import type { SandboxThreadInput, StreetsOrder, StreetsReply } from '#sandbox/thread.js';
import type { Config } from './config.js';

export interface RunningSandbox {
  readonly url: string;
  readonly urls: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export interface SandboxThread extends RunningSandbox {
  /** What the benchmark asks; only where it is served. */
  readonly exam?: { readonly seed: number; readonly day: string; readonly questions: number };
  /** The invented streets of a box. */
  readonly streets: StreetsOf;
}

/** Addresses of the sources that the sandbox serves; empty without a sandbox. */
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

/** Serves the synthetic data on a loopback port; 0 picks a free one. */
export async function startSandboxThread(
  config: Config,
  port: number,
  orAnyPort: boolean,
  benchmark = false,
): Promise<SandboxThread> {
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
    geoPath: builtFile('geo.bin'),
    benchmark,
  };
  const worker = new Worker(builtFile('sandbox/thread.js'), {
    workerData: input,
    execArgv: [],
  });
  const started = await new Promise<Pick<SandboxThread, 'url' | 'urls' | 'exam'>>(
    (done, failed) => {
      worker.once('message', done);
      worker.once('error', failed);
    },
  );
  return {
    ...started,
    streets: streetsOf(worker),
    close: async () => {
      await worker.terminate();
    },
  };
}

/** Requests streets from the thread; its exit rejects the requests still pending. */
function streetsOf(worker: Worker): StreetsOf {
  const waiting = new Map<number, PromiseWithEnds>();
  let last = 0;
  worker.on('message', ({ id, text }: StreetsReply) => {
    waiting.get(id)?.resolve(text);
    waiting.delete(id);
  });
  worker.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('the sandbox has ended'));
    waiting.clear();
  });
  return (edges, mainOnly) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      worker.postMessage({ id: last, edges, mainOnly } satisfies StreetsOrder);
    });
}

interface PromiseWithEnds {
  resolve(text: string): void;
  reject(error: Error): void;
}
