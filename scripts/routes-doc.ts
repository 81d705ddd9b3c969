// Prints docs/routes.md from the contract's tables and the examples of the OpenAPI document.
import assert from 'node:assert/strict';
import { LIMITS } from '#base/limits.js';
import { BASE_PATH } from '#contract/envelope.js';
import { openApiDocument } from '#contract/openapi/document.js';
import { codesOf, type ErrorGroup } from '#contract/openapi/error-responses.js';
import { completeExample, requestExample } from '#contract/openapi/examples.js';
import { PARAM_TEXTS } from '#contract/openapi/operation-texts.js';
import { LOOKUP_PARAMS, PARAMS, type ParamName } from '#contract/params.js';
import {
  isLookup,
  LOOKUP_ROUTES,
  type Route,
  SEARCH_ROUTES,
  type SearchRoute,
} from '#contract/routes.js';

import { printJson } from './print-json.js';
import { printTable as table } from './print-table.js';
import {
  isResourcePath,
  memberRows,
  operationRows,
  type ResourceExample,
  resourceExamples,
} from './resources-doc.js';

type Node = Readonly<Record<string, unknown>>;

/** A longer answer gets a block of its own below the table. */
const INLINE_CHARS_MAX = 40;
const NOTES_SHOWN = 2;
const HOST = 'http://127.0.0.1:8080';

const INTRODUCTION = `Every route with its inputs, API errors and an example from the synthetic data, with the ids and prices of one day: the homes of the sandbox change every day. [fields.md](fields.md) describes the rows. For machines: \`GET /v1/openapi.json\` or \`rowhouse openapi\`; in a browser: \`/docs\`. The rules are in [interface.md](interface.md).`;

/** The page; `npm run docs:routes` writes it, a test compares it with the written one. */
export function renderRoutesDoc(): string {
  const document = openApiDocument();
  const operations = new Map(
    Object.entries(document.paths).flatMap(([path, item]): [string, Node][] =>
      isResourcePath(path) ? [] : [[path, item.get as Node]],
    ),
  );
  return `${[
    '# The routes',
    '<!-- Printed by `npm run docs:routes` from the tables in src/contract and the manifests in src/sources. Do not edit. -->',
    INTRODUCTION,
    '## Searches and lookups',
    'Below `/v1`. A search takes exactly one location form and any of its other inputs, a lookup exactly one of its inputs. A complete call costs 1 credit; pending, failed and rejected calls and a page past the end are free.',
    table([
      ['route', 'returns', 'location forms', 'also takes', 'fresh for (default)'],
      ...SEARCHES,
    ]),
    '## Inputs',
    table([['input', 'meaning'], ...inputRows(operations, document.components)]),
    '## Other routes',
    'All are free; the credit of a search is captured when its rows are first delivered.',
    table([
      ['route', 'returns', 'inputs', 'answer'],
      ...otherRows(operations, document.components),
    ]),
    '## Watches and events',
    'All are free, except that the pages of a watch cost one credit each. The guides are [watches.md](watches.md) and [webhooks.md](webhooks.md).',
    table(operationRows()),
    table(memberRows()),
    '## API errors',
    table([['route', 'codes'], ...errorRows()]),
    '## Examples',
    ...jobExamples(),
    ...otherExamples(operations),
    ...resourceExamples().flatMap(resourceExample),
  ].join('\n\n')}\n`;
}

const code = (text: string): string => `\`${text}\``;
const codes = (texts: readonly string[]): string => texts.map(code).join(', ');
const pathOf = (route: Route): string => `${BASE_PATH}${route.path}`;
const ROUTES: readonly Route[] = [...SEARCH_ROUTES, ...LOOKUP_ROUTES];
const JOB_PATHS = new Set(ROUTES.map(pathOf));

/** The inputs that every search takes; those of the location forms are named by the forms. */
const OF_EVERY_SEARCH = SEARCH_ROUTES.reduce<readonly ParamName[]>(
  (shared, { params }) => shared.filter((name) => (params as readonly ParamName[]).includes(name)),
  SEARCH_ROUTES[0].params,
);
const OF_FORMS: readonly ParamName[] = ['city', 'state', 'county'];

