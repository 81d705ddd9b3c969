import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SourceError } from '../driver.js';
import { PLACES } from './places.js';

const ZIP = { form: 'zip', names: ['98103'], state: null } as const;
const CITY = { form: 'city', names: ['seattle'], state: 'WA' } as const;

const answer = (...rows: object[]) =>
  `{}&&${JSON.stringify({ resultCode: 0, payload: { sections: [{ rows }] } })}`;
const zip = { id: '4_40404', name: '98103', subName: 'Seattle, WA, USA' };
const city = { id: '2_16163', name: 'Seattle', subName: 'Seattle, WA, USA' };

test('the id of a place has another type in the search than where it was found', () => {
  assert.equal(PLACES.readFound(answer(city, zip), ZIP), '40404/2');
  assert.equal(PLACES.readFound(answer(zip, city), CITY), '16163/6');
});

test('a place with another name, state or type does not match', () => {
  for (const other of [
    { ...zip, name: '98104' },
    { ...zip, id: '2_40404' },
    { ...zip, id: '40404' },
  ]) {
    assert.equal(PLACES.readFound(answer(other), ZIP), null);
  }
  assert.equal(PLACES.readFound(answer({ ...city, subName: 'Seattle, OR, USA' }), CITY), null);
  assert.equal(PLACES.readFound(answer(), ZIP), null);
});

test('a response that is not a list of places fails', () => {
  for (const body of ['{}&&{"resultCode":101}', '<html>', '{}&&{"payload":{"sections":{}}}']) {
    assert.throws(() => PLACES.readFound(body, ZIP), SourceError);
  }
});

test('an imported token is an id, with or without its type', () => {
  assert.equal(PLACES.readToken('40404', 'zip'), '40404/2');
  assert.equal(PLACES.readToken('40404/2', 'zip'), '40404/2');
  assert.equal(PLACES.readToken('40404/6', 'zip'), null);
});
