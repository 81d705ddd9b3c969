/** Small words that JSON Schema (OpenAPI 3.1, draft 2020-12) is written with here. */

/** A piece of the document: plain JSON. */
export type Json = Readonly<Record<string, unknown>>;
export type Schema = Json;

export const refTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** The schema, or null. A reference keeps its name; a type list keeps generated types short. */
export function orNull(schema: Schema): Schema {
  const { type, enum: values, description, ...rest } = schema;
  const described = description === undefined ? {} : { description };
  if (typeof type !== 'string') return { anyOf: [rest, { type: 'null' }], ...described };
  return {
    type: [type, 'null'],
    ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }),
    ...described,
    ...rest,
  };
}

/** An object whose members are all required, but for the ones named. */
export const objectOf = (
  properties: Readonly<Record<string, Schema>>,
  more: Json = {},
  optional: readonly string[] = [],
): Schema => ({
  type: 'object',
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
  ...more,
});

export const arrayOf = (items: Schema, more: Json = {}): Schema => ({
  type: 'array',
  items,
  ...more,
});

export const text = (description: string, more: Json = {}): Schema => ({
  type: 'string',
  description,
  ...more,
});
export const oneOfTexts = (values: readonly string[], description: string): Schema =>
  text(description, { enum: values });
export const whole = (description: string, more: Json = {}): Schema => ({
  type: 'integer',
  description,
  ...more,
});
export const count = (description: string): Schema => whole(description, { minimum: 0 });
export const decimal = (description: string, more: Json = {}): Schema => ({
  type: 'number',
  description,
  ...more,
});
export const flag = (description: string): Schema => ({ type: 'boolean', description });
export const instant = (description: string): Schema => text(description, { format: 'date-time' });
export const day = (description: string): Schema => text(description, { format: 'date' });
export const uuid = (description: string): Schema => text(description, { format: 'uuid' });
export const exactly = (value: unknown, description: string): Schema =>
  value === null
    ? { type: 'null', description }
    : { type: typeof value, const: value, description };

/** `portal_a_listings` as the start of a schema name: `PortalAListings`. */
export const schemaName = (operation: string): string =>
  operation
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** The operation id of a route, and the start of its schema names: `portal_a_listings`. */
export const operationId = (path: string): string => path.slice(1).replaceAll('/', '_');
