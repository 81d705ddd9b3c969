/** The sandbox that the questions are about: its truth, and what the service read of it before. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { DAY_MS } from '#contract/durations.js';
import type { Kind } from '#contract/values.js';
import type { PortalName, TruthRow } from '#sandbox/index.js';
import { runNextArea } from '#service/lookups/run-batches.js';
import { openTestApp, type TestApp } from '../../support/open-test-app.js';
import { wholeSearch } from '../../support/whole-search.js';

/** Days between the reads that happened before the questions. */
export const READ_EVERY_DAYS = 10;
const READS = 3;
const SOLD_DAYS = 90;
const LOOK_MS = 20;

/** A box around each ZIP with homes: its homes are those of the box. */
const BOXES = {
  '78704': { west: -98, south: 30, east: -97.5, north: 30.5 },
  '98103': { west: -122.6, south: 47.4, east: -122, north: 47.9 },
  '10025': { west: -74.2, south: 40.5, east: -73.7, north: 41 },
} as const;
export type Zip = keyof typeof BOXES;
export const AUSTIN: Zip = '78704';
export const SEATTLE: Zip = '98103';
export const NEW_YORK: Zip = '10025';

export interface World {
  readonly app: TestApp;
  readonly url: string;
  /** When the service read the homes for sale in Austin. */
  readonly readsMs: readonly number[];
  /** What a perfect collector finds now, or at a time. */
  truth(
    source: PortalName,
    kind: Kind,
    zip: Zip,
    more?: TruthOptions,
  ): Promise<readonly TruthRow[]>;
  close(): Promise<void>;
}

export interface TruthOptions {
  readonly soldWithinDays?: number;
  readonly atMs?: number;
}

/** Opens the service, and reads the homes for sale in Austin three times, ten days apart. */
export async function openWorld(): Promise<World> {
  const app = await openTestApp({
    limits: { READ_AHEAD: 0 },
    sandbox: {
      places: [
        { zip: AUSTIN, homes: 150 },
        { zip: SEATTLE, homes: 60 },
        { zip: NEW_YORK, homes: 60 },
      ],
      hidden: 0,
    },
  });
  const readsMs: number[] = [];
  for (let reads = 0; reads < READS; reads += 1) {
    if (reads > 0) app.clock.advance(READ_EVERY_DAYS * DAY_MS);
    readsMs.push(app.clock.nowMs());
    await wholeSearch(app, 'portal_a', `zip=${AUSTIN}`);
  }
  const stop = new AbortController();
  const work = runLookups(app, stop.signal);
  return {
    app,
    url: `${await app.server.listen({ host: '127.0.0.1', port: 0 })}/mcp`,
    readsMs,
    truth: (source, kind, zip, { soldWithinDays = SOLD_DAYS, atMs } = {}) =>
      app.sandbox.truth(source, {
        ...BOXES[zip],
        kind,
        soldWithinDays,
        pending: false,
        atMs: atMs ?? app.clock.nowMs(),
      }),
    close: async () => {
      stop.abort();
      await work;
      await app.close();
    },
  };
}

/** Lists of addresses are looked up beside the calls. */
async function runLookups({ app }: TestApp, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) if (!(await runNextArea(app, signal))) await delay(LOOK_MS);
}

/** A row of a search over HTTP, from which a question takes its home. */
export interface AskedHome {
  readonly source_id: string;
  readonly address: Readonly<Record<'line1' | 'city' | 'state' | 'zip', string>> & {
    readonly unit: string | null;
  };
}

/** Homes to ask about: those of a ZIP that have an address of one line. */
export async function homesOf(
  { app }: World,
  source: string,
  kind: string,
  zip: Zip,
): Promise<readonly AskedHome[]> {
  const { rows } = await wholeSearch(app, source, `zip=${zip}`, kind);
  const homes = rows as unknown as readonly AskedHome[];
  const found = homes.filter(({ address }) => address.line1 !== '' && address.unit === null);
  assert.ok(found.length > 0, `${source} shows homes in ${zip}`);
  return found;
}

export const addressOf = ({ address: { line1, city, state, zip } }: AskedHome): string =>
  `${line1}, ${city}, ${state} ${zip}`;
