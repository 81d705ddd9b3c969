/** Which features of a stored result a layer's query has. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RowFeature } from '#contract/flat-rows.js';
import type { LayerQuery } from './layer-query.js';
import { fitsLayer } from './layer-rows.js';

const fits = (properties: object, from: string | null, until: string | null): boolean =>
  fitsLayer(
    { box: null, from, until, bounds: {}, values: {} } as unknown as LayerQuery,
    {
      geometry: { type: 'Point', coordinates: [-97.7, 30.2] },
      properties,
    } as unknown as RowFeature,
  );

test('a month is in a period that has all of it, a day in one that has the day', () => {
  const month = { sold_date: null, 'extras.sold_month': '2024-02' };
  assert.ok(fits(month, '2024-02-01', '2024-02-29'));
  assert.ok(!fits(month, '2024-02-02', null));
  assert.ok(!fits(month, null, '2024-02-28'));
  const day = { sold_date: '2024-02-10', 'extras.sold_month': '2024-02' };
  assert.ok(fits(day, '2024-02-10', '2024-02-10'));
  assert.ok(!fits(day, null, '2024-02-09'));
  assert.ok(fits({ sold_date: null }, '2024-02-10', '2024-02-10'), 'no date fits every period');
});
