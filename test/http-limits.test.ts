/** Answers that need an application of their own: its circuit opens, its months and weeks go by. */
import * as collectionUnavailable from './http/503.collection_unavailable.js';
import * as jobLifetimes from './http/job-lifetimes.js';
import { sharedApp } from './support/open-test-app.js';

const app = sharedApp({ limits: { UPSTREAM_ATTEMPTS_MAX: 1, READ_AHEAD: 0 } });

for (const { register } of [collectionUnavailable, jobLifetimes]) register(() => app);
