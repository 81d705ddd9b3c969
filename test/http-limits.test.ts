/** Answers that need an application of their own: its circuit opens, its months and weeks go by. */
import { after, before } from 'node:test';
import * as collectionUnavailable from './http/503.collection_unavailable.js';
import * as jobLifetimes from './http/job-lifetimes.js';
import { openTestApp, type TestApp } from './support/open-test-app.js';

let app: TestApp;
before(async () => {
  app = await openTestApp({ limits: { UPSTREAM_ATTEMPTS_MAX: 1, READ_AHEAD: 0 } });
});
after(() => app.close());

for (const { register } of [collectionUnavailable, jobLifetimes]) register(() => app);
