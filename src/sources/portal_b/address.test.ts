import assert from 'node:assert/strict';
import { test } from 'node:test';
import { absent } from '#domain/parsed-row.js';
import { CONTEXT, kept, rawRow } from './fixtures/pages.js';
import { soldToRow } from './to-row.js';

const STREETS: readonly [sent: string, unit: string | null, line1: string, read: string | null][] =
  [
    ['401 W  Elm Ave # 508', '#508', '401 W Elm Ave', '#508'],
    ['302 E Pollard Ave #304', null, '302 E Pollard Ave', '#304'],
    ['5 Lark St Apt B', 'APT B', '5 Lark St', 'APT B'],
    ['2-101 Palm Ter #3', '3', '2-101 Palm Ter', '3'],
    ['12 Elm St Bldg 4 Apt C', null, '12 Elm St', 'Bldg 4 Apt C'],
    ['12 Unity Ln', null, '12 Unity Ln', null],
    ['12 Unity Ln', 'Unit 2', '12 Unity Ln', 'Unit 2'],
    ['9 Suite Rd', null, '9 Suite Rd', null],
    ['4400 Highway #40', null, '4400 Highway #40', null],
    ['16 Floral Park Unit', null, '16 Floral Park Unit', null],
  ];
for (const [sent, unit, line1, read] of STREETS) {
  test(`"${sent}" with ${unit ?? 'no unit'} is ${line1} and ${read ?? 'no unit'}`, () => {
    const change = { streetLine: sent, unitNumber: { value: unit, level: 1 } };
    const { address } = kept(soldToRow({ ...rawRow(7000001), ...change }, CONTEXT));
    assert.equal(address.line1, line1);
    assert.deepEqual(address.unit, read ?? absent('not_applicable'));
  });
}
