/** The JSON body of a call, read up to a limit and checked against its schema. */
import Papa from 'papaparse';
import type { Json, NamedSchema } from '#contract/schema.js';
import { BODY_BYTES_MAX } from '#contract/watches.js';
import { apiError } from '#domain/api-error.js';
import { type Call, header } from './call.js';

const KIB = 1_024;

/** The validator's report of the first rule broken. */
interface Finding {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message?: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** How the body of an operation is read. */
export interface BodyRule {
  readonly body: NamedSchema;
  /** The list that may be sent as CSV. */
  readonly csv?: string;
  readonly bytesMax?: number;
}

/** The body of a call. Throws the API error of the first problem found. */
export async function readBody(call: Call, rule: BodyRule): Promise<unknown> {
  const { body: schema, csv, bytesMax } = rule;
  const isCsv = csv !== undefined && isType(call, 'text/csv');
  const body = isCsv
    ? { [csv]: readCsv(await readText(call, bytesMax), csv, schema) }
    : await readJson(call, bytesMax);
  checkBody(call, schema, body);
  return body;
}

/** The JSON that a call sends, read up to a limit. */
export async function readJson(call: Call, bytesMax = BODY_BYTES_MAX): Promise<unknown> {
  if (!isType(call, 'application/json')) throw apiError('unsupported_media_type');
  return parse(await readText(call, bytesMax));
}

const isType = (call: Call, type: string): boolean =>
  (header(call, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() === type;

/** Throws the API error of the first rule of its schema that a body breaks. */
export function checkBody(call: Call, schema: NamedSchema, body: unknown): void {
  const validate = call.request.compileValidationSchema(schema);
  if (!validate(body)) throw brokenRule((validate.errors as readonly Finding[])[0]);
}

async function readText({ request }: Call, bytesMax = BODY_BYTES_MAX): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request.raw) {
    bytes += (part as Buffer).length;
    if (bytes > bytesMax) {
      throw apiError('body_too_large', {
        message: `The body is larger than ${bytesMax / KIB} KiB. Send a smaller one.`,
      });
    }
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString('utf8');
}

/**
 * The lines of a table as objects: of each line the cells that are not empty, in columns that an
 * item of the list has. Other columns are ignored.
 */
function readCsv(text: string, list: string, schema: NamedSchema): readonly object[] {
  const columns = membersOf(schema, list);
  const { data, meta } = Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (name) => name.trim().toLowerCase(),
  });
  if (meta.fields?.some((name) => columns.includes(name)) !== true) {
    throw apiError('invalid_body', {
      message: `The first line of the table names none of the columns ${columns.join(', ')}.`,
    });
  }
  return data.map((line) =>
    Object.fromEntries(
      Object.entries(line).filter(([name, cell]) => columns.includes(name) && cell !== ''),
    ),
  );
}

/** The members of an item of a list of a body. */
function membersOf(schema: NamedSchema, list: string): readonly string[] {
  const { properties } = schema as { readonly properties?: Json };
  const { items } = (properties?.[list] ?? {}) as { readonly items?: Json };
  const { properties: members = {} } = (items ?? {}) as { readonly properties?: Json };
  return Object.keys(members);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw apiError('invalid_body', {
      message: 'The body is not valid JSON. Send one JSON object.',
    });
  }
}

/** The broken rule as a message; `param` is the path of the member: `query.zip`. */
function brokenRule(finding: Finding | undefined) {
  const path = (finding?.instancePath ?? '').split('/').slice(1).join('.');
  const { keyword = '', params = {} } = finding ?? {};
  if (keyword === 'additionalProperties') {
    const name = String(params.additionalProperty);
    const message = `"${name.slice(0, 40)}" is not a member of this body.`;
    return apiError('invalid_body', { param: joined(path, name), message });
  }
  if (keyword === 'required') {
    const name = String(params.missingProperty);
    return apiError('invalid_body', {
      param: joined(path, name),
      message: `${name} is missing. Send it.`,
    });
  }
  if (keyword === 'minProperties') {
    return apiError('invalid_body', {
      param: path || null,
      message: 'It is empty. Send at least one member.',
    });
  }
  const rule =
    keyword === 'enum' ? `one of ${listOf(params.allowedValues)}` : (finding?.message ?? '');
  const subject = path === '' ? 'The body' : path;
  return apiError('invalid_body', {
    param: path || null,
    message: `${subject} ${rule.startsWith('must') ? rule : `must be ${rule}`}.`,
  });
}

const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

const listOf = (values: unknown): string => (Array.isArray(values) ? values.join(', ') : '');
