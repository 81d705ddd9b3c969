/** Offers merged by home: which change of a price is a reduction. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { homeMember } from '../../test/support/home-member.js';
import { mergeOffers, type PastPrice, priceBands } from './area-homes.js';

const at = (day: number): Date => new Date(Date.UTC(2026, 0, day));
const OFFER = homeMember({
  source: 'a',
  status: 'for_sale',
  price_cents: 90_000_00,
  list_date: '2026-01-01',
  state_since: at(20),
  first_seen_at: at(1),
  last_seen_at: at(25),
});
const past = (day: number, dollars: number, more: Partial<PastPrice> = {}): PastPrice => ({
  source: 'a',
  source_id: '1',
  from_at: at(day),
  price_cents: dollars * 100,
  list_date: '2026-01-01',
  is_removed: false,
  ...more,
});
const cutOf = (...states: PastPrice[]) => mergeOffers([OFFER], states)[0]?.cut ?? null;

test('the last change counts, with the first time that its price was seen', () => {
  const cut = cutOf(past(1, 110_000), past(5, 100_000), past(10, 90_000));
  assert.deepEqual([cut?.from_cents, cut?.to_cents, cut?.percent], [10_000_000, 9_000_000, 10]);
  assert.deepEqual(cut?.at, at(10), 'the state after it differed by something else');
  assert.equal(cutOf(past(1, 110_000), past(5, 80_000)), null, 'it rose');
  assert.equal(cutOf(past(1, 90_000)), null, 'it stayed');
});

test('the price of an earlier listing is not reduced: that one was removed, or began before', () => {
  assert.equal(cutOf(past(1, 110_000, { is_removed: true })), null);
  assert.equal(cutOf(past(1, 110_000, { list_date: '2025-06-01' })), null);
  assert.notEqual(cutOf(past(1, 110_000, { list_date: '2025-12-31' })), null, 'a day is rounding');
});

test('price bands hold every home once, at any prices', () => {
  for (const prices of [[5], [100_000, 100_000], [1, 2_500_000], [450, 900, 1_250, 3_000]]) {
    const homes = mergeOffers(
      prices.map((dollars, nth) => ({
        ...OFFER,
        source_id: String(nth),
        home_id: `8d5c6470-307a-8dc8-bfa9-00000000000${nth}`,
        price_cents: dollars * 100,
      })),
      [],
    );
    const bands = priceBands(homes);
    assert.ok(bands.length <= 11);
    for (const { from, below, count } of bands) {
      assert.equal(prices.filter((price) => price >= from && price < below).length, count);
    }
    assert.equal(
      bands.reduce((sum, { count }) => sum + count, 0),
      prices.length,
    );
  }
});
