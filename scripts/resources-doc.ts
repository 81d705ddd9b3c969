// The part of docs/routes.md about resources: their operations, bodies and examples.
import { BASE_PATH } from '#contract/envelope.js';
import { BODY_EXAMPLES, RESOURCE_EXAMPLES } from '#contract/openapi/resource-examples.js';
import { OPERATIONS as ALL } from '#contract/resources.js';
import { nameOf } from '#contract/schema.js';

// The pages of the account and the sources have a table of their own.
const OPERATIONS = ALL.filter(({ tag }) => tag !== 'Service');
const code = (text: string): string => `\`${text}\``;

/** Rows of the table of operations, its head first. */
export const operationRows = (): string[][] => [
  ['call', 'what it does', 'inputs', 'answer'],
  ...OPERATIONS.map(({ method, path, summary, query = {}, body, replay, status, answer }) => {
    const inputs = [
      ...Object.keys(query).map(code),
      ...(body === undefined ? [] : [`body ${code(nameOf(body))}`]),
      ...(replay === undefined ? [] : [code('Idempotency-Key')]),
    ];
    const answered = answer === undefined ? String(status) : `${status} ${code(nameOf(answer))}`;
    return [code(`${method} ${BASE_PATH}${path}`), summary, inputs.join(', ') || '–', answered];
  }),
];

type Members = Readonly<Record<string, { readonly description?: string }>>;

/** Rows of the table of body members, its head first. */
export function memberRows(): string[][] {
  const members = new Map<string, Set<string>>();
  for (const body of new Set(OPERATIONS.flatMap((one) => one.body ?? []))) {
    for (const [name, { description }] of Object.entries(body.properties as Members)) {
      const meaning = String(description);
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
    body: body === undefined ? undefined : BODY_EXAMPLES[nameOf(body)],
    answer: answer && RESOURCE_EXAMPLES[nameOf(answer)],
  }));

/** Whether a path of the OpenAPI document is one of a resource. */
export const isResourcePath = (path: string): boolean =>
  OPERATIONS.some((one) => BASE_PATH + one.path === path);
