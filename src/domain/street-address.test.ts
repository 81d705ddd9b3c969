import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { splitUnit } from './street-address.js';

/** A table of the fixtures, one row per line. */
function linesOf(file: string): string[] {
  return readFileSync(new URL(`./fixtures/${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n');
}

/** Invented lines, each "street | unit": the source sends the two with a space between. */
const WITH_UNIT = linesOf('street-lines-with-unit.txt');

/** Lines whose parts are not joined by one space: the line sent, the street, the unit. */
const WITH_SIGNS: readonly (readonly [string, string, string])[] = [
  ['401 W  Elm Ave  # 508', '401 W Elm Ave', '#508'],
  ['5 Lark St   Unit 626', '5 Lark St', 'Unit 626'],
  ['12 Oak St, Apt 4', '12 Oak St', 'Apt 4'],
  ['12 Oak St,Apt 4', '12 Oak St', 'Apt 4'],
  ['12 Oak St, Apt 4,', '12 Oak St', 'Apt 4'],
  ['12 Oak St, 4B', '12 Oak St', '4B'],
  ['12 Oak Rd, 4B', '12 Oak Rd', '4B'],
  ['12 Oak St, #4', '12 Oak St', '#4'],
  ['12 Oak St, Rear', '12 Oak St', 'Rear'],
  ['12 Oak St, 2nd Floor', '12 Oak St', '2nd Floor'],
  ['12 Oak St - Unit 5', '12 Oak St', 'Unit 5'],
  ['12 Oak St – Unit 5', '12 Oak St', 'Unit 5'],
  ['12 Oak St - 4th Floor', '12 Oak St', '4th Floor'],
  ['12 Oak St#5', '12 Oak St', '#5'],
  ['12 Oak St Apt#5', '12 Oak St', 'Apt#5'],
  ['12 Oak St Apt # 5', '12 Oak St', 'Apt #5'],
  ['12 Oak St Unit# 5', '12 Oak St', 'Unit#5'],
  ['12 Oak St (Rear)', '12 Oak St', 'Rear'],
  ['12 Oak St (Unit 5)', '12 Oak St', 'Unit 5'],
  ['12 Oak St (2nd Floor)', '12 Oak St', '2nd Floor'],
  ['Apt 4, 12 Oak St', '12 Oak St', 'Apt 4'],
  ['Unit B, 12 Oak St', '12 Oak St', 'Unit B'],
  ['#4 12 Oak St', '12 Oak St', '#4'],
  ['#4, 12 Oak St', '12 Oak St', '#4'],
  ['Unit 5 12 W 4th St', '12 W 4th St', 'Unit 5'],
  ['12\u00a0Oak\u00a0St\u00a0Apt\u00a04', '12 Oak St', 'Apt 4'],
];

/** Lines without a unit, even if they seem to have one. */
const WITHOUT_UNIT = linesOf('street-lines-without-unit.txt');

function check(sent: string, line1: string, unit: string | undefined): void {
  assert.deepEqual(splitUnit(sent), { line1, unit }, sent);
}

describe('a street line', () => {
  test('holds at least 300 invented lines to their street and unit', () => {
    const all = [...WITH_UNIT, ...WITH_SIGNS, ...WITHOUT_UNIT];
    assert.ok(new Set(all.map(String)).size >= 300, `${all.length} lines`);
  });

  for (const line of WITH_UNIT) {
    const [line1 = '', unit = ''] = line.split(' | ');
    test(`"${line1} ${unit}" is parted at ${unit}`, () => check(`${line1} ${unit}`, line1, unit));
  }

  for (const [sent, line1, unit] of WITH_SIGNS) {
    test(`"${sent}" is "${line1}" and ${unit}`, () => check(sent, line1, unit));
  }

  for (const line of WITHOUT_UNIT) {
    const [sent = '', line1 = sent] = line.split(' => ');
    test(`"${sent}" has no unit`, () => check(sent, line1, undefined));
  }
});

test('a unit that the source gives apart is taken off the line in its own spelling', () => {
  assert.deepEqual(splitUnit('12 Oak St # 4', '#4'), { line1: '12 Oak St', unit: '#4' });
  assert.deepEqual(splitUnit('12 Oak St unit b', 'Unit B'), { line1: '12 Oak St', unit: 'Unit B' });
  assert.deepEqual(splitUnit('12 Oak St GARDEN-APT', 'GARDEN-APT').line1, '12 Oak St');
  assert.deepEqual(splitUnit('12 Oak St Unit 4', '#4'), { line1: '12 Oak St', unit: 'Unit 4' });
  assert.equal(splitUnit('12 Oak St', '#4').line1, '12 Oak St');
  assert.equal(splitUnit('12 County Road 4', '4').line1, '12 County Road 4');
  assert.equal(splitUnit('12 Oak St 4', '4').line1, '12 Oak St');
});

test('splitting twice changes nothing, and no word is lost', () => {
  for (const line of [...WITH_UNIT, ...WITHOUT_UNIT]) {
    const sent = line.replace(' | ', ' ').replace(/ => .*/, '');
    const { line1, unit } = splitUnit(sent);
    assert.deepEqual(splitUnit(line1), { line1, unit: undefined }, sent);
    const words = (text: string) => text.replace(/[\s,–-]/g, '');
    assert.equal(words(`${line1}${unit ?? ''}`), words(sent), sent);
  }
});

test('a line longer than a row may hold is not searched for a unit', () => {
  const many = `12 Oak St ${'Unit 4 '.repeat(3000)}`;
  assert.deepEqual(splitUnit(many), { line1: many, unit: undefined });
});
