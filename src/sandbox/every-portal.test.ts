import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAULT_MODES } from './faults.js';
import { fewZips, handClock, NEW_YORK } from './few-zips.test.js';
import { type Sandbox, startSandbox } from './index.js';
import type { PortalName } from './portal.js';

const GUARD = '{}&&';
const ring = ({ west, south, east, north }: typeof NEW_YORK) =>
  `${west} ${south},${east} ${south},${east} ${north},${west} ${north},${west} ${south}`;

/** One request of each portal, the member that `drift` renames, and a value to be emptied. */
const ASKS = {
  portal_a: {
    path: '/async-create-search-page-state',
    init: {
      method: 'PUT',
      body: JSON.stringify({ searchQueryState: { mapBounds: NEW_YORK, filterState: {} } }),
    },
    id: 'zpid',
    emptied: /"unformattedPrice":\d/,
  },
  portal_b: {
    path: `/stingray/api/gis?mpt=99&status=9&sold_within_days=1095&user_poly=${encodeURIComponent(ring(NEW_YORK))}`,
    init: {},
    id: 'propertyId',
    emptied: /"price":\{"value":\d/,
  },
  nyc_portal: {
    path: '/',
    init: {
      method: 'POST',
      body: JSON.stringify({
        query: '{ searchSales(input: {filters: {areas: [100]}}) { totalCount } }',
      }),
    },
    id: 'id',
    emptied: /"price":\d/,
  },
  mls: {
    path: `/Property?$filter=${encodeURIComponent("StandardStatus eq 'Active' and City eq 'New York'")}`,
    init: {},
    id: 'ListingKey',
    emptied: /"ListPrice":\d/,
  },
  auction: {
    path: '/graphql',
    init: {
      method: 'POST',
      body: JSON.stringify({
        operationName: 'resiSearch_blueprint_seekListingsFromFilters',
        variables: { filters: { property_state: 'NM', listing_type: 'active' } },
      }),
    },
    id: 'listing_id',
    emptied: /"square_footage":[1-9]/,
  },
  records: {
    path: `/sales.geojson?bbox=${[NEW_YORK.west, NEW_YORK.south, NEW_YORK.east, NEW_YORK.north].join(',')}`,
    init: {},
    id: 'sale_id',
    emptied: /"price":\d/,
  },
  open_data: {
    path: `/arcgis/rest/services/cpdmaps/HudSfReo/MapServer/1/query?where=1%3D1&outFields=OBJECTID,CASE_NUM,ADDRESS&geometry=${[NEW_YORK.west, NEW_YORK.south, NEW_YORK.east, NEW_YORK.north].join(',')}`,
    init: {},
    id: 'CASE_NUM',
    emptied: /"ADDRESS":"[^"]/,
  },
} as const satisfies Record<PortalName, object>;
const NAMES = Object.keys(ASKS) as PortalName[];

async function within(run: (sandbox: Sandbox) => Promise<void>): Promise<void> {
  const places = [
    { zip: '10001', homes: 300 },
    { zip: '87112', homes: 1_500 },
  ];
  const options = { seed: 1, homes: 0, geo: fewZips, clock: handClock(), places };
  const sandbox = await startSandbox({ ...options, latencyMinMs: 0, latencyMaxMs: 0 });
  try {
    await run(sandbox);
  } finally {
    await sandbox.close();
  }
}

const search = (sandbox: Sandbox, name: PortalName) =>
  fetch(`${sandbox.urls[name]}${ASKS[name].path}`, ASKS[name].init);

test('every source has a portal, and each answers rows', async () => {
  await within(async (sandbox) => {
    assert.deepEqual(Object.keys(sandbox.urls).sort(), [...NAMES].sort());
    for (const name of NAMES) {
      const text = await (await search(sandbox, name)).text();
      assert.equal(text.startsWith(GUARD), name === 'portal_b');
      assert.match(text, new RegExp(`"${ASKS[name].id}":`), name);
      assert.match(text, ASKS[name].emptied, name);
    }
  });
});

