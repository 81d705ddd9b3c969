/** The state of an open sandbox: synthetic data, portals, behaviour settings, faults and counts. */
import { setMaxListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { assert } from '#base/assert.js';
import type { Clock } from '#base/clock.js';
import type { SyntheticData } from './data/home.js';
import { createSyntheticData } from './data/synthetic-data.js';
import { type Fault, NO_FAULT } from './faults.js';
import { type FaultyPlace, faultyPlaces } from './odd-places.js';
import type { SandboxOptions } from './options.js';
import type { Behaviour, Portal } from './portal.js';
import { PORTALS } from './portals.js';
import { type WorldClock, worldClock } from './world-clock.js';

export interface CountState {
  requests: number;
  struck: number;
  bytes: number;
}

export interface SandboxState {
  readonly seed: number;
  readonly clock: Clock;
  /** The time of the data. */
  readonly world: WorldClock;
  readonly data: SyntheticData;
  readonly latencyMinMs: number;
  readonly latencyMaxMs: number;
  readonly portals: Map<string, Portal>;
  readonly faults: Map<string, Fault>;
  /** Places that always fail. */
  readonly faultyPlaces: readonly FaultyPlace[];
  /** Requests since the start; faults are drawn by this number, so a reset of counts moves none. */
  readonly nths: Map<string, number>;
  readonly counts: Map<string, CountState>;
  behaviour: Behaviour;
  /** Aborts when the sandbox closes. */
  readonly closing: AbortController;
}

const LATENCY_MIN_MS = 40;
const LATENCY_MAX_MS = 120;
const RELAXED_RATE = 0.3;
const HIDDEN_RATE = 0.01;

/** Builds the synthetic data and opens its portals. */
export function openState(options: SandboxOptions): SandboxState {
  const { seed, clock } = options;
  const latencyMinMs = options.latencyMinMs ?? LATENCY_MIN_MS;
  const latencyMaxMs = options.latencyMaxMs ?? LATENCY_MAX_MS;
  assert(Number.isSafeInteger(seed), 'the seed of the sandbox is a whole number');
  assert(options.homes >= 0 && options.homes <= HOMES_MAX, 'the sandbox has 0 to 10 million homes');
  assert(latencyMinMs >= 0 && latencyMaxMs >= latencyMinMs, 'latency runs from min to max');
  const world = worldClock(clock);
  const data = createSyntheticData({ ...options, world });
  const state: SandboxState = {
    seed,
    clock,
    world,
    data,
    latencyMinMs,
    latencyMaxMs,
    portals: new Map(),
    faults: new Map(),
    faultyPlaces: faultyPlaces(data),
    nths: new Map(),
    counts: new Map(),
    behaviour: {
      order: options.order ?? 'none',
      relaxed: options.relaxed ?? RELAXED_RATE,
      hidden: options.hidden ?? HIDDEN_RATE,
      boxes: options.boxes ?? false,
    },
    closing: new AbortController(),
  };
  // Every waiting answer listens for the end; the server's connections bound their number.
  setMaxListeners(0, state.closing.signal);
  for (const [name, portal] of openPortals(state, options)) state.portals.set(name, portal);
  return state;
}

const HOMES_MAX = 10_000_000;

function openPortals(state: SandboxState, options: SandboxOptions): [string, Portal][] {
  const scene = {
    data: state.data,
    behaviour: () => state.behaviour,
    turn: async () => {
      await setImmediate();
    },
  };
  const names = options.portals ?? [];
  return Object.entries(PORTALS).flatMap(([name, open]) => {
    const wanted = names.length === 0 || names.some((asked) => asked === name);
    return wanted ? [[name, open(scene)]] : [];
  });
}

/** The counts of a source, from zero. */
export function countOf(state: SandboxState, source: string): CountState {
  const known = state.counts.get(source) ?? { requests: 0, struck: 0, bytes: 0 };
  state.counts.set(source, known);
  return known;
}

/** The fault a source has now. */
export const faultOf = (state: SandboxState, source: string): Fault =>
  state.faults.get(source) ?? NO_FAULT;
