/** The arguments of a tool as a table: the JSON Schema for clients, and the reader of the input. */
import { PARAM_TEXTS } from '#contract/openapi/operation-texts.js';
import type { Operation } from '#contract/operations/operation.js';
import type { QueryValue } from '#contract/operations/watches.js';
import { PARAMS, type ParamName } from '#contract/params.js';
import { SEARCH_ROUTES, type SearchRoute } from '#contract/routes.js';
import { invalidQuery, outOfRange } from '#domain/api-error.js';

export type ArgumentRule = {
  /** Only its name and type are listed. */
  readonly isBrief?: true;
} & (
  | { readonly type: 'text'; readonly description: string }
  | { readonly type: 'flag'; readonly description: string }
  /** A list, or one text divided at commas, or at another separator. */
  | { readonly type: 'names'; readonly separator?: string; readonly description: string }
  | { readonly type: 'choice'; readonly values: readonly string[]; readonly description: string }
  | {
      readonly type: 'integer';
      readonly min: number;
      readonly max: number;
      readonly description: string;
    }
  /** A parameter of the contract: its route reads and checks the value. */
  | { readonly type: 'parameter'; readonly schema: ArgumentSchema }
);

export type ArgumentTable = Readonly<Record<string, ArgumentRule>>;
export type ArgumentSchema = Readonly<Record<string, unknown>>;

/** The JSON Schema of a table. Descriptions state the contract's limits; readers report errors. */
export const schemaOf = (table: ArgumentTable, required: readonly string[]): ArgumentSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(table).map(([name, rule]) => [name, propertyOf(rule)]),
  ),
  ...(required.length > 0 && { required }),
  additionalProperties: false,
});

function propertyOf({ isBrief, ...rule }: ArgumentRule): ArgumentSchema {
  const schema = schemaOfRule(rule);
  if (isBrief !== true) return schema;
  // Values without a type are texts or numbers.
  const { type = typeof (schema.enum as readonly unknown[])[0] } = schema;
  return type === 'array' ? { type, items: { type: 'string' } } : { type };
}

function schemaOfRule(rule: ArgumentRule): ArgumentSchema {
  switch (rule.type) {
    case 'parameter':
      return rule.schema;
    case 'text':
      return { type: 'string', description: rule.description };
    case 'flag':
      return { type: 'boolean', description: rule.description };
    case 'names':
      return { type: 'array', items: { type: 'string' }, description: rule.description };
    case 'choice':
      return { type: 'string', enum: rule.values, description: rule.description };
    case 'integer':
      return {
        type: 'integer',
        minimum: rule.min,
        maximum: rule.max,
        description: rule.description,
      };
  }
}

/** The parameters that search routes accept, except some. */
export function searchArguments(
  except: readonly ParamName[],
): Readonly<Record<string, ArgumentRule>> {
  const routes: readonly SearchRoute[] = SEARCH_ROUTES;
  const taken = new Set(routes.flatMap(({ params }) => params));
  const names = (Object.keys(PARAMS) as ParamName[]).filter(
    (name) => taken.has(name) && !except.includes(name),
  );
  return Object.fromEntries(
    names.map((name) => [name, { type: 'parameter', schema: parameterSchema(name) }]),
  );
}

/** The same arguments without descriptions and lists of values: another tool has them. */
export const briefOf = (table: ArgumentTable): ArgumentTable =>
  Object.fromEntries(
    Object.entries(table).map(([name, rule]) => [name, { ...rule, isBrief: true }]),
  );

/** The query parameters of an operation, except some. Those that a search has are brief. */
export function operationArguments(
  { query = {} }: Operation,
  except: readonly string[],
  described: ArgumentTable,
): ArgumentTable {
  const named = Object.entries(query).filter(([name]) => !except.includes(name));
  return Object.fromEntries(
    named.map(([name, { type = 'string', enum: values, description }]): [string, ArgumentRule] => {
      const same = described[name];
      if (same?.type === 'parameter' && values === undefined)
        return [name, { ...same, isBrief: true }];
      const schema = values === undefined ? { type, description } : { enum: values, description };
      return [name, { type: 'parameter', schema }];
    }),
  );
}

function parameterSchema(name: ParamName): ArgumentSchema {
  const rule = PARAMS[name];
  const described = { description: describe(name) };
  switch (rule.type) {
    case 'text':
    case 'bbox':
      return { type: 'string', ...described };
    case 'integer':
      return { type: 'integer', ...described };
    case 'decimal':
      return { type: 'number', ...described };
    case 'list':
      return { type: 'array', items: { type: 'string', enum: rule.items } };
    case 'choice':
      return { enum: choicesOf(name), ...described };
  }
}

/** The purpose of a parameter, and its accepted values where the purpose does not imply them. */
function describe(name: ParamName): string {
  const { use } = PARAM_TEXTS[name];
  const { type, description } = PARAMS[name];
  if (use === '') return description;
  return type === 'bbox' ? `${use}: ${description}` : use.replaceAll('`', '');
}