test('every fault mode changes the answers of every portal', async () => {
  await within(async (sandbox) => {
    const spoil = async (name: PortalName, mode: string) => {
      const body = JSON.stringify({ source: name, mode });
      await fetch(`${sandbox.url}/__sandbox/faults`, { method: 'POST', body });
      const response = await search(sandbox, name);
      return { status: response.status, text: await response.text() };
    };
    const statuses: Readonly<Record<string, number>> = {
      error: 500,
      busy: 429,
      busy_silent: 429,
      refuse: 403,
      not_found: 404,
    };
    for (const name of NAMES) {
      const { id, emptied } = ASKS[name];
      const good = (await spoil(name, 'ok')).text;
      for (const mode of FAULT_MODES) {
        if (mode === 'hang' || mode === 'slow' || mode === 'ok') continue;
        const { status, text } = await spoil(name, mode);
        assert.equal(status, statuses[mode] ?? 200, `${name} ${mode}`);
        assert.notEqual(text, good, `${name} ${mode}`);
        if (mode === 'drift') assert.doesNotMatch(text, new RegExp(`"${id}":`), name);
        if (mode === 'empty_fields') {
          assert.match(text, new RegExp(`"${id}":`), name);
          assert.doesNotMatch(text, emptied, name);
        }
        if (mode === 'cut') assert.ok(good.startsWith(text) && text.length < good.length);
      }
    }
  });
});

test('one home has one street address on every portal that shows it', async () => {
  await within(async (sandbox) => {
    const streets = async (name: PortalName, pattern: RegExp) => {
      const text = await (await search(sandbox, name)).text();
      return new Set([...text.matchAll(pattern)].map(([, street = '']) => street));
    };
    const nyc = await streets('nyc_portal', /"street":"([^"]+)"/g);
    const national = new Set<string>();
    for (let page = 1; page <= 12; page += 1) {
      const pagination = { currentPage: page };
      const state = { pagination, mapBounds: NEW_YORK, filterState: {} };
      const body = JSON.stringify({ searchQueryState: state });
      const url = `${sandbox.urls.portal_a}${ASKS.portal_a.path}`;
      const text = await (await fetch(url, { method: 'PUT', body })).text();
      for (const [, street = ''] of text.matchAll(/"addressStreet":"([^"]+)"/g)) {
        national.add(street.replace(/ (APT|UNIT|#) ?\S+$/, ''));
      }
    }
    const shared = [...nyc].filter((street) => national.has(street));
    assert.ok(nyc.size > 10 && shared.length > nyc.size * 0.8, `${shared.length} of ${nyc.size}`);
  });
});

test('the ground truth is available from each portal for the kinds it has', async () => {
  await within(async (sandbox) => {
    const { west, south, east, north } = NEW_YORK;
    const box = `west=${west}&south=${south}&east=${east}&north=${north}`;
    const count = async (source: string, kind: string, edges = box) => {
      const url = `${sandbox.url}/__sandbox/truth?source=${source}&kind=${kind}&${edges}`;
      const response = await fetch(url);
      assert.equal(response.status, 200);
      return ((await response.json()) as { count: number }).count;
    };
    const albuquerque = 'west=-106.6&south=35&east=-106.4&north=35.2';
    assert.ok((await count('portal_b', 'sold')) > 50);
    assert.ok((await count('mls', 'listings')) > 50);
    assert.ok((await count('records', 'sold')) > 50);
    assert.ok((await count('open_data', 'sold')) > 50);
    assert.ok((await count('nyc_portal', 'listings')) > 50);
    assert.ok((await count('nyc_portal', 'rentals')) > 20);
    assert.ok((await count('auction', 'auctions', albuquerque)) > 10);
    assert.equal(await count('nyc_portal', 'listings', albuquerque), 0);
    assert.equal(await count('auction', 'sold'), 0);
    assert.equal(await count('portal_b', 'rentals'), 0);
  });
});
