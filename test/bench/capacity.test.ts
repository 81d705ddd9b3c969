/** What a load needs, added up by hand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needsOf } from '../../bench/capacity/needs.js';

const HIT = { callers: 1, service: 2, database: 3, source: 0 };
const MISS = { callers: 1, service: 4, database: 5, source: 10 };
const near = (value: number, wanted: number, share = 0.01) =>
  assert.ok(Math.abs(value / wanted - 1) < share, `${value}, not about ${wanted}`);

test('needs are added up by kind, at the busiest moment', () => {
  const load = {
    callsAMonth: 2_592_000,
    peak: 10,
    missShare: 0.1,
    requestsAMiss: 3,
    ledgerBytesAHit: 200,
    ledgerBytesAMiss: 1_000,
    jobBytes: 10_000,
    jobDays: 7,
  };
  const needs = needsOf(load, HIT, MISS);
  near(needs.callsPerS, 10);
  near(needs.serviceThreads, (9 * 2 + 1 * 4) / 1000);
  near(needs.databaseCores, (9 * 3 + 1 * 5) / 1000);
  near(needs.sourceRequestsPerS, 3);
  near(needs.ledgerGbAMonth, (2_592_000 * 280) / 1e9);
  near(needs.jobsGb, (259_200 * 10_000 * 7) / 30 / 1e9);
});
