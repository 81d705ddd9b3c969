import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compactName, normalName } from './names.js';

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
