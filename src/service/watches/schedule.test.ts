import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTimeZone, nextRunMs, runsPerMonth, shortestGapS } from './schedule.js';

const at = (text: string) => Date.parse(text);
const MINUTES_5 = 300_000;

test('an interval comes back within a tenth of itself, and 1,000 watches do not come together', () => {
  const began = at('2026-11-21T00:00:00Z');
  const next = Array.from({ length: 1_000 }, (_one, n) =>
    nextRunMs({ interval_s: 86_400 }, `watch ${n}`, began),
  );
  for (const ms of next) {
    assert.ok(ms >= began + 0.9 * 86_400_000 && ms <= began + 1.1 * 86_400_000);
  }
  const minutes = new Map<number, number>();
  for (const ms of next) {
    const minute = Math.floor(ms / 60_000);
    minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
  }
  assert.ok(Math.max(...minutes.values()) < 20);
  const mean = next.reduce((sum, ms) => sum + ms - began, 0) / next.length;
  assert.ok(Math.abs(mean / 86_400_000 - 1) < 0.01);
});

test('a local time follows its zone, summer time included, within five minutes', () => {
  const chicago = { times: ['07:00'], time_zone: 'America/Chicago' };
  const next = (after: string) => nextRunMs(chicago, 'a watch', at(after));
  for (const [after, expected] of [
    ['2026-07-01T20:00:00Z', '2026-07-02T12:00:00Z'],
    ['2026-11-21T20:00:00Z', '2026-11-22T13:00:00Z'],
  ] as const) {
    const late = next(after) - at(expected);
    assert.ok(late >= 0 && late < MINUTES_5, `${after}: ${late} ms`);
  }
});

test('a time in the gap of a change to summer time comes after the gap, and the day is not left out', () => {
  const night = { times: ['02:30'], time_zone: 'America/Chicago' };
  const next = nextRunMs(night, 'a watch', at('2027-03-14T06:30:00Z'));
  const late = next - at('2027-03-14T08:00:00Z');
  assert.ok(late >= 0 && late < 3_600_000, new Date(next).toISOString());
});

test('a run at its time is followed by the next time, not by the same again', () => {
  const twice = { times: ['07:00', '19:00'], time_zone: 'UTC' };
  const first = nextRunMs(twice, 'w', at('2026-11-21T05:00:00Z'));
  const second = nextRunMs(twice, 'w', first + 1);
  const third = nextRunMs(twice, 'w', second + 1);
  assert.equal(second - first, 12 * 3_600_000);
  assert.equal(third - second, 12 * 3_600_000);
});

test('runs a month, and names of zones', () => {
  assert.equal(runsPerMonth({ interval_s: 86_400 }), 30);
  assert.equal(runsPerMonth({ times: ['07:00', '19:00'], time_zone: 'UTC' }), 60);
  assert.equal(isTimeZone('America/Chicago'), true);
  assert.equal(isTimeZone('Mars/Olympus'), false);
});

test('the shortest time between two runs may lie over midnight', () => {
  const time_zone = 'America/Chicago';
  assert.equal(shortestGapS({ interval_s: 3_600 }), 3_600);
  assert.equal(shortestGapS({ times: ['07:00'], time_zone }), 86_400);
  assert.equal(shortestGapS({ times: ['06:30', '18:00', '23:30'], time_zone }), 19_800);
  assert.equal(shortestGapS({ times: ['00:15', '12:00', '23:30'], time_zone }), 2_700);
});
