/**
 * The request pipeline (docs/lifecycle.md#the-request-pipeline): every API call runs these steps in
 * this order, and the first that throws an API error ends it. Steps 11 to 17 are the use cases of
 * src/service.
 */
import type { Call } from './call.js';
import { tryHit } from './fast-path.js';
import { admitKey } from './steps/admit-key.js';
import { allowOrigin } from './steps/allow-origin.js';
import { answerCall } from './steps/answer-call.js';
import { boundUri } from './steps/bound-uri.js';
import { checkIdempotencyKey } from './steps/check-idempotency-key.js';
import { boundWindowOfRoutes, countWindow } from './steps/count-window.js';
import { findTarget } from './steps/find-target.js';
import { readCallHops } from './steps/read-hops.js';
import { requireActive } from './steps/require-active.js';
import { requireConfigured } from './steps/require-configured.js';
import { requireMethod } from './steps/require-method.js';
import { requireScope } from './steps/require-scope.js';
import { sendDocument } from './steps/send-document.js';
import { sendVisitKey } from './steps/send-visit-key.js';

export type Step = (call: Call) => void | Promise<void>;

/** Step 1, the request id, comes before the list: server.ts. */
const STEPS: readonly Step[] = [
  boundUri,
  findTarget,
  requireMethod,
  allowOrigin,
  sendDocument,
  sendVisitKey,
  admitKey,
  tryHit,
  countWindow,
  requireActive,
  boundWindowOfRoutes,
  requireScope,
  requireConfigured,
  readCallHops,
  checkIdempotencyKey,
];

/** Runs a call through the pipeline; throws the API error of the first step that rejects it. */
export async function answer(call: Call): Promise<void> {
  for (const step of STEPS) {
    if (call.reply.sent) return;
    const done = step(call);
    if (done !== undefined) await done;
  }
  if (!call.reply.sent) await answerCall(call);
}
