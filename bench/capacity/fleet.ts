/**
 * Installations as a queueing simulation in virtual time: edges with caches, a core that reads each
 * page once for all of them, and a source with a pace. Processor time is what was measured;
 * waiting, equal searches and freshness come out of it.
 */
import type { Chance } from '../support/chance.js';
import { Events } from './events.js';

/** Processor time in milliseconds. */
export interface Use {
  readonly service: number;
  readonly database: number;
}

/** What calls cost, as measured. */
export interface FleetCosts {
  /** A hit that comes alone: of those that come together, several are charged at once for less. */
  readonly hit: Use;
  /** A page that an edge has from its core, at the edge. */
  readonly relayed: Use;
  /** A page that is collected from its source with one request. */
  readonly collected: Use;
  /** A page that the core has fresh, or collects already, for a call of an edge; at the core. */
  readonly answered: Use;
  readonly joined: Use;
  /** Of an installation without calls, per second. */
  readonly idle: Use;
}

export interface Fleet {
  /** Installations that callers call. */
  readonly edges: number;
  /** Whether they have a core; else each reads the source. */
  readonly core: boolean;
  readonly costs: FleetCosts;
  readonly sourceMs: number;
  /** Requests per second that the source allows. */
  readonly paceRps: number;
  readonly freshMs: number;
  /** What one service and one database work on at once; Infinity where only use is asked. */
  readonly threads: number;
  readonly databaseCores: number;
}

export interface Counts {
  calls: number;
  hits: number;
  sourceRequests: number;
}

/** Something that works on some calls at once; others wait in their order. */
class Worker {
  busyMs = 0;
  #running = 0;
  readonly #waiting: (readonly [ms: number, then: () => void])[] = [];
  readonly #events: Events;
  readonly #places: number;

  constructor(events: Events, places: number) {
    this.#events = events;
    this.#places = places;
  }

  work(ms: number, then: () => void): void {
    if (this.#running >= this.#places) {
      this.#waiting.push([ms, then]);
      return;
    }
    this.#running += 1;
    this.busyMs += ms;
    this.#events.at(this.#events.nowMs + ms, () => {
      this.#running -= 1;
      const next = this.#waiting.shift();
      if (next !== undefined) this.work(...next);
      then();
    });
  }
}

/** Reads a page for an installation; passes on when it was read from its source. */
type Read = (page: number, done: (readAtMs: number) => void) => void;

/** A source that is asked at a pace. */
class Source {
  requests = 0;
  #nextMs = 0;
  readonly #events: Events;
  readonly #fleet: Fleet;

  constructor(events: Events, fleet: Fleet) {
    this.#events = events;
    this.#fleet = fleet;
  }

  readonly read: Read = (_page, done) => {
    this.requests += 1;
    const { nowMs } = this.#events;
    const sentMs = Math.max(nowMs, this.#nextMs);
    this.#nextMs = sentMs + 1000 / this.#fleet.paceRps;
    this.#events.at(sentMs + this.#fleet.sourceMs, () => done(this.#events.nowMs));
  };
}

/** One installation: its service, its database, and the pages that it has. */
class Installation {
  readonly service: Worker;
  readonly database: Worker;
  readonly pages = new Map<number, number>();
  readonly #flights = new Map<number, ((readAtMs: number) => void)[]>();
  readonly #events: Events;
  readonly #fleet: Fleet;
  readonly #upstream: Read;
  readonly #miss: Use;
  readonly #counts: Counts;

  constructor(events: Events, fleet: Fleet, counts: Counts, upstream: Read, miss: Use) {
    this.service = new Worker(events, fleet.threads);
    this.database = new Worker(events, fleet.databaseCores);
    this.#events = events;
    this.#fleet = fleet;
    this.#counts = counts;
    this.#upstream = upstream;
    this.#miss = miss;
  }

  isFresh(page: number): boolean {
    return this.#events.nowMs - (this.pages.get(page) ?? -Infinity) < this.#fleet.freshMs;
  }

  /** A call of a caller. */
  call(page: number, done: () => void): void {
    if (!this.isFresh(page)) {
      this.read(page, done);
      return;
    }
    this.#counts.hits += 1;
    this.#use(this.#fleet.costs.hit, done);
  }

  /** A call for a page that this installation may have to collect. */
  readonly read: Read = (page, done) => {
    const { answered, joined } = this.#fleet.costs;
    const readAtMs = this.pages.get(page);
    const flight = this.#flights.get(page);
    if (readAtMs !== undefined && this.isFresh(page)) {
      this.#use(answered, () => done(readAtMs));
    } else if (flight !== undefined) {
      this.#use(joined, () => undefined);
      flight.push(done);
    } else this.#collect(page, done);
  };

