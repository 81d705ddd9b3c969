import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AddressParts, readAddress, streetForms } from './lookup.js';

const meetsStreet = (asked: string, home: AddressParts): boolean =>
  streetForms(home).all.includes(asked);

const HOME = { line1: '4455 W Lanternhill St', unit: null, city: 'Austin', state: 'TX' };

for (const text of [
  '4455 W Lanternhill St, 78704',
  '4455 W Lanternhill St 78704',
  '4455 west lanternhill street, 78704-1234',
  '4455 W Lanternhill St',
  '4455 W Lanternhill St, Austin, TX 78704',
  '4455 W Lanternhill St, Austin TX',
  '4455 W Lanternhill St Austin TX 78704, USA',
]) {
  test(`"${text}" is the street that it names`, () => {
    assert.ok(meetsStreet(readAddress(text).street, HOME), JSON.stringify(readAddress(text)));
  });
}

for (const [text, state] of [
  ['12 Oak Ct, 06103', null],
  ['12 Oak Ct', null],
  ['12 Oak St, Hartford, CT 06103', 'CT'],
  ['12 Oak St, Hartford CT', 'CT'],
  ['99 5th Ave NE, 78704', null],
  ['12 Oak Pl, 78704', null],
  ['12 Oak Dr TX', 'TX'],
  ['12 Oak St New Orleans LA 70112', 'LA'],
] as const) {
  test(`the state of "${text}" is ${state}`, () => {
    assert.equal(readAddress(text).state, state);
  });
}

test('a state that may end a street line is met where it ends the address', () => {
  const home = { line1: '12 Oak St', unit: 'Unit A', city: 'Hartford', state: 'CT' };
  for (const text of ['12 Oak St Hartford CT 06103', '12 Oak Street unit A Hartford CT'])
    assert.ok(meetsStreet(readAddress(text).street, home), text);
  assert.ok(!meetsStreet(readAddress('12 Oak Ct, 06103').street, home));
});
