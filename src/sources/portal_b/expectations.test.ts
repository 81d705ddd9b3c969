/** Contradictions in a sale. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXPECTATIONS } from './expectations.js';

const agrees = (price: number, sqFt: number, pricePerSqFt: number): boolean | null | undefined =>
  EXPECTATIONS.twins
    .find((twin) => twin.members === 'price by sqFt and pricePerSqFt')
    ?.agree({ price, sqFt, pricePerSqFt });

test('a price by area that is rounded to dollars agrees with a cheap sale', () => {
  assert.equal(agrees(8_500, 900, 9), true);
  assert.equal(agrees(2_200, 1_500, 1), true);
  assert.equal(agrees(410_000, 1_820, 225), true);
});

test('a price by area of another price does not', () => {
  assert.equal(agrees(8_500, 900, 11), false);
  assert.equal(agrees(410_000, 1_820, 251), false);
});

test('a unit is compared with the street line only where that names one', () => {
  const units = (unitNumber: string, streetLine: string) =>
    EXPECTATIONS.twins
      .find((twin) => twin.members === 'unitNumber and streetLine')
      ?.agree({ unitNumber: { value: unitNumber }, streetLine: { value: streetLine } });
  assert.equal(units('Unit W303', '506 E Howell St Unit W303'), true);
  assert.equal(units('#201', '100 Pike St'), null);
  assert.equal(units('#201', '100 Pike St #305'), false);
  assert.equal(units('#4', '1423 Pike St #9'), false);
  assert.equal(units('#4-B', '100 Pike St #4B'), true);
});

test('a list in the place of an amount counts as missing, however deep it nests', () => {
  const deep: unknown = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000));
  const carrying = (lotSize: unknown) =>
    EXPECTATIONS.members.flatMap(({ paths, has }) =>
      paths.includes('lotSize') && has !== undefined ? [has({ lotSize })] : [],
    );
  assert.deepEqual(carrying({ value: 4_000, level: 1 }), [true]);
  for (const wrong of [[4_000], deep, { value: deep, level: 1 }]) {
    assert.deepEqual(carrying(wrong), [false]);
  }
});
