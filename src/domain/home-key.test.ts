import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { homeId, homeKey, type KeyedAddress } from './home-key.js';

/**
 * Addresses labelled by hand, one per line: number, direction before, name, suffix short and long,
 * direction after, unit, ZIP, and the line as a source writes it. The forms and the other homes are
 * made only from the labels.
 */
interface Label {
  readonly number: string;
  readonly before: string;
  readonly name: string;
  readonly suffix: string;
  readonly longSuffix: string;
  readonly after: string;
  readonly unit: string;
  readonly zip: string;
  readonly written: string;
}

const LABELS: readonly Label[] = readFileSync(
  new URL('./fixtures/labelled-addresses.txt', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => {
    const [number, before, name, suffixes, after, unit, zip, written] = line.split('|');
    const [suffix, longSuffix] = String(suffixes).split('/');
    return { number, before, name, suffix, longSuffix, after, unit, zip, written } as Label;
  });

const LONG: Readonly<Record<string, string>> = {
  N: 'North',
  S: 'South',
  E: 'East',
  W: 'West',
  NE: 'Northeast',
  NW: 'Northwest',
  SE: 'Southeast',
  SW: 'Southwest',
  FL: 'Floor',
  BLDG: 'Building',
  SPC: 'Space',
  LOT: 'Lot',
  PH: 'Penthouse',
  UPPR: 'Upper',
  LOWR: 'Lower',
  BSMT: 'Basement',
  STE: 'Suite',
};
const long = (text: string): string =>
  text
    .split(' ')
    .map((word) => LONG[word] ?? word)
    .join(' ');
const joined = (...parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join(' ');
/** Whether the unit names its own designator: "FL 2" can be written with no other. */
const isNamed = (unit: string): boolean => /^(?:[A-Z]{2,})(?: |$)/.test(unit);
const withSign = (unit: string, sign: string): string => {
  if (unit === '' || isNamed(unit)) return sign === 'Apartment ' ? long(unit) : unit;
  return sign + unit;
};
const dotted = (word: string): string => (word === '' ? '' : `${word}.`);

/** The six forms in which a line is written. */
const FORMS: Readonly<Record<string, (label: Label) => string>> = {
  capitals: (l) =>
    joined(l.number, l.before, l.name, l.suffix, l.after, withSign(l.unit, 'APT ')).toUpperCase(),
  'long words': (l) =>
    joined(
      l.number,
      long(l.before),
      l.name,
      l.longSuffix,
      long(l.after),
      withSign(l.unit, 'Apartment '),
    ),
  'number sign': (l) =>
    joined(l.number, l.before, l.name, l.suffix, l.after, withSign(l.unit, '#')),
  'number sign apart': (l) =>
    joined(l.number, l.before, l.name, l.suffix, l.after, withSign(l.unit, '# ')),
  'dots and commas': (l) => {
    const street = joined(l.number, dotted(l.before), l.name, dotted(l.suffix), l.after);
    return l.unit === '' ? street : `${street}, ${withSign(l.unit, 'Apt. ')}`;
  },
  'as a source writes it': (l) => l.written,
};

/** Eight other homes that are made from one; null where the address has nothing to change. */
const OTHERS: Readonly<Record<string, (label: Label) => Label | null>> = {
  'another direction': (l) => {
    const other = (word: string) => (word === 'N' ? 'S' : 'N');
    if (l.before !== '') return { ...l, before: other(l.before) };
    return l.after in LONG ? { ...l, after: other(l.after) } : null;
  },
  'no direction': (l) =>
    l.before === '' && !(l.after in LONG) ? null : { ...l, before: '', after: '' },
  'the direction at the end': (l) =>
    l.before === '' || l.after !== '' ? null : { ...l, before: '', after: l.before },
  'another suffix': (l) =>
    l.suffix === ''
      ? null
      : l.suffix === 'Way'
        ? { ...l, suffix: 'St', longSuffix: 'Street' }
        : { ...l, suffix: 'Way', longSuffix: 'Way' },
  'another unit': (l) => (l.unit === '' ? { ...l, unit: '97' } : { ...l, unit: `${l.unit}7` }),
  'no unit': (l) => (l.unit === '' ? null : { ...l, unit: '' }),
  'number and a half': (l) => (/^\d+$/.test(l.number) ? { ...l, number: `${l.number} 1/2` } : null),
  'number and a letter': (l) => (/^\d+$/.test(l.number) ? { ...l, number: `${l.number}A` } : null),
};

/** The home of an address, or why it has none. */
function homeOf(address: KeyedAddress): string {
  const key = homeKey(address);
  return typeof key === 'string' ? key : homeId(key);
}
const homeOfLine = (line: string, zip: string): string => homeOf({ line1: line, unit: null, zip });

const LABELS_IN_FILE = 200;
const LEAST_EQUAL = 0.95;

test('labelled addresses have one key in all six forms', () => {
  assert.equal(LABELS.length, LABELS_IN_FILE);
  const unmet = LABELS.flatMap((label) => {
    const homes = Object.entries(FORMS).map(([form, write]) => ({
      line: `${form}: ${write(label)}`,
      home: homeOfLine(write(label), label.zip),
    }));
    return new Set(homes.map(({ home }) => home)).size === 1
      ? []
      : [`${label.written}: ${JSON.stringify(homes)}`];
  });
  assert.ok(1 - unmet.length / LABELS.length >= LEAST_EQUAL, unmet.join('\n'));
});

test('no other home has the key of a labelled address', () => {
  const merged: string[] = [];
  let compared = 0;
  for (const label of LABELS) {
    for (const [which, change] of Object.entries(OTHERS)) {
      const other = change(label);
      if (other === null) continue;
      for (const write of Object.values(FORMS).slice(0, -1)) {
        compared += 1;
        if (homeOfLine(write(label), label.zip) === homeOfLine(write(other), other.zip)) {
          merged.push(`${which}: ${write(label)} = ${write(other)}`);
        }
      }
    }
  }
  assert.deepEqual(merged, []);
  assert.ok(compared > 4_000, `${compared} pairs`);
});

test('different addresses of the file have different keys', () => {
  const homes = LABELS.map(({ written, zip }) => homeOfLine(written, zip));
  assert.equal(new Set(homes).size, LABELS.length);
});

test('a key that drops the unit merges homes, and the proof sees it', () => {
  const building = (line: string, zip: string): string => {
    const key = homeKey({ line1: line, unit: null, zip });
    return typeof key === 'string' ? key : homeId({ ...key, unit: '' });
  };
  const merged = LABELS.flatMap((label) => {
    const other = OTHERS['another unit']?.(label) ?? label;
    const write = FORMS.capitals ?? ((l: Label) => l.written);
    return building(write(label), label.zip) === building(write(other), other.zip) ? [label] : [];
  });
  assert.ok(merged.length > LABELS.length / 2);
});

test('an address without a number, a ZIP or its own unit has no key', () => {
  const home = (line1: string, unit: string | null = null, zip = '78704') =>
    homeOf({ line1, unit, zip });
  assert.equal(home(''), 'hidden');
  assert.equal(home('12 Oak St', null, ''), 'no_zip');
  assert.equal(home('Oak St'), 'no_number');
  assert.equal(home('16th St'), 'no_number');
  assert.equal(home('0 Oak St'), 'no_number');
  assert.equal(home('PO Box 12'), 'no_number');
  assert.equal(home('12 Oak St', '# 28a5b9c3b'), 'stand_in_unit');
  assert.equal(home('12 Oak St', '#32767'), 'stand_in_unit');
  // No number of a house: "7" of "Seven Oaks" would be another home's.
  assert.equal(home('Seven Oaks Rd'), 'no_number');
});

test('a unit that a source gives apart is the one in the line', () => {
  const inLine = homeOfLine('3300 Canyon Dr Bldg 3 Apt 201', '75080');
  assert.equal(
    homeOf({ line1: '3300 Canyon Drive', unit: 'Building 3, #201', zip: '75080' }),
    inLine,
  );
  const second = homeOfLine('100 Main St FL 2', '19103');
  assert.equal(homeOf({ line1: '100 Main St', unit: '2nd Floor', zip: '19103' }), second);
});

test('the id of a home never changes: stores and links hold it', () => {
  assert.equal(homeOfLine('401 W Elm Ave #508', '78704'), '5f653502-09b8-8248-8d94-669f1f88da67');
});
