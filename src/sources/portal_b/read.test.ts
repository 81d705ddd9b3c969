import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAbsent } from '#domain/parsed-row.js';
import { expectSourceError } from '../../../test/support/question.js';
import type { SourceErrorKind } from '../driver.js';
import type { Raw } from '../raw-values.js';
import { ASK, answer, CONTEXT, copies, kept, SOLD_BODY, SOLD_PAYLOAD } from './fixtures/pages.js';
import { portalB } from './index.js';

const { read, toRow } = portalB.drivers.sold;
const homes = (rows: readonly unknown[]) => answer({ homes: rows });

const fails = (kind: SourceErrorKind, body: string, message = /portal_b/) =>
  expectSourceError(() => read(body, ASK), kind, message);

test('a page is read with its prefix and without, and never says a total', () => {
  const page = read(SOLD_BODY, ASK);
  assert.deepEqual([page.rows.length, page.total, page.next !== null], [11, null, false]);
  assert.deepEqual(read(SOLD_BODY.slice('{}&&'.length), ASK), page);
});

test('homes are found in their older place and their newer one, nearby homes in none', () => {
  const nearbyHomes = { homes: copies(3) };
  const newer = { originalHomes: { homes: SOLD_PAYLOAD.homes }, nearbyHomes };
  assert.deepEqual(read(answer(newer), ASK), read(SOLD_BODY, ASK));
  assert.equal(read(answer({ homes: [], ...newer }), ASK).rows.length, 11);
  assert.equal(read(answer({ homes: [], nearbyHomes }), ASK).rows.length, 0);
});

test('a search without matches is an empty page, not an error', () => {
  assert.deepEqual(read(homes([]), ASK), { rows: [], total: null, next: null });
});

test('a full page may be followed by another, one row less is the last', () => {
  assert.equal(read(homes(copies(349)), ASK).next, null);
  assert.equal(read(homes(copies(350)), ASK).next !== null, true);
  assert.equal(read(homes(copies(351)), ASK).next !== null, true);
});

test('an error under HTTP 200 is an error, never an empty page', () => {
  const error = (resultCode: unknown, errorMessage: unknown) =>
    answer({ homes: [] }, { resultCode, errorMessage });
  fails('changed', error(101, 'Invalid arguments'), /Invalid arguments/);
  fails('down', error(500, 'x'.repeat(500)), /error 500: x{80}\./);
  fails('down', error('odd', null), /error/);
});

test('a challenge page is an API error, never an empty result', () => {
  fails('refused', '<html><body>Are you a robot?</body></html>', /challenge page/);
});

test('an answer that broke off is down wherever it broke', () => {
  for (let end = 0; end < SOLD_BODY.length; end += end < 120 ? 1 : 331) {
    fails('down', SOLD_BODY.slice(0, end));
  }
});

test('an answer of another shape is a change of format', () => {
  fails('changed', '{}&&{"version":1}', /payload/);
  fails('changed', answer({ results: [] }), /list of homes/);
  fails('changed', answer({ homes: { 1: {} } }), /list of homes/);
  fails('changed', '{}&&[]', /payload/);
  fails('changed', 'Bad Request', /JSON/);
});

const RENAMED: readonly [field: RegExp, members: readonly string[]][] = [
  [/: id is/, ['propertyId', 'url']],
  [/: page address is/, ['url']],
  [/: status is/, ['searchStatus', 'mlsStatus']],
  [/: street address is/, ['streetLine']],
  [/: city is/, ['city']],
  [/: state is/, ['state']],
  [/: ZIP code is/, ['zip', 'postalCode']],
  [/: map point is/, ['latLong']],
  [/: sale price is/, ['price']],
  [/: sale date is/, ['soldDate']],
  [/: home type is/, ['propertyType', 'uiPropertyType']],
  [/: bedrooms is/, ['beds']],
  [/: bathrooms is/, ['baths']],
  [/: living area is/, ['sqFt']],
];
for (const [message, members] of RENAMED) {
  test(`a page whose rows lost ${members.join(' and ')} is a change of format`, () => {
    const without = copies(12, (row) => {
      for (const member of members) delete row[member];
    });
    fails('changed', homes(without), message);
  });
}

test('only a large page without any MLS number or status is a change of format', () => {
  const without = (count: number) =>
    homes(
      copies(count, (row) => {
        delete row.mlsId;
        delete row.mlsStatus;
      }),
    );
  assert.equal(read(without(60), ASK).rows.length, 60, 'county records come together');
  fails('changed', without(120), /: MLS number or status is/);
});

