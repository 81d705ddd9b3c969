/** Installations of which one, the core, reads the sources for the others, the edges. */
import type { AddressInfo } from 'node:net';
import type { UpstreamAddresses } from '#collect/upstream/source-client.js';
import type { SourceName } from '#contract/sources.js';
import { readConfig } from '../../src/config.js';
import {
  openTestApp,
  type TestAccount,
  type TestApp,
  type TestAppOptions,
} from './open-test-app.js';

export interface Core extends TestApp {
  /** The address of its API. */
  readonly url: string;
  /** The account of an edge, and how the edge's settings name it. */
  edgeAccount(extraCredits?: number): Promise<TestAccount>;
}

/** A core over the sandbox that listens on loopback. */
export async function openCore(options: TestAppOptions = {}): Promise<Core> {
  const t = await openTestApp(options);
  await t.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = t.server.server.address() as AddressInfo;
  return {
    ...t,
    url: `http://127.0.0.1:${port}`,
    edgeAccount: (extra_credits = 1000) => t.account({ name: 'edge', extra_credits }),
  };
}

/** The upstreams of an edge, read from the settings that its operator would write. */
export function coreUpstreams(
  url: string,
  key: string,
  sources: readonly SourceName[] = ['portal_a', 'portal_b', 'auction', 'mls'],
): UpstreamAddresses {
  const settings = sources.map((source) => [
    `ROWHOUSE_UPSTREAM_${source.toUpperCase()}`,
    `rowhouse+${url.replace('//', `//${key}@`)}`,
  ]);
  return readConfig({ ROWHOUSE_DATA_DIR: 'unused', ...Object.fromEntries(settings) }).upstreams;
}

let edges = 0;

/** An edge of a core, with a database, accounts and a clock of its own. */
export async function openEdge(
  core: Pick<Core, 'url' | 'clock'>,
  key: string,
  options: TestAppOptions = {},
): Promise<TestApp> {
  const upstreams = coreUpstreams(core.url, key);
  edges += 1;
  return openTestApp({
    upstreams,
    clock: core.clock,
    sandbox: { places: [] },
    ...options,
    // Installations know each other by their secrets.
    env: { ROWHOUSE_SECRET: `a-secret-of-edge-${edges}-for-tests`, ...options.env },
  });
}
