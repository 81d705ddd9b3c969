import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PlaceAsk, SourceError } from '../driver.js';
import { PLACES } from './places.js';

const ZIP: PlaceAsk = { form: 'zip', names: ['16001'], state: null };
const CITY: PlaceAsk = { form: 'city', names: ['st paul'], state: 'MN' };
const suggestion = (metaData: object) => ({ display: 'x', resultType: 'Region', metaData });
const suggestions = (...found: readonly object[]) => JSON.stringify({ results: found });
const butler = { regionId: 64399, regionType: 'zipcode', zipCode: '16001', state: 'PA' };
const state = (region: object, regionBounds?: object) =>
  JSON.stringify({ regionState: { regionInfo: [region], regionBounds }, requestId: 9 });

test('a place is looked up by its words, a city with its state', () => {
  assert.match(PLACES.find(ZIP).path, /^\/autocomplete\/v3\/suggestions\?q=16001&/);
  assert.match(PLACES.find(CITY).path, /q=st\+paul%2C\+MN/);
});

test('places are requested among all suggestions, without a referring page', () => {
  const { path, headers } = PLACES.find(ZIP);
  const query = new URLSearchParams(path.split('?')[1]);
  assert.equal(query.get('resultTypes'), 'allSuggestions');
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  assert.ok(!names.includes('origin') && !names.includes('referer'), names.join());
});

test('the token is the number of the suggestion that is the asked place, and its kind', () => {
  const address = { resultType: 'Address', metaData: { zpid: 1 } };
  const other = suggestion({ ...butler, zipCode: '16002', regionId: 1 });
  assert.equal(PLACES.readFound(suggestions(address, other, suggestion(butler)), ZIP), '64399/7');
  const town = { regionId: 5, regionType: 'city', city: 'Saint Paul', state: 'MN' };
  const elsewhere = suggestion({ ...town, state: 'TX', regionId: 6 });
  assert.equal(PLACES.readFound(suggestions(elsewhere, suggestion(town)), CITY), '5/6');
  assert.equal(PLACES.readFound(suggestions(other), ZIP), null);
  assert.equal(PLACES.readFound(suggestions(), ZIP), null);
  assert.throws(() => PLACES.readFound('{"error":1}', ZIP), SourceError);
});

test('a token is the asked place when the source gives its name and number back', () => {
  const region = { regionId: 64399, regionType: 7, regionName: '16001' };
  const bounds = { west: -80.1, east: -79.8, south: 40.7, north: 41 };
  const place = PLACES.check.read(state(region, bounds), '64399/7', ZIP);
  assert.equal(place?.label, '16001');
  assert.deepEqual(place.box, { w: -80_100_000, s: 40_700_000, e: -79_799_999, n: 41_000_001 });
  assert.equal(PLACES.check.read(state(region), '64399/7', ZIP)?.box, null);
  const others = [
    { ...region, regionName: '98101' },
    { ...region, regionId: 1 },
    { ...region, regionType: 6 },
  ];
  for (const other of others) assert.equal(PLACES.check.read(state(other), '64399/7', ZIP), null);
  const city = { regionId: 5, regionType: 6, regionName: 'Saint Paul MN' };
  assert.equal(PLACES.check.read(state(city), '5/6', CITY)?.token, '5/6');
  assert.throws(() => PLACES.check.read('{"cat1":{}}', '5/6', CITY), SourceError);
});

test('bounds that cannot be those of a place are not its box', () => {
  const region = { regionId: 64399, regionType: 7, regionName: '16001' };
  const bounds = { west: -80.1, east: -79.8, south: 40.7, north: 41 };
  for (const wrong of [
    { ...bounds, north: 2 ** 53 },
    { ...bounds, west: -180, east: 180 },
    { ...bounds, east: -80.1 },
    { west: 2.2, east: 2.5, south: 48.8, north: 48.9 },
  ]) {
    const place = PLACES.check.read(state(region, wrong), '64399/7', ZIP);
    assert.equal(place?.box, null, JSON.stringify(wrong));
  }
});

test('a token of a table is the number of a region, with its type or without', () => {
  assert.equal(PLACES.readToken('92656', 'zip'), '92656/7');
  assert.equal(PLACES.readToken('92656/7', 'zip'), '92656/7');
  assert.equal(PLACES.readToken('10221', 'city'), '10221/6');
  for (const wrong of [
    '92656/6',
    '',
    '0',
    '-1',
    '92656/',
    '92656/17',
    'x',
    '92656 7',
    '1e5',
    '99999999999',
  ]) {
    assert.equal(PLACES.readToken(wrong, 'zip'), null, wrong);
  }
});

test('a place with an invalid id is a changed format', () => {
  const ask = { form: 'zip', names: ['92656'], state: null } as const;
  for (const regionId of [2 ** 53, 92_656.5, -1]) {
    const metaData = { regionId, regionType: 'zipcode', zipCode: '92656' };
    const body = JSON.stringify({ results: [{ metaData }] });
    assert.throws(() => PLACES.readFound(body, ask), /changed format: the id of a place/);
  }
});

test('what a token stands for is asked and read at the entry that the operator chose', () => {
  const call = PLACES.check.request('64399/7', ZIP, {});
  assert.equal(call.method, 'PUT');
  const page = PLACES.check.request('64399/7', ZIP, { entry: 'page' });
  assert.equal(page.method, 'GET');
  assert.match(page.path, /^\/homes\/16001_rb\/\?searchQueryState=%7B/);
  const region = { regionId: 64399, regionType: 7, regionName: '16001' };
  const searchPageState = { regionState: { regionInfo: [region] } };
  const json = JSON.stringify({ props: { pageProps: { searchPageState } } });
  const body = `<html><script id="__NEXT_DATA__">${json}</script></html>`;
  assert.equal(PLACES.check.read(body, '64399/7', ZIP)?.label, '16001');
});
