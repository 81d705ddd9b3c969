/** Contradictions in a row, and mere omissions. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RowView } from '../expectations.js';
import { rawRow } from './fixtures/pages.js';
import { TWINS } from './twins.js';
import { viewOf } from './view.js';

const agrees = (members: string, change: object): boolean | null | undefined =>
  TWINS.find((twin) => twin.members === members)?.agree(
    viewOf({ ...rawRow('for-sale', '9000001'), ...change }, 0) as unknown as RowView,
  );

test('a link to the page of a building or community has no id that could contradict the home', () => {
  const links = ['/b/gull-house/', '/community/alder-falls/', '/apartments/tx/gull-house/'];
  for (const detailUrl of links) assert.equal(agrees('zpid and detailUrl', { detailUrl }), null);
});

test('a link to the page of another home contradicts it', () => {
  const detailUrl = '/homedetails/12-Oak-St/9000002_zpid/';
  assert.equal(agrees('zpid and detailUrl', { detailUrl }), false);
  const own = detailUrl.replace('9000002', '9000001');
  assert.equal(agrees('zpid and detailUrl', { detailUrl: own }), true);
});
