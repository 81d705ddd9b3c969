/**
 * The structured content of answers, as JSON Schema for clients. Clients may send the list of tools
 * to a model with every conversation, so a schema goes one level deep: names and types. What the
 * contract has already described is taken from there.
 */
import { assert } from '#base/assert.js';
import { jobSchemas } from '#contract/openapi/job-schemas.js';
import { OPERATION_SCHEMAS } from '#contract/resources.js';
import { SEARCH_ROUTES } from '#contract/routes.js';
import { componentsOf, type Json, operationId, type Schema, schemaName } from '#contract/schema.js';

export type Members = Readonly<Record<string, Schema>>;

const SCHEMAS: Readonly<Record<string, Schema>> = {
  ...jobSchemas(),
  ...componentsOf(OPERATION_SCHEMAS),
};

export const TEXT: Schema = { type: 'string' };
export const WHOLE: Schema = { type: 'integer' };
export const FLAG: Schema = { type: 'boolean' };
export const LIST: Schema = { type: 'array' };
export const OBJECT: Schema = { type: 'object' };

/** Rows: the names of their values once, and the values of each row in this order. */
export const TABLE: Members = { columns: LIST, data: LIST };

/** The types of some members of a schema of the contract, by its name. */
export function membersFrom<Name extends string>(
  schema: string,
  ...names: readonly Name[]
): Readonly<Record<Name, Schema>> {
  const { properties } = (SCHEMAS[schema] ?? {}) as { readonly properties?: Members };
  const members = names.map((name) => {
    const member = properties?.[name];
    assert(member !== undefined, `${schema} has a member ${name}`);
    return [name, typeOf(member)];
  });
  return Object.fromEntries(members) as Record<Name, Schema>;
}

/** The type of a member without its parts. The contract names objects only. */
function typeOf({ type, anyOf, enum: values, $ref }: Json): Schema {
  if (type !== undefined) return { type };
  if ($ref !== undefined) return OBJECT;
  if (values !== undefined) return TEXT;
  assert(Array.isArray(anyOf), 'a schema has a type, values, a name or alternatives');
  const types = (anyOf as readonly Json[]).map((one) => typeOf(one).type);
  return { type: types.length === new Set(types).size ? types : types[0] };
}

/** These members are the same in the results of all routes. */
const ANY_RESULT = `${schemaName(operationId(SEARCH_ROUTES[0].path))}Result`;

/** The members of a page of a search, or of its job while it is pending. */
export const PAGE = {
  ...membersFrom(ANY_RESULT, 'completeness', 'collected_at'),
  total: { type: ['integer', 'null'] },
  credits: WHOLE,
  repeat: TEXT,
  rows: TEXT,
  job_id: TEXT,
  status: TEXT,
  page_summary: OBJECT,
  left_out: LIST,
  why_empty: OBJECT,
  next: TEXT,
  ...TABLE,
} satisfies Members;

/** The members of one home. */
export const ONE_HOME: Members = { home: { type: ['object', 'null'] } };

/** The members of a list of addresses. */
export const BATCH: Members = membersFrom('LookupBatch', 'state', 'outcomes');

export const outputSchemaOf = (members: Members) => ({
  type: 'object' as const,
  properties: members,
});
