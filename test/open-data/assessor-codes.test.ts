/** Codes and words of assessors, by set: those of land and buildings beside those of houses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { presetsIn } from '#service/datasets/open-sets.js';
import { mapper } from '#sources/mapping/apply-mapping.js';
import { mappingIn } from '#sources/mapping/read-mapping.js';
import { rawOf } from '#sources/raw-values.js';

type Codes = readonly Readonly<Record<string, string>>[];
const NOW_MS = Date.parse('2026-11-25T12:00:00Z');

const TYPES: Readonly<Record<string, Readonly<Record<string, Codes>>>> = {
  'cook-county-il': {
    land: ['100', '200', '239', '240', '241'].map((code) => ({ class: code })),
    other: [{ class: '201' }],
    condo: [{ class: '213' }, { class: '299' }],
    single_family: [{ class: '203' }, { class: '278' }],
  },
  'massachusetts-sales': {
    manufactured: [{ USE_CODE: '103' }, { USE_CODE: '1030' }],
    multi_family: [{ USE_CODE: '104' }, { USE_CODE: '111' }, { USE_CODE: '1120' }],
    land: [{ USE_CODE: '132' }],
  },
  'florida-sales': {
    multi_family: [{ DOR_UC: '003' }, { DOR_UC: '008' }],
    land: [{ DOR_UC: '000' }],
  },
  'connecticut-sales': {
    land: [{ propertytype: 'Vacant Land' }],
    apartment: [{ propertytype: 'Apartments' }],
    condo: [
      { propertytype: 'Residential', residentialtype: 'Condo' },
      { propertytype: 'Condo', residentialtype: 'Condo' },
    ],
  },
};

const presets = presetsIn(new URL('../../presets/', import.meta.url).pathname);

for (const [name, types] of Object.entries(TYPES)) {
  test(`${name}: what the codes of its assessor mean`, () => {
    const set = presets.find((one) => one.name === name);
    const fields = {
      sold_date: { value: '2026-05-17' },
      zip: { value: '02043' },
      property_type: rawOf(rawOf(set?.mapping).fields)['property_type'],
    };
    const map = mapper(mappingIn({ dataset: name, fields }), NOW_MS);
    for (const [type, codes] of Object.entries(types)) {
      const read = codes.map((code) => rawOf(rawOf(map((column) => code[column])).mapped));
      assert.deepEqual(
        read.map(({ property_type }) => property_type),
        codes.map(() => type),
        JSON.stringify(codes),
      );
    }
  });
}
