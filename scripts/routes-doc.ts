// docs/routes.md as text, printed from the OpenAPI document: the same tables and examples once more.
import { openApiDocument } from '#contract/openapi/document.js';

type Node = Readonly<Record<string, unknown>>;

/** As the formatter breaks lines, so that it has nothing to change. */
const LINE_CHARS_MAX = 100;
const NOTES_SHOWN = 2;
const HOST = 'http://127.0.0.1:8080';

/** The page; `npm run docs:routes` writes it, a test holds the written one against it. */
export function renderRoutesDoc(): string {
  const document = openApiDocument();
  const sections = Object.entries(document.paths).map(([path, item]) =>
    section(path, item.get as Node, document.components),
  );
  return `${[
    '# The routes, by example',
    '<!-- Printed by `npm run docs:routes` from the tables in src/contract and the manifests in src/sources. Do not edit. -->',
    'Every route with a real request and its answer in the synthetic world. The pages have one row, which is whole; two of its notes are shown. The same, complete and for machines: `GET /v1/openapi.json`, or `rowhouse openapi`; in a browser: `/docs`. How values are read and filled is in [interface.md](interface.md), what errors mean in [errors.md](errors.md).',
    ...sections,
  ].join('\n\n')}\n`;
}

function section(path: string, operation: Node, components: Node): string {
  const { summary, description, responses } = operation;
  const parameters = (operation.parameters as readonly Node[] | undefined) ?? [];
  return [
    `## ${String(summary)}`,
    `\`GET ${path}\``,
    String(description),
    ...parameterTable(parameters, components),
    request(path, operation),
    ...answers(responses as Node),
    ...refusals(responses as Node, components),
  ].join('\n\n');
}

function parameterTable(parameters: readonly Node[], components: Node): string[] {
  if (parameters.length === 0) return [];
  const rows = parameters.map((parameter) => {
    const { name, in: place, description } = resolve(parameter, components);
    const where = place === 'query' ? '' : ` (${String(place)})`;
    return [`\`${String(name)}\`${where}`, String(description)] as const;
  });
  return [table([['input', 'meaning'], ...rows])];
}

/** A table with its columns aligned, as the formatter leaves it. */
function table(rows: readonly (readonly [string, string])[]): string {
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}

function request(path: string, operation: Node): string {
  const key = operation.security === undefined ? '-H "Authorization: Bearer $KEY" ' : '';
  const asked = exampleOf(path, operation) ?? path.replace('{request_id}', '$REQUEST_ID');
  const query = operation.operationId === 'job' ? '?wait=20' : '';
  return block('sh', `curl -s ${key}"${HOST}${asked}${query}"`);
}

/** The request that the description of a search route names, or a lookup by ID. */
function exampleOf(path: string, operation: Node): string | undefined {
  const said = /Example: `GET ([^`]+)`/.exec(String(operation.description))?.[1];
  const parameters = (operation.parameters as readonly Node[] | undefined) ?? [];
  const id = parameters.find(({ name }) => name === 'source_id')?.example;
  return said ?? (typeof id === 'string' ? `${path}?source_id=${id}` : undefined);
}

function answers(responses: Node): string[] {
  return Object.entries(responses).flatMap(([status, response]) => {
    const [type, content] = Object.entries(((response as Node).content as Node) ?? {})[0] ?? [];
    if (type === undefined || Number(status) >= 400) return [];
    const { example, examples } = content as Node;
    const values =
      examples === undefined ? [example] : Object.values(examples as Node).map(valueOf);
    const value = values[0];
    if (value === undefined) return [];
    const shown =
      typeof value === 'string' ? value.replaceAll('\r', '').trimEnd() : print(shorten(value), '');
    return [
      `\`${status}\`:`,
      block(type.endsWith('json') && typeof value !== 'string' ? 'json' : '', shown),
    ];
  });
}

const valueOf = (example: unknown): unknown => (example as Node).value;

/** Codes by status, each with its place in errors.md. */
function refusals(responses: Node, components: Node): string[] {
  const lines = Object.entries(responses).flatMap(([status, response]) => {
    if (!(Number(status) >= 400)) return [];
    const content = resolve(response as Node, components).content as Node;
    const { examples } = content['application/json'] as Node;
    if (examples === undefined) return [];
    const codes = Object.keys(examples as Node).filter((code) => code !== 'now');
    const links = codes.map((code) => `[\`${code}\`](errors.md#${code})`);
    return [`${status} ${links.join(', ')}`];
  });
  return lines.length === 0 ? [] : [`API errors: ${lines.join('; ')}.`];
}

function resolve(node: Node, components: Node): Node {
  if (typeof node.$ref !== 'string') return node;
  const [, , kind = '', name = ''] = node.$ref.split('/');
  return (components[kind] as Node)[name] as Node;
}

/** An answer with all of its rows but few of its notes. */
function shorten(value: unknown): unknown {
  const { result } = value as { result?: { field_notes: readonly unknown[] } | null };
  if (result === undefined || result === null) return value;
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
