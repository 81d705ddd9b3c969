// The part of docs/routes.md about resources: their operations, bodies and examples.
import { BODIES } from '#contract/bodies.js';
import { BASE_PATH } from '#contract/envelope.js';
import { BODY_EXAMPLES, RESOURCE_EXAMPLES } from '#contract/openapi/resource-examples.js';
import { RESOURCE_OPERATIONS, type ResourceOperation } from '#contract/resources.js';

const OPERATIONS: readonly ResourceOperation[] = RESOURCE_OPERATIONS;
const code = (text: string): string => `\`${text}\``;

/** Rows of the table of operations, its head first. */
export const operationRows = (): string[][] => [
  ['call', 'what it does', 'inputs', 'answer'],
  ...OPERATIONS.map(({ method, path, summary, params, body, replay, status, answer }) => {
    const inputs = [
      ...params.map(code),
      ...(body === undefined ? [] : [`body ${code(body)}`]),
      ...(replay === undefined ? [] : [code('Idempotency-Key')]),
    ];
    const answered = answer === undefined ? String(status) : `${status} ${code(answer)}`;
    return [code(`${method} ${BASE_PATH}${path}`), summary, inputs.join(', ') || '–', answered];
  }),
];

/** Rows of the table of body members, its head first. */
export function memberRows(): string[][] {
  const members = new Map<string, Set<string>>();
  for (const { properties } of Object.values(BODIES)) {
    for (const [name, schema] of Object.entries(properties)) {
      const meaning = String((schema as { description?: string }).description);
      members.set(name, (members.get(name) ?? new Set()).add(meaning));
    }
  }
  return [
    ['member', 'meaning'],
    ...[...members].map(([name, texts]) => [code(name), [...texts].join(' ')]),
  ];
}

export interface ResourceExample {
  readonly title: string;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly answer: unknown;
}

const SHOWN: ReadonlySet<string> = new Set([
  'create_watch',
  'watch_runs',
  'events',
  'create_endpoint',
  'deliveries',
]);

/** One call with its answer for each new shape. */
export const resourceExamples = (): ResourceExample[] =>
  OPERATIONS.filter(({ id }) => SHOWN.has(id)).map(({ summary, method, path, body, answer }) => ({
    title: summary,
    method,
    path: `${BASE_PATH}${path.replace(/\{(\w+)\}/, (_all, name: string) => `$${name.toUpperCase()}`)}`,
    body: body === undefined ? undefined : BODY_EXAMPLES[body],
    answer: RESOURCE_EXAMPLES[answer ?? ''],
  }));

/** Whether a path of the OpenAPI document is one of a resource. */
export const isResourcePath = (path: string): boolean =>
  OPERATIONS.some((one) => BASE_PATH + one.path === path);
