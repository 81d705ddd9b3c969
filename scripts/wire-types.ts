// The packed client's types of bodies and answers, as interfaces with a comment on every member. In
// the code they are inferred from the schemas, and an inferred type has no place for comments.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { OPERATION_SCHEMAS, OPERATIONS } from '#contract/resources.js';
import { type Json, nameOf } from '#contract/schema.js';

const SCHEMAS = new Map<string, Json>(
  [...OPERATION_SCHEMAS, ...OPERATIONS.flatMap(({ body }) => body ?? [])].map((schema) => [
    nameOf(schema),
    schema,
  ]),
);
/** Schemas with types of their own, by the file that has them. */
const OWN_TYPES: Readonly<Record<string, string>> = {
  Money: 'field',
  Location: 'field',
  Candidate: 'envelope',
};

/** Each exported type and its schema, both ways: `export type WatchBody = s.ValueOf<typeof …>`. */
const DIRECTORY = 'src/contract/operations';
const ALIASES = readdirSync(DIRECTORY).flatMap((file) =>
  [
    ...readFileSync(join(DIRECTORY, file), 'utf8').matchAll(
      /^export type (\w+) = s\.ValueOf<typeof (\w+)>;$/gm,
    ),
  ].map(([, type = '', schema = '']) => ({ file: file.replace(/\.ts$/, '.js'), type, schema })),
);
const OF_TYPE = new Map(ALIASES.map((one) => [one.type, one]));
const OF_SCHEMA = new Map(ALIASES.map((one) => [one.schema, one]));

/** A declaration file of contract/operations: its exported types and nothing else. */
export function writeOutTypes(file: string, text: string): string {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const parts = source.statements.flatMap((one) => {
    if (ts.isImportDeclaration(one)) return [];
    if (!ts.isTypeAliasDeclaration(one) || one.modifiers === undefined) return [];
    const comment = text.slice(one.getFullStart(), one.getStart(source)).trim();
    const schema = SCHEMAS.get(OF_TYPE.get(one.name.text)?.schema ?? '') ?? queryOf(one.name.text);
    const written =
      schema === undefined
        ? one.getText(source)
        : `export interface ${one.name.text} ${objectText(schema, '')}`;
    return [`${comment}\n${written}`.trim()];
  });
  return `${parts.join('\n')}\n`;
}

/** The parameters of an operation, by the name of their type: `StatisticsQuery`. */
function queryOf(type: string): Json | undefined {
  const operation = OPERATIONS.find(({ id }) => type.toLowerCase() === `${id}query`);
  if (operation === undefined) return undefined;
  const { query = {}, required = [] } = operation;
  // Callers send the listed values alone.
  const closed = Object.entries(query).map(([name, { type: own, ...rest }]) => [
    name,
    rest.enum === undefined ? { type: own, ...rest } : rest,
  ]);
  return { properties: Object.fromEntries(closed), required };
}

function objectText({ properties, required, minProperties }: Json, indent: string): string {
  const inner = `${indent}    `;
  const members = Object.entries(properties as Readonly<Record<string, Json>>).map(
    ([name, schema]) => {
      const must = minProperties === undefined && (required as readonly string[]).includes(name);
      const comment =
        typeof schema.description === 'string' ? `${inner}/** ${schema.description} */\n` : '';
      return `${comment}${inner}readonly ${name}${must ? '' : '?'}: ${typeText(schema, inner)};\n`;
    },
  );
  return `{\n${members.join('')}${indent}}`;
}

function typeText(schema: Json, indent: string): string {
  const { $ref, anyOf, enum: values, type, items, additionalProperties } = schema;
  const open = schema['x-extensible-enum'];
  if (typeof $ref === 'string') return refText($ref.split('/').at(-1) ?? '', indent);
  if (Array.isArray(anyOf)) return anyOf.map((one: Json) => typeText(one, indent)).join(' | ');
  // Callers of answers tolerate texts that are new; a body takes these alone.
  const listed = Array.isArray(values) ? values : Array.isArray(open) ? open : undefined;
  if (listed !== undefined) {
    const texts = listed.map((one) => (one === null ? 'null' : `'${String(one)}'`));
    return [...texts, ...(type === undefined ? [] : ['(string & {})'])].join(' | ');
  }
  if (Array.isArray(type)) {
    return type.map((one: string) => typeText({ ...schema, type: one }, indent)).join(' | ');
  }
  if (type === 'array') return `readonly ${grouped(typeText(items as Json, indent))}[]`;
  if (type === 'integer') return 'number';
  // A schema without a type takes any value.
  if (type === undefined) return 'unknown';
  if (type !== 'object') return type as string;
  if (schema.properties !== undefined) return objectText(schema, indent);
  const value =
    additionalProperties === true ? 'unknown' : typeText(additionalProperties as Json, indent);
  return `Readonly<Record<string, ${value}>>`;
}

const grouped = (type: string): string => (/ \| |^readonly /.test(type) ? `(${type})` : type);

/** The type of a component: by its name, or written out where no type is exported. */
function refText(name: string, indent: string): string {
  const own = OWN_TYPES[name];
  if (own !== undefined) return `import('../${own}.js').${name}`;
  const alias = OF_SCHEMA.get(name);
  if (alias === undefined) return objectText(SCHEMAS.get(name) ?? {}, indent);
  return `import('./${alias.file}').${alias.type}`;
}
