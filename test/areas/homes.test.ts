/**
 * Homes of an area over all sources: the answer must have what the searches before it showed, no
 * more and no less, and say what was read.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DAY_MS } from '#contract/durations.js';
import type { AreaHomesBody, HomeLine } from '#contract/operations/area-homes.js';
import { openTestApp, type TestApp } from '../support/open-test-app.js';
import { expectDocumented } from '../support/openapi-check.js';
import { wholeSearch } from '../support/whole-search.js';

const PLACE = 'zip=10025';
/** Two portals show the homes of the same place; others are not searched. */
const SEARCHED = ['portal_a', 'nyc_portal'];
const DAYS = 8;

interface Shown {
  readonly source: string;
  readonly source_id: string;
  readonly status: string;
  readonly list_price: { readonly amount: number } | null;
  readonly beds: number | null;
  readonly location: { readonly lat: number; readonly lng: number } | null;
  readonly extras: { readonly home_id: string | null };
}

let t: TestApp;
let key: string;
/** Rows that are for sale and have a home, at the first and at the last search. */
let earlier: readonly Shown[];
let rows: readonly Shown[];

async function search(): Promise<Shown[]> {
  const found: Shown[] = [];
  for (const source of SEARCHED) {
    const { rows: own } = await wholeSearch(t, source, PLACE);
    found.push(...(own as unknown as Shown[]));
  }
  return found.filter(({ status, extras }) => status === 'for_sale' && extras.home_id !== null);
}

before(async () => {
  t = await openTestApp({ limits: { READ_AHEAD: 0 } });
  key = (await t.account({ extra_credits: 1_000 })).api_key;
  earlier = await search();
  t.clock.advance(DAYS * DAY_MS);
  rows = await search();
});
after(() => t.close());

async function ask(query: string, status = 200) {
  const path = `/v1/homes?${query}`;
  const answer = await t.get(path, key);
  assert.equal(answer.statusCode, status, answer.body);
  expectDocumented(path, answer);
  return answer;
}
/** Offers that both searches, or the last one, have seen. */
const RECENT = 'seen_within_days=1';
const homes = async (query: string) =>
  (await ask(`${PLACE}&kind=listings&${RECENT}&${query}`)).json<AreaHomesBody>();

async function allHomes(query: string): Promise<HomeLine[]> {
  const found: HomeLine[] = [];
  let after: string | null = null;
  do {
    const page: AreaHomesBody = await homes(
      `${query}&limit=100${after === null ? '' : `&after=${after}`}`,
    );
    found.push(...page.homes);
    after = page.next_after;
  } while (after !== null);
  return found;
}

test('each home of the searches is one line with all its offers, and no other is there', async () => {
  const found = await allHomes('');
  const expected = new Map<string, Set<string>>();
  for (const { source, source_id, extras } of rows) {
    const id = extras.home_id ?? '';
    expected.set(id, (expected.get(id) ?? new Set()).add(`${source} ${source_id}`));
  }
  assert.equal(found.length, expected.size);
  for (const { home_id, offers } of found) {
    const names = offers.map(({ source, source_id }) => `${source} ${source_id}`);
    assert.deepEqual(names.sort(), [...(expected.get(home_id) ?? [])].sort());
  }
  assert.ok(
    found.some(({ offers }) => offers.length > 1),
    'some are shown by both',
  );
});

test('a box and a circle have the homes of the ZIP whose point lies in them', async () => {
  const [west, south, east, north] = [-73.975, 40.79, -73.966, 40.802];
  const inBox = ({ lat, lng }: Point) => lng >= west && lng <= east && lat >= south && lat <= north;
  const box = `bbox=${[west, south, east, north].join()}`;
  await expectExactly(box, inBox);

  const middle = { lat: 40.7965, lng: -73.9705 };
  const radius_mi = 0.3;
  const circle = `lat=${middle.lat}&lng=${middle.lng}&radius_mi=${radius_mi}`;
  await expectExactly(circle, (point) => miles(point, middle) <= radius_mi);
});

interface Point {
  readonly lat: number;
  readonly lng: number;
}

