// docs/routes.md as text, printed from the contract's tables and the examples of the OpenAPI document.
// What holds for several routes is said once; an example shows what the ones before it did not.
import { LIMITS } from '#base/limits.js';
import { BASE_PATH } from '#contract/envelope.js';
import { openApiDocument } from '#contract/openapi/document.js';
import { codesOf, type ErrorGroup } from '#contract/openapi/error-responses.js';
import { PARAM_TEXTS } from '#contract/openapi/operation-texts.js';
import { LOOKUP_PARAMS, PARAMS, type ParamName } from '#contract/params.js';
import {
  isLookup,
  LOOKUP_ROUTES,
  type Route,
  SEARCH_ROUTES,
  type SearchRoute,
} from '#contract/routes.js';

type Node = Readonly<Record<string, unknown>>;

/** As the formatter breaks lines, so that it has nothing to change. */
const LINE_CHARS_MAX = 100;
/** A longer answer gets a block of its own below the table. */
const INLINE_CHARS_MAX = 40;
const NOTES_SHOWN = 2;
const HOST = 'http://127.0.0.1:8080';

const INTRODUCTION = `Every route with its inputs, its API errors and an example from the synthetic data. The same, complete and for machines: \`GET /v1/openapi.json\` or \`rowhouse openapi\`; in a browser: \`/docs\`. How inputs are read and rows are filled is in [interface.md](interface.md).`;

/** The page; `npm run docs:routes` writes it, a test compares it with the written one. */
export function renderRoutesDoc(): string {
  const document = openApiDocument();
  const operations = new Map(
    Object.entries(document.paths).map(([path, item]) => [path, item.get as Node]),
  );
  return `${[
    '# The routes',
    '<!-- Printed by `npm run docs:routes` from the tables in src/contract and the manifests in src/sources. Do not edit. -->',
    INTRODUCTION,
    '## Searches and lookups',
    'Below `/v1`. A search takes exactly one location form and any of its other inputs, a lookup exactly one of its inputs. A complete call costs 1 credit; pending, failed and rejected calls and a page past the end cost none.',
    table([['route', 'returns', 'location forms', 'also takes', 'fresh for'], ...SEARCHES]),
    '## Inputs',
    table([['input', 'meaning'], ...inputRows(operations, document.components)]),
    '## Other routes',
    'All are free; the credit of a search is captured when its rows are first delivered.',
    table([
      ['route', 'returns', 'inputs', 'answer'],
      ...otherRows(operations, document.components),
    ]),
    '## API errors',
    table([['route', 'codes'], ...errorRows()]),
    '## Examples',
    ...jobExamples(operations),
    ...otherExamples(operations),
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
      const [example] = answers(operation);
      const line = example === undefined ? '' : JSON.stringify(example.value);
      const key = operation.security === undefined ? '' : '; needs no key';
      return [
        code(path),
        `${String(operation.summary)}${key}`,
        codes(inputs) || '–',
        example === undefined ? '–' : line.length > INLINE_CHARS_MAX ? 'below' : code(line),
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
  ];
  const listed = new Set<string>();
  return sets.map(([routes, all]) => {
    const links = all
      .filter((one) => !listed.has(one) && listed.add(one))
      .map((one) => one.split(' '))
      .map(([status = '', name = '']) => `${status} [${code(name)}](errors.md#${name})`);
    return [routes, links.join(', ')];
  });
}

/** The first route whole; of the others the row where its kind is new, else its extras. */
function jobExamples(operations: ReadonlyMap<string, Node>): string[] {
  const kinds = new Set<string>();
  return ROUTES.flatMap((route) => {
    const path = pathOf(route);
    const operation = operations.get(path) ?? {};
    const all = answers(operation);
    const [complete] = all;
    const result = (complete?.value as { result: Result } | undefined)?.result;
    if (result === undefined) throw new TypeError(`${path} has no example of a result`);
    const first = kinds.size === 0;
    const isNew = !isLookup(route) && !kinds.has(route.kind);
    if (!isLookup(route)) kinds.add(route.kind);
    const title = [
      `### ${String(operation.summary)}`,
      request(operation, exampleOf(route, operation)),
    ];
    if (first) return [...title, FIRST_ANSWERS, ...all.reverse().map(answerBlock)];
    if (isLookup(route))
      return [...title, 'As a search, with one row; `summary` and `next_cursor` are null.'];
    const { summary, data } = result;
    const shown = isNew ? { summary, data } : { data: data.map(({ extras }) => ({ extras })) };
    return [...title, answerBlock({ status: '200', type: 'json', value: { result: shown } })];
  });
}

