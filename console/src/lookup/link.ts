/**
 * The link of a lookup: `#/home?route=portal_a_home&address=…&request=…`. With a request id a key
 * of the same account opens the home again, free while it is kept; without one the form is filled
 * in.
 */
import { LOOKUP_PARAMS, type LookupParam } from '#contract/params.js';
import { LOOKUP_ROUTES, type LookupRoute } from '#contract/routes.js';
import { isRequestId } from '../shell/link.js';

/** A home as it is asked for: by one of the inputs of the route. */
export interface Asked {
  readonly route: LookupRoute;
  readonly by: LookupParam;
  readonly value: string;
}

/** The form at first; null where no source has a lookup. */
export function readLookupLink(query: string) {
  const sent = new URLSearchParams(query);
  const route = LOOKUP_ROUTES.find(({ id }) => id === sent.get('route')) ?? LOOKUP_ROUTES[0];
  if (route === undefined) return null;
  const by = route.params.find((name) => sent.has(name)) ?? route.params[0] ?? 'address';
  const request = sent.get('request') ?? '';
  return {
    asked: { route, by, value: sent.get(by) ?? '' } satisfies Asked,
    requestId: isRequestId(request) ? request : null,
  };
}

export function writeLookupLink({ route, by, value }: Asked, requestId: string | null): string {
  const query = new URLSearchParams([
    ['route', route.id],
    [by, value],
  ]);
  if (requestId !== null) query.set('request', requestId);
  return `#/home?${query}`;
}

/** The form of many homes; with an id, one batch of them. */
export const NEW_BATCH = '#/home?batch=';
export const writeBatchLink = (batchId: string): string => `${NEW_BATCH}${batchId}`;

/** The batch of a link: its id, or empty for the form; null where the link is of one home. */
export function readBatchLink(query: string): string | null {
  const batch = new URLSearchParams(query).get('batch');
  return batch === null || isRequestId(batch) ? batch : '';
}

/** What is wrong with the input, before anything is sent; null when nothing is. */
export function problemOf({ by, value }: Asked): string | null {
  const { pattern, description } = LOOKUP_PARAMS[by];
  if (value.trim() === '') return `Enter ${description}.`;
  return pattern.test(value.trim()) ? null : `Must be ${description}.`;
}
