/** What a route delivers is what contract/fields.ts says of it, in its order and types. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { BASE_PATH } from '#contract/envelope.js';
import { ADDRESS_FIELDS, extrasFields, rowFields } from '#contract/fields.js';
import { SEARCH_ROUTES } from '#contract/routes.js';
import type { Field, FieldType } from '#contract/rows.js';
import { NOTE_REASONS } from '#contract/values.js';
import { readerOf } from '#sources/index.js';
import { type Result, resultOf } from '../support/expect.js';
import { openTestHouse, type TestHouse } from '../support/open-test-house.js';

let t: TestHouse;
before(async () => {
  const places = [
    { zip: '78704', homes: 2_000 },
    { zip: '10025', homes: 1_000 },
  ];
  t = await openTestHouse({ sandbox: { places } });
});
after(() => t.close());

/** ZIPs of the test world; the last lies in New York City. */
const ZIPS = ['78704', '10025'];

for (const route of SEARCH_ROUTES) {
  test(`${route.id} ${route.path} has a reader of its source and kind`, () => {
    assert.ok(readerOf(route.source, route.kind) !== undefined);
  });

  test(`the rows of ${route.id} have the fields of the contract, in order, typed, and no null unexplained`, async (context) => {
    if (!t.house.upstreams.configured(route.source))
      return void context.skip(`the sandbox has no ${route.source} yet`);
    const { api_key } = await t.account();
    let rows = 0;
    for (const zip of ZIPS) {
      const path = `${BASE_PATH}${route.path}?zip=${zip}`;
      const answer = await t.settled(path, api_key);
      if (answer.statusCode === 422) continue;
      const result = resultOf(answer);
      rows += result.count;
      for (const row of result.data) checkRow(result, row, route);
      for (const { reason, detail } of result.field_notes) {
        assert.ok(reason in NOTE_REASONS, reason);
        assert.ok(detail === null || detail.length <= 80, detail ?? '');
      }
    }
    assert.ok(rows > 10, 'the world has homes for this route');
  });
}

type Members = Readonly<Record<string, unknown>>;

function checkRow(result: Result, row: Members, route: (typeof SEARCH_ROUTES)[number]): void {
  const noted = new Set(result.field_notes.map(({ field }) => field));
  checkMembers('', row, rowFields(route.kind), noted);
  checkMembers('address.', row.address as Members, ADDRESS_FIELDS, noted);
  checkMembers('extras.', row.extras as Members, extrasFields(route.source, route.kind), noted);
  assert.equal(row.source, route.source);
  assert.match(String(row.source_url), /^https?:\/\//);
}

function checkMembers(
  prefix: string,
  part: Members,
  fields: readonly Field[],
  noted: ReadonlySet<string>,
): void {
  assert.deepEqual(
    Object.keys(part),
    fields.map(({ name }) => name),
    prefix,
  );
  for (const { name, type, nullable } of fields) {
    const value = part[name];
    const place = `${prefix}${name}: ${JSON.stringify(value)}`;
    if (value === null) {
      assert.ok(nullable, `${place} may not be null`);
      assert.ok(noted.has(prefix + name), `${place} has no note`);
    } else {
      assert.ok(isOfType(value, type), `${place} is no ${JSON.stringify(type)}`);
      if (value === '') assert.ok(noted.has(prefix + name), `${place} is empty without a note`);
    }
  }
}

function isOfType(value: unknown, type: FieldType): boolean {
  if (typeof type !== 'string') return type.includes(String(value));
  const checks: Record<string, (it: unknown) => boolean> = {
    string: (it) => typeof it === 'string',
    integer: (it) => Number.isInteger(it),
    number: (it) => Number.isFinite(it),
    boolean: (it) => typeof it === 'boolean',
    date: (it) => /^\d{4}-\d\d-\d\d$/.test(String(it)),
    date_time: (it) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(String(it)),
    money: isMoney,
    address: (it) => typeof it === 'object',
    location: (it) => hasNumbers(it, ['lat', 'lng']),
    units: (it) => Array.isArray(it) && it.every(isUnit),
    extras: (it) => typeof it === 'object',
  };
  return checks[type]?.(value) ?? false;
}

const names = (it: unknown): string => Object.keys(it as object).join();

function isMoney(it: unknown): boolean {
  const { amount, currency } = it as { amount: number; currency: string };
  const cents = Math.round(amount * 100) === amount * 100 || Number(amount.toFixed(2)) === amount;
  return names(it) === 'amount,currency' && currency === 'USD' && amount >= 0 && cents;
}

const hasNumbers = (it: unknown, members: readonly string[]): boolean =>
  names(it) === members.join() &&
  members.every((name) => Number.isFinite((it as Record<string, unknown>)[name]));

function isUnit(it: unknown): boolean {
  const { beds, rent_from } = it as { beds: unknown; rent_from: unknown };
  return (
    names(it) === 'beds,rent_from' &&
    (beds === null || Number.isFinite(beds)) &&
    (rent_from === null || isMoney(rent_from))
  );
}
