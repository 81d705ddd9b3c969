/** Contradictions in a listing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXPECTATIONS } from './expectations.js';

test('a city agrees with the displayed line in any spelling, another city does not', () => {
  const cities = (municipality: string, line: string) =>
    EXPECTATIONS.twins
      .find((twin) => twin.members === 'municipality and formatted_address')
      ?.agree({ seller: { municipality }, row: { formatted_address: ['12 Oak St', line] } });
  assert.equal(cities('PUEBLO', 'Pueblo, CO 81003, Pueblo County'), true);
  assert.equal(cities('SAINT LOUIS', 'St. Louis, MO 63101, St. Louis City'), true);
  assert.equal(cities('OFALLON', "O'Fallon, MO 63366, Saint Charles County"), true);
  assert.equal(cities('PUEBLO', 'Denver, CO 80202, Denver County'), false);
  assert.equal(cities('', 'Pueblo, CO 81003, Pueblo County'), null);
});
