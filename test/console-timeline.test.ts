/** What happened to a home, in one list over all sources. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usd } from '#contract/field.js';
import type { HomeBody, ObservedState } from '#contract/operations/homes.js';
import { consoleModule } from './support/console-module.js';

const { entriesOf } = (await consoleModule('story/entries.js')) as {
  entriesOf: (home: Pick<HomeBody, 'observed' | 'reported'>) => readonly {
    at: string;
    text: string;
    tone: string;
    sources: readonly string[];
  }[];
};
const state = (from: string, amount: number, more: Partial<ObservedState> = {}): ObservedState => ({
  source: 'portal_a',
  source_id: '1',
  kind: 'listings',
  status: 'for_sale',
  price: usd(amount),
  rent_monthly: null,
  list_date: null,
  from: `${from}T12:00:00Z`,
  to: `${from}T13:00:00Z`,
  ended_by: 'changed',
  ...more,
});

test('changes of price have their percent, equal ones of two sources are one, the newest is first', () => {
  const observed = [
    state('2026-09-01', 500_000),
    state('2026-10-01', 475_000),
    state('2026-10-01', 475_000, { source: 'mls' }),
    state('2026-11-01', 480_000, { source: 'mls', ended_by: 'removed' }),
  ];
  const sale = { source: 'mls', source_id: '1', event: 'sold', date: '2020-05-03' } as const;
  const reported = [{ ...sale, price: usd(400_000), disclosure: null }];
  const found = entriesOf({ observed, reported }).map(({ at, text, tone, sources }) =>
    [at.slice(0, 10), text, tone, sources.join('+')].join(' | '),
  );
  assert.deepEqual(found, [
    '2026-11-01 | Last seen before it was removed | plain | MLS',
    '2026-11-01 | Price up 1.1%: $475,000 to $480,000 | bad | MLS',
    '2026-10-01 | Price cut 5%: $500,000 to $475,000 | good | Portal A',
    '2026-10-01 | First seen for sale, $475,000 | plain | MLS',
    '2026-09-01 | First seen for sale, $500,000 | plain | Portal A',
    '2020-05-03 | Sold for $400,000 | plain | MLS',
  ]);
});

test('a rent says that it is by the month, and a listing that comes back says so', () => {
  const rent = { kind: 'rentals', status: 'for_rent', price: null, rent_monthly: usd(2_000) };
  const observed = [
    state('2026-09-01', 0, { ...rent, ended_by: 'removed' }),
    state('2026-10-01', 0, { ...rent, rent_monthly: usd(1_900), ended_by: null }),
  ];
  const [last] = entriesOf({ observed, reported: [] });
  assert.equal(last?.text, 'Back for rent, $1,900 a month');
});
