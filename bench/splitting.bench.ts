/**
 * How many upstream requests a whole chain of pages costs, over the wire: ours beside a quadtree
 * that reads the same sandbox, against the floor of one request per 41 rows. Duplicates and missed
 * rows are counted against the sandbox's own ground truth.
 * Usage: npm run bench -- splitting      (SPLIT_SIZES=1000,10000,100000)
 */
import type { Zip } from '#geo/geo.js';
import { openGeo } from '../src/app.js';
import { openTestApp, type TestApp } from '../test/support/open-test-app.js';
import { quadtree } from './support/quadtree.js';

const SIZES = (process.env.SPLIT_SIZES ?? '1000,10000,100000').split(',').map(Number);
const TOWER = 900;
const PAGE_ROWS = 41;
/** Houston and around it, below the largest box of the route. */
const BBOX = [-95.75, 29.45, -95.0, 30.1] as const;

const geo = openGeo();
const micro = (degrees: number) => Math.round(degrees * 1e6);
const box = { w: micro(BBOX[0]), s: micro(BBOX[1]), e: micro(BBOX[2]), n: micro(BBOX[3]) };
const zips = [...geo.zipsIn(box)].filter((zip) => zip.weight > 0);

const SCENES = [
  { name: 'plain', behaviour: {} },
  { name: 'price order', behaviour: { order: 'price' } },
  { name: 'south first', behaviour: { order: 'south' } },
  { name: 'relaxed rows', behaviour: { relaxed: 1 } },
  { name: 'hidden 10 %', behaviour: { hidden: 0.1 } },
];

console.log(
  'homes  scene          rows   floor  ours (ratio)     quadtree (ratio)  first page  cursor  dup  missed',
);
for (const size of SIZES) {
  const scenes = size > 20_000 ? SCENES.slice(0, 1) : SCENES;
  for (const scene of scenes) {
    // A separate application for each scene, so that no scene profits from another's pages.
    const t = await openTestApp({
      limits: {
        UPSTREAM_CACHE_BYTES: 1_000_000_000,
        UPSTREAM_CACHE_S: 21_600,
        JOB_DEADLINE_S: 600,
      },
      sandbox: { places: spread(zips, size - TOWER), towers: [{ zip: '77002', homes: TOWER }] },
    });
    await measure(t, scene.name, scene.behaviour, size);
    await t.close();
  }
}

/** Homes by ZIP in proportion to the weight of each. */
function spread(all: readonly Zip[], homes: number) {
  const whole = all.reduce((sum, zip) => sum + zip.weight, 0);
  return all.map((zip) => ({
    zip: zip.zip,
    homes: Math.max(1, Math.round((homes * zip.weight) / whole)),
  }));
}

async function measure(t: TestApp, name: string, behaviour: object, size: number): Promise<void> {
  await post(t, '/__sandbox/world', { order: 'none', relaxed: 0, hidden: 0.01, ...behaviour });
  const groundTruth = await groundTruthOf(t);
  const { api_key } = await t.account({ extra_credits: 100_000 });
  await post(t, '/__sandbox/stats', {});
  const seen = new Map<string, number>();
  let cursor: string | null = null;
  let first = 0;
  let longest = 0;
  let pages = 0;
  do {
    const path = `/v1/portal_a/listings?bbox=${BBOX.join(',')}${cursor === null ? '' : `&cursor=${cursor}`}`;
    const answer = await t.settled(path, api_key);
    const { result, error } = answer.json();
    if (result === null) throw new Error(JSON.stringify(error));
    if (pages === 0) first = await requests(t);
    for (const row of result.data) seen.set(row.source_id, (seen.get(row.source_id) ?? 0) + 1);
    cursor = result.next_cursor;
    longest = Math.max(longest, cursor?.length ?? 0);
    if (cursor !== null && result.count !== 100)
      console.log(`  a page of ${result.count} rows in the middle`);
    pages += 1;
  } while (cursor !== null);
  const ours = await requests(t);
  await post(t, '/__sandbox/stats', {});
  await quadtree(`${t.sandbox.url}/portal_a`, box);
  const theirs = await requests(t);
  const floor = Math.ceil(groundTruth.length / PAGE_ROWS);
  const doubled = [...seen.values()].filter((times) => times > 1).length;
  const missed = groundTruth.filter((id) => !seen.has(id)).length;
  const ratio = (n: number) => `${String(n).padStart(5)} (${(n / floor).toFixed(3)})`;
  console.log(
    [
      String(size).padEnd(6),
      name.padEnd(14),
      String(seen.size).padEnd(6),
      String(floor).padEnd(6),
      ratio(ours).padEnd(16),
      ratio(theirs).padEnd(17),
      String(first).padEnd(11),
      String(longest).padEnd(7),
      String(doubled).padEnd(4),
      missed,
    ].join(' '),
  );
}

async function groundTruthOf(t: TestApp): Promise<string[]> {
  const [west, south, east, north] = BBOX;
  const query = new URLSearchParams({
    source: 'portal_a',
    kind: 'listings',
    west: `${west}`,
    south: `${south}`,
    east: `${east}`,
    north: `${north}`,
  });
  const answer = await fetch(`${t.sandbox.url}/__sandbox/truth?${query}`);
  return ((await answer.json()) as { ids: string[] }).ids;
}

async function requests(t: TestApp): Promise<number> {
  const answer = (await (await fetch(`${t.sandbox.url}/__sandbox/stats`)).json()) as any;
  const stats = answer.sources;
  return stats.portal_a.requests;
}

async function post(t: TestApp, path: string, body: object): Promise<void> {
  const answer = await fetch(t.sandbox.url + path, { method: 'POST', body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(await answer.text());
}
