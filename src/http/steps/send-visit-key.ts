import { createVisitKey } from '#service/accounts/demo-keys.js';
import type { Call } from '../call.js';
import { sendJson } from '../respond.js';

/** Before the key is checked: a visitor of a demo has none yet (docs/demo.md). */
export function sendVisitKey({ app, request, reply, target }: Call): void | Promise<void> {
  if (target?.to !== 'visit') return;
  return createVisitKey(app, request.ip).then((key) => void sendJson(reply, 201, key));
}