test('value objects whose value was renamed are a change of format', () => {
  const renamed = copies(12, (row) => {
    row.price = { amount: 1, level: 1 };
  });
  fails('changed', homes(renamed), /: sale price is/);
});

const legal = (why: string, change: Parameters<typeof copies>[1]) =>
  test(`no change of format: a page of ${why}`, () => {
    assert.equal(read(homes(copies(40, change)), ASK).rows.length, 40);
  });
legal('values that the source shows to signed-in visitors only', (row) => {
  for (const member of ['price', 'streetLine', 'latLong', 'beds', 'baths', 'sqFt', 'yearBuilt']) {
    row[member] = { level: 2 };
  }
});
legal('undisclosed prices where the law hides them', (row) => {
  row.state = 'TX';
  row.price = { level: 1 };
});
legal('prices that the source hides', (row) => {
  row.hideSalePrice = true;
  delete row.price;
});
legal('land', (row) => {
  row.propertyType = 8;
  for (const member of ['beds', 'baths', 'sqFt', 'yearBuilt']) row[member] = { level: 1 };
});
legal('sales from county records without dates, a third of them', (row, at) => {
  if (at % 3 > 0) return;
  row.soldDate = null;
  delete row.mlsStatus;
  row.mlsId = { label: 'MLS#' };
});

test('a few rows without a field are rows without it, not a change of format', () => {
  const bare = { propertyId: 5, url: '/home/5' };
  assert.equal(read(homes([bare, bare, bare, bare]), ASK).rows.length, 4);
  assert.equal(read(homes([...copies(3), bare, bare]), ASK).rows.length, 5);
});

test('a full page from another area is a change, a part of one may be replayed', () => {
  const elsewhere = (row: Record<string, unknown>) => {
    row.latLong = { value: { latitude: 40.1, longitude: -75.1 }, level: 1 };
  };
  fails('changed', homes(copies(350, elsewhere)), /requested area/);
  assert.equal(read(homes(copies(349, elsewhere)), ASK).rows.length, 349);
  const mixed = copies(350, (row, at) => {
    if (at !== 7) elsewhere(row);
  });
  assert.equal(read(homes(mixed), ASK).rows.length, 350);
});

test('days since the sale do not pass for days on the market, in most rows of a page', () => {
  const sale = (dom: (at: number) => number) =>
    copies(6, (row, at) => {
      row.soldDate = Date.UTC(2026, 9, 2 + at, 7);
      row.dom = { value: dom(at), level: 1 };
    });
  const days = (rows: readonly Raw[]) =>
    read(homes(rows), ASK).rows.map((raw) => {
      const { days_on_market } = kept(toRow(raw, CONTEXT));
      return isAbsent(days_on_market) ? days_on_market.absent : days_on_market;
    });
  assert.deepEqual(new Set(days(sale((at) => 35 - at))), new Set(['not_on_search_page']));
  // One that agrees by chance stays.
  assert.deepEqual(days(sale((at) => (at === 0 ? 35 : 8))), [35, 8, 8, 8, 8, 8]);
});

test('homes for sale say nothing of the format of sales, nor of the days since them', () => {
  const forSale = (row: Record<string, unknown>) => {
    row.searchStatus = 1;
    row.mlsStatus = 'Active';
    row.soldDate = null;
    row.price = { level: 1 };
    row.dom = { value: 3, level: 1 };
  };
  const mixed = copies(40, (row, at) => {
    if (at < 30) return forSale(row);
    row.soldDate = Date.UTC(2026, 9, 2, 7);
    row.dom = { value: 35, level: 1 };
  });
  const { rows } = read(homes(mixed), ASK);
  assert.deepEqual([rows.length, rows.flatMap((row) => (row as Raw).dom ?? []).length], [40, 0]);
  const dated = mixed.map((row) => ({ ...row, soldDate: Date.UTC(2020, 1, 1) }));
  const sold = { ...dated[35], soldDate: Date.UTC(2026, 9, 2, 7) };
  const days = read(homes([...dated.slice(0, 30), sold]), ASK).rows.map((row) => (row as Raw).dom);
  assert.deepEqual(new Set(days), new Set([undefined]), 'an earlier sale is none');
});

test('every row that a page holds is read or dropped for a stated reason', () => {
  const dropped = read(SOLD_BODY, ASK).rows.flatMap((raw) => {
    const row = toRow(raw, CONTEXT);
    return 'dropped' in row ? [row.dropped] : [];
  });
  assert.deepEqual(dropped, ['on_market']);
});
