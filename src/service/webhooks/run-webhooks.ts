/** Deliveries to endpoints: any process that collects sends to as many at once as it may. */
import type { App } from '../app.js';
import { runTurns } from '../run-turns.js';
import { claimTurn, serveEndpoint } from './serve-endpoint.js';

/** After a look that found nothing: events that are written one by one are found a few at once. */
const PAUSE_MS = 20;

/** Delivers until the signal aborts; what was not recorded is sent again when the lease ends. */
export function runWebhooks(app: App, signal: AbortSignal): Promise<void> {
  let last: string | undefined;
  const queue = {
    name: 'a turn of an endpoint',
    places: app.limits.WEBHOOK_CONCURRENCY,
    wokenBy: 'logged',
    pauseMs: PAUSE_MS,
    claim: async (full: readonly string[]) => {
      const endpoint = await claimTurn(app, { after: last, full });
      last = endpoint?.account_id ?? last;
      return endpoint;
    },
    accountOf: ({ account_id }: { readonly account_id: string }) => account_id,
    work: (endpoint: Parameters<typeof serveEndpoint>[1]) => serveEndpoint(app, endpoint, signal),
  } as const;
  return runTurns(app, queue, signal);
}