  #collect(page: number, done: (readAtMs: number) => void): void {
    const waiting = [done];
    this.#flights.set(page, waiting);
    const half = { service: this.#miss.service / 2, database: this.#miss.database / 2 };
    this.#use(half, () =>
      this.#upstream(page, (readAtMs) =>
        this.#use(half, () => {
          this.pages.set(page, readAtMs);
          this.#flights.delete(page);
          for (const one of waiting) one(readAtMs);
        }),
      ),
    );
  }

  #use({ service, database }: Use, then: () => void): void {
    this.service.work(service, () => this.database.work(database, then));
  }
}

export interface Simulated extends Counts {
  /** Processor seconds of each edge's service, of the core's, and of all databases. */
  readonly edgesS: readonly number[];
  readonly coreS: number;
  readonly databaseS: number;
  readonly coreDatabaseS: number;
}

/** The installations of a fleet, and how calls reach them. */
export class Simulation {
  readonly events = new Events();
  readonly counts: Counts = { calls: 0, hits: 0, sourceRequests: 0 };
  readonly #fleet: Fleet;
  readonly #source: Source;
  readonly #core: Installation | null;
  readonly #edges: readonly Installation[];

  constructor(fleet: Fleet) {
    this.#fleet = fleet;
    this.#source = new Source(this.events, fleet);
    const { relayed, collected } = fleet.costs;
    const make = (upstream: Read, miss: Use) =>
      new Installation(this.events, fleet, this.counts, upstream, miss);
    this.#core = fleet.core ? make(this.#source.read, collected) : null;
    const upstream = this.#core?.read ?? this.#source.read;
    this.#edges = Array.from({ length: fleet.edges }, () =>
      make(upstream, this.#core === null ? collected : relayed),
    );
  }

  /** A call to an edge; `done` when it is answered. */
  call(edge: number, page: number, done: () => void = () => undefined): void {
    this.counts.calls += 1;
    this.#edges[edge]?.call(page, done);
  }

  /** A page that a call has brought before the simulated time: nothing is worked for it. */
  warm(edge: number, page: number, atMs: number): void {
    const own = this.#edges[edge];
    const { freshMs } = this.#fleet;
    const isFresh = (one?: Installation | null) =>
      atMs - (one?.pages.get(page) ?? -Infinity) < freshMs;
    if (isFresh(own)) return;
    if (!isFresh(this.#core)) this.#core?.pages.set(page, atMs);
    own?.pages.set(page, this.#core?.pages.get(page) ?? atMs);
  }

  /** A page as it is after a long time of calls at a rate, by chance. */
  settle(page: number, callsPerS: number, chance: Chance): void {
    const { freshMs } = this.#fleet;
    const edges = this.#edges;
    const edgeMs = (edges.length / callsPerS) * 1000;
    if (this.#core === null) {
      for (const { pages } of edges) {
        if (chance.next() < freshMs / (freshMs + edgeMs)) {
          pages.set(page, -chance.next() * freshMs);
        }
      }
    } else if (chance.next() < freshMs / (freshMs + edgeMs / edges.length)) {
      const ageMs = chance.next() * freshMs;
      this.#core.pages.set(page, -ageMs);
      // One edge asked for it then; others have it when they have asked since.
      const first = Math.floor(chance.next() * edges.length);
      for (const [at, { pages }] of edges.entries()) {
        if (at === first || chance.next() > Math.exp(-ageMs / edgeMs)) pages.set(page, -ageMs);
      }
    }
  }

  /** Use and counts of the simulated time. */
  result(seconds: number): Simulated {
    const { idle } = this.#fleet.costs;
    const use = (one: Worker | undefined, idleMs: number) =>
      ((one?.busyMs ?? 0) + idleMs * seconds) / 1000;
    const all = [...this.#edges, ...(this.#core === null ? [] : [this.#core])];
    return {
      ...this.counts,
      sourceRequests: this.#source.requests,
      edgesS: this.#edges.map(({ service }) => use(service, idle.service)),
      coreS: this.#core === null ? 0 : use(this.#core.service, idle.service),
      databaseS: all.reduce((sum, { database }) => sum + use(database, idle.database), 0),
      coreDatabaseS: this.#core === null ? 0 : use(this.#core.database, idle.database),
    };
  }
}