const SEARCHES = ROUTES.map((route) => {
  const fresh = minutes(LIMITS[route.cache].value);
  if (isLookup(route))
    return [code(route.path), route.description, '–', codes(route.params), fresh];
  const more = route.params.filter(
    (name) => !OF_EVERY_SEARCH.includes(name) && !OF_FORMS.includes(name),
  );
  const area = `${route.bbox_sqmi_max} sq mi`;
  const forms = route.forms.map((form) => (form === 'bbox' ? `bbox (at most ${area})` : form));
  const taken = more.map((name) => `${code(name)}${choices(name, route)}`).join(', ');
  return [code(route.path), route.description, forms.join(', '), taken || '–', fresh];
});

function choices(name: ParamName, route: SearchRoute): string {
  if (name === 'sort') return ` (${route.sorts.join(', ')})`;
  return name === 'sold_within_days' ? ` (${route.sold_windows.join(', ')})` : '';
}

function minutes(seconds: number): string {
  return seconds < 7_200 ? `${seconds / 60} min` : `${seconds / 3_600} h`;
}

/** Every input once: those of searches and lookups, then path, headers and the rest. */
function inputRows(operations: ReadonlyMap<string, Node>, components: Node): string[][] {
  const searched = new Set<string>(SEARCH_ROUTES.flatMap(({ params }) => [...params]));
  const names = (Object.keys(PARAMS) as ParamName[]).filter((name) => searched.has(name));
  const ofSearches = names.map((name) => {
    const { use } = PARAM_TEXTS[name];
    const { description } = PARAMS[name];
    return [code(name), sentence(use === '' ? description : `${use}: ${description}`)];
  });
  const ofLookups = Object.entries(LOOKUP_PARAMS).map(([name, { description }]) => [
    code(name),
    sentence(description),
  ]);
  const named = new Set<unknown>([...names, ...Object.keys(LOOKUP_PARAMS)]);
  const others = [...operations.values()]
    .flatMap((operation) => parametersOf(operation, components))
    .filter(({ name }) => !named.has(name) && named.add(name))
    .map((parameter) => [
      `${code(String(parameter.name))}${parameter.in === 'header' ? ' (header)' : ''}`,
      String(parameter.description),
    ]);
  return [...ofSearches, ...ofLookups, ...others];
}

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

const parametersOf = ({ parameters }: Node, components: Node): readonly Node[] =>
  ((parameters as readonly Node[] | undefined) ?? []).map((one) => resolve(one, components));

function otherRows(operations: ReadonlyMap<string, Node>, components: Node): string[][] {
  return [...operations]
    .filter(([path]) => !JOB_PATHS.has(path))
    .map(([path, operation]) => {
      const inputs = parametersOf(operation, components).map(({ name }) => String(name));
      const example = answerOf(operation);
      const line = example === undefined ? '' : JSON.stringify(example);
      const shown = line.length > INLINE_CHARS_MAX ? 'below' : code(line);
      const key = operation.security === undefined ? '' : '; needs no key';
      return [
        code(path),
        `${String(operation.summary)}${key}`,
        codes(inputs) || '–',
        IN_WORDS[String(operation.operationId)] ?? (example === undefined ? '–' : shown),
      ];
    });
}

/** Each code beside the widest set of routes that gives it. */
function errorRows(): string[][] {
  const of = (group: ErrorGroup) =>
    [...codesOf(group)].flatMap(([status, names]) => names.map((name) => `${status} ${name}`));
  const shared = (first: ErrorGroup, second: ErrorGroup) =>
    of(first).filter((one) => of(second).includes(one));
  const sets: readonly (readonly [string, readonly string[]])[] = [
    ['any path', ['404 not_found', '405 method_not_allowed', ...of('Open')]],
    ['routes that need a key', of('Page')],
    ['searches and lookups', shared('Search', 'Lookup')],
    ['searches', of('Search')],
    ['lookups', of('Lookup')],
    ['a job and its rows', shared('Job', 'Export')],
    ['a job', of('Job')],
    ['the rows of a job', of('Export')],
    ['watches and events', of('Resource')],
    ['calls with a body', of('Change')],
  ];
  const listed = new Set<string>();
  return sets.map(([routes, all]) => {
    const byStatus = new Map<string, string[]>();
    for (const one of all) {
      const [status = '', name = ''] = one.split(' ');
      if (listed.has(name)) continue;
      listed.add(name);
      const link = `[${code(name)}](errors.md#${name})`;
      byStatus.set(status, [...(byStatus.get(status) ?? []), link]);
    }
    const parts = [...byStatus].map(([status, links]) => `${status} ${links.join(', ')}`);
    return [routes, parts.join('; ')];
  });
}

