/** Answers that no longer mean what the source's answers mean, for a source with three members. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usd } from '#contract/field.js';
import { absent, type DropCause, isAbsent } from '#domain/parsed-row.js';
import type { Expectations } from '#sources/expectations.js';
import { member, near, STREET_LINE } from '#sources/expectations.js';
import { CHECKS, checkAnswer } from './check-answer.js';
import { FieldHistory } from './field-history.js';
import { seenBefore } from './seen-before.js';

const EXPECTATIONS: Expectations = {
  view: (raw) => raw,
  members: [
    { ...member('price', 'list_price', 0.98), carried: true },
    { ...member('tax', 'extras.tax', 0.7), carried: true },
  ],
  twins: [
    {
      members: 'area and size',
      fields: ['living_area_sqft'],
      agree: ({ area, size }) => near(area, size, 0.02),
    },
  ],
  fields: {
    list_price: { share: 0.98, required: true, possible: [1_000, 50_000_000] },
    'extras.tax': { share: 0.7, possible: [50, 60_000_000], differs_with: 'living_area_sqft' },
    location: { differs_with: 'address.line1' },
    'address.line1': { form: STREET_LINE },
  },
};

interface Raw {
  readonly price?: number;
  readonly area?: unknown;
  readonly size?: number;
  readonly tax?: unknown;
  readonly lat?: number;
  readonly street?: string;
  readonly dropped?: DropCause;
  readonly unlisted?: true;
  readonly type?: string;
  readonly beds?: number;
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

const EVERYTHING = { filters: {}, subfilter: {} };

function check(
  raws: readonly Raw[],
  filters: object = {},
  {
    history = new FieldHistory(),
    place = '78704',
    expectations = EXPECTATIONS,
    checks = CHECKS,
    geo = {} as object,
  } = {},
) {
  const readOf = (raw: Raw, index: number) => ({
    row: {
      source: 'portal_a',
      source_id: String(index),
      list_price: number(raw.price),
      list_date: absent(raw.unlisted ? 'not_reported' : 'not_on_search_page'),
      beds: raw.beds ?? 3,
      baths: 2,
      property_type: raw.type ?? 'single_family',
      living_area_sqft: raw.area,
      location: { lat: raw.lat ?? 0, lng: -97 - index / 1_000 },
      address: { line1: raw.street ?? `${index} Oak St`, city: 'Austin', state: 'TX', zip: place },
      extras: { tax: number(raw.tax) },
    },
  });
  const reads = raws.map((raw, index) =>
    raw.dropped ? { dropped: raw.dropped, detail: null } : readOf(raw, index),
  );
  const search = {
    source: 'portal_a',
    kind: 'listings',
    driver: { expectations },
    history: seenBefore(history, '', { place, area: place, asker: '' }),
    geo: { zip: () => undefined, ...geo },
  } as unknown as Parameters<typeof checkAnswer>[0];
  return checkAnswer(search, { ...EVERYTHING, filters, nowMs: 0 }, raws, reads as never, checks);
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

test('an emptied optional member is null as unreadable once three unlike places lack it', () => {
  const history = new FieldHistory();
  const emptied = rows(41, (raw) => ({ ...raw, tax: null }));
  for (let page = 0; page < 120; page += 1) check(rows(41), {}, { history, place: String(page) });
  const [first, second, third] = ['10025', '60614', '94110'].map((place) =>
    check(emptied, {}, { history, place }),
  );
  assert.equal(first?.faults.size, 0);
  assert.equal(second?.faults.size, 0);
  assert.match(third?.faults.get('extras.tax')?.why ?? '', /filled in 0 of 123 rows/);
});

test('a renamed required member fails the collection', () => {
  assert.throws(
    () => check(rows(41, ({ price: _price, ...raw }) => raw)),
    /price is there in 0 of 41/,
  );
});

test('values of another type make the page partial; the few that can be read stay', () => {
  const some = check(rows(41, (raw, index) => (index % 5 === 1 ? { ...raw, tax: 'much' } : raw)));
  assert.match(some.faults.get('extras.tax')?.why ?? '', /is unreadable/);
  assert.ok(taxes(some).some((tax) => !isAbsent(tax)));
  const most = check(rows(41, (raw) => (raw.tax === null ? raw : { ...raw, tax: 'much' })));
  assert.ok(taxes(most).every(isAbsent));
});

test('values of another size are not trusted, unless the search asks for them', () => {
  const cents = rows(41, (raw) => ({ ...raw, price: (raw.price ?? 0) * 1_000 }));
  assert.throws(() => check(cents), /list_price is around 300020000/);
  assert.equal(check(cents, { min_price: 1_000_000 }).faults.size, 0);
});

/** Areas that differ widely, as those of an ordinary place do. */
const apart = (raw: Raw, index: number): Raw => ({
  ...raw,
  area: 700 + 80 * index,
  size: 700 + 80 * index,
});

test('one value on all rows is ordinary; the same one in three unlike places is a placeholder', () => {
  const history = new FieldHistory();
  const same = rows(41, (raw, index) => ({ ...apart(raw, index), tax: 250_000 }));
  const ask = (place: string) => check(same, {}, { history, place });
  for (let time = 0; time < 5; time += 1) assert.equal(ask('10025').faults.size, 0);
  assert.equal(ask('60614').faults.size, 0);
  assert.match(ask('94110').faults.get('extras.tax')?.why ?? '', /is 250000 in all rows/);
});

