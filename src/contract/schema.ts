/**
 * Builders for JSON Schema (OpenAPI 3.1, draft 2020-12). A schema also has the TypeScript type of
 * its values (`ValueOf`), so that a wire shape is written once.
 */
import type { OrOther } from './values.js';

/** A part of the document: plain JSON. */
export type Json = Readonly<Record<string, unknown>>;

declare const VALUE: unique symbol;
/** A JSON Schema; `Value` is the type that it describes and exists for the compiler only. */
export type Schema<Value = unknown> = Json & { readonly [VALUE]?: () => Value };

/** The type that a schema describes. */
export type ValueOf<S> = S extends { readonly [VALUE]?: () => infer Value } ? Value : never;

const schemaOf = <Value>(json: Json): Schema<Value> => json;

const NAME = Symbol('name');
/** A schema listed among the document's components. */
export type NamedSchema<Value = unknown> = Schema<Value> & { readonly [NAME]: string };

/** Gives a schema the name under which the document lists it. */
export const named = <Value>(name: string, schema: Schema<Value>): NamedSchema<Value> => ({
  ...schema,
  [NAME]: name,
});
export const nameOf = (schema: NamedSchema): string => schema[NAME];

/** Schemas by name, as components of the document. */
export const componentsOf = (schemas: readonly NamedSchema[]): Record<string, Schema> =>
  Object.fromEntries(schemas.map((schema) => [nameOf(schema), schema]));

/** A reference to a component, by the schema or by its name. */
export function refTo<Value>(schema: NamedSchema<Value>): Schema<Value>;
export function refTo<Value>(name: string): Schema<Value>;
export function refTo(to: NamedSchema | string): Schema {
  return { $ref: `#/components/schemas/${typeof to === 'string' ? to : nameOf(to)}` };
}

/** The schema, or null. A reference keeps its name; a type list keeps generated types short. */
export function orNull<Value>(schema: Schema<Value>): Schema<Value | null> {
  const { type, enum: values, description, ...rest } = schema as Json;
  const described = description === undefined ? {} : { description };
  if (typeof type !== 'string') return schemaOf({ anyOf: [rest, { type: 'null' }], ...described });
  return schemaOf({
    type: [type, 'null'],
    ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }),
    ...described,
    ...rest,
  });
}

type Members = Readonly<Record<string, Schema>>;
type ObjectOf<P extends Members, Optional extends keyof P> = {
  readonly [K in Exclude<keyof P, Optional>]: ValueOf<P[K]>;
} & { readonly [K in Optional]?: ValueOf<P[K]> };

/** An object whose members are all required except the named ones. */
export const objectOf = <P extends Members, Optional extends keyof P & string = never>(
  properties: P,
  more: Json = {},
  optional: readonly Optional[] = [],
): Schema<ObjectOf<P, Optional>> =>
  schemaOf({
    type: 'object',
    required: Object.keys(properties).filter(
      (name) => !(optional as readonly string[]).includes(name),
    ),
    properties,
    ...more,
  });

/** An object of answers, under its name. */
export const shapeOf = <P extends Members, Optional extends keyof P & string = never>(
  name: string,
  ...object: Parameters<typeof objectOf<P, Optional>>
): NamedSchema<ObjectOf<P, Optional>> => named(name, objectOf(...object));

/** A request body: closed, its members optional except the named ones. */
export const bodyOf = <P extends Members, Required extends keyof P & string = never>(
  name: string,
  properties: P,
  required: readonly Required[] = [],
): NamedSchema<ObjectOf<P, Exclude<keyof P, Required>>> =>
  named(
    name,
    schemaOf({
      type: 'object',
      ...(required.length > 0 ? { required } : { minProperties: 1 }),
      additionalProperties: false,
      properties,
    }),
  );

export const arrayOf = <Value>(items: Schema<Value>, more: Json = {}): Schema<readonly Value[]> =>
  schemaOf({ type: 'array', items, ...more });

/** A text; `more` restricts it. */
export const text = (description: string, more: Json = {}): Schema<string> =>
  schemaOf({ type: 'string', description, ...more });
/** One of these texts, in an answer: a newer service may send others, so callers tolerate them. */
export const oneOfTexts = <const V extends readonly string[]>(
  values: V,
  description: string,
): Schema<OrOther<V[number]>> => text(description, { enum: values });
/** A text from an open list. */
export const openText = <V extends string>(
  description: string,
  values: readonly V[],
): Schema<OrOther<V>> => text(description, { 'x-extensible-enum': values });
/** A text from an open list, each value with its meaning. */
export const meaningsOf = <V extends string>(
  lead: string,
  meanings: Readonly<Record<V, string>>,
): Schema<OrOther<V>> => {
  const texts = Object.entries(meanings).map(
    ([value, meaning]) => `\`${value}\`: ${String(meaning)}`,
  );
  const values = Object.keys(meanings) as V[];
  return openText([...(lead === '' ? [] : [lead]), ...texts].join(' '), values);
};
/** One of these values, in a request. */
export const choiceOf = <const V extends readonly string[]>(
  values: V,
  description?: string,
  more: Json = {},
): Schema<V[number]> =>
  schemaOf({ ...more, enum: values, ...(description !== undefined && { description }) });
export const whole = (description: string, more: Json = {}): Schema<number> =>
  schemaOf({ type: 'integer', description, ...more });
export const count = (description: string): Schema<number> => whole(description, { minimum: 0 });
export const decimal = (description: string, more: Json = {}): Schema<number> =>
  schemaOf({ type: 'number', description, ...more });
export const flag = (description: string): Schema<boolean> =>
  schemaOf({ type: 'boolean', description });
export const instant = (description: string): Schema<string> =>
  text(description, { format: 'date-time' });
export const day = (description: string): Schema<string> => text(description, { format: 'date' });
export const uuid = (description: string): Schema<string> => text(description, { format: 'uuid' });
export const exactly = <const Value extends string | number | boolean | null>(
  value: Value,
  description: string,
): Schema<Value> =>
  schemaOf(
    value === null
      ? { type: 'null', description }
      : { type: typeof value, const: value, description },
  );
/** An object without further constraints. */
export const anyObject = (description: string): Schema<Readonly<Record<string, unknown>>> =>
  schemaOf({ type: 'object', additionalProperties: true, description });
/** One of these schemas. */
export const anyOf = <A, B>(one: Schema<A>, other: Schema<B>): Schema<A | B> =>
  schemaOf({ anyOf: [one, other] });
/** An object used as a map. */
export const recordOf = <Value>(
  values: Schema<Value>,
  description: string,
): Schema<Readonly<Record<string, Value>>> =>
  schemaOf({ type: 'object', additionalProperties: values, description });
/** A schema that these builders cannot express, with its type. */
export const plain = <Value>(json: Json): Schema<Value> => schemaOf(json);

/** The start of a schema name: `PortalAListings` for `portal_a_listings`. */
export const schemaName = (operation: string): string =>
  operation
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** The operation id of a route, and the start of its schema names: `portal_a_listings`. */
export const operationId = (path: string): string => path.slice(1).replaceAll('/', '_');
