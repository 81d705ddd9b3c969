import { SOURCES } from '#contract/sources.js';
import { apiError } from '#domain/api-error.js';
import { HOPS_MAX, hopOf, readHops, SANDBOX_HEADER } from '#domain/hops.js';
import { type Call, header } from '../call.js';

/**
 * A call of another installation, which names itself in Via, learns which sources are a sandbox
 * here. A search that has come through this installation before is rejected: it would go in a
 * circle.
 */
export function readCallHops(call: Call): void {
  const hops = readHops(header(call, 'via'));
  const { secret, client } = call.app;
  if (hops.length === 0 || secret === null) return;
  const isCircle = hops.includes(hopOf(secret)) || hops.length > HOPS_MAX;
  if (isCircle && call.target?.to === 'search') throw apiError('loop_detected');
  call.reply.header(SANDBOX_HEADER, SOURCES.filter(client.isSandbox).join(', '));
}
