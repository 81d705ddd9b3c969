// The operations of the OpenAPI document as methods of the Python client.
import { openApiDocument } from '#contract/openapi/document.js';
import { LOOKUP_ROUTES, type Route, SEARCH_ROUTES } from '#contract/routes.js';
import type { JsonSchema, Types } from './answers.js';
import { className } from './text.js';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>;
  };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>> }>
  >;
}

export interface Method {
  readonly id: string;
  readonly verb: string;
  /** Path below the version. */
  readonly path: string;
  readonly texts: readonly string[];
  readonly arguments: readonly Argument[];
  readonly takesKey: boolean;
  /** Type of the answer; null where it is empty. */
  readonly answer: string | null;
  /** Members of the body that have one value. */
  readonly fixed: string;
  /** The list that the pages of an answer hold, and the type of its items. */
  readonly list: { readonly name: string; readonly item: string } | null;
}

export interface Argument {
  /** As on the wire. */
  readonly name: string;
  readonly in: 'path' | 'query' | 'body';
  readonly required: boolean;
  /** Whether null is a value. */
  readonly nullable: boolean;
  readonly type: string;
  readonly text: string;
}

interface Special {
  readonly id?: string;
  readonly answer?: string;
  readonly summary?: string;
  readonly without?: readonly string[];
  readonly required?: readonly string[];
  readonly fixed?: string;
  readonly text?: string;
}

/** Operations whose answers have several forms are methods with one form each. */
const SPECIAL: Readonly<Record<string, readonly Special[]>> = {
  homes: [
    {
      answer: 'AreaHomes',
      summary: 'Homes of an area',
      without: ['address'],
      required: ['kind'],
    },
  ],
  create_watch: [
    { answer: 'Watch', without: ['estimate'] },
    {
      id: 'estimate_watch',
      answer: 'WatchPrice',
      summary: 'The price of a watch',
      text: 'Takes the same arguments, and creates nothing. Free.',
      without: ['estimate'],
      fixed: 'estimate=True',
    },
  ],
  job: [{ answer: 'Dict[str, Any]' }],
};
/** Files of rows have a method each for all formats; the others need no client. */
const OTHER = /\/(?:rows|history)\.\w+$|^\/openapi\.json$/;
const VERSION = '/v1';

export const ROUTES: readonly Route[] = [...SEARCH_ROUTES, ...LOOKUP_ROUTES];

/** A method for every operation, except files of rows. */
export const methodsOf = (types: Types): Method[] =>
  Object.entries(openApiDocument().paths)
    .filter(([path]) => path.startsWith(`${VERSION}/`))
    .map(([path, item]) => [path.slice(VERSION.length), item] as const)
    .filter(([path]) => !OTHER.test(path))
    .flatMap(([path, item]) =>
      Object.entries(item as Readonly<Record<string, Operation>>).flatMap(([verb, operation]) =>
        (SPECIAL[operation.operationId] ?? [{}]).map((special) =>
          methodOf(verb.toUpperCase(), path, operation, special, types),
        ),
      ),
    );

function methodOf(
  verb: string,
  path: string,
  operation: Operation,
  special: Special,
  types: Types,
): Method {
  const id = special.id ?? operation.operationId;
  const summary = special.summary ?? operation.summary;
  const [described = ''] = (operation.description ?? '').split('\n\n');
  const text = special.text ?? withoutSentencesOn(special.without ?? [], described);
  const isSearch = ROUTES.some((route) => route.id === id);
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'));
  const schema = success?.[1].content?.['application/json']?.schema;
  const form = special.answer === undefined ? schema : { $ref: special.answer };
  const answer = form === undefined || isSearch ? null : types.answer(form, className(id));
  const all = [...parametersOf(operation, types), ...bodyOf(operation, id, types)].filter(
    ({ name }) => !special.without?.includes(name),
  );
  const own = all.map((one) =>
    special.required?.includes(one.name) ? { ...one, required: true } : one,
  );
  return {
    id,
    verb,
    path,
    texts: [`${summary}.`, text],
    arguments: own,
    takesKey:
      special.id === undefined &&
      verb === 'POST' &&
      (operation.parameters ?? []).some(
        (one) => '$ref' in one && one.$ref.endsWith('/idempotency_key'),
      ),
    answer,
    fixed: special.fixed ?? '',
    list: own.some(({ name }) => name === 'after') ? listOf(answer) : null,
  };
}

/** Leaves out sentences on inputs that a method does not have: their names are in backticks. */
const withoutSentencesOn = (names: readonly string[], text: string): string =>
  text
    .split(/(?<=[.])\s/)
    .filter((each) => !names.some((name) => new RegExp(`\`"?${name}\\b`).test(each)))
    .join(' ');

const listOf = (answer: string | null): Method['list'] => {
  const schemas = openApiDocument().components['schemas'] as Readonly<Record<string, JsonSchema>>;
  const members = Object.entries(schemas[answer ?? '']?.properties ?? {});
  if (!members.some(([name]) => name === 'next_after')) return null;
  const [name, of] = members.find(([, { type }]) => type === 'array') ?? [];
  const item = of?.items?.$ref?.split('/').at(-1) ?? 'Dict[str, Any]';
  return name === undefined ? null : { name, item };
};

const parametersOf = (operation: Operation, types: Types): Argument[] =>
  (operation.parameters ?? [])
    .map((one): Parameter | null => {
      if (!('$ref' in one)) return one.in === 'path' || one.in === 'query' ? one : null;
      return one.$ref.endsWith('/request_id')
        ? { name: 'request_id', in: 'path', required: true, schema: { type: 'string' } }
        : null;
    })
    .filter((one) => one !== null)
    .map(({ name, in: place, required, description, schema }) => ({
      name,
      in: place,
      required: required === true,
      nullable: false,
      type: queryType(name, description ?? '', schema, types),
      text: description ?? '',
    }));

function queryType(name: string, description: string, schema: JsonSchema, types: Types): string {
  if (name === 'bbox') return 'Union[str, Sequence[float]]';
  const type = types.input(schema, name === 'type' ? 'event_type' : name);
  return type === 'str' && description.includes('comma-separated')
    ? 'Union[str, Iterable[str]]'
    : type;
}

function bodyOf(operation: Operation, id: string, types: Types): Argument[] {
  const schema = operation.requestBody?.content['application/json']?.schema;
  return Object.entries(schema?.properties ?? {}).map(([name, of]) => ({
    name,
    in: 'body',
    required: schema?.required?.includes(name) === true,
    nullable: Array.isArray(of.type) && of.type.includes('null'),
    type: types.input(of, `${id.replace(/^[a-z]+_/, '')}_${name.replace(/s$/, '')}`),
    text: of.description ?? '',
  }));
}
