/** The text of an estimate: the number with its error, or the reasons why there is none. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RESOURCE_EXAMPLES } from '#contract/openapi/resource-examples.js';
import type { ComparablesBody } from '#contract/operations/comparables.js';
import { showComparables } from './show-comparables.js';

const EXAMPLE = RESOURCE_EXAMPLES.Comparables as ComparablesBody;

test('an estimate has its interval, the error of the county, and a line for each sale', () => {
  const text = showComparables(EXAMPLE);
  assert.match(text, /^Estimate \$574,000\n\$503,000 to \$655,000 holds 80 % of prices\.\n/);
  assert.match(text, /over 1000 sales of the last year: median 8\.7 %, 55\.0 % within 10 %/);
  assert.match(text, /^2026-08-02 +\$561,000 +\$566,121 +0\.21 +-40 +0 +0 +\+2 +0\.071 +denver/m);
  assert.match(text, /149 further sales have a weight of 0\.929 together\.\n$/);
});

test('the error of an estimate has a line, and its reason where it is unknown', () => {
  const text = showComparables({ ...EXAMPLE, error: null, error_reason: 'not_computed' });
  assert.match(text, /\n\nHow far it may be off is unknown\. The error of the county is being/);
});

test('where something is missing, its reason stands in its place', () => {
  const text = showComparables({
    ...EXAMPLE,
    estimate: null,
    estimate_reason: 'not_disclosed',
    interval: null,
    interval_reason: 'no_estimate',
    comparables: [],
    others: { count: 0, weight: 0 },
    error: null,
    error_reason: 'no_estimate',
  });
  assert.equal(text, 'No estimate. Sale prices are not public in this state. Ask for kind=rent.\n');
});
