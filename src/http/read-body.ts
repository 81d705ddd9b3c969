/** The JSON body of a call, read up to a limit and checked against its schema. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import Papa from 'papaparse';
import { type BrokenRule, ruleInWords } from '#contract/broken-rules.js';
import { BATCH_COLUMNS_MAX, BATCH_HOMES_MAX } from '#contract/lookups.js';
import { PATTERN_WORDS } from '#contract/operations/operation.js';
import type { Json, NamedSchema } from '#contract/schema.js';
import { BODY_BYTES_MAX } from '#contract/watches.js';
import { apiError } from '#domain/api-error.js';
import { type Call, header } from './call.js';
import { brokenBody } from './reject-broken.js';
import { admitKey } from './steps/admit-key.js';
import { requireActive } from './steps/require-active.js';

const KIB = 1_024;

/** A rule that a member of a body breaks. */
interface Finding extends BrokenRule {
  readonly instancePath: string;
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
  if (!validate(body)) throw brokenRule(validate.errors as readonly Finding[]);
}

async function readText(call: Call, bytesMax = BODY_BYTES_MAX): Promise<string> {
  const { request } = call;
  if (!/^(identity)?$/i.test((header(call, 'content-encoding') ?? '').trim())) {
    throw apiError('unsupported_media_type', {
      message: 'The body is compressed. Send it as it is, without Content-Encoding.',
    });
  }
  const body = await Promise.race([receive(request.raw, bytesMax), brokenBody(request.raw)]);
  // A body may take half a minute: its sender may have lost the access, or a feed, meanwhile.
  await admitKey(call);
  requireActive(call);
  // Decoded, the bytes of another encoding would become other letters without a word.
  if (!isUtf8(body)) {
    throw apiError('invalid_body', { message: 'The body is not in UTF-8. Send it in UTF-8.' });
  }
  return body.toString('utf8');
}

async function receive(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  // A request that is destroyed leaves its bytes unread, and the next call behind them unanswered.
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    bytes += (part as Buffer).length;
    if (bytes > bytesMax) break;
    parts.push(part as Buffer);
  }
  if (bytes > bytesMax) {
    request.resume();
    throw apiError('body_too_large', {
      message: `The body is larger than ${bytesMax / KIB} KiB. Send a smaller one.`,
    });
  }
  return Buffer.concat(parts);
}

/**
 * The lines of a table as objects, after the first, which names the columns: the cells of columns
 * that an item of the list has. Empty lines at the end are left out.
 */
function readCsv(text: string, list: string, schema: NamedSchema): readonly object[] {
  const known = membersOf(schema, list);
  const preview = BATCH_HOMES_MAX + BLANK_LINES_MAX;
  const [first = ''] = text.split(/[\r\n]/, 1);
  // Guessed from all lines, it would depend on what stands in the cells.
  const delimiter = [',', ';', '\t', '|'].find((mark) => first.includes(mark)) ?? ',';
  const table = text.replace(/^\uFEFF/, '');
  const { data, errors, meta } = Papa.parse<string[]>(table, { preview, delimiter });
  const [broken] = errors;
  if (broken !== undefined) throw badTable(`Line ${(broken.row ?? 0) + 1}: ${broken.message}.`);
  // What follows would be lost without a word.
  if (meta.truncated) throw badTable(`The table has ${preview} lines or more. Divide it.`);
  const [names = [], ...lines] = data;
  const columns = names.map((name) => name.trim().toLowerCase());
  if (columns.length > BATCH_COLUMNS_MAX) {
    throw badTable(`The table has more than ${BATCH_COLUMNS_MAX} columns.`);
  }
  const chosen = columns.filter((name) => known.includes(name));
  if (chosen.length === 0) {
    throw badTable(`The first line names none of the columns ${known.join(', ')}.`);
  }
  const twice = chosen.find((name, at) => chosen.indexOf(name) !== at);
  if (twice !== undefined) throw badTable(`The first line names the column ${twice} twice.`);
  while (lines.at(-1)?.every(isBlank) === true) lines.pop();
  return lines.map((cells, at) => {
    if (!cells.slice(columns.length).every(isBlank)) {
      throw badTable(
        `Line ${at + 2} has more cells than the first line. Quote cells that contain what divides them.`,
      );
    }
    const sent = cells.map((cell, nth): [string, string] => [columns[nth] ?? '', cell]);
    return Object.fromEntries(sent.filter(([name, cell]) => known.includes(name) && cell !== ''));
  });
}

const isBlank = (cell: string): boolean => cell.trim() === '';

/** Lines that a table may have beyond its homes, so that one that is too long is noticed. */
const BLANK_LINES_MAX = 100;

const badTable = (message: string) => apiError('invalid_body', { message });

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

/**
 * The broken rule as a message; `param` is the path of the member: `query.zip`. Where a value fits
 * none of several schemas, each has a finding: those of the innermost value count.
 */
function brokenRule(findings: readonly Finding[]) {
  const inner = Math.max(...findings.map(({ instancePath }) => instancePath.length));
  const innermost = findings.filter(({ instancePath }) => instancePath.length === inner);
  const [finding = { instancePath: '', keyword: '', params: {} }] = innermost;
  const { keyword, params } = finding;
  const path = finding.instancePath.split('/').slice(1).join('.');
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
  const types = innermost.flatMap((one) =>
    one.keyword === 'type' ? [one.params.type].flat() : [],
  );
  const broken = keyword === 'type' ? { keyword, params: { type: types } } : finding;
  const rule = ruleInWords(broken, PATTERN_WORDS);
  const subject = path === '' ? 'The body' : path;
  return apiError('invalid_body', { param: path || null, message: `${subject} ${rule}.` });
}

const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
