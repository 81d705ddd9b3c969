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

test('a street agrees with the unparsed address in full words and abbreviations', () => {
  const parts = (StreetSuffix: string | null, street: string, StreetDirPrefix?: string) =>
    agree('the parts of the street and UnparsedAddress', {
      StreetNumber: '12',
      StreetDirPrefix,
      StreetName: 'Deer',
      StreetSuffix,
      UnparsedAddress: `${street}, Austin, TX 78704`,
    });
  assert.equal(parts('Crossing', '12 Deer Xing'), true);
  assert.equal(parts('Xing', '12 Deer Crossing'), true);
  assert.equal(parts('Avenue', '12 W Deer Ave', 'West'), true);
  assert.equal(parts(null, '12 Deer'), true);
  assert.equal(parts('Crossing', '12 Deer Rd'), false);
  assert.equal(parts('Rd', '12 W Deer Rd'), false);
});

test('a lot without a house number agrees with an address that leaves it out', () => {
  const streets = (StreetNumber: string, street: string) =>
    agree('StreetNumber with StreetName and UnparsedAddress', {
      StreetNumber,
      StreetName: 'County Road 12',
      UnparsedAddress: `${street}, Austin, TX 78704`,
    });
  assert.equal(streets('0', 'County Road 12'), true);
  assert.equal(streets('TBD', 'County Road 12'), true);
  assert.equal(streets('0', '0 County Road 12'), true);
  assert.equal(streets('410', 'County Road 12'), false);
  assert.equal(streets('0', '0 Oak St'), false);
  assert.equal(streets('N/A', 'N County Road 12'), true);
  assert.equal(streets('Lot', 'County Road 12 Lot 4'), true);
  assert.equal(streets('tbd', 'TBD County Road 12'), true);
});

test('a word of the street in place of its number contradicts the unparsed address', () => {
  const streets = (StreetNumber: string, StreetName: string, street: string) =>
    agree('StreetNumber with StreetName and UnparsedAddress', {
      StreetNumber,
      StreetName,
      UnparsedAddress: `${street}, Oak, TX 78704`,
    });
  assert.equal(streets('Oak Hill', '12', '12 Oak Hill Rd'), false);
  assert.equal(streets('N', 'Oak', '12 N Oak St'), false);
  assert.equal(streets('Oak', '12', '12 OAK'), false);
  assert.equal(streets('Oak', 'Elm', 'Elm St'), true);
});

test('acres in tenths agree with square feet, those of another lot do not', () => {
  const lots = (LotSizeSquareFeet: number, LotSizeAcres: number) =>
    agree('LotSizeSquareFeet and LotSizeAcres', { LotSizeSquareFeet, LotSizeAcres });
  assert.equal(lots(6_100, 0.1), true);
  assert.equal(lots(10_890, 0.3), true);
  assert.equal(lots(217_800, 5), true);
  assert.equal(lots(10_890, 0.5), false);
  assert.equal(lots(10_890, 10_890), false);
});
