/** `rowhouse serve` in the test's process: the same service as compiled, without a new process. */
import { readConfig } from '../../src/config.js';
import { type Running, serve } from '../../src/serve.js';
import { copyMigrated } from './migrated.js';
import type { Settings } from './run-rowhouse.js';

export interface Here extends Running {
  readonly demoKey: string;
  readonly sandboxUrl: string;
}

/** Starts it in its data directory, which must be new; `stop` ends it. */
export async function serveHere(
  settings: Settings & { readonly ROWHOUSE_DATA_DIR: string },
): Promise<Here> {
  await copyMigrated(settings.ROWHOUSE_DATA_DIR);
  const running = await serve(readConfig(settings));
  return { ...running, demoKey: running.demo?.key ?? '', sandboxUrl: running.sandboxUrl ?? '' };
}
