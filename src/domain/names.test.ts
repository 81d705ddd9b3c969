import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { compactName, isPlaceName, normalName } from './names.js';

test('names compare without case, accents and punctuation', () => {
  assert.equal(normalName('  La Cañada-Flintridge '), 'la canada flintridge');
  assert.equal(normalName("Coeur d'Alene"), normalName('COEUR D’ALENE'));
  assert.equal(normalName('Winston–Salem, N.C.'), 'winston salem nc');
  assert.equal(normalName('Kāneʻohe'), 'kaneohe');
});

test('Saint, Fort and Mount are spelled one way wherever they stand', () => {
  assert.equal(normalName('Port Saint Lucie'), normalName('Port St. Lucie'));
  assert.equal(normalName('Fort Worth'), normalName('Ft Worth'));
  assert.equal(normalName('Mount Pleasant'), normalName('Mt. Pleasant'));
  assert.equal(normalName('Mountain View'), 'mountain view');
});

test('a normalised name stays as it is when normalised again', () => {
  for (const name of ["O'Fallon", 'Sault Sainte Marie', 'St. Mary’s', 'Ho-Ho-Kus', '']) {
    assert.equal(normalName(normalName(name)), normalName(name));
  }
  assert.equal(compactName(normalName('De Kalb')), compactName(normalName('DeKalb')));
});

/** The punctuation that people type, one sign each. */
const LISTED = [...".,'’‘`´ʻʼ-‐‑–"];
const isListed = (sign: string): boolean =>
  /^[\p{L}\p{Nd}\p{Zs}]$/u.test(sign) || /^[\u0300-\u036f]$/.test(sign) || LISTED.includes(sign);

test('any other sign, wherever it stands in a name, makes it a name that no place has', () => {
  for (const name of [
    'Austin%',
    'Austin#',
    'Aus_tin',
    'Austin/',
    '(Austin)',
    'Austin\u200b',
    'Austin½',
    '',
  ]) {
    assert.equal(isPlaceName(name), false, name);
  }
  const sign = fc.string({ unit: 'binary', minLength: 1, maxLength: 1 });
  const around = fc.constantFrom('Austin', 'San José', "Coeur d'Alene", 'Kāneʻohe', '29 Palms');
  fc.assert(
    fc.property(around, sign, fc.nat(12), (name, odd, at) => {
      const changed = name.slice(0, at) + odd + name.slice(at);
      assert.equal(isPlaceName(changed), isListed(odd), JSON.stringify(changed));
    }),
    { numRuns: 2_000 },
  );
});

test('names of places may have letters of any script, accents, digits and the listed signs', () => {
  for (const name of [
    'La Cañada-Flintridge',
    'Winston–Salem, N.C.',
    'Kāneʻohe',
    '29 Palms',
    'O’Fallon',
  ]) {
    assert.ok(isPlaceName(name) && isPlaceName(name.normalize('NFD')), name);
  }
});
