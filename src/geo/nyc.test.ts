import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNycCityName, nycBorough, zipTouchesNyc } from './nyc.js';

test('the first digits of a ZIP give its borough', () => {
  assert.equal(nycBorough('10001'), 'Manhattan');
  assert.equal(nycBorough('10282'), 'Manhattan');
  assert.equal(nycBorough('10301'), 'Staten Island');
  assert.equal(nycBorough('10463'), 'Bronx');
  assert.equal(nycBorough('11201'), 'Brooklyn');
  assert.equal(nycBorough('11101'), 'Queens');
  assert.equal(nycBorough('11691'), 'Queens');
});

test('two ZIPs of Queens share their prefix with Nassau County', () => {
  assert.equal(nycBorough('11004'), 'Queens');
  assert.equal(nycBorough('11005'), 'Queens');
  assert.equal(nycBorough('11003'), undefined);
});

test('a ZIP that straddles the border touches the city but has no borough', () => {
  assert.equal(nycBorough('11001'), undefined);
  assert.equal(zipTouchesNyc('11001'), true);
  assert.equal(zipTouchesNyc('10701'), false);
  assert.equal(zipTouchesNyc('78704'), false);
});

test('the city answers to its names, its boroughs and the post offices of Queens', () => {
  for (const name of ['New York', 'NYC', 'the bronx', 'BROOKLYN', 'Saint Albans', 'Astoria']) {
    assert.equal(isNycCityName(name), true, name);
  }
  for (const name of ['Yonkers', 'Buffalo', 'Hempstead', '']) {
    assert.equal(isNycCityName(name), false, name);
  }
});
