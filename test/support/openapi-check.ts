/** Validates answers against our own OpenAPI document; members that it does not name fail. */
import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openApiDocument } from '#contract/openapi/document.js';

type Node = { readonly [member: string]: unknown };

interface Answered {
  readonly statusCode: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

export const DOCUMENT = openApiDocument();
/** Headers of HTTP itself, which a description of an API leaves out. */
const OF_HTTP = new Set([
  'allow',
  'cache-control',
  'x-content-type-options',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'vary',
]);

/** The document with every object closed: what is not named is not allowed. */
export function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const members = Object.entries(node).map(([name, value]) => [
    name,
    name === 'example' || name === 'examples' || name === 'const' ? value : closed(value),
  ]);
  const made = Object.fromEntries(members) as Record<string, unknown>;
  if (made.type === 'object' && typeof made.properties === 'object') {
    made.additionalProperties ??= false;
  }
  return made;
}

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
addFormats.default(ajv);
ajv.addSchema({ ...(closed(DOCUMENT) as Node), $id: 'https://rowhouse.invalid/openapi' });

const compiled = new Map<string, ValidateFunction>();

/** The schema at a place of the document, compiled once. */
export function validatorAt(...place: readonly string[]): ValidateFunction {
  const pointer = place.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
  const known = compiled.get(pointer);
  if (known !== undefined) return known;
  const made = ajv.compile({ $ref: `https://rowhouse.invalid/openapi#/${encodeURI(pointer)}` });
  compiled.set(pointer, made);
  return made;
}

/** Fails, with what does not fit, unless the value fits the schema at the place. */
export function expectFits(value: unknown, ...place: readonly string[]): void {
  const validate = validatorAt(...place);
  const problems = validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message, params }) => ({
        instancePath,
        message,
        params,
      }));
  assert.deepEqual(problems.slice(0, 5), [], place.join(' '));
}

/** The path template, `/v1/jobs/{request_id}`, that a path belongs to. */
export function templateOf(path: string): string | undefined {
  const asked = path.split('?')[0]?.split('/') ?? [];
  return Object.keys(DOCUMENT.paths).find((template) => {
    const parts = template.split('/');
    return (
      parts.length === asked.length &&
      parts.every((part, index) => part.startsWith('{') || part === asked[index])
    );
  });
}

/** Validates an answer's status, content type, body and headers against its path's operation. */
export function expectDocumented(path: string, answer: Answered, method = 'GET'): void {
  const template = templateOf(path);
  assert.ok(template !== undefined, `${path} is not in the document`);
  const verb = method.toLowerCase();
  const operation = member(DOCUMENT.paths, template, verb, 'responses');
  const status = String(answer.statusCode);
  const key = status in operation ? status : 'default';
  const place = follow(['paths', template, verb, 'responses', key]);
  const response = member(DOCUMENT, ...place);
  expectHeadersDocumented(path, response, answer);
  if (answer.body === '') {
    assert.ok(!('content' in response), `${path} ${status} is documented with a body`);
    return;
  }
  const type = String(answer.headers['content-type']).split(';')[0] ?? '';
  assert.ok(type in member(response, 'content'), `${path} ${status} ${type} is not documented`);
  const value =
    type.endsWith('json') && !type.includes('ndjson') ? JSON.parse(answer.body) : answer.body;
  expectFits(value, ...place, 'content', type, 'schema');
  if (answer.statusCode < ERRORS_FROM) return;
  const codes = Object.keys(member(response, 'content', type, 'examples'));
  assert.ok(codes.includes(value.error.code), `${path} ${status}: ${value.error.code} of ${codes}`);
}

const ERRORS_FROM = 400;

function expectHeadersDocumented(path: string, response: Node, answer: Answered): void {
  const documented = new Map(
    Object.keys(member(response, 'headers')).map((name) => [name.toLowerCase(), name]),
  );
  for (const [name, value] of Object.entries(answer.headers)) {
    if (OF_HTTP.has(name) || name.startsWith('access-control-')) continue;
    const known = documented.get(name);
    assert.ok(known, `${path} ${answer.statusCode}: header ${name} is not documented`);
    const schema = member(DOCUMENT, 'components', 'headers', known, 'schema');
    const typed = schema.type === 'integer' ? Number(value) : value;
    expectFits(typed, 'components', 'headers', known, 'schema');
  }
}

/** Where a place leads when it is a reference. */
function follow(place: readonly string[]): readonly string[] {
  const node = member(DOCUMENT, ...place);
  return typeof node.$ref === 'string' ? node.$ref.slice(2).split('/') : place;
}

function member(node: Node, ...place: readonly string[]): Node {
  let found: unknown = node;
  for (const part of place) found = (found as Node)[part];
  assert.ok(typeof found === 'object' && found !== null, `nothing at ${place.join(' ')}`);
  return found as Node;
}
