import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateIn, timeZoneAt } from './time-zone.js';

test('the date of a moment is that of the place', () => {
  const ms = Date.parse('2026-11-21T05:30:00Z');
  const places: [number, number, string][] = [
    [30.26, -97.75, '2026-11-20'],
    [40.74, -74.0, '2026-11-21'],
    [21.3, -157.85, '2026-11-20'],
    [13.44, 144.79, '2026-11-21'],
  ];
  for (const [lat, lng, date] of places) assert.equal(dateIn(timeZoneAt(lat, lng), ms), date);
});
