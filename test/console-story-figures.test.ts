/** Figures of one home over all sources: price change, lines over time, rows of two searches. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usd } from '#contract/field.js';
import type { ObservedState } from '#contract/operations/homes.js';
import { consoleModule } from './support/console-module.js';
import { state } from './support/full-home.js';

const { priceChangeText } = (await consoleModule('home/price-change.js')) as {
  priceChangeText: (row: unknown, now: Date) => string | null;
};
const { priceLinesOf } = (await consoleModule('story/price-lines.js')) as {
  priceLinesOf: (states: readonly ObservedState[]) => {
    title: string;
    lines: { label: string; solid: string; dotted: string }[];
  }[];
};
const { sharedHomes, differing } = (await consoleModule('compare/home-groups.js')) as {
  sharedHomes: (left: unknown, right: unknown, kinds: unknown) => { id: string }[];
  differing: (home: unknown) => number;
};

test('a change of price is one line with its sign, its share and its day', () => {
  const now = new Date('2026-11-23T12:00:00Z');
  const textOf = (
    amount: number | null,
    percent: number | null,
    since: string | null,
    origin = 'observed',
  ) =>
    priceChangeText(
      {
        extras: {
          price_change: amount === null ? null : usd(amount),
          price_change_percent: percent,
          price_change_since: since,
          price_change_origin: origin,
        },
      },
      now,
    );
  assert.equal(textOf(-15_000, -2.13, '2026-11-02T12:00:00Z'), '−$15,000 (−2.1%) since Nov 2');
  assert.equal(textOf(250, 0.03, '2025-12-30T12:00:00Z'), '+$250 (+0.03%) since Dec 30, 2025');
  assert.equal(textOf(0, 0, '2026-11-02T12:00:00Z'), 'unchanged since Nov 2');
  assert.equal(textOf(null, null, null), null);
  const said = '−$6,400 (−1.9%) on Oct 29, by the source';
  assert.equal(textOf(-6_400, -1.9, '2026-10-29T00:00:00.000Z', 'source'), said);
});

test('prices are solid where they were seen and dotted up to the next look; a removal is a gap', () => {
  const [asked, ...others] = priceLinesOf([
    state(400_000, '2026-09-01T00:00:00Z', '2026-09-11T00:00:00Z', 'changed'),
    state(300_000, '2026-09-21T00:00:00Z', '2026-09-21T00:00:00Z', 'removed'),
    state(350_000, '2026-10-01T00:00:00Z', '2026-10-11T00:00:00Z', null),
  ]);
  assert.equal(others.length, 0);
  const [line] = asked?.lines ?? assert.fail();
  assert.equal(line?.solid, 'M0 12H25M50 88H50.5M75 50H100');
  assert.equal(line?.dotted, 'M25 12H50V88');
  assert.deepEqual(
    priceLinesOf([state(1, '2026-09-01T00:00:00Z', '2026-09-01T00:00:00Z', null)]),
    [],
  );
});

test('rows of two searches are one home by their home id; those that differ come first', () => {
  const row = (source_id: string, home_id: string | null, price: number, beds: number | null) => ({
    source: 'portal_a',
    source_id,
    extras: { home_id },
    list_price: usd(price),
    beds,
    living_area_sqft: 900,
  });
  const homes = sharedHomes(
    [row('1', 'same', 5, 2), row('2', 'other', 5, null), row('3', null, 5, 1)],
    [
      row('7', 'same', 5, 2),
      row('8', 'other', 6, 3),
      row('9', 'other', 6, 2),
      row('4', null, 5, 1),
    ],
    ['listings', 'listings'],
  );
  assert.deepEqual(
    homes.map((home) => [home.id, differing(home)]),
    [
      ['other', 2],
      ['same', 0],
    ],
  );
});
