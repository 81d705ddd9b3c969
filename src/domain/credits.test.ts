import assert from 'node:assert/strict';
import { test } from 'node:test';
import { creditsFor, planPeriod, secondsToNextPeriod } from './credits.js';
import { minuteOf, rateWindow } from './rate.js';

const at = (text: string) => Date.parse(text);

test('a page past the end costs nothing, any other one the price of its route', () => {
  for (const price of [1, 3]) {
    assert.equal(creditsFor({ past_end: false }, { price }), price);
    assert.equal(creditsFor({ past_end: true }, { price }), 0);
  }
});

test('the month of plan credits is the calendar month in UTC', () => {
  assert.equal(planPeriod(at('2026-11-30T23:59:59.999Z')), '2026-11');
  assert.equal(planPeriod(at('2026-12-01T00:00:00.000Z')), '2026-12');
  assert.equal(planPeriod(at('2026-11-30T20:00:00-05:00')), '2026-12');
});

test('the wait for the next month ends with the month, in December and in leap years too', () => {
  assert.equal(secondsToNextPeriod(at('2026-11-30T23:59:30Z')), 30);
  assert.equal(secondsToNextPeriod(at('2026-12-31T00:00:00Z')), 86_400);
  assert.equal(secondsToNextPeriod(at('2028-02-28T00:00:00Z')), 2 * 86_400);
  assert.equal(secondsToNextPeriod(at('2026-11-30T23:59:59.999Z')), 1);
});

test('a minute is the clock minute, and the window ends with it', () => {
  const start = at('2026-11-21T12:00:00Z');
  assert.equal(minuteOf(start + 59_999), minuteOf(start));
  assert.equal(minuteOf(start + 60_000), minuteOf(start) + 1);
  assert.deepEqual(rateWindow(60, 1, start), { limit: 60, remaining: 59, reset_s: 60 });
  assert.deepEqual(rateWindow(60, 60, start + 59_500), { limit: 60, remaining: 0, reset_s: 1 });
  assert.deepEqual(rateWindow(60, 99, start + 59_999), { limit: 60, remaining: 0, reset_s: 1 });
});
