/**
 * A real RESO Web API server, such as the standard's reference server, collected by the running
 * service and compared with a plain walk over the same server. Runs if ROWHOUSE_TEST_RESO_URL names
 * one that needs no token. ROWHOUSE_TEST_RESO_NOW is the day from which sales are looked back: no
 * ModificationTimestamp of the server may be later. Rows, ZIPs and boxes are bounded.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DAY_MS } from '#contract/durations.js';
import { openTestApp, type TestApp } from './support/open-test-app.js';
import { pagesOf } from './support/whole-search.js';

const URL_OF_SERVER = process.env.ROWHOUSE_TEST_RESO_URL;
const NOW = process.env.ROWHOUSE_TEST_RESO_NOW ?? '2026-11-21';
const skip = URL_OF_SERVER === undefined && 'no RESO server here; set ROWHOUSE_TEST_RESO_URL';

const PAGE = 1_000;
const ROWS_MAX = 30_000;
const ZIPS_MAX = 70;
const WINDOW_DAYS = 1_095;

interface Listing {
  readonly ListingKey: string;
  readonly PostalCode: string | null;
  readonly ClosePrice: number | null;
  readonly CloseDate: string | null;
  readonly ListPrice: number | null;
  readonly BedroomsTotal: number | null;
  readonly LivingArea: number | null;
  readonly LivingAreaUnits: string | null;
  readonly Latitude: number | null;
  readonly Longitude: number | null;
  readonly InternetEntireListingDisplayYN: boolean | null;
  readonly InternetAddressDisplayYN: boolean | null;
}
const FIELDS: readonly (keyof Listing)[] = [
  'ListingKey',
  'PostalCode',
  'ClosePrice',
  'CloseDate',
  'ListPrice',
  'BedroomsTotal',
  'LivingArea',
  'LivingAreaUnits',
  'Latitude',
  'Longitude',
  'InternetEntireListingDisplayYN',
  'InternetAddressDisplayYN',
];
const TYPES = ['Residential', 'Residential Income', 'Manufactured In Park', 'Land', 'Farm'];

interface SoldRow {
  readonly source_id: string;
  readonly sold_date: string | null;
  readonly sale_price: { readonly amount: number } | null;
  readonly list_price: { readonly amount: number } | null;
  readonly beds: number | null;
  readonly living_area_sqft: number | null;
  readonly location: { readonly lat: number; readonly lng: number } | null;
}

let t: TestApp;
/** The sales of the window that may be displayed, by key. */
const sales = new Map<string, Listing>();

before(async () => {
  if (URL_OF_SERVER === undefined) return;
  const startMs = Date.parse(`${NOW}T12:00:00Z`);
  for await (const one of walk(URL_OF_SERVER, startMs)) {
    if (one.InternetEntireListingDisplayYN !== false) sales.set(one.ListingKey, one);
  }
  t = await openTestApp({
    startMs,
    upstreams: { mls: { url: URL_OF_SERVER, headers: {}, options: { top: String(PAGE) } } },
    limits: { READ_AHEAD: 0, UPSTREAM_TIMEOUT_S: 60, JOB_DEADLINE_S: 600 },
  });
});
after(async () => {
  if (URL_OF_SERVER !== undefined) await t.close();
});

/** Every sale of the window, by plain questions: no code of the service. */
async function* walk(base: string, nowMs: number): AsyncGenerator<Listing> {
  const since = new Date(nowMs - WINDOW_DAYS * DAY_MS).toISOString().slice(0, 10);
  const types = TYPES.map((type) => `PropertyType eq '${type}'`).join(' or ');
  const wanted = `StandardStatus eq 'Closed' and (${types}) and CloseDate ge ${since}`;
  let last: string | null = null;
  for (let read = 0; read < ROWS_MAX; ) {
    const query = new URLSearchParams({
      $filter: last === null ? wanted : `${wanted} and ListingKey gt '${last}'`,
      $select: FIELDS.join(','),
      $orderby: 'ListingKey',
      $top: String(PAGE),
    });
    const answer = await fetch(`${base}/Property?${query.toString().replaceAll('+', '%20')}`);
    assert.equal(answer.status, 200);
    const { value } = (await answer.json()) as { value: Listing[] };
    yield* value;
    read += value.length;
    last = value.at(-1)?.ListingKey ?? null;
    if (last === null) return;
  }
}

