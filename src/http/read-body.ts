/** The JSON body of a call, read up to a limit and checked against its schema. */
import type { NamedSchema } from '#contract/schema.js';
import { BODY_BYTES_MAX } from '#contract/watches.js';
import { apiError } from '#domain/api-error.js';
import { type Call, header } from './call.js';

/** The validator's report of the first rule broken. */
interface Finding {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message?: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The body of a call. Throws the API error of the first problem found. */
export async function readBody(call: Call, schema: NamedSchema): Promise<unknown> {
  const body = await readJson(call);
  checkBody(call, schema, body);
  return body;
}

/** The JSON that a call sends, read up to a limit. */
export async function readJson(call: Call): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(header(call, 'content-type') ?? '')) {
    throw apiError('unsupported_media_type');
  }
  return parse(await readText(call));
}

/** Throws the API error of the first rule of its schema that a body breaks. */
export function checkBody(call: Call, schema: NamedSchema, body: unknown): void {
  const validate = call.request.compileValidationSchema(schema);
  if (!validate(body)) throw brokenRule((validate.errors as readonly Finding[])[0]);
}

async function readText({ request }: Call): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request.raw) {
    bytes += (part as Buffer).length;
    if (bytes > BODY_BYTES_MAX) throw apiError('body_too_large');
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString('utf8');
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
