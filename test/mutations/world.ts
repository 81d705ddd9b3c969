/**
 * The answers that changes are applied to: a source's sandbox portal, called in this process over
 * synthetic homes of one ZIP, enough for the requested rows. A second ZIP has the homes of another
 * place. Equal requests share one answer, which is made once.
 */
import assert from 'node:assert/strict';
import { askFor } from '#collect/area/area-search.js';
import type { SourceName } from '#contract/sources.js';
import type { Kind } from '#contract/values.js';
import type { Area } from '#domain/area.js';
import { type Box, boxAround } from '#domain/box.js';
import type { Geo } from '#geo/geo.js';
import type { Portal } from '#sandbox/portal.js';
import { openState } from '#sandbox/state.js';
import type { AreaAsk, HttpDriver, UpstreamRequest } from '#sources/driver.js';
import { driverOf } from '#sources/index.js';
import { copyAlong, type Path, type Slot, slotsOf } from './members.js';

/** The moment of every case. */
export const NOW_MS = Date.parse('2026-11-20T15:00:00Z');
export const CLOCK = { nowMs: () => NOW_MS, sleep: async () => undefined };

const SEED = 20_261_120;
/** Places of the city that a single-city source covers: the first, and those read after it. */
const PLACES = ['10025', '11215', '10463', '11375', '11201'] as const;
const hereOf = ({ nth = 0, place }: { nth?: number; place?: string | undefined }): string =>
  place ?? PLACES[nth % PLACES.length] ?? PLACES[0];
/** A place in another part of it, and in another state for a source that is asked for states. */
const ELSEWHERE = '10314';
const IN_ANOTHER_STATE = '19103';
const elsewhereOf = (source: SourceName): string =>
  source === 'auction' ? IN_ANOTHER_STATE : ELSEWHERE;
/** How far back sales go; an open set whose server says nothing is asked for all that it has. */
const SOLD_DAYS = 90;
const SET_DAYS = 1_095;
/** Homes for sale of the first attempt, from which the number needed is estimated. */
const HOMES_TRIED = 400;

/** An answer as a portal gave it: its JSON as text, and what stands before it. */
export interface PortalText {
  readonly prefix: string;
  readonly json: string;
}

export interface World {
  readonly source: SourceName;
  readonly kind: Kind;
  readonly driver: HttpDriver;
  readonly geo: Geo;
  readonly area: Area;
  /** Another place that the source covers. */
  readonly elsewhere: Area;
  answer(request: UpstreamRequest): Promise<PortalText>;
}

/** The world of a portal. */
export interface PortalWorld extends World {
  /** Every answer so far, in the order of the first request for it. */
  answers(): Promise<PortalText[]>;
}

export interface WorldOptions {
  readonly geo: Geo;
  readonly source: SourceName;
  readonly kind: Kind;
  /** About how many rows the area has. */
  readonly rows: number;
  /** How old the portal's answers are. */
  readonly ageDays?: number;
  /** Which of the places it is; the first when left out. */
  readonly nth?: number;
  /** The ZIP, in place of one of those. */
  readonly place?: string;
  /** How its portal behaves otherwise, by the name of a fault of its own. */
  readonly fault?: string;
}

/** Opens the world of a source and kind; null where its rows come from a table of ours. */
export async function openWorld(options: WorldOptions): Promise<PortalWorld | null> {
  const { geo, source, kind } = options;
  const driver = driverOf(source, kind);
  if (driver?.over !== 'http') return null;
  const area = areaOf(geo, hereOf(options));
  const portal = await sizedPortal(options, area.cover[0]);
  const answers = new Map<string, Promise<PortalText>>();
  const answer: World['answer'] = (request) => {
    const key = JSON.stringify([request.method, request.path, request.body]);
    const known = answers.get(key) ?? askPortal(portal, request, options.fault);
    answers.set(key, known);
    return known;
  };
  return {
    source,
    kind,
    driver,
    geo,
    area,
    elsewhere: areaOf(geo, elsewhereOf(source)),
    answer,
    answers: () => Promise.all(answers.values()),
  };
}

/** A portal that shows about as many rows in a box as are asked for. */
async function sizedPortal(options: WorldOptions, box: Box | undefined): Promise<Portal> {
  let homes = HOMES_TRIED;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const portal = portalOf(options, homes);
    const isSet = options.source === 'open_data';
    const days = isSet ? SET_DAYS : SOLD_DAYS;
    const count = await countRows(portal, options.kind, box, days);
    const more = isSet ? SET_TOLERANCE : ROWS_TOLERANCE;
    const share = count / options.rows;
    if (share >= 1 - ROWS_TOLERANCE && share <= 1 + more) return portal;
    homes = Math.ceil((homes * options.rows) / Math.max(1, count));
  }
  throw new Error(`the sandbox shows too few or too many ${options.kind} of ${options.source}`);
}