/**
 * The first route whole; of the others the row where its kind is new, else its extras. An auction
 * has the row of a home for sale, without prices.
 */
function jobExamples(): string[] {
  const shown = new Set<string>(['auctions']);
  const searches = SEARCH_ROUTES.flatMap((route, index) => {
    const title = [`### ${route.summary}`, request(requestExample(route.id))];
    const envelope = completeExample(route.id);
    const { summary, data } = envelope.result ?? assert.fail(`${route.id} has no result`);
    const isNew = !shown.has(route.kind);
    shown.add(route.kind);
    if (index === 0) return [...title, FIRST_ANSWER, answerBlock(envelope)];
    const differing = isNew ? { summary, data } : { data: data.map(({ extras }) => ({ extras })) };
    return [...title, answerBlock({ result: differing })];
  });
  const lookups = LOOKUP_ROUTES.flatMap((route) => [
    `### ${route.summary}`,
    request(`${pathOf(route)}?source_id=${route.param_examples.source_id}`),
    'As a search, with one row; `summary` and `next_cursor` are null.',
  ]);
  return [...searches, ...lookups];
}

const FIRST_ANSWER = `A new search answers \`202\` with the envelope of a pending job; poll that with \`wait=20\`. A page from the cache, and the finished job, answer \`200\` (here with one row and ${NOTES_SHOWN} notes). For the other routes, only the differences are shown.`;

/** Answers that the table of other routes describes. */
const IN_WORDS: Readonly<Record<string, string>> = {
  job: 'the envelope',
  job_rows_ndjson: 'a row as JSON per line',
};

/** Answers that no table shows. */
function otherExamples(operations: ReadonlyMap<string, Node>): string[] {
  return [...operations].flatMap(([path, operation]) => {
    if (JOB_PATHS.has(path) || String(operation.operationId) in IN_WORDS) return [];
    const answer = answerOf(operation);
    if (answer === undefined || JSON.stringify(answer).length <= INLINE_CHARS_MAX) return [];
    const asked = path.replace('{request_id}', '$REQUEST_ID');
    return [`### ${String(operation.summary)}`, request(asked), answerBlock(answer)];
  });
}

const request = (asked: string): string =>
  block('sh', `curl -s -H "Authorization: Bearer $KEY" "${HOST}${asked}"`);

function resourceExample({ title, method, path, body, answer }: ResourceExample): string[] {
  const sent =
    body === undefined
      ? ''
      : ` -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body)}'`;
  const verb = method === 'GET' ? '' : ` -X ${method}`;
  const call = `curl -s${verb} -H "Authorization: Bearer $KEY" "${HOST}${path}"${sent}`;
  return [`### ${title}`, block('sh', call), answerBlock(answer)];
}

/** The first example of the 200 answer. */
function answerOf({ responses }: Node): unknown {
  const response = (responses as Node)['200'] as Node;
  const [content] = Object.values(response.content as Node) as Node[];
  const [first] = Object.values((content?.examples as Node | undefined) ?? {});
  return first === undefined ? content?.example : (first as Node).value;
}

function answerBlock(answer: unknown): string {
  if (typeof answer === 'string') return block('', answer.replaceAll('\r', '').trimEnd());
  return block('json', printJson(shorten(answer), ''));
}

function resolve(node: Node, components: Node): Node {
  if (typeof node.$ref !== 'string') return node;
  const [, , kind = '', name = ''] = node.$ref.split('/');
  return (components[kind] as Node)[name] as Node;
}

/** An answer with all of its rows but few of its notes. */
function shorten(value: unknown): unknown {
  const { result } = value as { result?: { field_notes?: readonly unknown[] } | null };
  if (result?.field_notes === undefined) return value;
  const field_notes = result.field_notes.slice(0, NOTES_SHOWN);
  return { ...(value as Node), result: { ...result, field_notes } };
}

const block = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;
