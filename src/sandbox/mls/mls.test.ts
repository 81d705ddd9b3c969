import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fewZips, handClock } from '../few-zips.test.js';
import type { Portal } from '../portal.js';
import { openState } from '../state.js';
import { isBad, parseFilter } from './parse-filter.js';

function open(clock = handClock()): Portal {
  const state = openState({
    seed: 1,
    homes: 0,
    places: [
      { zip: '77002', homes: 300 },
      { zip: '87112', homes: 300 },
    ],
    geo: fewZips,
    clock,
    portals: ['mls'],
  });
  const portal = state.portals.get('mls');
  assert.ok(portal !== undefined);
  return portal;
}

const ACTIVE = "StandardStatus eq 'Active' and PropertyType eq 'Residential'";

interface Page {
  readonly value: readonly Record<string, unknown>[];
  readonly '@odata.count'?: number;
  readonly '@odata.nextLink'?: string;
}

async function ask(portal: Portal, options: object, headers = {}, fault?: string) {
  const query = new URLSearchParams({ ...options } as Record<string, string>);
  const asked = { method: 'GET', path: '/Property', query, body: '', headers };
  const { status, json } = await portal.answer(asked, fault);
  return { status, page: json as Page };
}

const keysOf = ({ value }: Page): string[] => value.map(({ ListingKey }) => String(ListingKey));

test('filters of the standard are understood, and mistakes named with their place', () => {
  for (const good of [
    "City eq 'O''Fallon' and (ListPrice ge 100.5 or not (YearBuilt lt 1990))",
    "tolower(City) eq 'austin' and startswith(PostalCode,'787')",
    "StandardStatus in ('Active','Pending') and CloseDate ge 2026-01-31",
    'InternetEntireListingDisplayYN ne false and ListAgentFullName eq null',
    'ModificationTimestamp gt 2026-01-31T10:00:00.000Z',
  ]) {
    assert.equal(isBad(parseFilter(good)), false, good);
  }
  for (const [bad, wrong] of [
    ['ListPrice gt gt 5', "Unexpected token 'gt' at position 12"],
    ['ListPrice gt', 'Unexpected end of expression at position 12'],
    ['(City eq 1', 'Unexpected end of expression at position 10'],
    ['City eq 1 City', "Unexpected token 'City' at position 9"],
    ["City eq 'x", 'Unexpected character at position 7'],
    ['('.repeat(40), 'Unexpected token'],
  ] as const) {
    const parsed = parseFilter(bad);
    assert.ok(isBad(parsed) && parsed.wrong.startsWith(wrong), `${bad}: ${JSON.stringify(parsed)}`);
  }
});

test('a walk by keys shows every row once, and as many as were counted', async () => {
  const portal = open();
  const options = { $filter: ACTIVE, $orderby: 'ListingKey', $top: '50', $select: 'ListingKey' };
  const first = await ask(portal, { ...options, $count: 'true' });
  const keys = keysOf(first.page);
  for (let page = first.page; page.value.length > 0; ) {
    const $filter = `${ACTIVE} and ListingKey gt '${keys.at(-1)}'`;
    page = (await ask(portal, { ...options, $filter })).page;
    keys.push(...keysOf(page));
  }
  assert.equal(keys.length, first.page['@odata.count']);
  assert.deepEqual(keys, [...new Set(keys)].sort());
  assert.ok(keys.length > 200);
});

test('next links lead to every row as well', async () => {
  const portal = open();
  const options = { $filter: ACTIVE, $orderby: 'ListingKey' };
  const headers = { prefer: 'odata.maxpagesize=70' };
  const keys: string[] = [];
  let query: object | null = { ...options, $count: 'true' };
  let count = 0;
  while (query !== null) {
    const { page }: { page: Page } = await ask(portal, query, headers);
    keys.push(...keysOf(page));
    count = page['@odata.count'] ?? count;
    const link: string | undefined = page['@odata.nextLink'];
    query = link === undefined ? null : Object.fromEntries(new URLSearchParams(link.split('?')[1]));
  }
  assert.deepEqual([keys.length, new Set(keys).size], [count, count]);
});

