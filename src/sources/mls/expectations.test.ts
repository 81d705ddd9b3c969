/** Contradictions in a listing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Raw } from '../raw-values.js';
import { EXPECTATIONS } from './expectations.js';

const agree = (members: string, view: Raw): boolean | null | undefined =>
  EXPECTATIONS.listings.twins.find((twin) => twin.members === members)?.agree(view);

test('a unit agrees with the unparsed address in any spelling, and where that names none', () => {
  const units = (UnitNumber: string, street: string) =>
    agree('UnitNumber and UnparsedAddress', {
      UnitNumber,
      UnparsedAddress: `${street}, Austin, TX 78704`,
    });
  assert.equal(units('4', '12 Oak St #4'), true);
  assert.equal(units('Unit 4', '12 Oak St # 4'), true);
  assert.equal(units('4-B', '12 Oak St, Apt 4B'), true);
  assert.equal(units('A4', '12 Oak St Bldg A Unit 4'), true);
  assert.equal(units('201', '12 Oak St'), null);
  assert.equal(units('5', '12 Oak St Apt 4B'), false);
});
