/** Searches of imported files in tests, and a county whose files they import. */
import assert from 'node:assert/strict';
import { forFile } from './for-file.js';
import { fileOf, importInto } from './import-file.js';
import { openTestApp, type TestAccount, type TestApp } from './open-test-app.js';
import { pagesOf } from './whole-search.js';

export const MAPPING = {
  dataset: 'test-county',
  key: ['id'],
  fields: {
    sold_date: 'sold',
    sale_price: 'price',
    beds: 'beds',
    zip: 'zip',
    city: 'city',
    state: { value: 'TX' },
    lat: 'lat',
    lng: 'lng',
  },
};
export const HEADER = 'id,sold,price,beds,zip,city,lat,lng';

export interface Sales {
  readonly t: TestApp;
  readonly account: TestAccount;
}

/** An application without imported files, and an account to search with. */
export async function openSales(): Promise<Sales> {
  const t = await openTestApp();
  return { t, account: await t.account() };
}

/** The same for all tests of a file. */
export const sharedSales = (): Sales =>
  forFile(async () => {
    const sales = await openSales();
    return { ...sales, close: sales.t.close };
  });

/** Sales around downtown Austin, one a day back from yesterday of the test's clock. */
export function salesFile(t: TestApp, count: number, first = 0): string {
  const lines = Array.from({ length: count }, (_one, at) => {
    const nth = first + at;
    const sold = new Date(t.clock.nowMs() - (1 + (nth % 80)) * 86_400_000)
      .toISOString()
      .slice(0, 10);
    const price = nth % 7 === 0 ? '' : 200_000 + (nth % 31) * 10_000;
    const point = nth % 11 === 0 ? ',' : `${30.2 + (nth % 50) / 500},${-97.8 + (nth % 40) / 400}`;
    return `S${nth},${sold},${price},${nth % 5},${nth % 3 === 0 ? '78704' : '78701'},Austin,${point}`;
  });
  return `${HEADER}\n${lines.join('\n')}\n`;
}

export interface Result {
  readonly count: number;
  readonly reported_total: number | null;
  readonly completeness: string;
  readonly next_cursor: string | null;
  readonly data: readonly {
    readonly source_id: string;
    readonly sold_date: string;
    readonly sale_price: { amount: number } | null;
    readonly sale_price_disclosure: string;
    readonly location: unknown;
    readonly extras: Readonly<Record<string, unknown>>;
  }[];
  readonly field_notes: readonly { field: string; reason: string; detail: string | null }[];
}

/** The rows of all pages of a search, and its first page. */
export async function chain(
  { t, account }: Sales,
  query: string,
): Promise<{ rows: Result['data'][number][]; first: Result }> {
  const rows: Result['data'][number][] = [];
  let first: Result | null = null;
  for await (const { result } of pagesOf(t, `/v1/records/sold?${query}`, account.api_key)) {
    assert.equal(result.completeness, 'complete');
    first ??= result as Result;
    rows.push(...result.data);
  }
  return { rows, first: first ?? assert.fail('no page') };
}

/** What an import says when it is rejected; nothing when it is not. */
export const rejected = (
  t: TestApp,
  mapping: unknown,
  content: string | Buffer,
  name = 'bad.csv',
): Promise<string> =>
  importInto(t, mapping, fileOf(name, content)).then(
    () => '',
    (error: Error) => error.message,
  );
