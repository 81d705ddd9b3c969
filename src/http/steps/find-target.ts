import { BASE_PATH } from '#contract/envelope.js';
import { JOBS_PATH, SEARCH_ROUTES, type SearchRoute, SOURCES_PATH } from '#contract/routes.js';
import { refuse } from '#domain/refusal.js';
import type { Call, Target } from '../call.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const BY_PATH = new Map<string, SearchRoute>(
  SEARCH_ROUTES.map((route) => [BASE_PATH + route.path, route]),
);

/** Rung 3: unknown paths need no key to be told so; a job id that is no UUID is an unknown path. */
export function findTarget(call: Call): void {
  const target = targetOf(call.path);
  if (target === undefined) throw refuse('not_found');
  call.target = target;
}

function targetOf(path: string): Target | undefined {
  const route = BY_PATH.get(path);
  if (route !== undefined) return { to: 'search', route };
  if (path === BASE_PATH + SOURCES_PATH) return { to: 'sources' };
  const jobs = BASE_PATH + JOBS_PATH;
  const requestId = path.startsWith(jobs) ? path.slice(jobs.length) : '';
  return UUID.test(requestId) ? { to: 'job', requestId: requestId.toLowerCase() } : undefined;
}
