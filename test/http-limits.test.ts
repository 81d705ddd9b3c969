/** Answers that need a house of their own: its circuit opens, its months and weeks go by. */
import { after, before } from 'node:test';
import * as collectionUnavailable from './http/503.collection_unavailable.js';
import * as jobLifetimes from './http/job-lifetimes.js';
import { openTestHouse, type TestHouse } from './support/open-test-house.js';

let house: TestHouse;
before(async () => {
  house = await openTestHouse({ limits: { UPSTREAM_ATTEMPTS_MAX: 1, READ_AHEAD: 0 } });
});
after(() => house.close());

for (const { register } of [collectionUnavailable, jobLifetimes]) register(() => house);
