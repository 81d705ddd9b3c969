/** What the pages of webhooks show, loaded by the published client. Free. */
import type { DeliveryBody, EndpointBody, Rowhouse } from '#client/index.js';

export type Endpoint = EndpointBody;

export interface EndpointDetails {
  readonly endpoint: Endpoint;
  /** Newest event first. */
  readonly deliveries: readonly DeliveryBody[];
}

export async function loadEndpoint(
  client: Rowhouse,
  endpointId: string,
  signal: AbortSignal,
): Promise<EndpointDetails> {
  const [endpoint, { deliveries }] = await Promise.all([
    client.endpoints.get(endpointId, { signal }),
    client.endpoints.deliveries(endpointId, {}, { signal }),
  ]);
  return { endpoint, deliveries };
}

/**
 * The number of the last event from before a moment; where none is kept, the last one that is not.
 * Halves the log: its times rise with its numbers, so 20 calls find a moment among a million
 * events.
 */
export async function lastSeqBefore(client: Rowhouse, moment: Date): Promise<number> {
  const { last_seq } = await client.events.newest({ limit: 1 });
  let low = 0;
  let high = last_seq;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const { events, next_after } = await client.events.newest({ before: middle + 1, limit: 1 });
    const [event] = events;
    if (event === undefined) {
      // Nothing up to here is kept: `next_after` is the last event that is gone.
      low = Math.max(middle, next_after);
    } else if (Date.parse(event.timestamp) < moment.getTime()) low = middle;
    else high = event.seq - 1;
  }
  return Math.min(low, last_seq);
}
