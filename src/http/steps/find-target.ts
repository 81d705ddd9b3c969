import { BASE_PATH } from '#contract/envelope.js';
import { OPERATIONS } from '#contract/resources.js';
import {
  JOBS_PATH,
  LOOKUP_ROUTES,
  MCP_PATH,
  OPENAPI_PATH,
  ROW_FORMATS,
  type Route,
  type RowFormat,
  SEARCH_ROUTES,
  VISIT_PATH,
} from '#contract/routes.js';
import { SOURCES } from '#contract/sources.js';
import { apiError } from '#domain/api-error.js';
import type { Call, Target } from '../call.js';
import { layerTarget, layerTemplate } from '../layers/layer-target.js';

const routes: readonly Route[] = [...SEARCH_ROUTES, ...LOOKUP_ROUTES];
const BY_PATH = new Map<string, Target>([
  ...routes.map((route): [string, Target] => [BASE_PATH + route.path, { to: 'search', route }]),
  [BASE_PATH + OPENAPI_PATH, { to: 'openapi' }],
]);
/** Paths are case-sensitive; the digits of an id may have either case (RFC 9562). */
const JOB = new RegExp(
  `^${BASE_PATH}${JOBS_PATH}([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})(?:/rows\\.(${Object.keys(ROW_FORMATS).join('|')}))?$`,
);

/** The search or lookup that a path names; undefined for every other path. */
export function searchRouteAt(path: string): Route | undefined {
  const target = BY_PATH.get(path);
  return target?.to === 'search' ? target.route : undefined;
}

/** Step 3: unknown paths get 404 without a key; a job id that is not a UUID is an unknown path. */
export function findTarget(call: Call): void {
  const target =
    BY_PATH.get(call.path) ??
    mcpTarget(call) ??
    visitTarget(call) ??
    jobTarget(call.path) ??
    layersTarget(call.path) ??
    operationTarget(call.path, call.request.method);
  if (target === undefined) throw apiError('not_found');
  call.target = target;
}

/** The template of an API path, such as `/v1/jobs/{request_id}`; undefined for any other path. */
export function templateAt(path: string): string | undefined {
  if (BY_PATH.has(path)) return path;
  const job = jobTarget(path);
  if (job !== undefined) return JOB_TEMPLATE + (job.to === 'rows' ? `/rows.${job.format}` : '');
  const resource = PATHS.find(({ shape }) => shape.test(path));
  return resource === undefined ? layerTemplate(path) : BASE_PATH + resource.path;
}
const JOB_TEMPLATE = `${BASE_PATH}${JOBS_PATH}{request_id}`;

/** The id of the operation at a path, but for searches, jobs and the document of the API. */
export const operationIdAt = (path: string, method: string): string | undefined =>
  operationTarget(path, method)?.operation?.id;

const mcpTarget = ({ mcp, path }: Call): Target | undefined =>
  mcp !== undefined && path === MCP_PATH ? { to: 'mcp' } : undefined;

const visitTarget = ({ isDemo, path }: Call): Target | undefined =>
  isDemo && path === BASE_PATH + VISIT_PATH ? { to: 'visit' } : undefined;

function jobTarget(path: string): Target | undefined {
  const [, id, format] = JOB.exec(path) ?? [];
  if (id === undefined) return undefined;
  const requestId = id.toLowerCase();
  if (format === undefined) return { to: 'job', requestId };
  const known = (Object.keys(ROW_FORMATS) as RowFormat[]).find((name) => name === format);
  return known === undefined ? undefined : { to: 'rows', requestId, format: known };
}

function layersTarget(path: string): Target | undefined {
  const target = layerTarget(path);
  return target && { to: 'layers', ...target };
}

const ID = '([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})';

/** Patterns of path placeholders; every other placeholder is an id. */
const SHAPES: Readonly<Record<string, string>> = {
  '{seq}': '(\\d{1,15})',
  '{source}': `(${SOURCES.join('|')})`,
};
const shapeOf = (placeholder: string): string => SHAPES[placeholder] ?? ID;

/** The operations of each path, with the pattern that matches it. */
const PATHS = [...new Set(OPERATIONS.map(({ path }) => path))].map((path) => ({
  path,
  shape: new RegExp(`^${BASE_PATH}${path.replace(/\{\w+\}/, shapeOf)}$`),
  operations: OPERATIONS.filter((one) => one.path === path),
}));

function operationTarget(
  path: string,
  method: string,
): Extract<Target, { to: 'operation' }> | undefined {
  for (const { shape, operations } of PATHS) {
    const found = shape.exec(path);
    if (found === null) continue;
    return {
      to: 'operation',
      methods: operations.map((one) => one.method),
      operation: operations.find((one) => one.method === method),
      id: (found[1] ?? '').toLowerCase(),
    };
  }
  return undefined;
}
