/** The lines of a table that is grouped by home. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usd } from '#contract/field.js';
import type { Member, MembersOfHome } from '#contract/operations/homes.js';
import { consoleModule } from './support/console-module.js';

const { linesOf, isElsewhere, isDisputed } = (await consoleModule('by-home/lines.js')) as {
  linesOf: (rows: unknown, homes: unknown, kind: string) => Line[];
  isElsewhere: (row: unknown, homes: unknown) => boolean;
  isDisputed: (row: unknown, homes: unknown) => boolean;
};
interface Line {
  readonly key: string;
  readonly values?: ReadonlyMap<string, { readonly value: unknown; readonly differs: boolean }>;
}

const row = (source_id: string, home_id: string | null, more = {}) => ({
  source: 'portal_a',
  source_id,
  list_price: usd(500_000),
  beds: 3,
  living_area_sqft: 1_800,
  extras: { home_id },
  ...more,
});
const member = (source: string, source_id: string, more: Partial<Member> = {}) =>
  ({ source, source_id, kind: 'listings', price: usd(500_000), beds: 3, ...more }) as Member;
const homesOf = (...homes: MembersOfHome[]) => new Map(homes.map((one) => [one.home_id, one]));
const home = (home_id: string, members: Member[], fields: string[] = []): MembersOfHome => ({
  home_id,
  members,
  disagreements: fields.map((field) => ({ field, values: [] })),
});
const keys = (lines: readonly Line[]) => lines.map(({ key }) => key);

test('rows of one home come together at the first of them, then what others show of it', () => {
  const rows = [row('1', 'h1'), row('2', null), row('3', 'h2'), row('4', 'h1'), row('5', 'h3')];
  const homes = homesOf(
    home('h1', [
      member('portal_b', '9'),
      member('portal_a', '1'),
      member('portal_a', '4'),
      member('portal_a', '1', { kind: 'sold' }),
      // The same parcel under an address of its own, which is a row of the table.
      member('portal_a', '5', { level: 'parcel' }),
    ]),
  );
  assert.deepEqual(keys(linesOf(rows, homes, 'listings')), [
    'portal_a/1',
    'portal_a/4',
    'portal_a/5',
    'portal_b/9 listings',
    'portal_a/1 sold',
    'portal_a/2',
    'portal_a/3',
  ]);
  assert.deepEqual(
    keys(linesOf(rows, null, 'listings')),
    keys(rows.map((one) => ({ key: `portal_a/${one.source_id}` }))),
  );
});

test('a value is marked where the service says that sources disagree and it is another one', () => {
  const other = member('portal_b', '9', {
    price: usd(520_000),
    beds: 3,
    living_area_sqft: 1_805,
  });
  const lines = (fields: string[]) =>
    linesOf([row('1', 'h1')], homesOf(home('h1', [other], fields)), 'listings');
  const marks = (fields: string[]) =>
    [...(lines(fields)[1]?.values ?? [])].flatMap(([name, { differs }]) => (differs ? name : []));
  assert.deepEqual(marks(['price', 'beds']), ['list_price']);
  assert.deepEqual(marks([]), []);
  assert.deepEqual(marks(['living_area_sqft']), ['living_area_sqft']);
  assert.deepEqual(lines([])[1]?.values?.get('list_price')?.value, usd(520_000));
});

test('sale prices and rents are in no column of asking prices', () => {
  const homes = homesOf(
    home('h1', [
      member('portal_b', '8', { kind: 'sold', price: usd(410_000) }),
      member('portal_b', '9', { kind: 'rentals', price: null, rent_monthly: usd(2_100) }),
    ]),
  );
  const [, sold, rent] = linesOf([row('1', 'h1')], homes, 'listings');
  assert.equal(sold?.values?.has('list_price'), false);
  assert.deepEqual(sold?.values?.get('sale_price')?.value, usd(410_000));
  assert.equal(rent?.values?.has('list_price'), false);
});

test('a home counts as seen elsewhere by other sources alone, and as disputed by the word of the service', () => {
  const homes = homesOf(
    home('h1', [member('portal_a', '1'), member('portal_a', '1', { kind: 'sold' })]),
    home('h2', [member('portal_a', '2'), member('portal_b', '9')], ['beds']),
  );
  const [one, two, none] = [row('1', 'h1'), row('2', 'h2'), row('3', null)];
  assert.deepEqual(
    [one, two, none].map((each) => [isElsewhere(each, homes), isDisputed(each, homes)]),
    [
      [false, false],
      [true, true],
      [false, false],
    ],
  );
});