const EARTH_MI = 3_958.8;
const radians = (degrees: number) => (degrees * Math.PI) / 180;
/** Great-circle distance by the law of cosines. */
const miles = (a: Point, b: Point): number =>
  EARTH_MI *
  Math.acos(
    Math.sin(radians(a.lat)) * Math.sin(radians(b.lat)) +
      Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.cos(radians(a.lng - b.lng)),
  );

/** All pages of a question. */
async function pagesOf(query: string): Promise<AreaHomesBody[]> {
  const pages: AreaHomesBody[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const at: string = after === '' ? '' : `&after=${after}`;
    const page = (await ask(`${query}&limit=100${at}`)).json<AreaHomesBody>();
    pages.push(page);
    after = page.next_after;
  }
  return pages;
}

const offersIn = (pages: readonly AreaHomesBody[]): string[] =>
  pages
    .flatMap(({ homes: lines }) => lines.flatMap(({ offers }) => offers))
    .map(({ source, source_id }) => `${source} ${source_id}`)
    .sort();

async function expectExactly(place: string, isIn: (point: Point) => boolean): Promise<void> {
  const pages = await pagesOf(`${place}&kind=listings&${RECENT}`);
  const expected = rows.filter(({ location }) => location !== null && isIn(location));
  assert.ok(expected.length > 10 && expected.length < rows.length / 2, String(expected.length));
  assert.deepEqual(
    offersIn(pages),
    expected.map(({ source, source_id }) => `${source} ${source_id}`).sort(),
  );
  const sources = pages.flatMap((page) => page.sources);
  assert.ok(sources.length > 0, 'sources take such places');
  for (const { search: path, coverage } of sources) {
    assert.equal(coverage, 'unread', 'nobody searched exactly this place');
    const asked = new URLSearchParams(path.split('?')[1]);
    assert.equal(asked.toString(), new URLSearchParams(place).toString());
  }
}

test('an offer that a later search of the entire ZIP no longer shows has left, on the same day', async () => {
  const nameOf = ({ source, source_id }: Shown) => `${source} ${source_id}`;
  const now = new Set(rows.map(nameOf));
  assert.ok(
    earlier.some((row) => !now.has(nameOf(row))),
    'some offers left',
  );
  const shown = offersIn(await pagesOf(`${PLACE}&kind=listings`));
  assert.deepEqual(shown, [...now].sort());
});

test('the prices of a home are the lowest and the highest of its offers now', async () => {
  const now = new Map(
    rows.map((row) => [`${row.source} ${row.source_id}`, row.list_price?.amount]),
  );
  for (const { offers, lowest_price, highest_price } of await allHomes('')) {
    const prices = offers.flatMap(
      ({ source, source_id }) => now.get(`${source} ${source_id}`) ?? [],
    );
    assert.equal(lowest_price?.amount ?? null, prices.length === 0 ? null : Math.min(...prices));
    assert.equal(highest_price?.amount ?? null, prices.length === 0 ? null : Math.max(...prices));
  }
});

test('price cuts are those between the two searches, and their percent can be asked', async () => {
  const before = new Map(
    earlier.map((row) => [`${row.source} ${row.source_id}`, row.list_price?.amount ?? null]),
  );
  const cut = new Map<string, number>();
  for (const { source, source_id, list_price, extras } of rows) {
    const old = before.get(`${source} ${source_id}`) ?? null;
    if (old === null || list_price === null || list_price.amount >= old) continue;
    const percent = Math.round(((old - list_price.amount) / old) * 1_000) / 10;
    const id = extras.home_id ?? '';
    cut.set(id, Math.max(percent, cut.get(id) ?? 0));
  }
  assert.ok(cut.size > 0, 'the world has price cuts');
  const found = await allHomes(`price_cut_within_days=${DAYS}&sort=price_cut`);
  assert.deepEqual(found.map(({ home_id }) => home_id).sort(), [...cut.keys()].sort());
  const percents = found.map(({ price_cut }) => price_cut?.percent ?? 0);
  assert.deepEqual(
    percents,
    percents.toSorted((a, b) => b - a),
  );
  const least = Math.ceil(Math.max(...percents));
  for (const { home_id } of await allHomes(`price_cut_min_percent=${Math.max(1, least - 1)}`)) {
    assert.ok((cut.get(home_id) ?? 0) >= Math.max(1, least - 1));
  }
});