const ATTEMPTS_MAX = 8;
const ROWS_TOLERANCE = 0.12;
/** A home for sale more is many sales of years more. */
const SET_TOLERANCE = 0.5;

function portalOf(
  { geo, source, ageDays = 0, nth = 0, place }: WorldOptions,
  homes: number,
): Portal {
  const state = openState({
    seed: SEED + nth,
    homes: 0,
    places: [hereOf({ nth, place }), elsewhereOf(source)].map((zip) => ({ zip, homes })),
    geo,
    clock: { ...CLOCK, nowMs: () => NOW_MS - ageDays * 86_400_000 },
    portals: [source],
    relaxed: 0,
  });
  const portal = state.portals.get(source);
  assert.ok(portal !== undefined, `the sandbox has no portal of ${source}`);
  return portal;
}

async function countRows(
  portal: Portal,
  kind: Kind,
  box: Box | undefined,
  soldWithinDays: number,
): Promise<number> {
  assert.ok(box !== undefined);
  const edges = { west: box.w / 1e6, south: box.s / 1e6, east: box.e / 1e6, north: box.n / 1e6 };
  const ids = new Set<string>();
  const question = { kind, ...edges, soldWithinDays, pending: false };
  for await (const { id } of portal.groundTruth(question)) ids.add(id);
  return ids.size;
}

/** The box around a ZIP, as an area of its own. */
function areaOf(geo: Geo, zip: string): Area {
  const box = geo.zip(zip)?.cover;
  assert.ok(box !== undefined);
  return { test: { by: 'box', box }, cover: [box], exact: true };
}

/** What a source is asked for of an area: the state of its middle where it is asked for states. */
export function firstAsk({ driver, area, geo }: Pick<World, 'driver' | 'area' | 'geo'>): AreaAsk {
  const { w, s, e, n } = area.cover.reduce(boxAround);
  const state = geo.countyOf((s + n) / 2e6, (w + e) / 2e6, null)?.state;
  return askFor({ driver, area }, area.cover[0] ?? null, undefined, state);
}

/** The answer of a portal, called in this process. */
export async function askPortal(
  portal: Portal,
  { method, path, body }: UpstreamRequest,
  fault?: string,
): Promise<PortalText> {
  const url = new URL(`http://source.invalid${path}`);
  const asked = { method, path: url.pathname, query: url.searchParams, body: body ?? '' };
  const answer = await portal.answer(asked, fault);
  assert.equal(answer.status, 200, 'the sandbox answers what a driver asks');
  return { prefix: answer.prefix ?? '', json: JSON.stringify(answer.json) };
}

/** The world with answers in which some lists are empty. */
export function withEmptyLists(world: PortalWorld, paths: readonly Path[]): PortalWorld {
  const key = JSON.stringify(paths);
  const known = SHORTER.get(world)?.get(key);
  if (known !== undefined) return known;
  const shorter = withChanged(world, paths, (slots) => {
    for (const { holder, key } of slots) if (Array.isArray(holder[key])) holder[key] = [];
  });
  SHORTER.set(world, new Map([[key, shorter]]));
  return shorter;
}

const SHORTER = new WeakMap<PortalWorld, Map<string, PortalWorld>>();

/** The world with a change of some members, made once; an answer without them remains itself. */
export function withChanged(
  world: PortalWorld,
  paths: readonly Path[],
  change: (slots: readonly Slot[]) => void,
): PortalWorld {
  const known = new Map<PortalText, PortalText>();
  const changed = (answer: PortalText): PortalText => {
    const made = known.get(answer) ?? changedText(answer, paths, change);
    known.set(answer, made);
    return made;
  };
  return {
    ...world,
    answer: async (request) => changed(await world.answer(request)),
    answers: async () => (await world.answers()).map(changed),
  };
}

function changedText(
  answer: PortalText,
  paths: readonly Path[],
  change: (slots: readonly Slot[]) => void,
): PortalText {
  // A change is made in the holders of the members, and in what holds these: the rest is shared.
  const root = paths.reduce<unknown>(copyAlong, parsed(answer));
  const slots = paths.flatMap((path) => slotsOf(root, path));
  if (slots.length === 0) return answer;
  change(slots);
  const json = JSON.stringify(root);
  return json === answer.json ? answer : { ...answer, json };
}

/** An answer is changed in hundreds of ways, and parsed once for all. */
function parsed(answer: PortalText): unknown {
  const known = PARSED.get(answer) ?? { root: JSON.parse(answer.json) as unknown };
  PARSED.set(answer, known);
  return known.root;
}

const PARSED = new WeakMap<PortalText, { readonly root: unknown }>();
