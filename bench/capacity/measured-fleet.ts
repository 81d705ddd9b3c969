/** A real core with three edges: what calls of each kind cost, and loads that are compared. */
import { bearer, type Caller, openCaller, settle } from '../support/caller.js';
import type { Chance } from '../support/chance.js';
import type { Cluster } from '../support/cluster.js';
import { newPlace, serveOn } from '../support/engines.js';
import { addAccounts, withStore } from '../support/fill.js';
import { cpuSeconds } from '../support/processes.js';
import type { Service } from '../support/service.js';
import type { UpstreamProxy } from '../support/upstream-proxy.js';
import type { FleetCosts, Use } from './fleet.js';
import { gapMs, type Popularity } from './fleet-load.js';

export const EDGES = 3;
export const FRESH_S = 30;
/** Above this price one page of the source holds the whole ZIP: one request a miss. */
const SEARCH = '/v1/portal_a/listings?zip=94104&min_price=';
const PRICE = 2_000_000;
const ENV = {
  ROWHOUSE_COLLECT_CONCURRENCY: '16',
  ROWHOUSE_UPSTREAM_CONCURRENCY: '64',
  ROWHOUSE_UPSTREAM_RATE_PER_S: '10000',
  ROWHOUSE_CACHE_LISTINGS_S: String(FRESH_S),
  ROWHOUSE_READ_AHEAD: 'off',
  // Else a page would be made again of older answers than it may have.
  ROWHOUSE_UPSTREAM_CACHE_S: '0',
};
const AREAS = 50;
const HITS = 400;
/** Between calls that come singly, as those of a load by chance: a processor forgets meanwhile. */
const PAUSE_MS = 25;
const IDLE_MS = 5_000;
const CONNECTIONS = 256;

interface Node {
  readonly service: Service;
  readonly keys: readonly string[];
}

/** Processor seconds from one moment to another: of each service, and of all databases. */
export interface Spent {
  readonly services: readonly number[];
  readonly database: number;
  readonly elapsedS: number;
}

export class MeasuredFleet {
  readonly #nodes: readonly Node[];
  readonly #cluster: Cluster;
  readonly #upstream: UpstreamProxy;
  readonly #caller: Caller = openCaller(CONNECTIONS);
  #pages = 1_000_000;

  private constructor(nodes: readonly Node[], cluster: Cluster, upstream: UpstreamProxy) {
    this.#nodes = nodes;
    this.#cluster = cluster;
    this.#upstream = upstream;
  }

  static async start(cluster: Cluster, upstream: UpstreamProxy): Promise<MeasuredFleet> {
    const make = async (name: string, accounts: number, address: string): Promise<Node> => {
      const place = await newPlace('postgres', cluster, `fleet_${name}`);
      const keys = await withStore(place, (pool) => addAccounts(pool, accounts));
      const own = {
        ROWHOUSE_SECRET: `bench-secret-of-${name}`,
        ROWHOUSE_UPSTREAM_PORTAL_A: address,
      };
      return { keys, service: await serveOn(place, { ...ENV, ...own }) };
    };
    const core = await make('core', EDGES + 2, upstream.url);
    const { host } = new URL(core.service.url);
    const edges: Node[] = [];
    for (const key of core.keys.slice(0, EDGES)) {
      edges.push(await make(`edge${edges.length}`, 8, `rowhouse+http://${key}@${host}`));
    }
    return new MeasuredFleet([...edges, core], cluster, upstream);
  }

  close(): void {
    this.#caller.close();
  }

  get services(): readonly Service[] {
    return this.#nodes.map(({ service }) => service);
  }

  get sourceRequests(): number {
    return this.#upstream.exchanges.length;
  }

