/** Recorded pages, if available: the unit of a row agrees with the one in its page's address. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { isAbsent, type RowRead } from '#domain/parsed-row.js';
import { splitUnit } from '#domain/street-address.js';
import { questionOf } from '../../test/support/question.js';
import { nycPortal } from './nyc_portal/index.js';
import { portalA } from './portal_a/index.js';
import { portalB } from './portal_b/index.js';

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDER = process.env.ROWHOUSE_TEST_SAMPLES ?? resolve(ROOT, '../shared/samples');
const skip = existsSync(FOLDER) ? false : 'no recorded pages here; set ROWHOUSE_TEST_SAMPLES';
const CONTEXT = { collectedAtMs: Date.UTC(2024, 10, 6), siteBase: 'https://homes.example' };

const recorded = (...path: string[]) => readFileSync(join(FOLDER, ...path), 'utf8');
const json = (...path: string[]) => JSON.parse(recorded(...path));
const slug = (text: string) => text.replace(/[^\w]+/g, '-').replace(/^-|-$/g, '');

interface Shown {
  readonly line1: string;
  readonly unit: string | null;
  readonly url: string;
}

/** Rows with a street, as a reader returns them. */
function shown(reads: readonly RowRead<unknown>[]): Shown[] {
  return reads.flatMap((read) => {
    if ('dropped' in read) return [];
    const { address, source_url } = read.row as {
      address: { line1: unknown; unit: unknown };
      source_url: string;
    };
    const unit = typeof address.unit === 'string' ? address.unit : null;
    return isAbsent(address.line1) ? [] : [{ line1: String(address.line1), unit, url: source_url }];
  });
}

test('street and unit of a home are those of its page address', { skip }, () => {
  const { listings, rentals } = portalA.drivers;
  const sale = json('portal_a', 'for-sale-page.json').searchResults.listResults;
  const rent = json('portal_a', 'rentals-buildings.json');
  const rows = [
    ...shown(sale.map((raw: unknown) => listings.toRow(raw, CONTEXT))),
    ...shown(rent.map((raw: unknown) => rentals.toRow(raw, CONTEXT))),
  ].filter(({ url }) => url.includes('/homedetails/'));
  assert.equal(rows.length, 47);
  for (const { line1, unit, url } of rows) {
    const street = slug(unit === null ? line1 : `${line1} ${unit}`);
    assert.ok(url.includes(`/homedetails/${street}-`), `${street} in ${url}`);
  }
  assert.equal(rows.filter(({ unit }) => unit !== null).length, 4);
  const hidden = rows.filter(({ url }) => /-A185F7AC2-/.test(url));
  assert.deepEqual(
    hidden.map(({ unit }) => unit),
    [null],
    'a placeholder is no unit',
  );
});

test('the street of a building is that of its one-line address', { skip }, () => {
  const rent: { addressStreet: string; address: string; buildingId?: string }[] = json(
    'portal_a',
    'rentals-buildings.json',
  );
  for (const { addressStreet, address } of rent) {
    const { line1 } = splitUnit(addressStreet);
    assert.ok(`, ${address}`.includes(`, ${line1}`), `${line1} in ${address}`);
    assert.ok(!line1.includes('#'), line1);
  }
});

test('the unit of a sale is the one in its page address', { skip }, () => {
  const { read, toRow } = portalB.drivers.sold;
  const page = read(recorded('portal_b', 'sold-export.csv'), questionOf());
  const homes: { streetLine: { value: string }; unitNumber: { value?: string }; url: string }[] =
    json('portal_b', 'active-homes.json');
  const rows = [
    ...shown(page.rows.map((raw) => toRow(raw, CONTEXT))),
    ...homes.map(({ streetLine, url }) => {
      const { line1, unit = null } = splitUnit(streetLine.value);
      return { line1, unit, url };
    }),
  ];
  let compared = 0;
  for (const { line1, unit, url } of rows) {
    const inUrl = /\/unit-([^/]+)\//.exec(url)?.[1];
    if (unit === null) {
      assert.doesNotMatch(line1, /#|\bunit \S*\d/i);
      continue;
    }
    const named = slug(unit.replace(/^(?:unit|apt)\b/i, ''));
    // The page of one sale names none, though its line does.
    if (inUrl === undefined) assert.equal(named, '10200-10202');
    else assert.equal(named, inUrl);
    compared += 1;
  }
  assert.ok(compared > 100, `${compared} units`);
  for (const { streetLine, unitNumber } of homes) {
    assert.equal(splitUnit(streetLine.value).unit, unitNumber.value, streetLine.value);
  }
});

test('the unit of a home in the city is the one in its page address', { skip }, () => {
  const { read, toRow } = nycPortal.drivers.listings;
  const page = read(recorded('nyc_portal', 'sales-page.json'), questionOf());
  const rows = shown(page.rows.map((raw) => toRow(raw, CONTEXT)));
  const units = rows.filter(({ unit }) => unit !== null);
  assert.ok(units.length > 0);
  for (const { unit, url } of units) {
    assert.equal(url.split('/').at(-1), slug(unit ?? '').toLowerCase());
  }
});

test('sales of county records keep their street and unit', { skip }, () => {
  const streets = recorded('records', 'sacramento-transactions.csv')
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.slice(0, line.indexOf(',')));
  assert.equal(streets.length, 985);
  for (const sent of streets) {
    const { line1, unit } = splitUnit(sent);
    assert.equal(unit !== undefined, / Unit /.test(sent), sent);
    assert.equal(unit === undefined ? line1 : `${line1} ${unit}`, sent);
  }
});
