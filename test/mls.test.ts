/** A RESO Web API server as a source: how it is asked, and what its faults come to. */
import assert from 'node:assert/strict';
import { createServer, request as sendOn } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, test } from 'node:test';
import { openTestApp, type TestApp } from './support/open-test-app.js';

/** Paths that the server was asked for. */
const asked: URL[] = [];
/** The statuses to answer with in place of the server, in turn. */
const statuses: number[] = [];
let sandbox = '';
const gate = createServer((request, response) => {
  const url = new URL(request.url ?? '/', sandbox);
  asked.push(url);
  const status = url.pathname.endsWith('/Property') ? statuses.shift() : undefined;
  if (status !== undefined && status !== 200) {
    response.writeHead(status).end('{}');
    return;
  }
  const { host: _host, ...headers } = request.headers;
  const { method } = request;
  request.pipe(
    sendOn(url, { headers, method }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    }),
  );
});

let t: TestApp;
before(async () => {
  await new Promise<void>((done) => gate.listen(0, '127.0.0.1', done));
  const { port } = gate.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/mls`;
  const oauth = { token_url: `${url}/oauth/token`, client_id: 'id', client_secret: 'secret' };
  t = await openTestApp({
    upstreams: { mls: { url, headers: {}, oauth } },
    limits: { READ_AHEAD: 0, CIRCUIT_FAILURES: 1_000, UPSTREAM_CACHE_S: 0 },
    sandbox: { places: ['78704', '78745', '98103'].map((zip) => ({ zip, homes: 400 })) },
  });
  sandbox = t.sandbox.url;
});
after(async () => {
  await t.close();
  gate.close();
});
afterEach(async () => {
  await t.faults('ok');
  asked.length = 0;
  statuses.length = 0;
});

const questions = (): URL[] => asked.filter(({ pathname }) => pathname.endsWith('/Property'));

/** The share of homes whose sellers hide their address. */
async function hide(hidden: number): Promise<void> {
  const body = JSON.stringify({ hidden });
  const answer = await fetch(`${t.sandbox.url}/__sandbox/world`, { method: 'POST', body });
  assert.equal(answer.status, 200);
}

interface Row {
  readonly source_id: string;
  readonly location: object | null;
  readonly address: { readonly zip: string; readonly county: string; readonly city: string };
}

/** All rows of a search, and whether every page of it was complete. */
async function whole(path: string) {
  const { api_key } = await t.account();
  const rows: Row[] = [];
  const details: string[] = [];
  let total: number | null = null;
  let cursor: string | null = null;
  let completeness = 'complete';
  do {
    const more: string = cursor === null ? '' : `&cursor=${cursor}`;
    const answer = await t.settled(path + more, api_key);
    const { status, result, error } = answer.json();
    assert.equal(status, 'complete', JSON.stringify(error));
    rows.push(...result.data);
    const notes: { field: string; detail: string | null }[] = result.field_notes;
    details.push(...notes.flatMap((note) => (note.field === 'data' ? (note.detail ?? '') : [])));
    if (result.completeness === 'partial') completeness = 'partial';
    total ??= result.reported_total;
    cursor = result.next_cursor;
  } while (cursor !== null);
  assert.equal(new Set(rows.map(({ source_id }) => source_id)).size, rows.length, 'no row twice');
  return { rows, total, completeness, details };
}

/** What the sandbox holds in the box around both Austin ZIPs. */
const AUSTIN = '-97.90,30.10,-97.68,30.34';

async function truth(kind: string, box = AUSTIN): Promise<string[]> {
  const [west = '', south = '', east = '', north = ''] = box.split(',');
  const query = new URLSearchParams({ source: 'mls', kind, west, south, east, north });
  const answer = await fetch(`${t.sandbox.url}/__sandbox/truth?${query}`);
  return ((await answer.json()) as { ids: string[] }).ids.sort();
}

const idsOf = (rows: readonly Row[]): string[] => rows.map(({ source_id }) => source_id).sort();

test('a search of n rows takes at most n / 200 + 1 requests, and counts once', async () => {
  const { total, rows } = await whole(`/v1/mls/listings?bbox=${AUSTIN}`);
  assert.ok(total !== null && total > 600);
  const first = questions().filter(({ searchParams }) => searchParams.get('$count') === 'true');
  const walked = questions().length - (first.length - 1);
  assert.equal(new Set(first.map(({ href }) => href)).size, 1, 'one question counts');
  assert.ok(walked <= Math.ceil(total / 200) + 1 + rows.length / 100, `${walked} for ${total}`);
  assert.ok(questions().every(({ searchParams }) => !searchParams.has('$skip')));
});

test('the fields of the server are read once, and asked for by name', async () => {
  await whole('/v1/mls/sold?zip=98103');
  await whole('/v1/mls/rentals?zip=98103');
  const described = asked.filter(({ pathname }) => pathname.endsWith('$metadata'));
  assert.ok(described.length <= 1);
  for (const { searchParams } of questions()) assert.ok((searchParams.get('$select') ?? '') !== '');
});

test('a ZIP, a city and a county are requested by their fields, and counted', async () => {
  const zip = await whole('/v1/mls/listings?zip=78704');
  assert.ok(zip.rows.every(({ address }) => address.zip === '78704'));
  assert.match(questions()[0]?.searchParams.get('$filter') ?? '', /PostalCode eq '78704'/);
  const city = await whole('/v1/mls/listings?city=Austin&state=TX');
  const county = await whole('/v1/mls/listings?county=Travis&state=TX');
  assert.deepEqual(idsOf(city.rows), idsOf(county.rows));
  assert.ok(county.rows.length > zip.rows.length && zip.rows.length > 100);
  for (const { rows, total, details } of [zip, city, county]) {
    const withheld = Number(
      /^(\d+) rows? hidden at the request of their sellers/.exec(details[0] ?? '')?.[1] ?? 0,
    );
    assert.ok(total !== null && total >= rows.length + withheld);
  }
  const filters = questions().map(({ searchParams }) => searchParams.get('$filter') ?? '');
  assert.ok(filters.every((filter) => !filter.includes('Latitude')));
  assert.ok(filters.some((filter) => filter.includes("CountyOrParish eq 'Travis'")));
});

test('homes hidden by their sellers are excluded and counted', async () => {
  const { details, completeness } = await whole('/v1/mls/sold?zip=98103&sold_within_days=1095');
  assert.ok(details.some((detail) => /hidden at the request of their sellers/.test(detail)));
  assert.equal(completeness, 'complete');
});

test('a home whose address is hidden is found by its ZIP, and by no box', async () => {
  await hide(0.3);
  const places = '-97.80,30.20,-97.72,30.28';
  const { rows: inBox } = await whole(`/v1/mls/listings?bbox=${places}`);
  const { rows: inZip } = await whole('/v1/mls/listings?zip=78704&beds_min=1');
  await hide(0);
  assert.ok(inBox.length > 50 && inBox.every(({ location }) => location !== null));
  const hidden = inZip.filter(({ location }) => location === null);
  assert.ok(hidden.length > inZip.length / 5, `${hidden.length} of ${inZip.length}`);
});

test('a token that ends in the middle of a walk is renewed, and no row is lost', async () => {
  await hide(0);
  statuses.push(200, 401, 200, 401);
  const box = '-97.88,30.12,-97.69,30.33';
  const { rows, completeness } = await whole(`/v1/mls/listings?bbox=${box}`);
  assert.deepEqual(idsOf(rows), await truth('listings', box));
  assert.equal(completeness, 'complete');
  const tokens = asked.filter(({ pathname }) => pathname.endsWith('/oauth/token'));
  assert.equal(tokens.length, 2);
});

test('pages that are shorter than asked lose no row', async () => {
  await t.faults('short_pages', { rate: 0.5 });
  const { rows, completeness } = await whole(`/v1/mls/listings?bbox=${AUSTIN}&beds_min=1`);
  await t.faults('ok');
  const { rows: again } = await whole(`/v1/mls/listings?bbox=${AUSTIN}&beds_min=1&sort=price_low`);
  assert.deepEqual([idsOf(rows), completeness], [idsOf(again), 'complete']);
});

test('a page that is shorter when a chain comes back to it shows no row twice', async () => {
  const { api_key } = await t.account();
  const ids: string[] = [];
  let cursor = '';
  for (const mode of ['ok', 'short_pages', 'short_pages']) {
    await t.faults(mode);
    const answer = await t.settled(`/v1/mls/listings?bbox=${AUSTIN}&beds_min=2${cursor}`, api_key);
    const { status, result, error } = answer.json();
    assert.equal(status, 'complete', JSON.stringify(error));
    ids.push(...idsOf(result.data));
    cursor = `&cursor=${result.next_cursor}`;
  }
  assert.ok(ids.length > 200);
  assert.equal(new Set(ids).size, ids.length);
});

test('fields that are dropped without a word fail the job, or make the page partial', async () => {
  const { api_key } = await t.account();
  await t.faults('silent_select');
  const answer = await t.settled('/v1/mls/listings?zip=78745&beds_min=2', api_key);
  const { status, error, result } = answer.json();
  assert.ok(status === 'failed' || result.completeness === 'partial');
  assert.match(JSON.stringify(error ?? result.field_notes), /of another kind|fewer than normal/);
});

test('a count without a filter of the search is not its total', async () => {
  const rentals = await whole('/v1/mls/rentals?zip=98103&min_price=2000');
  assert.ok(rentals.rows.length > 0);
  assert.equal(rentals.total, null, 'a rent may be weekly, so none is requested');
  const baths = await whole('/v1/mls/listings?zip=98103&baths_min=2');
  assert.equal(baths.total, null);
  const beds = await whole('/v1/mls/listings?zip=98103&beds_min=2');
  assert.ok(beds.total !== null && beds.total >= beds.rows.length);
});

test('a circle is requested by its box and cut out of it', async () => {
  const { rows } = await whole('/v1/mls/listings?lat=30.245&lng=-97.765&radius_mi=1.5');
  const all = new Set(await truth('listings'));
  assert.ok(rows.length > 20 && rows.every(({ source_id }) => all.has(source_id)));
  assert.match(
    questions()[0]?.searchParams.get('$filter') ?? '',
    /Latitude ge .* and Longitude lt/,
  );
});

test('what the server says of a question it does not take is passed on', async () => {
  const { api_key } = await t.account();
  for (const [status, words] of [
    [414, /length/],
    [404, /no resource/],
    [400, /did not understand/],
  ] as const) {
    statuses.push(status);
    const path = `/v1/mls/listings?zip=78745&sqft_min=${status}`;
    const answer = await t.settled(path, api_key);
    assert.match(answer.json().error.message, words);
  }
});

// The last test: the source is left alone from then on.
test('429 without a time is a minute, which no job waits for', async () => {
  const { api_key } = await t.account();
  statuses.push(429);
  const answer = await t.settled('/v1/mls/listings?zip=78745&beds_min=3', api_key);
  const { status, error, credits } = answer.json();
  assert.deepEqual([status, credits], ['failed', 0]);
  assert.match(error.message, /requests a pause of 60 s/);
});
