import type { FastifyReply, FastifyRequest } from 'fastify';
import { BASE_PATH } from '#contract/envelope.js';
import { JOBS_PATH, LOOKUP_ROUTES, SEARCH_ROUTES } from '#contract/routes.js';
import type { House } from '#service/house.js';

const SEARCHES = new Map<string, string>(
  [...SEARCH_ROUTES, ...LOOKUP_ROUTES].map(({ id, path }) => [BASE_PATH + path, id]),
);
/** Paths that are told apart beside the searches; all others are one. */
const NAMED = new Map<string, string>([
  ['/', 'home'],
  ['/healthz', 'healthz'],
  ['/readyz', 'readyz'],
  [`${BASE_PATH}/sources`, 'sources'],
  [`${BASE_PATH}/account`, 'account'],
  [`${BASE_PATH}/openapi.json`, 'openapi'],
  ['/docs', 'docs'],
]);

/** Counts an answered call under its route: few names, never a path that a caller made up. */
export function countCall(house: House, request: FastifyRequest, reply: FastifyReply): void {
  const path = request.raw.url?.split('?', 1)[0] ?? '';
  const search = SEARCHES.get(path);
  const route = search ?? NAMED.get(path) ?? (path.startsWith(JOBS) ? 'jobs' : 'other');
  house.metrics.called(route, reply.statusCode, reply.elapsedTime / 1000);
  const how = search === undefined ? null : howAnswered(reply);
  if (search !== undefined && how !== null) house.metrics.searched(search, how);
}

const JOBS = BASE_PATH + JOBS_PATH;

/** Read off the answer's own headers; null for one that is no accepted search. */
function howAnswered(reply: FastifyReply): 'hit' | 'miss' | 'collapsed' | 'replayed' | null {
  if (reply.hasHeader('idempotent-replayed')) return 'replayed';
  const cache = reply.getHeader('cache-status');
  if (typeof cache !== 'string') return null;
  if (cache.includes('hit')) return 'hit';
  return cache.includes('collapsed') ? 'collapsed' : 'miss';
}
