/**
 * Sales of which the month alone is known: in windows of days, in their order, in exports and in a
 * home's story.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileOf, importInto } from '../support/import-file.js';
import { chain, sharedSales } from '../support/sales.js';

const sales = sharedSales();

const MAPPING = {
  dataset: 'monthly',
  licence: 'Public record',
  licence_url: 'https://county.example.invalid/terms',
  attribution: 'Test County',
  key: ['id'],
  fields: {
    sold_date: { columns: ['yr', 'mo'], join: '-', date: 'YYYY-M' },
    sale_price: { column: 'price', min: 1_000 },
    line1: 'street',
    zip: 'zip',
    state: { value: 'TX' },
  },
};

/** A sale in each of the last months, by months before this one. */
function monthly(nowMs: number, months: number): string {
  const now = new Date(nowMs);
  return Array.from({ length: months }, (_month, back) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
    return JSON.stringify({
      id: back,
      yr: month.getUTCFullYear(),
      mo: month.getUTCMonth() + 1,
      price: back === 0 ? 10 : 300_000 + back,
      street: `${100 + back} Oak St`,
      zip: '78704',
    });
  }).join('\n');
}

test('a month is in a window of days when all of it is, most recent first, and has no day', async () => {
  const nowMs = sales.t.app.clock.nowMs();
  await importInto(sales.t, MAPPING, fileOf('monthly.ndjson', monthly(nowMs, 30)));
  const { rows, first } = await chain(sales, 'zip=78704&sold_within_days=365');
  const months = rows.map(({ extras }) => String(extras.sold_month));
  assert.deepEqual(months, [...months].sort().reverse());
  assert.ok(rows.every(({ sold_date }) => sold_date === null));
  const since = new Date(nowMs - 365 * 86_400_000).toISOString().slice(0, 10);
  assert.ok(months.every((month) => `${month}-01` >= since));
  const next = new Date(Date.parse(`${months.at(-1)}-01T00:00:00Z`) - 86_400_000);
  assert.ok(`${next.toISOString().slice(0, 7)}-01` < since, 'the month before is not whole');
  assert.ok(
    first.field_notes.some(
      ({ field, reason, detail }) =>
        field === 'sold_date' && reason === 'not_reported' && /month only/.test(String(detail)),
    ),
  );
});

test('a nominal price is withheld, and each row has the rights to it', async () => {
  const { rows } = await chain(sales, 'zip=78704&sold_within_days=90');
  const nominal = rows.find(({ source_id }) => source_id === 'monthly:0');
  assert.deepEqual([nominal?.sale_price, nominal?.extras.arms_length], [null, false]);
  for (const { extras } of rows) {
    assert.deepEqual(
      [extras.licence, extras.licence_url, extras.attribution],
      ['Public record', 'https://county.example.invalid/terms', 'Test County'],
    );
  }
});

test('/v1/sources names the dataset with its rows, dates and licence', async () => {
  const answer = await sales.t.get('/v1/sources', sales.account.api_key);
  const { sources } = answer.json<{ sources: { source: string; datasets: object[] }[] }>();
  const [dataset] = sources.find(({ source }) => source === 'records')?.datasets ?? [];
  const { imported_at, earliest, latest, ...named } = dataset as Record<string, unknown>;
  assert.deepEqual(named, {
    dataset: 'monthly',
    title: null,
    rows: 30,
    publisher: null,
    licence: 'Public record',
    licence_url: 'https://county.example.invalid/terms',
    attribution: 'Test County',
  });
  assert.match(String(imported_at), /^\d{4}-/);
  assert.ok(String(earliest) < String(latest));
});