/** The values of all routes; each route accepts some of them. */
function choicesOf(name: ParamName): readonly (string | number)[] {
  const routes: readonly SearchRoute[] = SEARCH_ROUTES;
  const all = routes.flatMap((route): readonly (string | number)[] =>
    name === 'sort' ? route.sorts : route.sold_windows,
  );
  return [...new Set(all)].sort((a, b) => (typeof a === 'number' ? a - Number(b) : 0));
}

/** The query of a search: the parameters that were sent. */
export type SentQuery = Readonly<Record<string, QueryValue>>;

/** The arguments of a call. Each method throws the API error of a value that breaks its rule. */
export interface Arguments {
  text(name: string): string | null;
  flag(name: string): boolean;
  names(name: string): readonly string[];
  integer(name: string, otherwise: number): number;
  /** All parameters of the contract among the arguments. */
  query(): SentQuery;
  has(name: string): boolean;
}

/** Reads what a client sent for a tool; null and empty texts count as not sent. */
export function readArguments(
  tool: string,
  table: ArgumentTable,
  required: readonly string[],
  raw: unknown,
): Arguments {
  const sent = membersOf(tool, raw);
  const unknown = [...sent.keys()].find((name) => !Object.hasOwn(table, name));
  if (unknown !== undefined) {
    const message = `"${unknown.slice(0, 40)}" is not an argument of ${tool}. It accepts ${Object.keys(table).join(', ') || 'none'}.`;
    throw invalidQuery(null, message);
  }
  const missing = required.find((name) => !sent.has(name));
  if (missing !== undefined) {
    const values = valuesOf(table[missing]);
    const allowed = values === undefined ? '' : `: one of ${values.join(', ')}`;
    throw invalidQuery(missing, `${missing} is missing. Send it${allowed}.`);
  }
  return {
    has: (name) => sent.has(name),
    text: (name) => textArgument(table, name, sent.get(name)),
    flag: (name) => flagOf(name, sent.get(name)),
    names: (name) => namesOf(table, name, sent.get(name)),
    integer: (name, otherwise) =>
      sent.has(name) ? integerOf(table, name, sent.get(name)) : otherwise,
    query: () =>
      Object.fromEntries(
        [...sent].flatMap(([name, value]) =>
          table[name]?.type === 'parameter' ? [[name, valueOf(name, value)]] : [],
        ),
      ),
  };
}

function valuesOf(rule: ArgumentRule | undefined): readonly unknown[] | undefined {
  if (rule?.type === 'choice') return rule.values;
  return rule?.type === 'parameter' ? (rule.schema.enum as readonly unknown[]) : undefined;
}

function membersOf(tool: string, raw: unknown): ReadonlyMap<string, unknown> {
  if (raw === undefined || raw === null) return new Map();
  if (typeof raw !== 'object' || Array.isArray(raw)) {
    throw invalidQuery(null, `The arguments of ${tool} must be one JSON object.`);
  }
  return new Map(Object.entries(raw).filter(([, value]) => value !== null && value !== ''));
}

function textArgument(table: ArgumentTable, name: string, value: unknown): string | null {
  if (value === undefined) return null;
  const rule = table[name];
  if (rule?.type === 'choice') {
    const chosen = rule.values.find((one) => one === value);
    if (chosen !== undefined) return chosen;
    throw outOfRange(name, `one of ${rule.values.join(', ')}`);
  }
  if (typeof value !== 'string') throw outOfRange(name, 'a string');
  // The database cannot store NUL in text.
  if (!value.includes('\0')) return value;
  throw outOfRange(name, 'text without the character NUL');
}

function flagOf(name: string, value: unknown): boolean {
  if (value === undefined) return false;
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw outOfRange(name, 'true or false');
}

function namesOf(table: ArgumentTable, name: string, value: unknown): readonly string[] {
  if (value === undefined) return [];
  const rule = table[name];
  const separator = (rule?.type === 'names' && rule.separator) || ',';
  const list = typeof value === 'string' ? value.split(separator) : value;
  if (Array.isArray(list) && list.every((one) => typeof one === 'string' && !one.includes('\0'))) {
    return list.map((one) => one.trim());
  }
  throw outOfRange(name, 'a list of strings');
}

function integerOf(table: ArgumentTable, name: string, value: unknown): number {
  const rule = table[name];
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (rule?.type === 'integer' && typeof number === 'number' && Number.isInteger(number)) {
    if (number >= rule.min && number <= rule.max) return number;
  }
  const range = rule?.type === 'integer' ? ` from ${rule.min} to ${rule.max}` : '';
  throw outOfRange(name, `a whole number${range}`);
}

function valueOf(name: string, value: unknown): QueryValue {
  if (isPlain(value)) return value;
  if (Array.isArray(value) && value.every(isPlain)) return value;
  throw outOfRange(name, 'a string, a number or a list of them');
}

const isPlain = (value: unknown): value is string | number =>
  typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
