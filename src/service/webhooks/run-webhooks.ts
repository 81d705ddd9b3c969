/** Deliveries to endpoints: any process that collects sends to as many at once as it may. */
import type { Endpoint } from '#store/endpoints.js';
import type { App } from '../app.js';
import { claimTurn, serveEndpoint } from './serve-endpoint.js';

/** A delivery whose time has come is found this often; new events are notified. */
const LOOK_EVERY_MS = 1_000;
/** After a look that found nothing: events that are written one by one are found a few at once. */
const PAUSE_MS = 20;

/** Delivers until the signal aborts; resolves when the last delivery in hand is recorded. */
export async function runWebhooks(app: App, signal: AbortSignal): Promise<void> {
  const turns = new Set<Promise<unknown>>();
  const wake = openWake();
  const off = app.notifications.on('logged', wake.ring);
  while (!signal.aborted) {
    const woken = wake.next();
    const isFree = turns.size < app.limits.WEBHOOK_CONCURRENCY;
    const endpoint = isFree ? await claim(app) : undefined;
    if (endpoint === undefined) {
      await app.clock.sleep(PAUSE_MS, signal);
      await app.clock.sleep(LOOK_EVERY_MS, AbortSignal.any([woken, signal]));
    } else {
      const turn = serve(app, endpoint, signal).finally(() => {
        turns.delete(turn);
        // Its endpoint may have work again, or a place is free.
        wake.ring();
      });
      turns.add(turn);
    }
  }
  off();
  await Promise.all(turns);
}

/** A bell: `next` gives a signal that the next ring aborts. */
function openWake() {
  let bell = new AbortController();
  return {
    ring: () => bell.abort(),
    next: () => {
      if (bell.signal.aborted) bell = new AbortController();
      return bell.signal;
    },
  };
}

const claim = (app: App): Promise<Endpoint | undefined> =>
  claimTurn(app).catch((error: unknown) => {
    app.log.warn({ err: error }, 'endpoints could not be looked at; the next look goes on');
    return undefined;
  });

/** What was not recorded is sent again when the lease ends. */
const serve = (app: App, endpoint: Endpoint, signal: AbortSignal): Promise<void> =>
  serveEndpoint(app, endpoint, signal).catch((error: unknown) =>
    app.log.error({ err: error, endpoint: endpoint.endpoint_id }, 'a turn of an endpoint failed'),
  );