test('pages of any size have every home once, in one order', async () => {
  for (const sort of ['newest', 'price_low', 'price_high', 'price_cut']) {
    const whole = (await allHomes(`sort=${sort}`)).map(({ home_id }) => home_id);
    const parts: string[] = [];
    let after: string | null = null;
    do {
      const page: AreaHomesBody = await homes(
        `sort=${sort}&limit=7${after === null ? '' : `&after=${after}`}`,
      );
      parts.push(...page.homes.map(({ home_id }) => home_id));
      after = page.next_after;
    } while (after !== null);
    assert.deepEqual(parts, whole);
    assert.equal(new Set(parts).size, parts.length);
  }
});

test('the sale before is the last that any source reports, however many homes the page has', async () => {
  const [home] = (await homes('limit=1')).homes;
  const [offer] = home?.offers ?? [];
  await t.app.db.rows(
    `insert into home_reports (source, source_id, event, date, price_cents, seen_on)
     select m.source, m.source_id, 'sold', date '1990-01-01' + nth, 100, now()
     from home_members m, generate_series(1, 20) as nth where m.kind = 'listings'`,
  );
  const [last] = await t.app.db.rows<{ date: string }>(
    `select max(date)::text as date from home_reports where source_id = $1 and event = 'sold'`,
    [offer?.source_id],
  );
  const found = (await allHomes('')).find(({ home_id }) => home_id === home?.home_id);
  assert.equal(found?.sold_before?.date, last?.date);
});

test('a lower bound of 0 leaves homes without the value in, as in a search', async () => {
  const { count } = await homes('limit=1');
  await t.app.db.rows(`update home_members set beds = null where home_id = $1`, [
    (await homes('limit=1')).homes[0]?.home_id,
  ]);
  assert.equal((await homes('beds_min=0&sqft_min=0&min_price=0')).count, count);
});

test('facets count the homes that the filters leave', async () => {
  const { count, facets } = await homes('beds_min=3');
  const left = await allHomes('beds_min=3');
  assert.equal(count, left.length);
  assert.ok(left.every(({ beds }) => beds !== null && beds >= 3));
  for (const of of [facets.property_type, facets.beds]) {
    assert.equal(
      of.reduce((sum, one) => sum + one.count, 0),
      count,
    );
  }
  const priced = left.filter(({ lowest_price }) => lowest_price !== null);
  assert.equal(
    facets.price.reduce((sum, one) => sum + one.count, 0),
    priced.length,
  );
  for (const { from, below, count: own } of facets.price) {
    const inside = priced.filter(({ lowest_price }) => {
      const price = lowest_price?.amount ?? 0;
      return price >= from.amount && price < below.amount;
    });
    assert.equal(own, inside.length);
  }
});

test('each source says what of the place its stored pages show, and what reading it costs', async () => {
  const { sources } = await homes('');
  for (const { source, coverage, is_fresh, read_at, credits_per_page, search: path } of sources) {
    const isRead = SEARCHED.includes(source);
    assert.deepEqual([coverage, is_fresh], isRead ? ['complete', true] : ['unread', false], source);
    assert.equal(read_at === null, !isRead);
    assert.equal(credits_per_page, 1);
    assert.match(path, /^\/v1\/\w+\/listings\?zip=10025$/);
  }
  assert.ok(sources.length > SEARCHED.length);
  const elsewhere = (await ask('zip=78704&kind=listings')).json<AreaHomesBody>();
  assert.ok(!elsewhere.sources.some(({ source }) => source === 'nyc_portal'), 'of another city');
  t.clock.advance(2 * DAY_MS);
  const later = await homes('');
  const read = later.sources.filter(({ coverage }) => coverage === 'complete');
  assert.deepEqual(
    read.map(({ is_fresh }) => is_fresh),
    SEARCHED.map(() => false),
  );
  assert.equal(later.count, 0, 'nothing was seen within a day');
  t.clock.advance(-2 * DAY_MS);
});
