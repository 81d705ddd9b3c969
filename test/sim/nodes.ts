/** The processes of the simulation: each an App with its own memory, on the one database. */
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Ids } from '#base/ids.js';
import type { Limits } from '#base/limits.js';
import type { Log } from '#base/log.js';
import { FieldHistory } from '#collect/checks/field-history.js';
import type { SortedArea } from '#collect/pages/sorted-area.js';
import { apiServer } from '#http/server.js';
import type { App } from '#service/app.js';
import { openCaches } from '#service/caches.js';
import type { Search } from '#service/search/query-cache.js';
import type { Notifications } from '#store/notifications.js';
import type { OpenApp } from '../../src/app.js';
import type { Chance } from './chance.js';
import { type FaultRates, poolOf, type Rewrite } from './database.js';
import type { Schedule } from './schedule.js';
import { clientOf, type Homes } from './upstream.js';

/** What the nodes of one seed share. */
export interface Ground {
  readonly base: OpenApp;
  readonly schedule: Schedule;
  readonly limits: Limits;
  readonly ids: Ids;
  readonly log: Log;
  readonly notifications: Notifications;
  readonly homes: Homes;
  readonly faultRates: { readonly database: FaultRates; readonly source: FaultRates };
  readonly chance: {
    readonly database: Chance;
    readonly source: Chance;
    readonly notifications: Chance;
  };
  readonly rewrite: Rewrite;
}

type Death = 'before' | 'inside' | 'after';

/** One process. It can be stalled (it receives nothing until it continues) and it can die. */
export class SimNode {
  readonly name: string;
  readonly app: App;
  readonly server: FastifyInstance;
  dead = false;
  /** When it died. */
  diedMs = 0;
  stalled = false;
  /** Failures injected into this node's database calls. */
  injectedFailures = 0;
  /** Works of the process that have not ended. */
  open = 0;
  #stallIn: number | null = null;
  #death: { in: number; how: Death } | null = null;
  readonly #schedule: Schedule;
  readonly #shell: Shell;

  constructor(name: string, ground: Ground) {
    this.name = name;
    this.#schedule = ground.schedule;
    this.#shell = idleShells.pop() ?? openShell(ground.base);
    this.app = Object.assign(this.#shell.app, appOf(this, ground));
    this.server = this.#shell.server;
  }

  /** Its process stops for a while before this many more database calls have run. */
  stallIn(calls: number): void {
    this.#stallIn = calls;
  }

  /** Its process is killed at the database call after this many more. */
  dieIn(calls: number, how: Death): void {
    this.#death = { in: calls, how };
  }

  /** Forgets what was planned and did not come to pass. */
  spare(): void {
    this.#stallIn = null;
    this.#death = null;
  }

  stallsNow(): boolean {
    if (this.#stallIn === null) return false;
    this.stalled = this.#stallIn === 0;
    this.#stallIn = this.stalled ? null : this.#stallIn - 1;
    return this.stalled;
  }

  diesNow(): Death | null {
    if (this.#death === null) return null;
    if (this.#death.in === 0) return this.#death.how;
    this.#death = { ...this.#death, in: this.#death.in - 1 };
    return null;
  }

  die(): void {
    this.dead = true;
    this.diedMs = this.#schedule.nowMs;
    this.#schedule.forget(this);
  }

  /** Its seed has ended, and with it whatever it waited for. */
  end(): void {
    this.die();
    idleShells.push(this.#shell);
  }
}

/**
 * What of a process costs more to make than a seed may take: its server, which keeps nothing of its
 * calls, around an application whose parts are replaced when the next process gets it.
 */
interface Shell {
  readonly app: App;
  readonly server: FastifyInstance;
}

/** Those of seeds that have ended: within a seed none is used twice. */
const idleShells: Shell[] = [];

function openShell(base: OpenApp): Shell {
  const app = { ...base };
  return { app, server: apiServer(app, { allowedOrigins: [] }) };
}

/**
 * The one place that builds an application for the simulation: what `openApp` opened, with time,
 * chance, the database and the sources of this node, and memory of its own.
 */
function appOf(node: SimNode, ground: Ground): App {
  const { base, schedule, limits, chance, faultRates } = ground;
  const clock = schedule.clockOf(node);
  // lru-cache rounds its clock to a real millisecond; here time jumps.
  const byTheClock = { perf: { now: clock.nowMs }, ttlResolution: 0 };
  const ttl = Math.max(1, limits.UPSTREAM_CACHE_S) * 1000;
  const db = poolOf(node, base.db, schedule, faultRates.database, chance.database, ground.rewrite);
  const notifications = notificationsOf(ground);
  const stopping = new AbortController().signal;
  return {
    ...base,
    clock,
    limits,
    ids: ground.ids,
    log: ground.log,
    db,
    dbOf: () => db,
    caches: {
      ...openCaches({ db, clock, limits, notifications, stopping, codec: base.codec }),
      queryCache: new LRUCache<string, Search>({ max: 100 }),
    },
    notifications,
    client: clientOf(clock, ground.homes, faultRates.source, chance.source),
    sortedAreas: new LRUCache<string, SortedArea>({ max: 100, ttl, ...byTheClock }),
    readAheads: new LRUCache<string, true>({ max: 100, ttl, ...byTheClock }),
    fieldHistory: new FieldHistory([]),
    learned: new Map(),
    audits: new Set(),
    stopping,
  };
}

const SIGNALS_LOST = 0.2;

/** Signals between the nodes, some of which are lost: polling has to catch them. */
function notificationsOf({ notifications, chance }: Ground): Notifications {
  return {
    ...notifications,
    send: (signal, id) => {
      if (!chance.notifications.happens(SIGNALS_LOST)) notifications.send(signal, id);
    },
  };
}
