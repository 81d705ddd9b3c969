/**
 * One suite over every route: the rows of each source and kind are what the contract's tables say.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { extrasFields } from '#contract/extras.js';
import { ADDRESS_FIELDS } from '#contract/field.js';
import { rowFields } from '#contract/fields.js';
import { SEARCH_ROUTES } from '#contract/routes.js';
import { isLicensed } from '#contract/sources.js';
import { NOTE_REASONS } from '#contract/values.js';
import { driverOf } from '#sources/index.js';
import { checkFields } from '../support/check-fields.js';
import { importSandboxSales } from '../support/import-file.js';
import { openTestApp, type TestApp } from '../support/open-test-app.js';

const ZIPS = ['10025', '10024', '10023', '11215', '78704', '78745', '78702', '78748', '77002'];

let t: TestApp;
/** The same homes, none with a hidden address: of a licensed source boxes show no others. */
let open: TestApp;
before(async () => {
  const sandbox = { homes: 0, places: ZIPS.map((zip) => ({ zip, homes: 250 })) };
  t = await openTestApp({ sandbox });
  await importSandboxSales(t, '-97.90,30.10,-97.64,30.34');
  open = await openTestApp({ sandbox });
  const body = JSON.stringify({ hidden: 0 });
  assert.ok((await fetch(`${open.sandbox.url}/__sandbox/world`, { method: 'POST', body })).ok);
});
after(() => Promise.all([t.close(), open.close()]));

const NYC = 'bbox=-74.00,40.76,-73.94,40.81';
const AUSTIN = 'bbox=-97.86,30.14,-97.68,30.30';

const areaOf = (source: string): string => (source === 'nyc_portal' ? NYC : AUSTIN);

interface Result {
  count: number;
  // Rows are checked member by member below, so they are not typed here.
  // oxlint-disable-next-line typescript/no-explicit-any
  data: Record<string, any>[];
  field_notes: { field: string; reason: string; detail: string | null }[];
  summary: Record<string, unknown>;
  reported_total: number | null;
  completeness: string;
}

async function rowsOf(path: string): Promise<Result> {
  const { api_key } = await t.account();
  const answer = await t.settled(path, api_key);
  assert.equal(answer.json().status, 'complete', answer.body.slice(0, 400));
  return answer.json().result;
}

