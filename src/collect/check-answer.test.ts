/** Answers that no longer mean what the source's answers mean, over a source with three members. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { absent, isAbsent, usd } from '#domain/parsed-row.js';
import type { Expectations } from '#sources/expectations.js';
import { member, near, STREET_LINE } from '#sources/expectations.js';
import { checkAnswer } from './check-answer.js';
import { FieldHistory } from './field-history.js';

const EXPECTATIONS: Expectations = {
  view: (raw) => raw,
  members: [member('price', 'list_price', 0.98), member('tax', 'extras.tax', 0.7)],
  twins: [
    {
      members: 'area and size',
      fields: ['living_area_sqft'],
      agree: ({ area, size }) => near(area, size, 0.02),
    },
  ],
  fields: {
    list_price: { share: 0.98, required: true, median: [10_000, 50_000_000] },
    'extras.tax': { share: 0.7, median: [3_000, 60_000_000], varied: 10 },
    location: { varied: 10 },
    'address.line1': { form: STREET_LINE },
    'extras.new': { share_true: [0, 0.5] },
  },
};

interface Raw {
  readonly price?: number;
  readonly area?: unknown;
  readonly size?: number;
  readonly tax?: unknown;
  readonly lat?: number;
  readonly street?: string;
  readonly isNew?: boolean;
}

const rows = (count: number, change: (raw: Raw, index: number) => Raw = (raw) => raw): Raw[] =>
  Array.from({ length: count }, (_row, index) =>
    change(
      {
        price: 300_000 + index,
        area: 1_000 + index,
        size: 1_000 + index,
        tax: index % 4 === 0 ? null : 250_000 + index,
        lat: 30 + index / 1_000,
      },
      index,
    ),
  );

const number = (value: unknown) =>
  typeof value === 'number' ? usd(value) : absent(value ? 'unreadable' : 'not_reported');

function check(raws: readonly Raw[], filters: object = {}) {
  const reads = raws.map((raw, index) => ({
    row: {
      source: 'portal_a',
      source_id: String(index),
      list_price: number(raw.price),
      list_date: absent('not_on_search_page'),
      beds: 3,
      baths: 2,
      property_type: 'single_family',
      living_area_sqft: raw.area,
      location: { lat: raw.lat ?? 0, lng: -97 - index / 1_000 },
      address: { line1: raw.street ?? `${index} Oak St`, state: 'TX', zip: '78704' },
      extras: { tax: number(raw.tax), new: raw.isNew ?? false },
    },
  }));
  const search = {
    source: 'portal_a',
    kind: 'listings',
    driver: { expectations: EXPECTATIONS },
    history: new FieldHistory(),
    geo: { zip: () => undefined },
  } as unknown as Parameters<typeof checkAnswer>[0];
  return checkAnswer(search, { filters, nowMs: 0 }, raws, reads as never);
}

const taxes = (checked: ReturnType<typeof check>) =>
  checked.rows.map((read) =>
    'row' in read ? (read.row.extras as unknown as { tax: unknown }).tax : null,
  );

test('a normal page passes as it is', () => {
  const { rows: out, faults } = check(rows(41));
  assert.equal(faults.size, 0);
  assert.equal(out.length, 41);
});

test('a renamed optional member is null as unreadable on every row, and named', () => {
  const checked = check(rows(41, ({ tax: _tax, ...raw }) => raw));
  assert.match(checked.faults.get('extras.tax')?.why ?? '', /^tax is there in 0 of 41 rows/);
  for (const tax of taxes(checked)) assert.ok(isAbsent(tax) && tax.absent === 'unreadable');
});

test('an emptied optional member is null as unreadable', () => {
  const checked = check(rows(41, (raw) => ({ ...raw, tax: null })));
  assert.match(checked.faults.get('extras.tax')?.why ?? '', /filled in 0 of 41 rows/);
});

test('a renamed required member fails the collection', () => {
  assert.throws(
    () => check(rows(41, ({ price: _price, ...raw }) => raw)),
    /price is there in 0 of 41/,
  );
});

test('values of another type make the page partial; the few that can be read stay', () => {
  const some = check(rows(41, (raw, index) => (index % 5 === 1 ? { ...raw, tax: 'much' } : raw)));
  assert.match(some.faults.get('extras.tax')?.why ?? '', /cannot be read/);
  assert.ok(taxes(some).some((tax) => !isAbsent(tax)));
  const most = check(rows(41, (raw) => (raw.tax === null ? raw : { ...raw, tax: 'much' })));
  assert.ok(taxes(most).every(isAbsent));
});

test('values of another size are not trusted, unless the search asks for them', () => {
  const cents = rows(41, (raw) => ({ ...raw, price: (raw.price ?? 0) * 1_000 }));
  assert.throws(() => check(cents), /list_price is around 300020000/);
  assert.equal(check(cents, { min_price: 1_000_000 }).faults.size, 0);
});

test('one value on all rows of many places is a placeholder', () => {
  const checked = check(rows(41, (raw) => ({ ...raw, tax: 250_000 })));
  assert.match(checked.faults.get('extras.tax')?.why ?? '', /the same in all 41 rows/);
});

test('texts that look like those of another member, and flags turned over, are not trusted', () => {
  const codes = check(rows(41, (raw, index) => ({ ...raw, street: `ST_${index}` })));
  assert.match(codes.faults.get('address.line1')?.why ?? '', /another member in 41 of 41 rows/);
  const turned = check(rows(41, (raw) => ({ ...raw, isNew: true })));
  assert.match(turned.faults.get('extras.new')?.why ?? '', /true in 41 of 41 rows/);
});

test('one contradiction withholds the value; in more than a tenth of the rows the format changed', () => {
  const one = check(rows(41, (raw, index) => (index === 3 ? { ...raw, size: 2_000 } : raw)));
  const read = one.rows[3];
  assert.ok(read !== undefined && 'row' in read);
  const area = read.row.living_area_sqft;
  assert.ok(isAbsent(area) && area.absent === 'implausible');
  assert.throws(
    () => check(rows(41, (raw, index) => (index < 6 ? { ...raw, size: 2_000 } : raw))),
    /area and size contradict each other in 6 of 41 rows/,
  );
});
