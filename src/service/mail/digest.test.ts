import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noticeOf } from './digest.js';

test('the subject names the area of a watch, whichever way it was given', () => {
  const subjectOf = (query: object) =>
    noticeOf('watch.failed', { query, route: 'portal_a_listings' }, '').subject;
  assert.deepEqual(
    [
      { zip: '78704', beds_min: 2 },
      { city: 'Austin', state: 'TX' },
      { county: 'Travis', state: 'TX' },
      { bbox: [-97.8, 30.2, -97.7, 30.3] },
      { lat: 30.25, lng: -97.75, radius_mi: 2.5 },
    ].map(subjectOf),
    [
      '78704: watch.failed',
      'Austin, TX: watch.failed',
      'Travis, TX: watch.failed',
      'box -97.8, 30.2, -97.7, 30.3: watch.failed',
      '2.5 mi around 30.25, -97.75: watch.failed',
    ],
  );
});
