/** The capacity model: what can be added up by hand, and the limits that queues have. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Deployment, type Kind, needsOf, simulate } from '../../bench/capacity/model.js';
import { percentile } from '../../bench/support/numbers.js';

const HIT: Kind = { costs: { callers: 1, service: 2, database: 3, source: 0 }, waitMs: 0 };
const MISS: Kind = { costs: { callers: 1, service: 4, database: 5, source: 10 }, waitMs: 80 };
const two: Deployment = {
  cores: 2,
  atOnce: { callers: 1, service: 1, database: 8, source: 1 },
};
const near = (value: number, wanted: number, share = 0.01) =>
  assert.ok(Math.abs(value / wanted - 1) < share, `${value}, not about ${wanted}`);

test('one caller waits for what its call costs and nothing else', () => {
  const { perS, tookMs } = simulate([HIT, MISS], [1, 0], two, 1, 100);
  near(perS, 1000 / 6);
  assert.ok(tookMs.every((ms) => Math.abs(ms - 6) < 1e-9));
  near(simulate([MISS], [1], two, 1, 50).perS, 1000 / 100);
});

test('many callers get what the narrowest part can do', () => {
  near(simulate([HIT], [1], two, 32, 3_000).perS, 2_000 / 6, 0.05);
  const cores = { ...two, cores: 64 };
  near(simulate([HIT], [1], cores, 32, 3_000).perS, 1000 / 2, 0.05);
  const { perS, tookMs } = simulate([MISS], [1], cores, 32, 3_000);
  near(perS, 1000 / 10, 0.05);
  near(percentile(tookMs, 50), 32 * 10, 0.05);
});

test('a mix of kinds costs what its parts cost', () => {
  const { perS, tookMs } = simulate([HIT, MISS], [9, 1], two, 32, 5_000);
  assert.equal(tookMs.length, 5_000);
  near(perS, 2_000 / (0.9 * 6 + 0.1 * 20), 0.08);
});

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
  const needs = needsOf(load, HIT.costs, MISS.costs);
  near(needs.callsPerS, 10);
  near(needs.serviceThreads, (9 * 2 + 1 * 4) / 1000);
  near(needs.databaseCores, (9 * 3 + 1 * 5) / 1000);
  near(needs.sourceRequestsPerS, 3);
  near(needs.ledgerGbAMonth, (2_592_000 * 280) / 1e9);
  near(needs.jobsGb, (259_200 * 10_000 * 7) / 30 / 1e9);
});