test('homes that are alike in all they have raise no suspicion', () => {
  const history = new FieldHistory();
  const alike = rows(60, (raw) => ({ ...raw, area: 1_000, size: 1_000, tax: 250_000 }));
  for (const place of ['10025', '60614', '94110', '78704', '02134']) {
    assert.equal(check(alike, {}, { history, place }).faults.size, 0);
  }
});

test('texts that look like those of another member are not trusted', () => {
  const codes = check(rows(41, (raw, index) => ({ ...raw, street: `ST_${index}` })));
  assert.match(codes.faults.get('address.line1')?.why ?? '', /another member in 41 of 41 rows/);
});

test('homes of new streets without house numbers, and plans, have streets', () => {
  for (const street of ['Sunset Ridge Ln', 'Old Mill Rd.', 'The Aspen Plan, Heron Reach']) {
    assert.equal(check(rows(41, (raw) => ({ ...raw, street }))).faults.size, 0, street);
  }
  for (const street of ['Alder Falls', 'Wren Realty', 'Lane']) {
    assert.ok(check(rows(41, (raw) => ({ ...raw, street }))).faults.has('address.line1'), street);
  }
});

test('a street line that holds the whole address fails the page', () => {
  const whole = rows(41, (raw, index) => ({ ...raw, street: `${index} Oak St, Austin, TX 78704` }));
  assert.throws(() => check(whole), /the street line and the rest of the address contradict/);
  const named = rows(41, (raw, index) => ({ ...raw, street: `${index} Austin Ave` }));
  assert.equal(check(named).faults.size, 0);
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

test('homes of a ZIP that crosses a border may be in each of its states, and in no other', () => {
  const cover = { w: -99_000_000, s: 29_000_000, e: -96_000_000, n: 32_000_000 };
  const crossing = (...states: readonly string[]) => ({
    geo: { zip: () => ({ state: 'AR', cover }), statesNear: () => states },
  });
  assert.equal(check(rows(41), {}, crossing('AR', 'TX')).faults.size, 0);
  assert.throws(
    () => check(rows(41), {}, crossing('AR', 'LA')),
    /the state and the ZIP contradict each other in 41 of 41 rows/,
  );
});

test('lots with a house on them fail no page; a page on which most land has rooms does', () => {
  const lots = (every: number) =>
    rows(41, (raw, index) => (index % every === 0 ? { ...raw, type: 'land' } : raw));
  const { rows: out } = check(lots(4));
  const withheld = out.filter((read) => 'row' in read && isAbsent(read.row.property_type));
  assert.equal(withheld.length, 11);
  assert.throws(() => check(lots(1)), /land and its rooms contradict each other in 41 of 41 rows/);
});

test('a search for buildings finds the rooms of hundreds of homes, any other one does not', () => {
  const complexes = (type: string) =>
    rows(12, (raw, index) => ({ ...raw, type, beds: 90 + 60 * index }));
  const expectations: Expectations = {
    ...EXPECTATIONS,
    fields: { ...EXPECTATIONS.fields, beds: { possible: [0, 60] } },
  };
  const ask = (type: string, property_type: readonly string[]) =>
    check(complexes(type), { property_type }, { expectations }).faults;
  assert.equal(ask('multi_family', ['multi_family', 'apartment']).size, 0);
  assert.match(
    ask('multi_family', ['multi_family', 'condo']).get('beds')?.why ?? '',
    /beds is around 450, which no homes have/,
  );
  assert.throws(() => ask('condo', ['condo']), /beds and their number contradict each other/);
});

/** For each check, rows in which only that check finds a fault. */
const ONLY: Readonly<Record<string, readonly Raw[]>> = {
  'unreadable rows': rows(9, (raw) => ({ ...raw, dropped: 'unreadable' })),
  'rows of another kind': rows(9, (raw) => ({ ...raw, dropped: 'outside_filters' })),
  'withheld rows': rows(20, (raw) => ({ ...raw, dropped: 'withheld' })),
  contradictions: rows(41, (raw, index) => (index === 7 ? { ...raw, size: 9_000 } : raw)),
  'lost members': rows(41, ({ tax: _tax, ...raw }) => raw),
  'lost fields': rows(41, (raw, index) => (index % 5 === 1 ? { ...raw, tax: 'much' } : raw)),
  'odd fields': rows(41, (raw) => ({ ...raw, price: (raw.price ?? 0) * 1_000 })),
  'odd ratios': rows(41, (raw) => (raw.tax === null ? raw : { ...raw, tax: 30_000_000 })),
  'absent members': rows(41, (raw) => ({ ...raw, unlisted: true })),
};

test('every check of the list finds what no other does', () => {
  const expectations: Expectations = {
    ...EXPECTATIONS,
    members: [...EXPECTATIONS.members, member('listed', 'list_date')],
    ratios: [{ field: 'extras.tax', to: 'list_price', usual: [0.1, 4], possible: [0.002, 20] }],
  };
  const outcome = (raws: readonly Raw[], without?: string): string => {
    try {
      const checks = CHECKS.filter(({ name }) => name !== without);
      const { rows: out, faults } = check(raws, {}, { expectations, checks });
      return JSON.stringify([out, ...faults]);
    } catch (error) {
      return String(error);
    }
  };
  for (const { name } of CHECKS) {
    const raws = ONLY[name] ?? [];
    assert.notEqual(outcome(raws), outcome(raws, name), name);
    for (const other of CHECKS.filter((one) => one.name !== name)) {
      assert.equal(outcome(raws), outcome(raws, other.name), `${name} without ${other.name}`);
    }
  }
});
