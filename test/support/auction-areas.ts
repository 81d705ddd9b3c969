/** The auction portal with homes on both sides of a border, its collected areas and their truth. */
import assert from 'node:assert/strict';
import type { AreaSearch } from '#collect/area/area-search.js';
import { FieldHistory } from '#collect/checks/field-history.js';
import { collectPage } from '#collect/pages/collect-page.js';
import { NO_HOMES } from '#collect/pages/home-store.js';
import type { CollectedPage } from '#collect/pages/page.js';
import { openSortedAreas } from '#collect/pages/sorted-area.js';
import { openSortedMemory } from '#collect/pages/sorted-memory.js';
import { NO_PLACES } from '#collect/places/place-store.js';
import { areaSearch } from '#collect/sources.js';
import { locateRow } from '#domain/area.js';
import { type Position, START } from '#domain/position.js';
import type { AskedPlace } from '#domain/search.js';
import { findArea } from '#geo/find-area.js';
import type { Geo } from '#geo/geo.js';
import { openState } from '#sandbox/state.js';
import { askPortal, CLOCK, NOW_MS } from '../mutations/world.js';
import { geography } from './geography.js';
import { sourceStub } from './source-stub.js';

export const geo = geography();
/** Kansas City on both sides of its border, and a place elsewhere in one of the states. */
const places = ['66103', '64108', '65101'].map((zip) => ({ zip, homes: 1_500 }));
export const state = openState({
  seed: 3,
  homes: 0,
  places,
  geo,
  clock: CLOCK,
  portals: ['auction'],
  relaxed: 0,
});
export const portal =
  state.portals.get('auction') ?? assert.fail('the sandbox has an auction portal');

const SORTED = {
  areas: openSortedAreas(1, 0, CLOCK.nowMs),
  memory: openSortedMemory(2 ** 28, 1),
  rowsMax: 20_000,
};

interface Collected {
  readonly pages: readonly CollectedPage[];
  readonly ids: readonly string[];
  /** The filters of each request, without those that every request has. */
  readonly asked: readonly Readonly<Record<string, unknown>>[];
}

type Options = Readonly<Record<string, string>>;

/** All pages of an area, each begun where the one before it ended. */
export async function collect(
  location: AskedPlace,
  more: { geo?: Partial<Geo>; options?: Options; pageRows?: number } = {},
): Promise<Collected> {
  const asked: Record<string, unknown>[] = [];
  const answers = new Map<string, ReturnType<typeof askPortal>>();
  const client = sourceStub(
    async (_source, driver, question) => {
      assert.ok(driver.over === 'http');
      const request = driver.request(question);
      const key = request.body ?? '';
      if (!answers.has(key)) {
        const sent = JSON.parse(key) as { variables: { filters: Record<string, unknown> } };
        const { filters } = sent.variables;
        const names = Object.keys(filters).filter((member) =>
          /^(?:property|geo|offset)/.test(member),
        );
        asked.push(Object.fromEntries(names.map((member) => [member, filters[member]])));
        answers.set(key, askPortal(portal, request));
      }
      const { json = '' } = (await answers.get(key)) ?? {};
      return { page: driver.read(json, question), readAtMs: NOW_MS };
    },
    { addressOf: () => ({ url: '', headers: {}, options: more.options ?? {} }) },
  );
  const search: AreaSearch = areaSearch('auctions', {
    clock: CLOCK,
    geo: { ...geo, ...more.geo },
    client,
    history: new FieldHistory(),
    places: NO_PLACES,
    homes: NO_HOMES,
    source: 'auction',
    area: findArea(geo, { bbox_sqmi_max: 25_000 }, location),
    filters: {},
    asker: '',
    freshSinceMs: 0,
    signal: new AbortController().signal,
  });
  const pages: CollectedPage[] = [];
  let position: Position | null = START;
  while (position !== null) {
    const page: CollectedPage = await collectPage(search, {
      kind: 'auctions',
      position,
      pageRows: more.pageRows ?? 10,
      searchHash: '',
      sorted: SORTED,
    });
    pages.push(page);
    position = page.next;
  }
  return { pages, ids: pages.flatMap(({ rows }) => rows.map(({ source_id }) => source_id)), asked };
}

/** Ids of all homes for auction whose row is inside an area. */
export async function truth(location: AskedPlace): Promise<string[]> {
  const world = { west: -120, south: 25, east: -70, north: 49 };
  const question = { kind: 'auctions', ...world, soldWithinDays: 0, pending: false } as const;
  const ids = new Set<string>();
  for await (const { id } of portal.groundTruth(question)) ids.add(id);
  const { test: by } = findArea(geo, { bbox_sqmi_max: 25_000 }, location);
  const inside: string[] = [];
  for (const code of ['KS', 'MO']) {
    const { rows } = await stateRows(code);
    for (const row of rows) {
      assert.ok(ids.has(row.source_id));
      if (locateRow(by, row, null) === 'inside') inside.push(row.source_id);
    }
  }
  return inside.sort();
}

async function stateRows(code: string) {
  const { driverOf } = await import('#sources/index.js');
  const { fillCounty } = await import('#collect/places/fill-county.js');
  const driver = driverOf('auction', 'auctions');
  assert.ok(driver?.over === 'http');
  const area = { by: 'state', state: code } as const;
  const question = { area, filters: {}, subfilter: {}, at: { page: 1 }, nowMs: NOW_MS } as const;
  const { json } = await askPortal(portal, driver.request(question));
  const page = driver.read(json, question);
  assert.equal(page.next, null);
  const reads = page.rows.map((raw) => driver.toRow(raw, { collectedAtMs: NOW_MS, siteBase: '' }));
  return { rows: reads.flatMap((read) => ('row' in read ? [fillCounty(geo, read.row)] : [])) };
}

export async function firstRequest() {
  const { driverOf } = await import('#sources/index.js');
  const driver = driverOf('auction', 'auctions');
  assert.ok(driver?.over === 'http');
  const area = { by: 'state', state: 'MO' } as const;
  return driver.request({ area, filters: {}, subfilter: {}, at: { page: 1 }, nowMs: NOW_MS });
}

export const KANSAS_CITY: AskedPlace = { form: 'bbox', bbox: [-94.75, 38.95, -94.45, 39.2] };