  /** What work costs, the idle use of the same time taken off. */
  async spend(
    work: () => Promise<unknown>,
    idle: Use = { service: 0, database: 0 },
  ): Promise<Spent> {
    const used = () => this.#nodes.map(({ service }) => cpuSeconds(service.process.pid));
    const [before, stored, began] = [used(), this.#cluster.cpuSeconds(), performance.now()];
    await work();
    const elapsedS = (performance.now() - began) / 1000;
    return {
      services: used().map((now, at) => now - (before[at] ?? 0) - (idle.service * elapsedS) / 1000),
      database:
        this.#cluster.cpuSeconds() -
        stored -
        (this.#nodes.length * idle.database * elapsedS) / 1000,
      elapsedS,
    };
  }

  /** The costs of calls, each kind by itself, on the core and on one edge or two. */
  async costs(): Promise<FleetCosts> {
    const nodes = this.#nodes.length;
    const still = await this.spend(() => new Promise((done) => setTimeout(done, IDLE_MS)));
    const idle = {
      service: (still.services.reduce((sum, one) => sum + one, 0) / nodes / still.elapsedS) * 1000,
      database: (still.database / nodes / still.elapsedS) * 1000,
    };
    const hit = await this.#hits(idle);
    const core = nodes - 1;
    const each = async (places: readonly number[], pages: number, times = 1): Promise<Spent> => {
      const first = this.#newPages(pages);
      return this.spend(() => this.#ask(places, first, pages, times), idle);
    };
    const direct = await each([core], AREAS);
    const twice = await each([core], AREAS, 2);
    const first = this.#newPages(AREAS);
    const relayed = await this.spend(() => this.#ask([0], first, AREAS), idle);
    const answered = await this.spend(() => this.#ask([1], first, AREAS), idle);
    const ms = (seconds: number) => Math.max(0, (seconds / AREAS) * 1000);
    const of = (spent: Spent, node: number) => spent.services[node] ?? 0;
    const relayedDatabase = relayed.database - direct.database;
    return {
      idle,
      hit,
      relayed: {
        service: ms((of(relayed, 0) + of(answered, 1)) / 2),
        database: ms(relayedDatabase),
      },
      collected: { service: ms(of(relayed, core)), database: ms(direct.database) },
      answered: {
        service: ms(of(answered, core)),
        database: ms(answered.database - relayedDatabase),
      },
      joined: {
        service: ms(of(twice, core) - of(direct, core)),
        database: ms(twice.database - direct.database),
      },
    };
  }

  #newPages(count: number): number {
    this.#pages += count;
    return this.#pages - count;
  }

  /** Every page once at each place, `times` calls at the same moment. */
  async #ask(places: readonly number[], first: number, pages: number, times = 1): Promise<void> {
    for (let page = first; page < first + pages; page += 1) {
      for (const place of places) {
        await Promise.all(Array.from({ length: times }, (_one, at) => this.#call(place, page, at)));
      }
    }
  }

  /** A call as a caller makes it; accounts of a core follow those of its edges. */
  async #call(place: number, page: number, nth: number): Promise<boolean> {
    const { service, keys } = this.#nodes[place] ?? {};
    const isCore = place === this.#nodes.length - 1;
    const key = keys?.[isCore ? EDGES + (nth % 2) : nth % 8] ?? '';
    const path = `${SEARCH}${PRICE + page}`;
    const { status, headers, body } = await this.#caller.get(`${service?.url}${path}`, bearer(key));
    if (status === 200) return true;
    if (status !== 202) throw new Error(`${path}: ${status} ${body.toString()}`);
    await settle(this.#caller, service?.url ?? '', `${headers.location}?wait=20`, key);
    return false;
  }

  /** Milliseconds of a hit on the first edge, one after the other. */
  async #hits(idle: Use): Promise<Use> {
    const page = this.#newPages(1);
    await this.#call(0, page, 0);
    const spent = await this.spend(async () => {
      for (let nth = 0; nth < HITS; nth += 1) {
        await this.#call(0, page, nth);
        await new Promise((done) => setTimeout(done, PAUSE_MS));
      }
    }, idle);
    const ms = (seconds: number) => (seconds / HITS) * 1000;
    return { service: ms(spent.services[0] ?? 0), database: ms(spent.database) };
  }

  /** Calls that come by chance for some seconds: how many, and how many were hits, or failed. */
  async load(callsPerS: number, popularity: Popularity, seconds: number, chance: Chance) {
    let failed = 0;
    const calls: Promise<boolean>[] = [];
    const began = performance.now();
    let dueMs = gapMs(chance, callsPerS);
    while (dueMs < seconds * 1000) {
      const waitMs = began + dueMs - performance.now();
      if (waitMs > 0) await new Promise((done) => setTimeout(done, waitMs));
      const edge = Math.floor(chance.next() * EDGES);
      calls.push(
        this.#call(edge, popularity.pick(chance), calls.length).catch((error: unknown) => {
          console.log(`a call failed: ${String(error).slice(0, 200)}`);
          failed += 1;
          return false;
        }),
      );
      dueMs += gapMs(chance, callsPerS);
    }
    const hits = (await Promise.all(calls)).filter(Boolean).length;
    return { calls: calls.length, hits, failed };
  }
}