interface Result {
  readonly summary: unknown;
  readonly data: readonly Node[];
}

const FIRST_ANSWERS = `A new search answers \`202\`; poll it until it is complete. A page from the cache, and the finished job, answer \`200\` (here with one row and ${NOTES_SHOWN} of its notes). The other routes answer the same envelope; shown is what differs.`;

/** Answers that no table shows. */
function otherExamples(operations: ReadonlyMap<string, Node>): string[] {
  return [...operations].flatMap(([path, operation]) => {
    if (JOB_PATHS.has(path)) return [];
    const [answer] = answers(operation);
    if (answer === undefined || JSON.stringify(answer.value).length <= INLINE_CHARS_MAX) return [];
    const isJob = operation.operationId === 'job';
    const asked = `${path.replace('{request_id}', '$REQUEST_ID')}${isJob ? '?wait=20' : ''}`;
    const shown = isJob ? 'The envelope of its search.' : answerBlock(answer);
    return [`### ${String(operation.summary)}`, request(operation, asked), shown];
  });
}

function request(operation: Node, asked: string): string {
  const key = operation.security === undefined ? '-H "Authorization: Bearer $KEY" ' : '';
  return block('sh', `curl -s ${key}"${HOST}${asked}"`);
}

/** The request that the description of a search route names, or a lookup by ID. */
function exampleOf(route: Route, operation: Node): string {
  const named = /Example: `GET ([^`]+)`/.exec(String(operation.description))?.[1];
  const path = pathOf(route);
  if (isLookup(route)) return `${path}?source_id=${String(route.param_examples.source_id)}`;
  return named ?? path;
}

interface Answer {
  readonly status: string;
  readonly type: string;
  readonly value: unknown;
}

/** The answers below 400 that have an example, the first one of each. */
function answers({ responses }: Node): Answer[] {
  return Object.entries(responses as Node).flatMap(([status, response]) => {
    const [type, content] = Object.entries(((response as Node).content as Node) ?? {})[0] ?? [];
    if (type === undefined || Number(status) >= 400) return [];
    const { example, examples } = content as Node;
    const [first] = Object.values((examples as Node | undefined) ?? {});
    const value = first === undefined ? example : (first as Node).value;
    return value === undefined ? [] : [{ status, type, value }];
  });
}

function answerBlock({ status, type, value }: Answer): string {
  const isJson = type.endsWith('json') && typeof value !== 'string';
  const shown = isJson ? print(shorten(value), '') : String(value).replaceAll('\r', '').trimEnd();
  return `\`${status}\`:\n\n${block(isJson ? 'json' : '', shown)}`;
}

/** A table with its columns aligned, as the formatter leaves it. */
function table(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_name, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
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

/** JSON with small parts on one line. */
function print(value: unknown, indent: string, name = ''): string {
  const line = JSON.stringify(value, null, 1)
    .replace(/\n\s*/g, ' ')
    .replace(/^\[ | \]$/g, (edge) => edge.trim());
  if (typeof value !== 'object' || value === null) return line;
  const depth = Array.isArray(value) ? 0 : Object.values(value).filter(isFilledObject).length;
  if (depth === 0 && indent.length + name.length + line.length < LINE_CHARS_MAX) return line;
  const deeper = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const parts = Array.isArray(value)
    ? value.map((part: unknown) => print(part, deeper))
    : Object.entries(value).map(([key, part]) => `"${key}": ${print(part, deeper, `"${key}": `)}`);
  return `${open}\n${parts.map((part) => deeper + part).join(',\n')}\n${indent}${close}`;
}

const isFilledObject = (part: unknown): boolean =>
  typeof part === 'object' && part !== null && Object.keys(part).length > 0;

const block = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;
