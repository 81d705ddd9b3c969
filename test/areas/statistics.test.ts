/** Statistics of an area over HTTP: imported sales, what watches saw, and what was known when. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { DAY_MS } from '#contract/durations.js';
import type { StatisticsBody } from '#contract/operations/statistics.js';
import { fileOf, importInto } from '../support/import-file.js';
import { sharedApp } from '../support/open-test-app.js';
import { runDue, watch } from '../support/watching.js';

const today = () => new Date(t.clock.nowMs()).toISOString().slice(0, 10);
const MAPPING = {
  dataset: 'travis',
  licence: 'Public record',
  licence_url: 'https://county.example.invalid/terms',
  attribution: 'Travis County',
  key: ['id'],
  fields: {
    sold_date: 'sold',
    sale_price: 'price',
    living_area_sqft: 'sqft',
    property_type: { column: 'type' },
    arms_length: { column: 'fair', map: { y: 'true', n: 'false' } },
    zip: 'zip',
    city: 'city',
    state: { value: 'TX' },
    county_fips: { value: '48453' },
  },
};

interface Sold {
  readonly sold: string;
  readonly price: number;
  readonly zip: string;
  readonly fair: string;
}

const t = sharedApp({ limits: { READ_AHEAD: 0 } });
let key: string;
let sales: Sold[];
before(async () => {
  key = (await t.account()).api_key;
  const nowMs = t.clock.nowMs();
  // Spread over about three years, in two ZIPs of which one is not the city's own.
  sales = Array.from({ length: 900 }, (_one, at) => ({
    sold: new Date(nowMs - (20 + ((at * 37) % 1_000)) * DAY_MS).toISOString().slice(0, 10),
    price: 150_000 + ((at * 7_919) % 700_000),
    zip: at % 3 === 0 ? '78745' : '78704',
    fair: at % 11 === 0 ? 'n' : 'y',
  }));
  const lines = sales.map(
    ({ sold, price, zip, fair }, at) =>
      `${at},${sold},${price},${900 + (at % 30) * 50},${at % 2 === 0 ? 'condo' : 'single_family'},${fair},${zip},Austin`,
  );
  const file = `id,sold,price,sqft,type,fair,zip,city\n${lines.join('\n')}\n`;
  await importInto(t, MAPPING, fileOf('travis.csv', file));
});

async function ask(query: string, status = 200) {
  const answer = await t.get(`/v1/statistics?${query}`, key);
  assert.equal(answer.statusCode, status, answer.body);
  return answer;
}
const statistics = async (query: string) => (await ask(query)).json<StatisticsBody>();

const monthOf = ({ sold }: Sold) => sold.slice(0, 7);
const middle = (values: number[]) => {
  values.sort((a, b) => a - b);
  const half = (values.length - 1) / 2;
  return ((values[Math.floor(half)] ?? 0) + (values[Math.ceil(half)] ?? 0)) / 2;
};

for (const [place, holds] of [
  ['zip=78704', ({ zip }: Sold) => zip === '78704'],
  ['city=Austin&state=TX', () => true],
  ['county=Travis&state=TX', () => true],
] as const) {
  test(`${place}: each month has the sales of the file, and the median of fair prices`, async () => {
    const { series, from, to } = await statistics(`${place}&kind=sold`);
    const [own, ...others] = series;
    assert.deepEqual(others, []);
    assert.deepEqual(
      [own?.basis, own?.source, own?.dataset, own?.licence, own?.attribution],
      ['records', 'records', 'travis', 'Public record', 'Travis County'],
    );
    assert.equal(own?.periods.length, 12);
    for (const { period, cells } of own?.periods ?? []) {
      const here = sales.filter((sale) => holds(sale) && monthOf(sale) === period);
      const fair = here.filter((sale) => sale.fair === 'y').map(({ price }) => price);
      const [cell] = cells;
      assert.equal(cell?.count ?? 0, here.length, period);
      assert.equal(cell?.median_price?.amount ?? null, fair.length < 5 ? null : middle(fair));
      assert.ok(period >= from && period <= to);
    }
    const counted = own?.periods.reduce((sum, { cells }) => sum + (cells[0]?.count ?? 0), 0);
    assert.ok((counted ?? 0) > 100, 'the months are not empty');
  });
}

test('a month is complete inside the dataset, partial at its end, and unread after it', async () => {
  const newest =
    sales
      .map(({ sold }) => sold)
      .sort()
      .at(-1) ?? '';
  const { series } = await statistics(`zip=78704&kind=sold&from=2015-01&to=${today().slice(0, 7)}`);
  for (const { period, coverage, cells } of series[0]?.periods ?? []) {
    const oldest = sales.map(monthOf).sort()[0] ?? '';
    const isPast = period > newest.slice(0, 7);
    if (period < oldest || isPast) assert.deepEqual([coverage, cells], ['unread', []], period);
    else if (period === newest.slice(0, 7)) assert.equal(coverage, 'partial');
    else assert.equal(coverage, 'complete', period);
  }
});

test('as_of before the import names the dataset in place of its figures', async () => {
  const before = new Date(t.clock.nowMs() - 3 * DAY_MS).toISOString().slice(0, 10);
  const then = await statistics(`zip=78704&kind=sold&as_of=${before}`);
  assert.deepEqual([then.series, then.not_known_then], [[], ['travis']]);
  const now = await statistics(`zip=78704&kind=sold&as_of=${today()}`);
  assert.deepEqual([now.series.length, now.not_known_then], [1, []]);
});

test('a place without sales has no series, whatever its neighbors have', async () => {
  assert.deepEqual((await statistics('zip=10025&kind=sold')).series, []);
});

test('only a watch that read the whole place makes a month complete, and an unread one has no zero', async () => {
  const elsewhere = await statistics('zip=78701&kind=listings');
  assert.deepEqual(elsewhere.series, []);
  await watch(t, key, { query: { zip: '78704' } });
  const begun = today().slice(0, 7);
  for (let day = 0; day < 70; day += 6) {
    await runDue(t);
    t.clock.advance(6 * DAY_MS);
  }
  await runDue(t);
  const { series } = await statistics('zip=78704&kind=listings');
  const own = series.find(({ source }) => source === 'portal_a') ?? assert.fail();
  const covers = new Map(own.periods.map(({ period, coverage }) => [period, coverage]));
  const between = [...covers.keys()].filter((one) => one > begun && one < today().slice(0, 7));
  assert.ok(between.length > 0);
  for (const period of between) assert.equal(covers.get(period), 'complete');
  assert.equal(covers.get(own.periods[0]?.period ?? ''), 'unread');
  const [cell] = own.periods.find(({ period }) => period === between[0])?.cells ?? [];
  assert.ok((cell?.count ?? 0) > 20 && cell?.median_price !== null);
  const other = await statistics('zip=78745&kind=listings');
  assert.ok(
    other.series.every(({ periods }) => periods.every((one) => one.coverage !== 'complete')),
  );
});

test('a month whose first days no run saw is partial, and so is one that is not over', async () => {
  const at = new Date(t.clock.nowMs());
  const fourth = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 4, 12);
  t.clock.advance(fourth - at.getTime());
  const begun = today().slice(0, 7);
  await watch(t, key, { query: { zip: '78701' } });
  for (let day = 0; day < 33; day += 6) {
    await runDue(t);
    t.clock.advance(6 * DAY_MS);
  }
  const { series } = await statistics('zip=78701&kind=listings');
  const own = series.find(({ source }) => source === 'portal_a') ?? assert.fail();
  const covers = new Map(own.periods.map(({ period, coverage }) => [period, coverage]));
  assert.deepEqual([covers.get(begun), covers.get(today().slice(0, 7))], ['partial', 'partial']);
});

test('a quarter is whole, whichever of its months the range names', async () => {
  const year = sales.map(monthOf).sort().at(-1)?.slice(0, 4) ?? '';
  const before = String(Number(year) - 1);
  const quarters = async (from: string, to: string) =>
    (await statistics(`zip=78704&kind=sold&by=quarter&from=${from}&to=${to}`)).series[0]?.periods;
  const whole = await quarters(`${before}-04`, `${before}-09`);
  assert.equal(whole?.length, 2);
  assert.deepEqual(await quarters(`${before}-06`, `${before}-07`), whole);
  const counted = sales.filter((sale) => sale.zip === '78704' && /-0[456]$/.test(monthOf(sale)));
  const first = counted.filter((sale) => sale.sold.startsWith(before));
  assert.equal(whole?.[0]?.cells[0]?.count, first.length);
});

test('groups of a quarter add up to the whole', async () => {
  const whole = await statistics('zip=78704&kind=sold&by=quarter');
  const parts = await statistics('zip=78704&kind=sold&by=quarter&group=property_type');
  for (const [at, { cells }] of (parts.series[0]?.periods ?? []).entries()) {
    const all = whole.series[0]?.periods[at]?.cells[0]?.count ?? 0;
    assert.equal(
      cells.reduce((sum, { count }) => sum + count, 0),
      all,
    );
  }
});

for (const [query, param] of [
  ['zip=78704', 'kind'],
  ['zip=78704&kind=auctions', 'kind'],
  ['kind=sold', 'location'],
  ['zip=78704&city=Austin&state=TX&kind=sold', 'location'],
  ['zip=787&kind=sold', 'zip'],
  ['zip=78704&kind=sold&from=2026-13', 'from'],
  ['zip=78704&kind=sold&from=2026-03&to=2026-02', 'from'],
  ['zip=78704&kind=sold&from=1900-01', 'from'],
  ['zip=78704&kind=sold&by=week', 'by'],
  ['zip=78704&kind=sold&as_of=2026-02-31', 'as_of'],
] as const) {
  test(`${query} is rejected and names ${param}`, async () => {
    const { error } = (await ask(query, 422)).json<{ error: { param: string } }>();
    assert.equal(error.param, param);
  });
}

test('sales of a source are compared with the last price that it asked before, not with others', async () => {
  await t.settled('/v1/portal_a/sold?zip=10025&sold_within_days=365', key);
  const sold = async () => {
    const { series } = await statistics('zip=10025&kind=sold&by=quarter');
    const own = series.find(({ source }) => source === 'portal_a') ?? assert.fail();
    return own.periods.flatMap(({ cells }) => cells);
  };
  assert.ok((await sold()).every((cell) => cell.median_sale_to_list === null));
  const origin = t.app.client.origin('portal_a');
  const list = (source: string, share: number, days: number) =>
    t.app.db.rows(
      `insert into home_members
       select (jsonb_populate_record(m, jsonb_build_object('kind', 'listings', 'status', 'for_sale',
         'source', $1::text, 'price_cents', (r.price_cents * $2::float8)::bigint, 'list_date', null,
         'state_since', r.date - 40, 'last_seen_at', r.date + $3::integer))).*
       from home_members m join home_reports r on r.source = m.source and r.source_id = m.source_id
       where m.source = $4 and m.kind = 'sold' and r.event = 'sold' and r.price_cents > 0
       on conflict do nothing`,
      [source, share, days, origin],
    );
  await list('elsewhere', 2, -5);
  assert.ok((await sold()).every((cell) => cell.median_sale_to_list === null));
  await list(origin, 1.25, -5);
  const cells = await sold();
  const ratios = cells.flatMap(({ median_sale_to_list: ratio }) => ratio ?? []);
  assert.ok(ratios.length > 0, JSON.stringify(cells));
  assert.deepEqual([...new Set(ratios)], [0.8]);
  // Seen for sale long after the sale: that is the next listing.
  await t.app.db.rows(
    `update home_members set last_seen_at = last_seen_at + interval '60 days'
     where source = $1 and kind = 'listings'`,
    [origin],
  );
  assert.ok((await sold()).every((cell) => cell.median_sale_to_list === null));
});

test('a sale of today counts today', async () => {
  await t.app.db.rows(`update home_reports set date = $1 where source = $2 and event = 'sold'`, [
    today(),
    t.app.client.origin('portal_a'),
  ]);
  const month = today().slice(0, 7);
  const { series } = await statistics(`zip=10025&kind=sold&from=${month}&to=${month}`);
  const [sold] = await t.app.db.rows<{ homes: number }>(
    `select count(*)::integer as homes from home_members
     where zip = '10025' and kind = 'sold' and source = $1`,
    [t.app.client.origin('portal_a')],
  );
  const own = series.find(({ source }) => source === 'portal_a');
  assert.ok((sold?.homes ?? 0) > 5);
  assert.equal(own?.periods[0]?.cells[0]?.count, sold?.homes);
});

test('of prices that changed on one day the last one counts, and a cut is a cut', async () => {
  await runDue(t);
  const changes = [
    [1.5, '08:00', '09:00'],
    [1.25, '09:00', '11:00'],
  ] as const;
  const since = `${today()} 11:00:00+00`;
  await t.app.db.rows(
    `update home_members set state_since = $1 where zip = '78704' and kind = 'listings'`,
    [since],
  );
  for (const [share, from, to] of changes.toReversed()) {
    await t.app.db.rows(
      `insert into home_observations
       select source, kind, source_id, $1, $2, status, (price_cents * $3::float8)::bigint, list_date, 'changed'
       from home_members where zip = '78704' and kind = 'listings' and removed_at is null`,
      [`${today()} ${from}:00+00`, `${today()} ${to}:00+00`, share],
    );
  }
  const month = today().slice(0, 7);
  const { series } = await statistics(`zip=78704&kind=listings&from=${month}&to=${month}`);
  const [cell] = series[0]?.periods.at(-1)?.cells ?? [];
  const prices = await t.app.db.rows<{ median: number }>(
    `select percentile_cont(0.5) within group (order by price_cents) / 100.0 as median
     from home_members where zip = '78704' and kind = 'listings' and removed_at is null and status = 'for_sale' and price_cents is not null`,
  );
  assert.equal(cell?.price_cut_share, 1);
  assert.equal(cell?.median_price?.amount, Number(prices[0]?.median));
});
