import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { homeId, homeKey } from './home-key.js';

/** Each line: two addresses of a class and their ZIP. A unit sent separately follows " | ". */
interface Pair {
  readonly kind: string;
  readonly lines: readonly [string, string];
  readonly zip: string;
}

const pairsOf = (file: string): readonly Pair[] =>
  readFileSync(new URL(`./fixtures/${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [kind = '', a = '', b = '', zip = ''] = line.split(/(?<! )\|(?! )/);
      return { kind, lines: [a, b], zip };
    });

const SAME = pairsOf('same-address.txt');
const OTHERS = pairsOf('other-address.txt');

/** The home of a line; the reason where it has no key. */
function homeOf(line: string, zip: string): string {
  const [line1 = '', unit = null] = line.split(' | ').map((part) => part.trim());
  const key = homeKey({ line1, unit, zip });
  return typeof key === 'string' ? key : homeId(key);
}

test('every class has pairs of one home and pairs of two', () => {
  const kinds = (pairs: readonly Pair[]) => new Set(pairs.map(({ kind }) => kind));
  assert.deepEqual(
    [...kinds(SAME)].filter((kind) => !kinds(OTHERS).has(kind)),
    [],
  );
  assert.ok(SAME.length > 270 && OTHERS.length > 190, `${SAME.length} and ${OTHERS.length} pairs`);
});

for (const { kind, lines, zip } of SAME) {
  const [a, b] = lines;
  test(`${kind}: "${a}" and "${b}" are one home in ${zip}`, () => {
    assert.match(homeOf(a, zip), /-/, 'it has a key');
    assert.equal(homeOf(a, zip), homeOf(b, zip));
  });
}

for (const { kind, lines, zip } of OTHERS) {
  const [a, b] = lines;
  test(`${kind}: "${a}" and "${b}" are two homes in ${zip}`, () => {
    assert.match(homeOf(a, zip), /-/, 'it has a key');
    assert.match(homeOf(b, zip), /-/, 'it has a key');
    assert.notEqual(homeOf(a, zip), homeOf(b, zip));
  });
}

const OPPOSITE: Readonly<Record<string, string>> = { N: 'S', S: 'N', E: 'W', W: 'E', NW: 'NE' };
const ROADS = ['FM', 'CR', 'US Hwy', 'I', 'Hwy'];
const raised = (digits: string): string => String(Number(digits) + 2);

/** Lines that differ from this one in one element. */
function neighbors(line: string): readonly string[] {
  const [street = '', unit = ''] = line.split(' | ');
  const whole = (changed: string) => (unit === '' ? changed : `${changed} | ${unit}`);
  const words = street.split(' ');
  const changed = words.flatMap((word, at) => {
    const put = (other: string) => words.with(at, other).join(' ');
    const direction = OPPOSITE[word.replaceAll('.', '').toUpperCase()];
    const numbers = [...word.matchAll(/\d+/g)].map(({ 0: digits, index }) =>
      put(word.slice(0, index) + raised(digits) + word.slice(index + digits.length)),
    );
    const kinds = /^(?:FM|CR|SR|SH|RR|RM|IH|I)$/.test(word)
      ? ROADS.filter((kind) => !kind.startsWith(word.charAt(0))).map(put)
      : [];
    const suffixes = /^(?:St|Ave|Rd|Dr)$/.test(word) && at > 1 ? [put('Cir'), put('Way')] : [];
    return [
      ...numbers,
      ...kinds,
      ...suffixes,
      ...(direction === undefined ? [] : [put(direction)]),
    ];
  });
  const [number = ''] = words;
  const parts = /^\d+$/.test(number) && !/^\d\/\d$/.test(words[1] ?? '');
  const others = parts ? [`${number}A`, `${number} 1/2`, `${number}-${raised(number)}`] : [];
  const numbered = others.map((other) => words.with(0, other).join(' '));
  return [...changed, ...numbered, ...(unit === '' ? [`${street} # 97`] : [])].map(whole);
}

test('an address that differs in one element is another home, however both are written', () => {
  const merged: string[] = [];
  let compared = 0;
  for (const { lines, zip } of SAME) {
    const home = homeOf(lines[0], zip);
    for (const other of lines.flatMap(neighbors)) {
      compared += 1;
      if (homeOf(other, zip) === home) merged.push(`${lines[0]} = ${other}`);
    }
  }
  assert.deepEqual(merged, []);
  assert.ok(compared > 1_000, `${compared} pairs`);
});

test('a number with a decimal other than a half has no key', () => {
  assert.equal(homeOf('12.4 Oak St', '91101'), 'no_number');
});
