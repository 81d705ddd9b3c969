/** Collects a page through the real code, from a source that answers with a change. */
import assert from 'node:assert/strict';
import type { AreaSearch } from '#collect/area/area-search.js';
import { FieldHistory } from '#collect/checks/field-history.js';
import { collectPage } from '#collect/pages/collect-page.js';
import { NO_HOMES } from '#collect/pages/home-store.js';
import type { CollectedPage } from '#collect/pages/page.js';
import { openSortedAreas } from '#collect/pages/sorted-area.js';
import { openSortedMemory } from '#collect/pages/sorted-memory.js';
import { NO_PLACES, type PlaceStore } from '#collect/places/place-store.js';
import { sendOnce } from '#collect/upstream/exchange.js';
import type { SourceClient } from '#collect/upstream/source-client.js';
import type { Upstream } from '#collect/upstream/upstream.js';
import { START } from '#domain/position.js';
import type { Filters } from '#domain/search.js';
import type { Question } from '#sources/driver.js';
import { sourceStub } from '../support/source-stub.js';
import { CLOCK, NOW_MS, type PortalText, type World } from './world.js';

/** An answer as it goes over the wire. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** A change of what a source does. Each part that is left out stays as it is. */
export interface Change {
  /** The question that the source answers, in place of the one asked. */
  readonly hear?: (question: Question, world: World) => Question;
  /** Where the answer comes from, in place of the world. */
  readonly from?: World;
  /** Changes the parsed answer in place. */
  readonly edit?: (json: unknown, question: Question) => void;
  /** Changes the bytes. */
  readonly send?: (answer: WireAnswer, question: Question) => WireAnswer;
}

/** More requests than any case needs: a source that never ends is stopped here. */
const REQUESTS_MAX = 300;
const PAGE_ROWS = 5_000;
const BYTES_MAX = 2 ** 28;

/** A collection that asks without end. */
export class Endless extends Error {}

const SORTED = {
  // Without a time to live nothing is kept: cases must not share what they read.
  areas: openSortedAreas(1, 0, CLOCK.nowMs),
  memory: openSortedMemory(BYTES_MAX, 1),
  rowsMax: PAGE_ROWS,
};

export const NO_CHANGE: Change = {};

/** How much is read, and what is remembered of earlier readings. */
interface Kept {
  readonly pageRows?: number | undefined;
  readonly history?: FieldHistory;
  readonly places?: PlaceStore;
}

/** The whole area as one page, or its first rows. Throws SourceError, or Endless. */
export function collectChanged(
  world: World,
  change: Change,
  filters: Filters = {},
  { pageRows = PAGE_ROWS, history = new FieldHistory(), places = NO_PLACES }: Kept = {},
): Promise<CollectedPage> {
  const search: AreaSearch = {
    clock: CLOCK,
    geo: world.geo,
    client: clientOver(world, change),
    history,
    places,
    homes: NO_HOMES,
    source: world.source,
    kind: world.kind,
    driver: world.driver,
    area: world.area,
    filters,
    asker: '',
    freshSinceMs: 0,
    signal: new AbortController().signal,
  };
  return collectPage(search, {
    kind: world.kind,
    position: START,
    pageRows,
    searchHash: '',
    sorted: SORTED,
  });
}

/** A client whose requests go through the real exchange to the world, without pace and retries. */
function clientOver(world: World, change: Change): SourceClient {
  const kept = new Map<string, WireAnswer>();
  let requests = 0;
  const serve = async (question: Question): Promise<WireAnswer> => {
    requests += 1;
    if (requests > REQUESTS_MAX) throw new Endless(`more than ${REQUESTS_MAX} requests`);
    const key = JSON.stringify(question);
    const known = kept.get(key) ?? (await answerTo(world, change, question));
    kept.set(key, known);
    return known;
  };
  return sourceStub(async (source, driver, question, { signal }) => {
    assert.ok(driver.over === 'http');
    const answer = await serve(question);
    const request = driver.request(question);
    const body = await sendOnce(upstreamOf(answer), source, request, CLOCK, signal);
    return { page: driver.read(body, question), readAtMs: NOW_MS };
  });
}

async function answerTo(world: World, change: Change, question: Question): Promise<WireAnswer> {
  const heard = change.hear?.(question, world) ?? question;
  const text = await (change.from ?? world).answer(world.driver.request(heard));
  const answer = {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    bytes: Buffer.from(textOf(text, change, question)),
  };
  return change.send?.(answer, question) ?? answer;
}

function textOf({ prefix, json }: PortalText, change: Change, question: Question): string {
  if (change.edit === undefined) return prefix + json;
  const root: unknown = JSON.parse(json);
  change.edit(root, question);
  return prefix + JSON.stringify(root);
}

const upstreamOf = ({ status, headers, bytes }: WireAnswer): Upstream =>
  ({
    address: { url: 'http://source.invalid', headers: {} },
    pool: { request: async () => ({ statusCode: status, headers, body: chunksOf(bytes) }) },
    authorization: { header: async () => ({}), rejected: async () => false },
    bounds: { timeoutS: 60, bytesMax: BYTES_MAX, retryAfterMaxS: 0 },
    pace: { hold: async () => undefined },
  }) as unknown as Upstream;

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