async function soldIn(area: string): Promise<{ rows: SoldRow[]; total: number | null }> {
  const { api_key } = await t.account({ extra_credits: 10_000 });
  const rows: SoldRow[] = [];
  let total: number | null = null;
  const path = `/v1/mls/sold?${area}&sold_within_days=${WINDOW_DAYS}`;
  for await (const { result } of pagesOf(t, path, api_key)) {
    rows.push(...result.data);
    total ??= result.reported_total;
  }
  return { rows, total };
}

const idsOf = (rows: readonly SoldRow[]): string[] => rows.map(({ source_id }) => source_id).sort();

/** A value that is empty or zero is null in a row. */
const positive = (value: number | null): number | null =>
  value !== null && value > 0 ? Math.round(value * 100) / 100 : null;

function checkFields(row: SoldRow): void {
  const sale = sales.get(row.source_id);
  assert.ok(sale !== undefined, row.source_id);
  assert.equal(row.sold_date, sale.CloseDate?.slice(0, 10) ?? null);
  assert.equal(row.sale_price?.amount ?? null, positive(sale.ClosePrice), row.source_id);
  assert.equal(row.list_price?.amount ?? null, positive(sale.ListPrice), row.source_id);
  if (row.beds !== null) assert.equal(row.beds, sale.BedroomsTotal);
  if (row.living_area_sqft !== null && !/m/i.test(sale.LivingAreaUnits ?? '')) {
    assert.equal(row.living_area_sqft, Math.round(sale.LivingArea ?? 0));
  }
  if (row.location !== null) {
    assert.deepEqual(row.location, { lat: sale.Latitude, lng: sale.Longitude });
  }
  if (sale.InternetAddressDisplayYN === false) assert.equal(row.location, null);
}

test('every sale of every ZIP is delivered once, with the values that the server has', {
  skip,
}, async () => {
  const byZip = groups();
  const zips = [...byZip].sort((a, b) => b[1].length - a[1].length).slice(0, ZIPS_MAX);
  assert.ok(zips.length > 0, 'the server has sales in the window');
  for (const [zip, keys] of zips) {
    if (t.app.geo.zip(zip) === undefined) continue;
    const { rows, total } = await soldIn(`zip=${zip}`);
    assert.deepEqual(idsOf(rows), [...keys].sort(), zip);
    assert.ok(total !== null && total >= rows.length, zip);
    for (const row of rows) checkFields(row);
  }
});

function groups(): Map<string, string[]> {
  const byZip = new Map<string, string[]>();
  for (const { PostalCode: code, ListingKey: key } of sales.values()) {
    const zip = /^\d{5}/.exec(code ?? '')?.[0];
    if (zip === undefined) continue;
    byZip.set(zip, [...(byZip.get(zip) ?? []), key]);
  }
  return byZip;
}

test('two boxes beside each other hold what the box around both holds', { skip }, async () => {
  const shown = [...sales.values()].filter(
    ({ Latitude: lat, Longitude: lng }) => lat !== null && lng !== null && (lat !== 0 || lng !== 0),
  );
  const middle = shown[Math.floor(shown.length / 2)];
  assert.ok(middle !== undefined);
  const [lat, lng] = [Number(middle.Latitude), Number(middle.Longitude)];
  const box = (west: number, south: number, east: number, north: number) =>
    `bbox=${[west, south, east, north].map((edge) => edge.toFixed(6)).join(',')}`;
  const [w, e, s, n] = [lng - 0.1, lng + 0.1, lat - 0.1, lat + 0.1];
  const whole = await soldIn(box(w, s, e, n));
  const lower = await soldIn(box(w, s, e, lat));
  // A box of the interface is closed: the upper half begins one microdegree higher.
  const upper = await soldIn(box(w, lat + 0.000_001, e, n));
  assert.ok(whole.rows.length > 0);
  assert.deepEqual([...idsOf(lower.rows), ...idsOf(upper.rows)].sort(), idsOf(whole.rows));
});