test('the trap of real servers: what is skipped counts as shown', async () => {
  const portal = open();
  const options = { $filter: ACTIVE, $orderby: 'ListingKey', $top: '100' };
  assert.equal((await ask(portal, { ...options, $skip: '40' })).page.value.length, 60);
  assert.equal((await ask(portal, { ...options, $skip: '100' })).page.value.length, 0);
});

test('half-open ranges divide an area without a row twice or lost', async () => {
  const portal = open();
  const whole = { $filter: ACTIVE, $count: 'true', $top: '1', $orderby: 'Latitude' };
  const { page } = await ask(portal, { ...whole, $top: '500' });
  const middle = Number(page.value[Math.floor(page.value.length / 2)]?.Latitude);
  const half = async (condition: string) =>
    (await ask(portal, { ...whole, $filter: `${ACTIVE} and Latitude ${condition} ${middle}` }))
      .page['@odata.count'] ?? 0;
  assert.equal((await half('lt')) + (await half('ge')), page['@odata.count']);
});

test('unknown fields and unfinished filters are answered 400, other resources 404 with a web page', async () => {
  const portal = open();
  for (const options of [
    { $filter: 'Nothing eq 1' },
    { $select: 'ListingKey,Nothing' },
    { $filter: 'City eq' },
    { $top: 'abc' },
  ]) {
    const { status, page } = await ask(portal, options);
    assert.equal(status, 400);
    assert.match(JSON.stringify(page), /"code":"40000","message":"/);
  }
  const query = new URLSearchParams();
  const other = await portal.answer({ method: 'GET', path: '/Nothing', query, body: '' });
  assert.equal(other.status, 404);
  assert.match(other.document?.text ?? '', /<html>/);
});

test('a token that the server did not issue is rejected, and its own fails when the fault says so', async () => {
  const portal = open();
  const body = 'grant_type=client_credentials&client_id=a&client_secret=b';
  const query = new URLSearchParams();
  const issued = await portal.answer({ method: 'POST', path: '/oauth/token', query, body });
  const { access_token } = issued.json as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}` };
  assert.equal((await ask(portal, { $top: '1' }, headers)).status, 200);
  assert.equal((await ask(portal, { $top: '1' }, headers, 'token_expired')).status, 401);
  assert.equal((await ask(portal, { $top: '1' }, { authorization: 'Bearer other' })).status, 401);
});

test('a home that is listed again has a new key and the same address', async () => {
  const clock = handClock();
  const portal = open(clock);
  const $filter = "StandardStatus eq 'Active' and PostalCode eq '87112'";
  const select = 'ListingId,UnparsedAddress,OnMarketDate';
  const options = { $filter, $top: '1000', $select: select };
  const addresses = new Map<string, unknown>();
  const ids = new Map<string, unknown>();
  for (let day = 0; day < 120; day += 1) {
    for (const row of (await ask(portal, options)).page.value) {
      const key = String(row.ListingKey);
      assert.equal(row.ListingId, ids.get(key) ?? row.ListingId, 'a listing keeps its number');
      ids.set(key, row.ListingId);
      addresses.set(key, row.UnparsedAddress);
    }
    clock.passDays(1);
  }
  const byHome = new Map<string, string[]>();
  for (const key of ids.keys()) {
    const [home = ''] = key.split('-');
    byHome.set(home, [...(byHome.get(home) ?? []), key]);
  }
  const twice = [...byHome.values()].filter((keys) => keys.length > 1);
  assert.ok(twice.length > 5, `${twice.length} homes were listed again`);
  for (const [first = '', second = ''] of twice) {
    assert.equal(addresses.get(second), addresses.get(first));
    assert.notEqual(ids.get(second), ids.get(first));
  }
});