for (const route of SEARCH_ROUTES) {
  const path = `/v1${route.path}?${areaOf(route.source)}`;

  test(`${route.id} ${route.path} has a driver of its source and kind`, () => {
    assert.ok(driverOf(route.source, route.kind) !== undefined);
  });

  test(`${route.id} ${route.path}: every field is there, in order, with its type`, async () => {
    const { data } = await rowsOf(path);
    assert.ok(data.length > 0, 'the sandbox shows homes there');
    for (const row of data) {
      checkFields('', row, rowFields(route.kind));
      checkFields('address.', row.address as Record<string, unknown>, ADDRESS_FIELDS);
      checkFields(
        'extras.',
        row.extras as Record<string, unknown>,
        extrasFields(route.source, route.kind),
      );
    }
  });

  test(`${route.id} ${route.path}: every null is explained by a note with a reason of the list`, async () => {
    const { data, field_notes } = await rowsOf(path);
    const noted = new Set(field_notes.map(({ field }) => field));
    for (const note of field_notes) {
      assert.deepEqual(Object.keys(note), ['field', 'reason', 'detail']);
      assert.ok(note.reason in NOTE_REASONS, `${note.field}: ${note.reason}`);
      assert.ok((note.detail ?? '').length <= 80);
    }
    const pairs = field_notes
      .filter(({ field }) => field !== 'data')
      .map(({ field, reason }) => `${field} ${reason}`);
    assert.equal(new Set(pairs).size, pairs.length, 'one note a field and reason');
    for (const row of data) {
      const parts = [
        ['', row],
        ['address.', row.address],
        ['extras.', row.extras],
      ] as const;
      for (const [prefix, part] of parts) {
        for (const [name, value] of Object.entries(part as object)) {
          const empty = value === null || (prefix === 'address.' && value === '');
          if (empty)
            assert.ok(noted.has(prefix + name), `${prefix}${name} is empty without a note`);
        }
      }
    }
  });

  test(`${route.id} ${route.path}: a ZIP search gives rows of that ZIP only, each once`, async () => {
    const zip = route.source === 'nyc_portal' ? '10025' : '78704';
    const { data } = await rowsOf(`/v1${route.path}?zip=${zip}`);
    assert.ok(data.every((row) => (row.address as { zip: string }).zip === zip));
    const ids = data.map((row) => row.source_id);
    assert.equal(new Set(ids).size, ids.length);
  });

  test(`${route.id} ${route.path}: a chain finds what a perfect collector would, nothing twice, nothing else`, async () => {
    const app = isLicensed(route.source) ? open : t;
    const { api_key } = await app.account();
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const more: string = cursor === null ? '' : `&cursor=${cursor}`;
      const { result }: { result: Result & { next_cursor: string | null } } = (
        await app.settled(path + more, api_key)
      ).json();
      ids.push(...result.data.map((row) => row.source_id));
      cursor = result.next_cursor;
    } while (cursor !== null);
    assert.equal(new Set(ids).size, ids.length, 'no row twice');
    assert.deepEqual([...ids].sort(), await groundTruthOf(route.source, route.kind));
  });

  for (const sort of route.sorts) {
    test(`${route.id} ${route.path}: sort=${sort} holds over all pages`, async () => {
      const { api_key } = await t.account();
      const keys: (string | number | null)[] = [];
      const ids: unknown[] = [];
      let cursor: string | null = null;
      do {
        const more: string = cursor === null ? '' : `&cursor=${cursor}`;
        const { result }: { result: Result & { next_cursor: string | null } } = (
          await t.settled(`${path}&sort=${sort}${more}`, api_key)
        ).json();
        for (const row of result.data) {
          ids.push(row.source_id);
          keys.push(
            sort === 'newest'
              ? (row.sold_date ?? row.list_date ?? null)
              : (('sale_price' in row ? row.sale_price : (row.list_price ?? row.rent_monthly))
                  ?.amount ?? null),
          );
        }
        cursor = result.next_cursor;
      } while (cursor !== null);
      assert.ok(ids.length > 0);
      assert.equal(new Set(ids).size, ids.length, 'no row twice');
      const known = keys.filter((key) => key !== null);
      const sorted = [...known].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      if (sort !== 'price_low') sorted.reverse();
      assert.deepEqual(known, sorted);
      assert.ok(
        keys.indexOf(null) === -1 || keys.slice(keys.indexOf(null)).every((key) => key === null),
        'rows without a value come last',
      );
    });
  }
}

async function groundTruthOf(source: string, kind: string): Promise<string[]> {
  const [west = '', south = '', east = '', north = ''] = areaOf(source)
    .replace('bbox=', '')
    .split(',');
  const query = new URLSearchParams({ source, kind, west, south, east, north });
  const answer = await fetch(`${t.sandbox.url}/__sandbox/truth?${query}`);
  return ((await answer.json()) as { ids: string[] }).ids.sort();
}

test('R4: auctions come soonest first and have no prices in the summary', async () => {
  const { data, summary } = await rowsOf(`/v1/auction/listings?${AUSTIN}`);
  const starts = data.flatMap(
    (row) => (row.extras as { auction_start: string | null }).auction_start ?? [],
  );
  assert.ok(starts.length > 0);
  assert.deepEqual(starts, [...starts].sort());
  assert.deepEqual(summary, {
    priced_count: 0,
    median_price: null,
    p25: null,
    p75: null,
    median_price_per_sqft: null,
  });
  assert.ok(data.every((row) => row.list_price === null && row.rent_monthly === null));
});

test('portal_b does not count, so reported_total is null on every page', async () => {
  const { api_key } = await t.account();
  let cursor: string | null = null;
  let pages = 0;
  do {
    const more: string = cursor === null ? '' : `&cursor=${cursor}`;
    const path = `/v1/portal_b/sold?${AUSTIN}&sold_within_days=365${more}`;
    const { result }: { result: Result & { next_cursor: string | null } } = (
      await t.settled(path, api_key)
    ).json();
    assert.equal(result.reported_total, null);
    cursor = result.next_cursor;
    pages += 1;
  } while (cursor !== null);
  assert.ok(pages > 1, 'more than one page was read');
});
